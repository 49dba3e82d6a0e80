"""What goes in and out of the people routes."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, Field

from app.api import Strict, Token
from app.people.names import MAX_GRAPHEMES

Name = Annotated[
    str, Field(min_length=1, max_length=500, description=f"1 to {MAX_GRAPHEMES} visible characters")
]


class NewPerson(Strict):
    name: Name | None = None


class Rename(Strict):
    name: Name


class NewPass(Strict):
    home_screen: bool = Field(
        False,
        description="For our app on this device's home screen; good for an hour, as that takes its time.",
    )


def token_in(told: object) -> object:
    """The token of a whole link, as people copy and paste it."""
    return told.strip().rpartition("/p/")[2] if isinstance(told, str) else told


class PassToken(Strict):
    token: Annotated[Token, BeforeValidator(token_in)] = Field(
        alias="pass", description="The token, or the whole link."
    )


class PersonView(BaseModel):
    """Somebody, as they see themselves."""

    id: UUID
    name: str


class NewPersonView(PersonView):
    """Somebody new, with the token that is told only this once."""

    token: str


class SignedInView(PersonView):
    """Somebody who came by a pass; the token only for programs, a browser has its cookie."""

    token: str | None


class SessionView(BaseModel):
    """One place where you are signed in."""

    id: UUID
    kind: Literal["browser", "program"]
    label: str
    created_at: datetime
    seen_at: datetime
    current: bool


class FeedView(BaseModel):
    """Where your feed is: whoever has the address reads it. It is told only here: we keep a hash of it."""

    atom: str
    json_feed: str


class MuteView(BaseModel):
    """Somebody whom you do not hear."""

    id: UUID
    name: str = Field(description="What they were called when you muted them.")
    at: datetime


class PassView(BaseModel):
    """A link that signs you in elsewhere, once."""

    url: str
    expires_at: datetime


class Revoked(BaseModel):
    """How many sessions ended."""

    revoked: int
