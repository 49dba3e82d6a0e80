"""Who may see what, by allow-list: every field an audience receives is named here.

The audience is a seat, or None for a watcher. Secret until the end are the others' objectives, undrawn
tiles, and mystery animals still face down. Points are secret as well (an animal is worth 1 or 2 by the
objective, so a running total would tell it); the number of animals is not.
"""

from collections.abc import Sequence

from .deal import Seat
from .events import AnimalAwarded, Event, GameEnded, LeftoversPut, MysteryTurned, RoundBegun, TilePlaced
from .game import FIRST_COLUMN, PILES, TILES_A_ROUND, Move, State, pile_counts
from .parts import TILE_COUNT, Habitat, Requirement
from .scoring import Score

View = dict[str, object]


def view(state: State, audience: Seat | None) -> View:
    """The whole game as `audience` may see it, ready for JSON."""
    return {
        "rules_version": state.deal.rules,
        "set": state.component_set.name,
        "tiles": list(state.component_set.tiles),
        "thresholds": {
            h: [list(tier) for tier in tiers] for h, tiers in state.component_set.thresholds.items()
        },
        "players": state.players,
        "variants": list(state.deal.variants),
        "round": state.round,
        "first": state.first,
        "due": state.due,
        "over": state.is_over,
        "display": list(state.shown),
        "taken": list(state.takers),
        "piles": pile_counts(state),
        "leftovers": [list(pile) for pile in state.leftovers],
        "planets": [planet.areas for planet in state.planets],
        "placements": _placements_by_seat(state),
        "columns": visible_columns(state),
        "awards": [award.to_json() for award in state.awards],
        "objective": _own_objective(state, audience),
        "objectives": _objectives(state.deal.objectives) if state.is_over else None,
        "scores": _scores(state.scores) if state.is_over else None,
        "winners": list(state.winners or ()) if state.is_over else None,
    }


def visible_columns(state: State) -> list[list[Requirement | None]]:
    """The cards still to be awarded in rounds 3 to 12; a face-down one is None."""
    return [
        [None if state.is_hidden(number, place) else card for place, card in enumerate(column)]
        for number, column in enumerate(state.columns, start=FIRST_COLUMN)
    ]


def visible_record_fields(state: State, audience: Seat | None) -> View:
    """The deal's fields of a running game's record: what is still secret stands as None."""
    drawn = TILES_A_ROUND * min(state.round, PILES)
    dealt = enumerate(state.deal.animals, start=FIRST_COLUMN)
    own = _own_objective(state, audience)
    return {
        "first": state.deal.first,
        "order": [*state.deal.order[:drawn], *[None] * (TILE_COUNT - drawn)],
        "animals": [
            [None if state.is_hidden(number, place) else c for place, c in enumerate(col)]
            for number, col in dealt
        ],
        "objectives": None
        if own is None
        else [own if seat == audience else None for seat in range(state.players)],
    }


def event_view(event: Event) -> View:
    """One event as everybody sees it."""
    match event:
        case TilePlaced(round, seat, tile, face, turn):
            return {"kind": "tile", "round": round, "seat": seat, "tile": tile, "face": face, "turn": turn}
        case LeftoversPut(pile, tiles):
            return {"kind": "leftovers", "pile": pile, "tiles": list(tiles)}
        case AnimalAwarded(award, to):
            return {"kind": "award", **award.to_json(), "to": to}
        case MysteryTurned(round, animal):
            return {"kind": "mystery", "round": round, "animal": animal}
        case RoundBegun(round, first, display):
            return {"kind": "round", "round": round, "first": first, "display": list(display)}
        case _:
            return _end_view(event)


def _end_view(end: GameEnded) -> View:
    objectives = _objectives(end.objectives)
    return {
        "kind": "over",
        "objectives": objectives,
        "scores": _scores(end.scores),
        "winners": list(end.winners),
    }


def move_view(move: Move, events: Sequence[Event], by: str, *, is_planned: bool = False) -> View:
    """A move and all that followed, the same for everybody; `by` is person, caretaker or bot. One that its
    player had planned says so.
    """
    then = [event_view(event) for event in events if type(event) is not TilePlaced]
    tile, face, turn = move.placement
    place = {"tile": tile, "face": face, "turn": turn}
    planned = {"planned": True} if is_planned else {}
    return {
        "kind": "move",
        "round": move.round,
        "seat": move.seat,
        **place,
        "by": by,
        **planned,
        "then": then,
    }


def _placements_by_seat(state: State) -> list[list[list[int]]]:
    laid: list[list[list[int]]] = [[] for _ in range(state.players)]
    for move in state.moves:
        laid[move.seat].append(list(move.placement))
    return laid


def _own_objective(state: State, audience: Seat | None) -> Habitat | None:
    if audience is None or state.deal.objectives is None:
        return None
    return state.deal.objectives[audience]


def _objectives(objectives: tuple[Habitat, ...] | None) -> list[Habitat] | None:
    return None if objectives is None else list(objectives)


def _scores(scores: Sequence[Score]) -> list[dict[str, object]]:
    return [score.to_json() for score in scores]
