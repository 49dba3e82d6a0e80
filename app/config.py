"""Settings: what whoever runs a server may choose, read once from the environment.

Names in the environment begin with `TERRAHEDRON_`, except `DATABASE_URL` and `REDIS_URL`, which every
hoster knows. Each setting has a line in `docs/hosting.md`; a test sees to it.
"""

import os
import sys
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, urlencode, urlsplit

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "TERRAHEDRON_"
POSTGRES_SCHEMES = {
    "postgres",
    "postgresql",
    "postgresql+asyncpg",
    "postgresql+psycopg",
    "postgresql+psycopg2",
}


def default_data_folder() -> Path:
    """Where this system keeps what a program stores for its user."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Terrahedron"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "terrahedron"


def normalise_database_url(url: str) -> str:
    """`url` as SQLAlchemy wants it for asyncpg, whichever usual form it came in.

    libpq's `sslmode` becomes asyncpg's `ssl`; `channel_binding`, which asyncpg does not know, goes.
    """
    parts = urlsplit(url.strip())
    if parts.scheme not in POSTGRES_SCHEMES:
        raise ValueError("must be a PostgreSQL address such as postgresql://user:password@host:5432/name")
    query = [
        ("ssl" if name == "sslmode" else name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if name != "channel_binding"
    ]
    address = f"{parts.netloc}{parts.path}"
    return f"postgresql+asyncpg://{address}" + (f"?{urlencode(query)}" if query else "")


class Settings(BaseSettings):
    """All settings. Frozen: nothing changes while a server runs."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, populate_by_name=True, env_ignore_empty=True
    )

    # Where things are
    database_url: str | None = Field(None, repr=False, validation_alias="DATABASE_URL")
    redis_url: str | None = Field(None, repr=False, validation_alias="REDIS_URL")
    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    public_origin: str | None = None
    forwarded_allow_ips: str = "127.0.0.1,::1"
    data: Path = Field(default_factory=default_data_folder)
    embedded: bool = True
    migrate: bool = False

    # How it works
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "json", "text"] = "auto"
    metrics_token: str | None = Field(None, repr=False)
    pool_size: int = Field(8, ge=2, le=100)
    writers: int = Field(1, ge=1, le=4)
    drain_seconds: float = Field(5, ge=0, le=60)

    # Time at the table
    grace_seconds: float = Field(20, ge=0, le=3600)
    bot_think_seconds: float = Field(1.2, ge=0, le=60)
    room_idle_hours: float = Field(72, gt=0)
    room_empty_hours: float = Field(1, gt=0)
    game_abandoned_hours: float = Field(168, gt=0)
    seat_pass_minutes: float = Field(10, gt=0, le=1440)

    # Limits
    people_per_hour: int = Field(120, ge=1)
    rooms_per_hour: int = Field(30, ge=1)
    open_rooms: int = Field(5000, ge=1)
    open_rooms_per_person: int = Field(8, ge=1)
    sockets: int = Field(4000, ge=1)
    sockets_per_address: int = Field(100, ge=1)
    sockets_per_person: int = Field(16, ge=1)
    messages_per_second: float = Field(10, gt=0)
    requests_per_minute: int = Field(600, ge=1)
    changes_per_minute: int = Field(240, ge=1)
    misses_per_minute: int = Field(20, ge=1)

    @field_validator("database_url")
    @classmethod
    def _normalise_database_url(cls, url: str | None) -> str | None:
        return normalise_database_url(url) if url else None

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


def environment_name(field: str) -> str:
    """The name of a setting in the environment."""
    alias = Settings.model_fields[field].validation_alias
    return alias if isinstance(alias, str) else PREFIX + field.upper()


def unknown_names(environment: dict[str, str]) -> list[str]:
    """Names in `environment` that look like ours and are none: most likely misspelt."""
    known = {environment_name(field) for field in Settings.model_fields}
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def explain(error: ValidationError) -> str:
    """What is wrong with the settings, a line each, without showing any value."""
    return "\n".join(
        _explain_one(str(one["loc"][0]) if one["loc"] else "", one["msg"]) for one in error.errors()
    )


def _explain_one(place: str, message: str) -> str:
    name = environment_name(place) if place in Settings.model_fields else place
    return f"{name}: {message.removeprefix('Value error, ')}"
