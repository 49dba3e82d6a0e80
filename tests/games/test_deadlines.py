"""How long a bot seems to think: longer where there is more to choose, shorter where bots follow others."""

from itertools import pairwise
from typing import NamedTuple

from app.games.deadlines import USUAL_TIMING, TurnDeadlines, bot_effort
from app.rules.deal import deal_from_seed
from app.rules.game import apply_move, new_game
from app.rules.parts import base_set

PERSON, BOT = None, "grove"


class Untimed(NamedTuple):
    """A game without a clock."""

    clock: int | None = None
    wait: int = 60


def states(players):
    """Every state of some game in which somebody is due."""
    state = new_game(base_set(), deal_from_seed(bytes(32), ["0123456789abcdef"] * players))
    while state.due is not None:
        yield state
        state, _ = apply_move(state, state.due, next(iter(state.legal_placements())))


def test_bot_takes_a_human_moment_that_grows_with_the_choice():
    game = list(states(2))
    moments = [USUAL_TIMING.pause * bot_effort(state, [PERSON, PERSON]) for state in game]
    assert 0.8 <= min(moments) < max(moments) <= 2.5
    assert moments[0] > moments[1]  # five tiles to choose from, then four
    assert max(moments[-2:]) > moments[0]  # three animals at stake in the last round


def test_bot_that_another_bot_follows_takes_half_the_moment():
    for state, after in pairwise(states(3)):
        nexts = [PERSON] * 3
        alone = bot_effort(state, nexts)
        nexts[after.due] = BOT
        assert bot_effort(state, nexts) == alone / 2


def test_bot_does_not_wait_where_the_pause_is_none():
    state, bots = next(states(2)), [BOT, BOT]
    assert TurnDeadlines(USUAL_TIMING._replace(pause=0.0)).due(Untimed(), state, bots).within == 0.0
    due = TurnDeadlines(USUAL_TIMING._replace(pause=2.0)).due(Untimed(), state, bots)
    assert (due.within, due.kind) == (2.0 * bot_effort(state, bots), "bot")
