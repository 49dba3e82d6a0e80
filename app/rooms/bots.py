"""Which bots may sit in a room, and what they are called."""

from typing import Annotated

from app.bots.levels import LEVELS
from app.one_of import OneOf
from app.texts import t

BotName = Annotated[str, OneOf(LEVELS)]


def name_of(bot: str) -> str:
    """What it is called at the table. Names of seats are in English, like everybody's own."""
    return t(f"bots.{bot}")
