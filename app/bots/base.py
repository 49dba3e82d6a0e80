"""What a bot is: it chooses a placement from what its seat may see, the same one each time it is asked."""

from collections.abc import Mapping
from typing import Any, Literal, Protocol, get_args

from app.rules.planet import Placement

Level = Literal["sapling", "grove", "gaia"]
LEVELS: tuple[Level, ...] = get_args(Level)

View = Mapping[str, Any]  # app.rules.views.view, as JSON or as it is


class Bot(Protocol):
    """One level. With the same view, seat, seed and budget it makes the same move."""

    def choose(self, view: View, seat: int, *, seed: int, budget_s: float) -> Placement: ...
