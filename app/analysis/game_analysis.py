"""The analysis of a whole game: made move by move, so that it can be told how far it has come, and put
together at the end.

    start     points to be expected before the first move, a number a seat
    plies     a row a move: round, seat, what was to be expected after it, its rank among so many, its cost
    rounds    a row a round from the second on: what was to be expected once its tiles lay there
    luck      what came up, summed up for each seat
    own       what each seat's own choices have changed for it; others, what those of the others have
    costly    the costliest choices, dearest first: the better placement and why, what was lost, and what each
              placement that differs would have cost
    scores    how it ended

All points are rounded to hundredths.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

from app.rules.game import State, apply_move, new_game

from .choices import JudgedChoice, judged_choice
from .outlook import SeatPoints, outlook
from .passes import EVALUATOR, PASSES, Pass
from .turning import lost, reasons

COSTLY = 0.5  # points: what costs less is not worth learning from
MOST_COSTLY = 6  # of one seat
PlyAnalysis = dict[str, Any]
GameAnalysis = dict[str, Any]


def moments(state: State) -> list[State]:
    """Every state of a game that has come to `state`, the first and the last included."""
    states = [new_game(state.component_set, state.deal)]
    for move in state.moves:
        states.append(apply_move(states[-1], move.seat, move.placement)[0])
    return states


def key_of(state: State) -> str:
    """Under this an analysis is kept: the same moves of the same deal, judged in the same way."""
    judged = [EVALUATOR, *(astuple(way) for way in PASSES.values())]
    moves = [move.to_json() for move in state.moves]
    told = [judged, state.component_set.to_json(), state.deal.to_json(), moves]
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def analyse_ply(states: Sequence[State], ply: int, way: Pass) -> PlyAnalysis:
    """One move of the game (0 is the first), and what was to be expected before and after it."""
    state, after, end = states[ply], states[ply + 1], states[-1]
    made = end.moves[ply].placement
    effort = way.effort / (len(end.moves) - end.players)  # the last round is counted out
    choice = judged_choice(state, made, effort, f"choice {ply}")
    return {
        "ply": ply + 1,
        "round": state.round,
        "seat": state.due,
        "before": outlook(state, way) if ply % state.players == 0 else None,
        "after": _totals(after) if after.is_over else outlook(state, way, made),
        "rank": choice.rank,
        "legal": choice.legal,
        "cost": round(choice.cost, 2),
        "costly": _costly(state, choice, end) if choice.cost >= COSTLY else None,
    }


def analyse_plies(end: State, start: int, stop: int, way: Pass) -> list[PlyAnalysis]:
    """The moves from `start` on, before `stop`."""
    states = moments(end)
    return [analyse_ply(states, ply, way) for ply in range(start, min(stop, len(end.moves)))]


def _totals(state: State) -> SeatPoints:
    return [float(score.total) for score in state.scores]


def _costly(state: State, choice: JudgedChoice, end: State) -> dict[str, Any]:
    better = reasons(state, choice.best)
    return {
        "made": list(choice.made),
        "better": list(choice.best),
        "why": better,
        "lost": lost(state, better, end.awards),
        "losses": [[*placement, round(loss, 2)] for placement, loss in choice.losses.items()],
    }


def put_together(end: State, plies: Sequence[PlyAnalysis], way: Pass) -> GameAnalysis:
    """All moves of a game, each analysed, as one."""
    luck, own, others = ([0.0] * end.players for _ in range(3))
    before = plies[0]["before"]
    for ply in plies:
        if ply["before"] is not None:
            _add(luck, before, ply["before"])
            before = ply["before"]
        for seat in range(end.players):
            change = ply["after"][seat] - before[seat]
            (own if seat == ply["seat"] else others)[seat] += change
        before = ply["after"]
    return {
        "evaluator": EVALUATOR,
        "pass": way.name,
        "start": _rounded(plies[0]["before"]),
        "plies": [_row(ply) for ply in plies],
        "rounds": [
            {"round": ply["round"], "points": _rounded(ply["before"])}
            for ply in plies[1:]
            if ply["before"] is not None
        ],
        "luck": _rounded(luck),
        "own": _rounded(own),
        "others": _rounded(others),
        "costly": _costliest(plies),
        "scores": [int(total) for total in _totals(end)],
    }


def _add(sums: SeatPoints, before: SeatPoints, after: SeatPoints) -> None:
    for seat, (one, two) in enumerate(zip(before, after, strict=True)):
        sums[seat] += two - one


def _rounded(points: SeatPoints) -> SeatPoints:
    return [round(each, 2) for each in points]


def _row(ply: PlyAnalysis) -> dict[str, Any]:
    kept = {name: ply[name] for name in ("ply", "round", "seat", "rank", "legal", "cost")}
    return {**kept, "points": _rounded(ply["after"])}


def _costliest(plies: Sequence[PlyAnalysis]) -> list[dict[str, Any]]:
    """The dearest of each seat, all of them dearest first."""
    dearest = sorted((ply for ply in plies if ply["costly"]), key=lambda ply: (-ply["cost"], ply["ply"]))
    taken: list[dict[str, Any]] = []
    for ply in dearest:
        if sum(other["seat"] == ply["seat"] for other in taken) < MOST_COSTLY:
            head = {name: ply[name] for name in ("ply", "round", "seat", "rank", "legal", "cost")}
            taken.append({**head, **ply["costly"]})
    return taken


def analyse(state: State, way: Pass) -> GameAnalysis:
    """The whole of it at once."""
    return put_together(state, analyse_plies(state, 0, len(state.moves), way), way)
