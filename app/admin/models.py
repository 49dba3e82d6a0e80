"""The trail of what operators did. A trigger of the database refuses to change or delete it.

It holds no names, only ids: whoever asks to be forgotten is an id here that belongs to nobody any more.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Identity, func
from sqlalchemy.dialects.postgresql import CIDR
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class TrailRow(Base):
    """One deed; `about` is the report, or the measure that was lifted."""

    __tablename__ = "trail"

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    at: Mapped[datetime] = mapped_column(server_default=func.now())
    via: Mapped[str]
    deed: Mapped[str]
    person_id: Mapped[UUID | None]
    room_id: Mapped[UUID | None]
    network: Mapped[Any | None] = mapped_column(CIDR)
    about: Mapped[int | None] = mapped_column(BigInteger)
    reason: Mapped[str | None]
    until: Mapped[datetime | None]
