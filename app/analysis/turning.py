"""What a costly choice came to, in keys and numbers to be translated: why another placement was better, and
which animal was lost in the end by how little.
"""

from typing import TypedDict

from app.bots.explain import Reason, explain
from app.rules.game import State
from app.rules.planet import Placement
from app.rules.scoring import Award
from app.rules.views import view


class Lost(TypedDict):
    """An animal that went elsewhere, though it was within reach; to nobody (None) if claims were level."""

    animal: str
    round: int
    seat: int | None
    by: int  # areas, or regions; 0 if the first ones were level


def reasons(state: State, placement: Placement) -> list[Reason]:
    assert state.due is not None
    return explain(view(state, state.due), state.due, placement)


def lost(state: State, better: list[Reason], awards: tuple[Award, ...]) -> Lost | None:
    """The weightiest animal that the better placement was for, if another seat or nobody won it."""
    for animal in (reason["args"]["animal"] for reason in better if "animal" in reason["args"]):
        last = [award for award in awards if award.animal == animal][-1]
        if last.seat != state.due:
            return Lost(animal=animal, round=last.round, seat=last.seat, by=_missing(last, state.due))
    return None


def _missing(award: Award, seat: int | None) -> int:
    firsts = [claim[0] if claim else 0 for claim in award.claims]
    return 0 if seat is None else max(firsts) - firsts[seat]
