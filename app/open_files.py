"""How many files, and so connections, this process may have open."""

from __future__ import annotations

import logging
import resource

log = logging.getLogger(__name__)

MOST_REQUESTS = 1000  # connections whose request is still to come
OTHERS = 200  # the database's connections, Redis, logs, pages that are being answered


def raise_limit(sockets: int) -> None:
    """Allow as many as so many sockets need, or say plainly that it cannot be."""
    needed = sockets + MOST_REQUESTS + OTHERS
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY or allowed >= needed:
        return
    wanted = needed if most == resource.RLIM_INFINITY else min(needed, most)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    except (OSError, ValueError):  # macOS has a second limit, which it does not tell
        wanted = allowed
    if wanted < needed:
        log.warning(
            "this process may open %d files, but TERRAHEDRON_SOCKETS=%d needs %d; connections beyond that are"
            " refused. Raise the limit (`ulimit -n`, or LimitNOFILE of a systemd unit), or set fewer sockets",
            wanted, sockets, needed,
        )  # fmt: skip


def most_connections() -> int:
    """How many may be open at once so that files are left for everything else."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(allowed - OTHERS, allowed // 2) if allowed != resource.RLIM_INFINITY else 1_000_000
