"""Addresses of databases: the usual forms of `DATABASE_URL`, and what driver and SQLAlchemy want of it.

postgresql://u:p@one:5432,two:5433/db     several hosts, as everybody writes them
…://u:p@/db?host=one%3A5432&host=two…     the same as SQLAlchemy reads it, and as it is kept here
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

POSTGRES_SCHEMES = {
    "postgres",
    "postgresql",
    "postgresql+asyncpg",
    "postgresql+psycopg",
    "postgresql+psycopg2",
}
# What is asked of the host that is connected to. Anything else could not be written to.
WRITABLE = {"primary", "read-write"}
EXAMPLE = (
    "must be a PostgreSQL address such as postgresql://user:password@host:5432/name"
    " (in a password write %40 for @, %23 for #, %2F for /; several hosts with commas between)"
)


def normalise_database_url(url: str) -> str:
    """`url` as SQLAlchemy wants it for asyncpg, whichever usual form it came in.

    libpq's `sslmode` becomes asyncpg's `ssl`; `channel_binding`, which asyncpg does not know, goes, and
    `target_session_attrs`, since of several hosts only the one that takes writes is ever used.
    """
    parts = urlsplit(url.strip())
    if parts.scheme not in POSTGRES_SCHEMES:
        raise ValueError(EXAMPLE)
    query = parse_qsl(parts.query, keep_blank_values=True)
    _check_target(dict(query))
    kept = [
        ("ssl" if name == "sslmode" else name, value)
        for name, value in query
        if name not in ("channel_binding", "target_session_attrs")
    ]
    person, at, places = parts.netloc.rpartition("@")
    several = _several(places, kept)
    if several:
        kept = [("host", place) for place in several] + [
            (name, value) for name, value in kept if name not in ("host", "port")
        ]
        places = ""
    elif not has_readable_port(parts):
        raise ValueError(EXAMPLE)
    address = f"{person}{at}{places}{parts.path}"
    return f"postgresql+asyncpg://{address}" + (f"?{urlencode(kept)}" if kept else "")


def dsn(url: str) -> str:
    """SQLAlchemy's way of writing an address as the driver's own."""
    hosts = hosts_of(url)
    if len(hosts) == 1:
        return hosts[0]
    query = [("host", ",".join(_hosts_in(url))), *_besides_hosts(url), ("target_session_attrs", "primary")]
    return _driver_address(url, query)


def hosts_of(url: str) -> list[str]:
    """The driver's address of each host in `url`."""
    hosts = _hosts_in(url)
    if len(hosts) < 2:
        return [_driver_address(url, _query(url))]
    return [_driver_address(url, [("host", host), *_besides_hosts(url)]) for host in hosts]


def has_readable_port(parts: SplitResult) -> bool:
    """A password with a bare @, # or / in it makes a port of the wrong part."""
    try:
        return parts.port is None or parts.port > 0
    except ValueError:
        return False


def _check_target(query: dict[str, str]) -> None:
    if query.get("target_session_attrs", "primary") not in WRITABLE:
        raise ValueError("target_session_attrs must be primary or read-write: games are written")


def _several(places: str, query: list[tuple[str, str]]) -> list[str]:
    """Each host with its port, where there are several; else none."""
    in_query = [part for name, value in query if name == "host" for part in value.split(",")]
    ports = [part for name, value in query if name == "port" for part in value.split(",")]
    hosts = places.split(",") if places else in_query
    if len(hosts) < 2:
        return []
    found = [_with_port(*pair) for pair in zip(hosts, _ports(ports, len(hosts)), strict=True)]
    if len(set(found)) < len(found):
        raise ValueError(EXAMPLE)
    return found


def _ports(given: list[str], count: int) -> list[str]:
    """A port for each host: one for all, or one each."""
    ports = given * count if len(given) == 1 else given or ["5432"] * count
    if len(ports) != count:
        raise ValueError(EXAMPLE)
    return ports


def _with_port(host: str, port: str) -> str:
    if host.startswith("/"):
        return host  # the folder of a socket
    parts = urlsplit(f"//{host}")
    if not parts.hostname or not has_readable_port(parts) or not port.isdecimal():
        raise ValueError(EXAMPLE)
    return host if parts.port else f"{host}:{port}"


def _query(url: str) -> list[tuple[str, str]]:
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    return [("sslmode" if name == "ssl" else name, value) for name, value in pairs]


def _besides_hosts(url: str) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, value in _query(url) if name != "host")


def _hosts_in(url: str) -> list[str]:
    return [value for name, value in _query(url) if name == "host"]


def _driver_address(url: str, query: list[tuple[str, str]]) -> str:
    parts = urlsplit(url)
    address = f"postgresql://{parts.netloc}{parts.path}"
    return address + (f"?{urlencode(query)}" if query else "")
