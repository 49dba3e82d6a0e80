"""One move of a game beside all others that were possible: its rank, what it cost, and which was the best.

Judged is what the mover could know, as Gaia judges it for itself at the table: the others' objectives are
guessed from their planets, and tiles and animals face down are drawn anew. Costs are in points ahead of the
others, and a victory counts as six of them where a game is played to its end. The best and the move that was
made are at last compared in worlds that chose neither, so that no luck of the dice is taken for a fault.
"""

from dataclasses import dataclass
from random import Random

from app.bots.attention import judged_placements
from app.bots.bitboard import faces_of
from app.bots.endgame import COUNTED_OUT, WAYS_A_PLACEMENT, Endgame
from app.bots.judgement import Judged
from app.bots.levels import LEVELS
from app.bots.placements import faces_that_differ
from app.bots.search import VICTORY, Search, promising
from app.bots.situation import Situation, situation_of
from app.rules.game import State
from app.rules.planet import Placement
from app.rules.sphere import TURNS
from app.rules.views import view

MASTER = LEVELS["gaia"]
SEARCHED = 0.8  # of the effort; the rest compares the best with what was done
ALIKE = 1e-6  # points; so close together are the same

Losses = dict[Placement, float]  # of the placements that differ, in points less than the best


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """A move as it was chosen."""

    made: Placement
    best: Placement
    cost: float
    rank: int  # 1 for the best, or one as good
    legal: int  # how many placements there were
    losses: Losses


def judged_choice(state: State, made: Placement, effort: float, seed: str) -> JudgedChoice:
    """The due seat's move `made` in this state."""
    assert state.due is not None
    now = situation_of(view(state, state.due), state.due)
    alike = _same_for(now, made)
    best, losses = _losses(now, alike, effort, Random(seed))
    cost = losses[alike]
    if cost <= ALIKE:
        best = alike
    return JudgedChoice(
        made=made,
        best=made if best == alike else best,
        cost=cost,
        rank=1 + sum(_stands_for(now, other) for other, loss in losses.items() if loss < cost - ALIKE),
        legal=len(now.open) * now.free[now.due].bit_count() * len(TURNS),
        losses=losses,
    )


def _losses(now: Situation, made: Placement, effort: float, chance: Random) -> tuple[Placement, Losses]:
    """The best placement, and what each that differs brings less."""
    if effort and now.round >= COUNTED_OUT:
        ending = Endgame(now, ahead=1 / VICTORY)
        if ending.ways() <= effort * WAYS_A_PLACEMENT:
            return _counted_out(now, ending)
    if effort:
        return _searched(now, judged_placements(now, MASTER), made, effort, chance)
    judged = judged_placements(now)
    best = max(judged)
    return _placement(best), {_placement(one): best[0] - one[0] for one in judged}


def _counted_out(now: Situation, ending: Endgame) -> tuple[Placement, Losses]:
    judged = ending.judged()
    best = max(judged, key=lambda one: one[0])
    losses = {_placement(one): VICTORY * (best[0] - one[0]) for one in judged}
    return _placement(best), {one: loss for one, loss in losses.items() if one == _same_for(now, one)}


def _searched(
    now: Situation, judged: list[Judged], made: Placement, effort: float, chance: Random
) -> tuple[Placement, Losses]:
    """The first judgement for those that were not played on, and imagined games for the rest."""
    search = Search(now, promising(judged), chance, lambda: False)
    best = search.best(SEARCHED * effort)
    losses = {one: best[0] - one[0] for one in judged} | search.losses(best)
    own = next(one for one in judged if _placement(one) == made)
    if own != best:
        losses[own] = search.lead(best, own, (1 - SEARCHED) * effort)
    if losses[own] < 0:
        best, better_by = own, -losses[own]
        losses = {one: loss + better_by for one, loss in losses.items()}
    return _placement(best), {_placement(one): max(0.0, loss) for one, loss in losses.items()}


def _placement(judged: Judged) -> Placement:
    return Placement(*judged[1:])  # type: ignore[arg-type]


def _same_for(now: Situation, placement: Placement) -> Placement:
    """The one that stands for this placement: around a lonely face nothing lies, so one face and turn do."""
    places = dict(faces_that_differ(now.free[now.due]))
    if placement.face in places and placement.turn in places[placement.face]:
        return placement
    face, _turns = next((face, turns) for face, turns in places.items() if len(turns) == 1)
    return Placement(placement.tile, face, 0)  # type: ignore[arg-type]


def _stands_for(now: Situation, placement: Placement) -> int:
    """How many legal placements are the same as this one."""
    places = dict(faces_that_differ(now.free[now.due]))
    if len(places[placement.face]) > 1:
        return 1
    lonely = [face for face in faces_of(now.free[now.due]) if len(places.get(face, ())) <= 1]
    return len(lonely) * len(TURNS)
