"""The database that a command works in, as the settings name it; whatever is wrong with either is said in a
line, and never with a traceback: that could show what is in the address.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from app.config import SettingsError, read_settings
from app.unreachable import why_unreachable


def with_database(needed: str, work: Callable[[str], int]) -> int:
    """The exit code of `work`, done at the database's address; `needed` says that there has to be one."""
    try:
        url = read_settings().database_url
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    if url is None:
        print(needed, file=sys.stderr)
        return 2
    try:
        return work(url)
    except Exception as error:  # noqa: BLE001 (whatever it is)
        print(why_unreachable(url, error), file=sys.stderr)
        return 1
