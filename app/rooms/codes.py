"""The short code by which a room is known: typed, scanned, or said on the phone in three groups of three."""

from __future__ import annotations

import re
import secrets

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that is misread or misheard
LENGTH = 9
GROUP = 3
OLD_LENGTH = 5  # rooms made before codes grew keep theirs
CODE = re.compile(f"[{LETTERS}]{{{LENGTH}}}|[{LETTERS}]{{{OLD_LENGTH}}}")
BETWEEN = str.maketrans("", "", "- ")  # what people put between the groups
LONGEST_TYPED = 20


def new_code() -> str:
    """A new code. `docs/wire.md` reckons how long somebody would have to guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def normalised(typed: str) -> str | None:
    """A code as it is stored; None if no room can be called so."""
    if not typed.isascii() or len(typed) > LONGEST_TYPED:
        return None
    code = typed.translate(BETWEEN).upper()
    return code if CODE.fullmatch(code) else None


def grouped(code: str) -> str:
    """A code as it is shown to people, in groups; addresses take it like this too."""
    groups = [code[start : start + GROUP] for start in range(0, len(code), GROUP)]
    return "-".join(groups) if len(code) == LENGTH else code
