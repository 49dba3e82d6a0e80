"""What all routes of the API share: strict bodies, the refusals that any of them may answer with, limits."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field

from app.errors import (
    BadJson,
    ForeignOrigin,
    MalformedRequest,
    NotSignedIn,
    TooLarge,
    TooMany,
    WrongMediaType,
)
from app.limits import Limits

# What may be said to any request, before its route is even asked.
READING = (TooMany, NotSignedIn)
WRITING = (*READING, BadJson, MalformedRequest, TooLarge, WrongMediaType, ForeignOrigin)

ANYBODY: dict[str, Any] = {"security": [{}]}  # for OpenAPI: signing in is possible, not needed


class Strict(BaseModel):
    """A body, or a message: no coercion, nothing extra, nothing changes it afterwards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]


def limits_of(request: Request) -> Limits:
    """This process's buckets."""
    limits: Limits = request.app.state.limits
    return limits
