"""The deal of the first game: the same for everybody, because what it teaches has to come up in it.

Its seed is public, so it is dealt only in a room of its own (`app/rooms/first_game.py`), against bots. The
commitment tells such a game from all others, for ever and in every record: no other mark is needed.
`bench/first_deal.py` found the seed and says why it is this one.
"""

from __future__ import annotations

import hashlib

from app.rules.deal import commitment

SEED = hashlib.sha256(b"terrahedron first game 3585").digest()
NONCE = "the-first-game-of-all"  # the person's; a bot's is empty
COMMITMENT = commitment(SEED)
VARIANTS = ("beginner",)
BOT, BOTS = "sapling", 2


def is_first_game(commitment: str) -> bool:
    """Whether its deal was known to all before it began."""
    return commitment == COMMITMENT
