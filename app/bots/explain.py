"""Why a move is a good one: the two or three reasons that mattered most, as keys and numbers to be
translated.

    takes_lead   {animal, claim, rival, round}     ahead of everybody, who had at best `rival`
    extends_lead {animal, claim, rival, round}
    ties         {animal, claim, round}            draws level with the best
    closes_in    {animal, claim, rival, round}     behind, but less so
    objective    {habitat, areas, least, points}   towards the tier of `points`, which begins at `least`
    reaches_tier {habitat, areas, points}
    denies       {tile, seat}                      the next seat wanted this tile most
    grows        {habitat, size}                   no more than the largest region it joins

An animal is named by its requirement ("F+G"), a habitat by its letter. Nothing secret is in a reason but
the explaining seat's own objective, so reasons that name it are for that seat alone.
"""

from typing import Any, TypedDict

from app.rules.parts import HABITATS, REQUIREMENTS

from .attention import most_by_tile
from .bitboard import claim_sizes
from .judgement import change, races_of
from .payoffs import payoffs_without_guessing
from .situation import SeenGame, Situation, situation_of

MOST_REASONS = 3
WORTH_TELLING = 0.12  # points
DENIED = 0.75  # points by which the next seat's best tile beats its second


class Reason(TypedDict):
    """One reason; `args` fill the blanks of the sentence that `key` stands for."""

    key: str
    args: dict[str, Any]


def explain(view: SeenGame, seat: int, placement: tuple[int, int, int]) -> list[Reason]:
    """One to three reasons, the weightiest first."""
    now = situation_of(view, seat)
    weighed = _races(now, placement)
    weighed += _objective(now, placement)
    weighed += _denial(now, placement[0])
    weighed.sort(key=lambda pair: -pair[0])
    reasons = [reason for worth, reason in weighed if worth >= WORTH_TELLING]
    return reasons[:MOST_REASONS] or [_growth(now, placement)]


def _reason(key: str, **args: Any) -> Reason:
    return {"key": key, "args": args}


def _races(now: Situation, placement: tuple[int, int, int]) -> list[tuple[float, Reason]]:
    weighed = []
    races = races_of(now, now.due, payoffs_without_guessing(now))
    for race, (card, away) in zip(races, now.coming(), strict=True):
        reason = _race(now, card, now.round + away, placement)
        if reason:
            weighed.append((change(now, race, placement), reason))
    return weighed


def _race(now: Situation, card: int, round_number: int, placement: tuple[int, int, int]) -> Reason | None:
    masks, regions = now.laid(*placement)
    before = _first(claim_sizes(card, now.masks[now.due], now.regions[now.due]))
    after = _first(claim_sizes(card, masks, regions))
    rival = max(
        _first(claim_sizes(card, now.masks[s], now.regions[s])) for s in range(now.players) if s != now.due
    )
    if after <= before:
        return None
    told = {"animal": REQUIREMENTS[card], "claim": after, "round": round_number}
    if after == rival:
        return _reason("ties", **told)
    key = "closes_in" if after < rival else "extends_lead" if before > rival else "takes_lead"
    return _reason(key, rival=rival, **told)


def _first(sizes: Any) -> int:
    return int(sizes[0]) if sizes else 0


def _objective(now: Situation, placement: tuple[int, int, int]) -> list[tuple[float, Reason]]:
    if now.objective is None:
        return []
    gained = now.tiles[placement[0]].count(HABITATS[now.objective])
    areas = now.masks[now.due][now.objective].bit_count() + gained
    if not gained:
        return []
    habitat = HABITATS[now.objective]
    reached = [points for least, points in now.thresholds[now.objective] if areas - gained < least <= areas]
    if reached:
        return [(2.0, _reason("reaches_tier", habitat=habitat, areas=areas, points=reached[-1]))]
    ahead = [(least, points) for least, points in now.thresholds[now.objective] if least > areas]
    if not ahead:
        return []
    least, points = ahead[0]
    return [(0.4 * gained, _reason("objective", habitat=habitat, areas=areas, least=least, points=points))]


def _denial(now: Situation, tile: int) -> list[tuple[float, Reason]]:
    if not now.still_to_move:
        return []
    wanted = most_by_tile(now)
    second = max((worth for other, worth in wanted.items() if other != tile), default=wanted[tile])
    margin = wanted[tile] - second
    return [(margin, _reason("denies", tile=tile, seat=now.still_to_move[0]))] if margin >= DENIED else []


def _growth(now: Situation, placement: tuple[int, int, int]) -> Reason:
    _, regions = now.laid(*placement)
    shown = {HABITATS.index(letter) for letter in now.tiles[placement[0]]}
    size, habitat = max((regions[habitat][0][0], HABITATS[habitat]) for habitat in shown)
    return _reason("grows", habitat=habitat, size=size)
