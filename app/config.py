"""Settings: what whoever runs a server may choose, read once from the environment.

Names in the environment begin with `TERRAHEDRON_`, except `DATABASE_URL` and `REDIS_URL`, which every
hoster knows. The sentence under each goes into `docs/hosting.md`: `scripts/generate` writes it there.
"""

import ipaddress
import json
import os
import ssl
import sys
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from babel import Locale, UnknownLocaleError
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.database_address import dsn as dsn  # noqa: PLC0414 (known from here, too)
from app.database_address import has_readable_port, normalise_database_url

PREFIX = "TERRAHEDRON_"


def default_data_folder() -> Path:
    """Where this system keeps what a program stores for its user."""
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/Terrahedron")
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share") / "terrahedron"


class SettingsError(Exception):
    """The settings cannot be used; the text has a line for each that is wrong, and shows no value."""


class Settings(BaseSettings):
    """All settings. Frozen: nothing changes while a server runs."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        frozen=True,
        populate_by_name=True,
        env_ignore_empty=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )

    # Where things are
    database_url: str | None = Field(None, repr=False, validation_alias="DATABASE_URL")
    """The PostgreSQL database, such as `postgresql://user:password@host:5432/terrahedron`. Without it the
    server starts a PostgreSQL of its own. Several hosts with commas between
    (`@one:5432,two:5432/terrahedron`) are those of one cluster: the one that takes writes is found, and found
    again after a fail-over."""
    redis_url: str | None = Field(None, repr=False, validation_alias="REDIS_URL")
    """The Redis that joins several server processes, such as `redis://localhost:6379/0`. One process needs
    none."""
    host: str = "127.0.0.1"
    """The address to listen on; `0.0.0.0` for everyone who can reach the computer."""
    port: int = Field(8000, ge=0, le=65535)
    """The port to listen on; `0` takes a free one."""
    public_origin: str | None = Field(None, json_schema_extra={"default_in_words": "as asked"})
    """What people type to reach you, such as `https://planets.example`. With `https` cookies are sent over
    it alone. Set it whenever a proxy stands in front."""
    forwarded_allow_ips: str = "127.0.0.1,::1"
    """Proxies whose word about the visitor's address and scheme is believed; addresses and networks, with
    commas, no names. `*` believes everybody."""
    data: Path = Field(
        default_factory=default_data_folder, json_schema_extra={"default_in_words": "your data folder"}
    )
    """Where the server's own PostgreSQL keeps the games."""
    embedded: bool = True
    """Whether a PostgreSQL of its own may be started; `false` makes a missing `DATABASE_URL` an error."""
    migrate: bool = False
    """Whether the database is brought up to date at the start. The server's own PostgreSQL always is."""

    # How it works
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """How much is logged: `debug`, `info`, `warning` or `error`."""
    log_format: Literal["auto", "json", "text"] = "auto"
    """`json` for programs, `text` for people; `auto` is quiet text on a terminal, else JSON."""
    texts: Path | None = None
    """A folder with further catalogues (`pl.json`), beside ours or in place of them; see
    [translating](translating.md)."""
    metrics_token: str | None = Field(None, repr=False)
    """When set, `/metrics` wants it as a bearer token; else `/metrics` answers this computer alone."""
    admin_token: str | None = Field(None, repr=False, min_length=16)
    """When set, whoever types it at `/admin` is the operator: 16 characters or more, better 32. Without it
    there is no such page."""
    flag_words: Path | None = None
    """A text file with words, one a line, that `/admin` marks where they were said. They block nothing."""
    workers: int = Field(1, ge=1, le=64)
    """How many processes serve together at one port of one machine. As many as it has cores, for more players
    than one core can serve."""
    pool_size: int = Field(8, ge=2, le=100)
    """Database connections of a process for pages and rooms; games take four more, `/readyz` one."""
    writers: int = Field(1, ge=1, le=4)
    """How many commits of moves a process keeps under way at once, 1 to 4. More help where a commit takes
    the disk some milliseconds."""
    plain_sockets: bool = False
    """Sockets the plain way, each frame through uvicorn and its WebSocket library: slower, and pings, pongs
    and pieces of messages are not counted. For when the short cut past them is in doubt."""
    drain_seconds: float = Field(5, ge=0, le=60)
    """How long a stopping process lets its players say goodbye."""

    # Time at the table
    grace_seconds: float = Field(20, ge=0, le=3600)
    """How long somebody may be gone before the others are told."""
    bot_think_seconds: float = Field(1.2, ge=0, le=60)
    """How long a bot seems to think before it moves: 0.7 to 2 times as long, by how much there is to
    choose and to win (0.8 to 2.4 s), and half of that where another bot follows. `0` for none."""
    room_idle_hours: float = Field(72, gt=0)
    """After how long without anybody a room closes. Somebody is there who has its page open, or reads or
    plays its game over REST."""
    room_empty_hours: float = Field(1, gt=0)
    """After how long without anybody a room in which nobody sits closes."""
    game_abandoned_hours: float = Field(168, gt=0)
    """After how long without a move a game ends as abandoned."""
    seat_pass_minutes: float = Field(10, gt=0, le=1440)
    """How long a seat pass can be used."""

    # A world a day
    daily: bool = True
    """Whether there is a world a day, the same for everybody. Drawing one ahead takes some seconds of a core
    a day. `false`: none is drawn, and no page speaks of it."""

    # Being told
    push: bool = True
    """Whether browsers may be told when it is somebody's move: by their own push services, which get a
    message that they cannot read. `false`: nothing is sent, and nobody is asked."""
    webhooks: bool = True
    """Whether a host may have a chat told of their room (Discord, Slack, ntfy, a program of theirs), at an
    address of the public internet that they give. `false`: nothing is sent, and nobody is asked."""
    webhook_networks: str | None = None
    """Networks besides the public internet where such a chat may be, with commas, such as `192.168.7.0/24`.
    Any host can then have something sent to any address there: only for a network of your own."""
    webhook_ports: str = "443"
    """Ports at which such a chat may be, with commas."""
    webhook_authorities: Path | None = None
    """A file with certificates (PEM) that are believed there, besides those that the system believes."""

    # Limits
    people_per_hour: int = Field(300, ge=1)
    """New guests from one address."""
    rooms_per_hour: int = Field(30, ge=1)
    """New rooms by one person; four times as many from one address."""
    analyses_per_hour: int = Field(30, ge=0)
    """Deep analyses that one address, and one person, may ask for. `0`: this server analyses no game."""
    reports_per_hour: int = Field(10, ge=1)
    """Reports of others by one person; ten times as many from one address."""
    open_rooms: int = Field(5000, ge=1)
    """Rooms that are not closed, all together."""
    open_rooms_per_person: int = Field(8, ge=1)
    """Rooms of one host that wait or play."""
    sockets: int = Field(4000, ge=1)
    """Open sockets in one process."""
    sockets_per_address: int = Field(400, ge=1)
    """Open sockets from one address."""
    sockets_per_person: int = Field(16, ge=1)
    """Open sockets of one person, over all tabs and devices."""
    messages_per_second: float = Field(10, gt=0)
    """Messages on one socket; one person may send twice, one address twenty times as many. One address may
    open as many sockets a second, one person a tenth."""
    requests_per_minute: int = Field(3000, ge=1)
    """Requests from one address. Long before that its requests wait for each other."""
    changes_per_minute: int = Field(240, ge=1)
    """Requests of one person that change something."""
    misses_per_minute: int = Field(20, ge=1)
    """Wrong codes, invites and passes from one address, by whatever route, before no code is answered any
    more. What was opened from there before, and what somebody belongs to, stays open."""

    @field_validator("database_url")
    @classmethod
    def _normalise_database_url(cls, url: str | None) -> str | None:
        return normalise_database_url(url) if url else None

    @field_validator("redis_url")
    @classmethod
    def _check_redis(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url.strip())
        is_there = parts.path if parts.scheme == "unix" else parts.hostname
        if parts.scheme not in {"redis", "rediss", "unix"} or not is_there or not has_readable_port(parts):
            raise ValueError(
                "must be a Redis address such as redis://localhost:6379/0 (rediss:// with TLS,"
                " unix:///run/redis.sock for a socket)"
            )
        return url.strip()

    @field_validator("forwarded_allow_ips")
    @classmethod
    def _check_proxies(cls, proxies: str) -> str:
        """Only what is understood is believed: a name would be taken in and never match."""
        for one in proxies.split(","):
            if one.strip() not in {"", "*"}:
                try:
                    ipaddress.ip_network(one.strip())
                except ValueError:
                    raise ValueError(
                        "must be addresses or networks with commas between, such as 10.0.0.7,172.16.0.0/12;"
                        " names are not looked up (* believes everybody)"
                    ) from None
        return proxies

    @field_validator("webhook_networks")
    @classmethod
    def _check_networks(cls, networks: str | None) -> str | None:
        try:
            networks_in(networks or "")
        except ValueError:
            raise ValueError("must be networks with commas between, such as 192.168.7.0/24") from None
        return networks

    @field_validator("webhook_ports")
    @classmethod
    def _check_ports(cls, ports: str) -> str:
        numbers = [one.strip() for one in ports.split(",")]
        if not all(one.isascii() and one.isdigit() and 0 < int(one) < 65536 for one in numbers):
            raise ValueError("must be ports with commas between, such as 443,8443")
        return ports

    @field_validator("webhook_authorities")
    @classmethod
    def _check_authorities(cls, file: Path | None) -> Path | None:
        try:
            if file is not None:
                ssl.create_default_context().load_verify_locations(file)
        except (OSError, ssl.SSLError):
            raise ValueError("must be a file with certificates (PEM)") from None
        return file

    @field_validator("texts")
    @classmethod
    def _check_texts(cls, folder: Path | None) -> Path | None:
        """A draft that cannot be read is told at the start, not to the first who wants to read a page."""
        if folder is not None and not folder.is_dir():
            raise ValueError("must be a folder with catalogues such as pl.json")
        for path in folder.glob("*.json") if folder is not None else ():
            try:
                Locale.parse(path.stem)
                sections = json.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError, UnknownLocaleError) as error:
                raise ValueError(f"{path.name} is no catalogue of a language: {error}") from None
            if not (isinstance(sections, dict) and all(isinstance(part, dict) for part in sections.values())):
                raise ValueError(f"{path.name} must hold sections with texts, as app/texts/en.json does")
        return folder

    @field_validator("public_origin")
    @classmethod
    def _check_origin(cls, origin: str | None) -> str | None:
        if origin is None:
            return None
        parts = urlsplit(origin.rstrip("/"))
        if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path or parts.query:
            raise ValueError("must be scheme and host alone, such as https://planets.example")
        return f"{parts.scheme}://{parts.netloc.lower()}"

    @property
    def is_secure(self) -> bool:
        """Whether people reach the server by https, so that cookies must be Secure."""
        return (self.public_origin or "").startswith("https://")


def networks_in(networks: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Networks with commas between; ValueError for anything else."""
    return [ipaddress.ip_network(one.strip()) for one in networks.split(",") if one.strip()]


def environment_name(field: str) -> str:
    """The name of a setting in the environment."""
    alias = Settings.model_fields[field].validation_alias
    return alias if isinstance(alias, str) else PREFIX + field.upper()


def environment_of(settings: Settings) -> dict[str, str]:
    """The settings that were chosen, as the environment of another process."""
    chosen = settings.model_dump(mode="json", exclude_none=True, include=settings.model_fields_set)
    return {environment_name(field): str(value) for field, value in chosen.items()}


def default_in_words(field: str) -> str:
    """What a setting is unless somebody chooses, for the document that lists them."""
    found = Settings.model_fields[field]
    if isinstance(found.json_schema_extra, dict):
        return str(found.json_schema_extra["default_in_words"])
    return "none" if found.default is None else f"`{str(found.default).lower()}`"


def unknown_names(environment: dict[str, str]) -> list[str]:
    """Names in `environment` that look like ours and are none: most likely misspelt."""
    known = {environment_name(field) for field in Settings.model_fields}
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def read_settings(chosen: dict[str, Any] | None = None) -> Settings:
    """The settings of the environment, those in `chosen` before them. Raises SettingsError."""
    if unknown := unknown_names(dict(os.environ)):
        raise SettingsError(
            f"There is no setting {', '.join(unknown)}; docs/hosting.md lists those there are."
        )
    try:
        return Settings(**(chosen or {}))
    except ValidationError as error:
        raise SettingsError(explain(error)) from None


def explain(error: ValidationError) -> str:
    """What is wrong with the settings, a line each, without showing any value."""
    return "\n".join(_explain_one(one) for one in error.errors())


def _explain_one(error: Any) -> str:
    place = str(error["loc"][0]) if error["loc"] else ""
    allowed = Settings.model_json_schema()["properties"].get(place)
    name = environment_name(place) if place in Settings.model_fields else place
    if error["type"] == "value_error" or allowed is None:
        return f"{name}: {error['msg'].removeprefix('Value error, ')}"
    default = f"; the default is {allowed['default']}" if "default" in allowed else ""
    return f"{name}: must be {_in_words(allowed)}{default}"


def _in_words(allowed: dict[str, Any]) -> str:
    """What a setting may be."""
    if "enum" in allowed:
        return "one of " + ", ".join(allowed["enum"])
    kinds = {"integer": "a whole number", "number": "a number", "boolean": "true or false"}
    bounds = {"minimum": "at least", "exclusiveMinimum": "more than", "maximum": "at most"}
    words = [f"{word} {allowed[bound]}" for bound, word in bounds.items() if bound in allowed]
    return f"{kinds.get(allowed.get('type', ''), 'text')}, {' and '.join(words)}".rstrip(", ")
