"""What a bot makes of its placements: every one judged by the races it sees, less what it leaves the next.

A bot that overlooks something overlooks it as people do: it does not try every turn, an animal far away, or
one of several, escapes it, it takes "biggest forest that touches desert" for "biggest forest", or does not
count what the others have. Of what it sees it takes the best.
"""

from random import Random

from .bitboard import BIGGEST_CARDS, CARD_HABITAT, COUNT_CARDS, WITHOUT_NEIGHBOURS
from .judgement import HAND_MADE, Estimates, Judged, Race, judge, race_of, races_of, rivals_of
from .levels import Level
from .payoffs import payoffs_without_guessing, usual_payoffs
from .situation import Situation

SEES_EVERYTHING = Level("")  # overlooks nothing
FANCY_AHEAD = 3  # rounds: what is fancied is never awarded, and so always as far away


def judged_placements(
    now: Situation, level: Level = SEES_EVERYTHING, chance: Random | None = None
) -> list[Judged]:
    """What the due seat sees that it can do, each with its worth less what it leaves to the next."""
    chance = chance or Random(0)
    judged = judge(now, now.due, _races(now, level, chance), now.objective)
    if level.glances < len(judged):
        judged = chance.sample(judged, level.glances)
    if not now.still_to_move or not level.denial:
        return judged
    left = left_by(now, level.estimates)
    return [(worth - level.denial * left[tile], tile, face, turn) for worth, tile, face, turn in judged]


def _races(now: Situation, level: Level, chance: Random) -> list[Race]:
    """The coming animals that it notices, as it understands them."""
    payoffs = payoffs_without_guessing(now, level.spite)
    rivals = rivals_of(now, now.due)
    races = []
    for card, away in now.coming():
        if away <= level.ahead and chance.random() < level.notices:
            asked = card if chance.random() < level.reads else WITHOUT_NEIGHBOURS[card]
            seen = rivals if chance.random() < level.watches else None
            races.append(race_of(now, (asked, away), payoffs[CARD_HABITAT[card]], seen, level.estimates))
    return races + _fancied(now, level)


def _fancied(now: Situation, level: Level) -> list[Race]:
    """Races that are on no card: against one's own planet as it is."""
    if level.fancy is None:
        return []
    sizes = [regions[0][0] if regions else 0 for regions in now.regions[now.due]]
    cards = [BIGGEST_CARDS[sizes.index(max(sizes))]] if level.fancy == "one huge region" else COUNT_CARDS
    return [race_of(now, (card, FANCY_AHEAD), level.fondness, None) for card in cards]


def left_by(now: Situation, estimates: Estimates) -> dict[int, float]:
    """For each tile, the most that the next player could gain if it were gone."""
    best = most_by_tile(now, estimates)
    return {tile: max((best[other] for other in best if other != tile), default=0.0) for tile in best}


def most_by_tile(now: Situation, estimates: Estimates = HAND_MADE) -> dict[int, float]:
    """The most that the next player could gain with each tile, whatever its objective."""
    following = now.still_to_move[0]
    races = races_of(now, following, usual_payoffs(now), estimates)
    best: dict[int, float] = {}
    for worth, tile, _face, _turn in judge(now, following, races, None):
        best[tile] = max(worth, best.get(tile, worth))
    return best
