"""From nothing to a served page, and back to nothing: what `python -m app serve` does.

The order matters. The folder is taken first, so that a second server says who was first; PostgreSQL wakes up
while the application is imported; the port is open before the line that names it is printed; and at the end
PostgreSQL stops only when the last player has been told goodbye.
"""

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import Iterator
from typing import Any

from app.config import Settings, SettingsError, read_settings
from app.embedded import CONNECTIONS, EmbeddedError, EmbeddedPostgres

LAST_PORT = 65_535
OWN_CONNECTIONS = 8  # to the database, that a process has beside its pool
SPARE_CONNECTIONS = 12  # for whoever looks after it
COLLECT_AFTER = 5_000, 8, 100  # new objects, and rounds of the young and the middle-aged


class CannotServe(Exception):
    """The server cannot start; the text says why and what to do."""


def serve(chosen: dict[str, Any]) -> int:
    """Serves until stopped, with the settings of the environment and those in `chosen` before them."""
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGHUP, _terminate)  # the terminal was closed
    try:
        settings = settings_for(chosen)
        with contextlib.ExitStack() as stack:
            postgres = stack.enter_context(own_postgres(settings))
            listening = stack.enter_context(listen(settings.host, settings.port))
            if settings.workers > 1:
                run_workers(settings, postgres, listening)
            else:
                run(settings, postgres, listening)
    except (CannotServe, SettingsError, EmbeddedError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    finally:
        ignore_signals()
    return 0


def ignore_signals() -> None:
    """Impatience must not cut a clean stop short."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def _leave(*_: object) -> None:
    raise KeyboardInterrupt


def _terminate(*_: object) -> None:
    signal.raise_signal(signal.SIGTERM)


def settings_for(chosen: dict[str, Any]) -> Settings:
    """The settings, with a database to be had."""
    settings = read_settings(chosen)
    if settings.database_url is None and not settings.embedded:
        raise CannotServe(
            "DATABASE_URL is missing, and TERRAHEDRON_EMBEDDED rules out a PostgreSQL of our own;"
            " set one of the two."
        )
    return settings


@contextlib.contextmanager
def own_postgres(settings: Settings) -> Iterator[EmbeddedPostgres | None]:
    """A PostgreSQL of our own, on its way up, where the settings name no other."""
    if settings.database_url is not None:
        yield None
        return
    connections = max(
        CONNECTIONS, SPARE_CONNECTIONS + settings.workers * (settings.pool_size + OWN_CONNECTIONS)
    )
    postgres = EmbeddedPostgres(settings.data, connections=connections)
    postgres.launch()
    try:
        yield postgres
    finally:
        ignore_signals()
        postgres.stop()


@contextlib.contextmanager
def listen(host: str, port: int) -> Iterator[socket.socket]:
    """A socket at `host` and `port`, bound but silent until the server listens on it."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise CannotServe(f"'{host}' is no address of this computer; try --host 127.0.0.1.") from None
    with socket.socket(family, kind, protocol) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(address)
        except OSError as error:
            other = 8000 if isinstance(error, PermissionError) or port == LAST_PORT else port + 1
            raise CannotServe(
                f"Port {port} of {host} cannot be used ({error.strerror}); try --port {other}."
            ) from None
        yield listening


def address_of(listening: socket.socket, public_origin: str | None) -> str:
    """What to type in a browser to reach `listening`."""
    if public_origin:
        return public_origin
    host, port = listening.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:  # noqa: S104 compared, not bound
        host = network_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def network_address() -> str:
    """This computer's address as its network sees it. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def run(settings: Settings, postgres: EmbeddedPostgres | None, listening: socket.socket) -> None:
    """Imports the application while PostgreSQL gets ready, then serves until a signal."""
    from app import logs, open_files  # noqa: PLC0415 after PostgreSQL was launched
    from app.live.server import Server, config_for  # noqa: PLC0415
    from app.main import create_app  # noqa: PLC0415

    settings = with_database(settings, postgres)
    logs.configure(*logging_for(settings))
    open_files.raise_limit(settings.sockets)
    address = address_of(listening, settings.public_origin)

    class Announcing(Server):
        """Says where it serves once it does."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                if postgres:
                    postgres.tell(address)
                print(f"Terrahedron is at {address} (Ctrl-C stops it)", flush=True)

    plain = settings.plain_sockets
    config = config_for(create_app(settings), plain_sockets=plain, lifespan="on", proxy_headers=False)
    collect_garbage_less_often()
    try:
        Announcing(config).run(sockets=[listening])
    except SystemExit:
        raise CannotServe("The server did not start; the lines above say why.") from None


def with_database(settings: Settings, postgres: EmbeddedPostgres | None) -> Settings:
    """The settings, with the address of a database that answers."""
    if postgres is None:
        asyncio.run(check_reachable(str(settings.database_url)))
        return settings
    postgres.wait()
    return settings.model_copy(update={"database_url": postgres.url, "migrate": True})


def run_workers(settings: Settings, postgres: EmbeddedPostgres | None, listening: socket.socket) -> None:
    """Several processes, until a signal."""
    from app import logs, open_files  # noqa: PLC0415 after PostgreSQL was launched
    from app.workers.supervisor import DidNotServe, Supervisor  # noqa: PLC0415

    settings = with_database(settings, postgres)
    logs.configure(*logging_for(settings))
    open_files.raise_limit(0)
    address = address_of(listening, settings.public_origin)

    def tell() -> None:
        if postgres:
            postgres.tell(address)
        print(f"Terrahedron is at {address} ({settings.workers} processes; Ctrl-C stops them)", flush=True)

    async def supervise() -> None:
        await Supervisor(settings, listening, tell).run()

    try:
        asyncio.run(supervise())
    except DidNotServe:
        raise CannotServe("The server did not start; the lines above say why.") from None


def collect_garbage_less_often() -> None:
    """Have Python look for garbage less often: what is imported by now stays, and a move leaves much behind
    that stays as well. Looking through all of it every few thousand moves would hold up every table.
    """
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def check_reachable(url: str) -> None:
    """Raises with a sentence if the database does not answer or may lose moves: that needs no detective."""
    from app.database import Database, NotDurable  # noqa: PLC0415
    from app.unreachable import why_unreachable  # noqa: PLC0415

    database = Database(url)
    try:
        await database.check_durable()
    except NotDurable as error:
        raise CannotServe(error) from None
    except Exception as error:  # noqa: BLE001 (whatever it is, it needs no traceback to be understood)
        raise CannotServe(why_unreachable(url, error)) from None
    finally:
        await database.close()


def logging_for(settings: Settings) -> tuple[str, str]:
    """Level and form of the log: quiet text for somebody at a terminal, JSON for programs."""
    if settings.log_format != "auto":
        return settings.log_level, settings.log_format
    if not sys.stderr.isatty():
        return settings.log_level, "json"
    chosen = "log_level" in settings.model_fields_set
    return settings.log_level if chosen else "warning", "text"
