"""What each seat may expect to have at the end, at one moment of a game: with the true objectives, and with
everything drawn anew that nobody could know then.

Every moment of a round is looked at in the same imagined worlds, so what changes from one to the next is
what a placement has changed, and not the dice.
"""

from random import Random

from app.bots.final_points import expected_final_points
from app.bots.payoffs import Objectives
from app.bots.search import play_until
from app.bots.situation import Situation, situation_of
from app.rules.game import State
from app.rules.parts import HABITAT_NUMBER
from app.rules.planet import Placement
from app.rules.scoring import LAST_ROUND
from app.rules.views import view

from .passes import Pass

# Areas of its objective that Grove gathers with a tile, so that expectations neither rise nor fall by
# themselves: `scripts/bench analysis --drift`.
GATHERED_A_TILE = 1.6

SeatPoints = list[float]  # of every seat


def outlook(state: State, way: Pass, placement: Placement | None = None) -> SeatPoints:
    """What is to be expected in this state; with a placement, once the due seat has made it."""
    assert state.due is not None
    now, objectives = situation_of(view(state, state.due), state.due), objectives_of(state)
    last = min(LAST_ROUND, state.round + way.rounds_ahead - 1)
    worlds = [_world(now, number) for number in range(way.worlds if _is_open(now, last) else 1)]
    ends = [_end(world, last, objectives, placement) for world in worlds]
    return [sum(of_seat) / len(ends) for of_seat in zip(*ends, strict=True)]


def objectives_of(state: State) -> Objectives:
    if state.deal.objectives is None:
        return [None] * state.players
    return [HABITAT_NUMBER[objective] for objective in state.deal.objectives]


def _world(now: Situation, number: int) -> Situation:
    return now.imagined(Random(f"{now.round} {number}"))


def _is_open(now: Situation, last: int) -> bool:
    """Whether chance has a say until the end of round `last`: tiles to come, or animals face down."""
    return last > now.round or any(card is None for column in now.columns for card in column)


def _end(world: Situation, last: int, objectives: Objectives, placement: Placement | None) -> SeatPoints:
    if placement is not None:
        world.lay(*placement)
    play_until(world, last, objectives)
    return expected_final_points(world, objectives, GATHERED_A_TILE)
