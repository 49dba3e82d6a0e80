"""Which bots may sit in a room, and what they are called."""

from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from app.bots.levels import LEVELS
from app.texts import t


def _known(name: str) -> str:
    if name not in LEVELS:
        raise ValueError("There is no such bot.")
    return name


BotName = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": [*LEVELS]})]


def name_of(bot: str) -> str:
    """What it is called at the table. Names of seats are in English, like everybody's own."""
    return t(f"bots.{bot}")
