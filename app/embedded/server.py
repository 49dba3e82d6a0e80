"""Starts, watches and stops the PostgreSQL of our own.

It is a child that dies with us, listens on a socket in a closed folder only, and is started again when it
dies under us. Everything it keeps is durable: fsync, synchronous_commit and full_page_writes stay on.
"""

import contextlib
import logging
import os
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

from app.embedded.binaries import Binaries, find_binaries
from app.embedded.cluster import ROLE, SOCKET_NAME, create_cluster, socket_folder, sync_cluster, write_access
from app.embedded.errors import CannotEnter, DidNotStart, EmbeddedError
from app.embedded.lock import FolderLock
from app.embedded.owner import IS_LINUX, child_setup, choose_owner
from app.embedded.process import PID_FILE, is_ready, postmaster_of, process_of

log = logging.getLogger(__name__)

START_SECONDS = 60.0
STOP_SECONDS = 10.0
ORPHAN_SECONDS = 1.0
POLL_SECONDS = 0.005
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 10.0  # seconds between two tries to start it again

CONNECTIONS = 60
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "shared_buffers": "64MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}


class EmbeddedPostgres:
    """The PostgreSQL that keeps the games of one folder. `launch`, `wait`, `stop`, in this order.

    Launch it from the main thread: on Linux it ends with the thread that started it.
    """

    def __init__(
        self, folder: Path, *, connections: int = CONNECTIONS, dies_by_pipe: bool = not IS_LINUX
    ) -> None:
        try:
            self.folder = folder.expanduser().absolute()
        except RuntimeError:
            raise CannotEnter(
                f"Nobody's home is meant by {folder}: write it in full, as --data DIR."
            ) from None
        self.data = self.folder / "postgres"
        self._connections = connections
        self.environment = {"PATH": os.defpath, "TZ": "UTC"}  # in which PostgreSQL runs
        self._dies_by_pipe = dies_by_pipe
        self._lock: FolderLock | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        self._sockets = self.data
        self._is_new = False
        self._is_stopping = threading.Event()
        self._spawning = threading.Lock()

    @property
    def url(self) -> str:
        """The database's address, for SQLAlchemy."""
        return f"postgresql+asyncpg://{ROLE}@/postgres?host={self._sockets}"

    @property
    def pid(self) -> int | None:
        """The id of PostgreSQL, while it runs."""
        return self._process.pid if self._process else None

    def tell(self, address: str) -> None:
        """Lets whoever starts a second server in the folder know where this one serves."""
        if self._lock:
            self._lock.tell(address)

    def launch(self) -> None:
        """Takes the folder, fills it if it is new, and starts PostgreSQL without waiting for it."""
        try:
            self._take_folder()
            self._owner = choose_owner(self.data)
            self._binaries = find_binaries(self.data)
            self._sockets = socket_folder(self.data, self._owner)
            self._end_orphan()
            self._is_new = not self.data.exists()
            if self._is_new:
                create_cluster(self._binaries, self.data, self._owner)
            write_access(self.folder)
            self._spawn()
        except OSError as error:
            self.stop()
            raise EmbeddedError(
                f"The games cannot be kept in {self.folder}: {error.strerror or error}. "
                "Give this account the right to write there, or choose another folder with --data DIR."
            ) from error
        except BaseException:
            self.stop()
            raise

    def wait(self) -> None:
        """Returns when PostgreSQL takes connections; from then on it is started again should it die."""
        try:
            self._wait_ready()
        except DidNotStart:
            self.stop()
            raise
        threading.Thread(target=self._watch, name="postgres-watch", daemon=True).start()
        if self._is_new:
            threading.Thread(target=self._sync, name="postgres-sync", daemon=True).start()

    def start(self) -> str:
        """`launch` and `wait`; returns the address."""
        self.launch()
        self.wait()
        return self.url

    def stop(self) -> None:
        """Stops PostgreSQL cleanly, then less so, and lets the folder go."""
        with self._spawning:
            self._is_stopping.set()
        if self._process:
            _end(self._process)
        self._end_guard()
        if self._lock:
            self._lock.close()
            self._lock = None
        if self._sockets != self.data:
            shutil.rmtree(self._sockets, ignore_errors=True)

    def _take_folder(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o711 if os.geteuid() == 0 else 0o700)
        self._lock = FolderLock(self.folder)

    def _end_orphan(self) -> None:
        """A PostgreSQL whose server died may still be ending; where it does not, it is asked to."""
        lock = self._sockets / f"{SOCKET_NAME}.lock"
        asked, until = False, time.monotonic() + START_SECONDS
        while (pid := postmaster_of(self.data) or process_of(lock, self.data)) is not None:
            if not asked and time.monotonic() > until - START_SECONDS + ORPHAN_SECONDS:
                log.warning("An earlier PostgreSQL (process %s) still has the games open; it is ended.", pid)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGINT)
                asked = True
            if time.monotonic() > until:
                raise DidNotStart(
                    f"An earlier PostgreSQL (process {pid}) holds {self.data} and does not end."
                )
            time.sleep(POLL_SECONDS)
        # PostgreSQL would take any process with these ids for its like, also one that is dead and not yet
        # buried. (Whether a dead one's own children still use the data it sees by their shared memory.)
        (self.data / PID_FILE).unlink(missing_ok=True)
        lock.unlink(missing_ok=True)

    def _spawn(self) -> None:
        command = postgres_command(self._binaries, self.data, self._sockets, self.folder, self._connections)
        paths = (self._binaries.folder, self.data, self._sockets)
        with (self.folder / "postgres.log").open("wb") as words:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=words,
                stderr=words,
                cwd="/",
                env=self.environment,
                start_new_session=True,  # so that Ctrl-C reaches the server only, which stops us in its order
                preexec_fn=child_setup(self._owner, *paths, dies_with_us=not self._dies_by_pipe),  # noqa: PLW1509
            )
        self._end_guard()
        if self._dies_by_pipe:
            self._guard = _guard(self._process.pid)

    def _end_guard(self) -> None:
        if self._guard:
            self._guard.kill()
            self._guard.communicate()
            self._guard = None

    def _wait_ready(self) -> None:
        assert self._process
        until = time.monotonic() + START_SECONDS
        while not is_ready(self.data, self._process.pid):
            if self._process.poll() is not None and not self._retry(until):
                raise DidNotStart(f"PostgreSQL did not start. It says:\n{self._last_words()}")
            if time.monotonic() > until:
                raise DidNotStart(f"PostgreSQL took longer than {START_SECONDS:.0f} s.\n{self._last_words()}")
            time.sleep(POLL_SECONDS)

    def _retry(self, until: float) -> bool:
        """After a hard crash the last of the old processes may still be leaving: then one more try."""
        if "shared memory block" not in self._last_words() or time.monotonic() > until:
            return False
        time.sleep(0.1)
        self._spawn()
        return True

    def _watch(self) -> None:
        """Starts PostgreSQL again when it dies under us, however often: its disk may be full for a while. The
        thread lives as long as we do.
        """
        pause = 0.0
        while self._process:
            began = time.monotonic()
            self._process.wait()
            if self._is_stopping.is_set():
                return
            if time.monotonic() > began + LONGEST_PAUSE:
                pause = 0.0
            self._tell_of_end(self._process.returncode, pause)
            if self._is_stopping.wait(pause):
                return
            pause = min(max(2 * pause, SHORTEST_PAUSE), LONGEST_PAUSE)
            try:
                self._end_orphan()
                self._spawn_again()
            except (EmbeddedError, OSError):
                log.exception("PostgreSQL could not be started again")

    def _tell_of_end(self, code: int, pause: float) -> None:
        if pause:
            words = "PostgreSQL could not be started again (%s), next in %.1f s. It says:\n%s"
            log.error(words, code, pause, self._last_words())
        else:
            log.error("PostgreSQL ended (%s); starting it again", code)

    def _spawn_again(self) -> None:
        with self._spawning:
            if not self._is_stopping.is_set():
                self._spawn()

    def _sync(self) -> None:
        sync_cluster(self._binaries, self.data, self._owner)

    def _last_words(self) -> str:
        text = (self.folder / "postgres.log").read_text(encoding="utf-8", errors="replace")
        return "\n".join(text.splitlines()[-8:])


def postgres_command(
    binaries: Binaries, data: Path, sockets: Path, folder: Path, connections: int = CONNECTIONS
) -> list[str]:
    """The words that start PostgreSQL. The data folder among them is how we know it again."""
    settings = {
        **SETTINGS,
        "max_connections": str(connections),
        "unix_socket_directories": str(sockets),
        "hba_file": str(folder / "access.conf"),
        "ident_file": str(folder / "accounts.conf"),
    }
    words = [str(binaries.folder / "postgres"), "-D", str(data)]
    for name, value in settings.items():
        words += ["-c", f"{name}={value}"]
    return words


def _guard(pid: int) -> subprocess.Popen[bytes]:
    """A shell that stops process `pid` when the pipe from us closes: when we end, however we end."""
    return subprocess.Popen(
        ["/bin/sh", "-c", f"read _; kill -INT {pid}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    for word in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        if process.poll() is not None:
            return
        process.send_signal(word)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            continue
