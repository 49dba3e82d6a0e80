"""Under which account PostgreSQL runs: ours, or an unprivileged one when we are root.

PostgreSQL refuses to run as root. Nobody's folders change mode for it: where the account may not pass
through a folder on the way (a 0700 home, say), the child keeps one capability that lets it, and no other.
"""

import ctypes
import os
import pwd
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.embedded.errors import CannotEnter

PR_SET_PDEATHSIG, PR_SET_SECUREBITS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE = 1, 28, 47, 2
SECBIT_NO_SETUID_FIXUP = 4  # without it access(2), which PostgreSQL asks, forgets capabilities
CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE = 2, 1  # the lesser one first; containers often have the second only
CAPABILITY_VERSION_3 = 0x20080522
IS_LINUX = sys.platform.startswith("linux")


@dataclass(frozen=True)
class Owner:
    """The account PostgreSQL runs under. `drops` when that means to give up being root."""

    uid: int
    gid: int
    name: str
    drops: bool


def choose_owner(data: Path) -> Owner:
    """Ourselves; as root: whose the data is already, who called sudo, `postgres`, or `nobody`."""
    if os.geteuid() != 0:
        return _owner(pwd.getpwuid(os.geteuid()), drops=False)
    return _owner(_unprivileged(data), drops=True)


def _unprivileged(data: Path) -> pwd.struct_passwd:
    ids = [data.stat().st_uid] if data.exists() else []
    ids.append(int(os.environ.get("SUDO_UID", "0")))
    for uid in filter(None, ids):
        return pwd.getpwuid(uid)
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise CannotEnter("PostgreSQL does not run as root, and there is no account 'nobody' to run it under.")


def _owner(entry: pwd.struct_passwd, *, drops: bool) -> Owner:
    return Owner(entry.pw_uid, entry.pw_gid, entry.pw_name, drops)


def blocked_by(owner: Owner, path: Path) -> Path | None:
    """The first folder on the way to `path` that `owner` may not pass through."""
    if not owner.drops:
        return None
    for folder in reversed(path.resolve().parents):
        found = folder.stat()
        bit = 0o100 if found.st_uid == owner.uid else 0o010 if found.st_gid == owner.gid else 0o001
        if not found.st_mode & bit:
            return folder
    return None


def _passing_capability() -> int | None:
    """The smallest capability of ours that lets a child pass through any folder."""
    if not IS_LINUX:
        return None
    status = Path("/proc/self/status").read_text(encoding="ascii")
    permitted = int(status.split("CapPrm:")[1].split()[0], 16)
    return next((one for one in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE) if permitted >> one & 1), None)


def child_setup(owner: Owner, *paths: Path, dies_with_us: bool = IS_LINUX) -> Callable[[], None]:
    """What a child does before it becomes PostgreSQL: drop root, then die with us where the system offers it.

    In this order, since changing the account forgets the wish to die with the parent.
    """
    blocking = next((folder for path in paths if (folder := blocked_by(owner, path))), None)
    capability = _passing_capability() if blocking else None
    if blocking and capability is None:
        raise CannotEnter(
            f"PostgreSQL does not run as root but as '{owner.name}', which may not pass through {blocking}. "
            "Start the server as yourself, or choose another folder with --data DIR."
        )
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def set_up() -> None:
        if owner.drops:
            _drop_root(libc, owner, capability)
        os.umask(0o077)
        if dies_with_us:
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGINT, 0, 0, 0)
            if os.getppid() != parent:
                os._exit(1)

    return set_up


def _drop_root(libc: ctypes.CDLL, owner: Owner, capability: int | None) -> None:
    if capability is not None:
        libc.prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0)
    os.setgroups([])
    os.setgid(owner.gid)
    os.setuid(owner.uid)
    if capability is not None:
        mask = 1 << capability
        header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
        # Effective, permitted, inheritable; then the same three for the upper 32 capabilities.
        capabilities = (ctypes.c_uint32 * 6)(mask, mask, mask, 0, 0, 0)
        libc.capset(header, capabilities)
        libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability, 0, 0)
