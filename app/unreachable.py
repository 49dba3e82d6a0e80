"""Why a database cannot be used, in one sentence with a way out and without a password."""

from __future__ import annotations

import socket

import asyncpg
from sqlalchemy import URL, make_url

from app.primary import NoPrimary

# What PostgreSQL says by its SQLSTATE, and what helps.
BY_STATE = {
    "3D000": "there is no database '{database}'. Make it (createdb {database}), or correct DATABASE_URL.",
    "28P01": "it does not know the user '{user}' with this password. Correct DATABASE_URL.",
    "28000": "it does not let in the user '{user}' ({said}). Make the role (createuser {user}), let it in"
    " (pg_hba.conf), or correct DATABASE_URL.",
    "42501": "the user '{user}' may not do that there ({said}). Let it own the database"
    " (ALTER DATABASE {database} OWNER TO {user}).",
    "53100": "its disk is full. Make room there, then start again.",
    "53300": "all its connections are taken. Raise max_connections there, or end what else uses it.",
    "57P03": "it is just starting or stopping. Try again in a moment.",
    "25006": "it is read-only, as a standby is. Give DATABASE_URL the address of the one that is written to.",
}


def shown(url: str) -> str:
    """The address as its owner wrote it, but for the password and whatever comes behind the name."""
    parts = make_url(url).set(drivername="postgresql")
    place = parts.query.get("host")
    if isinstance(place, tuple):
        several = parts.set(host="several", query={}).render_as_string(hide_password=True)
        return several.replace("several", ",".join(place), 1)
    return parts.set(query={"host": place} if place else {}).render_as_string(hide_password=True)


def why_unreachable(url: str, error: BaseException) -> str:
    """What went wrong with the database at `url`, and what to do about it."""
    return f"The database {shown(url)} cannot be used: {_reason(make_url(url), _innermost(error))}"


def _innermost(error: BaseException) -> BaseException:
    """What the driver said, beneath what SQLAlchemy made of it."""
    while (inner := getattr(error, "orig", None) or error.__cause__) is not None:
        error = inner
    return error


def _place(url: URL) -> str:
    host = url.query.get("host", "this computer")
    if isinstance(host, tuple):
        return ", ".join(host)
    return f"{url.host}:{url.port or 5432}" if url.host else host


def _reason(url: URL, error: BaseException) -> str:
    place = _place(url)
    if isinstance(error, NoPrimary):
        return f"none of {place} takes writes just now. Is one of them the primary?"
    if isinstance(error, asyncpg.PostgresError):
        said = str(error).splitlines()[0].rstrip(".")
        way_out = BY_STATE.get(error.sqlstate or "", "{said}.")
        return way_out.format(database=url.database, user=url.username, said=said)
    if isinstance(error, socket.gaierror):
        return f"no computer is called '{url.host}'. Correct the name in DATABASE_URL."
    if isinstance(error, TimeoutError):
        return f"nothing answers at {place} in time. Is it running, and does a firewall let you through?"
    if isinstance(error, (ConnectionError, FileNotFoundError)):
        return f"nothing listens at {place}. Start PostgreSQL there, or correct DATABASE_URL."
    return f"{(str(error).splitlines() or [type(error).__name__])[0].rstrip('.')}."
