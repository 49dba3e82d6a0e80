"""What an animal is worth to whom, and what the others' objectives may be.

An animal pays 2, or 1 to the seat whose objective has its habitat. Winning it also keeps it from the
others, so the payoff is what it pays oneself and what it would have paid a rival, on average.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from .situation import Situation

EACH_HABITAT = range(5)
SUSPICION = 0.25  # how fast areas beyond the usual share point at an objective
USUAL_SHARE = (0.24, 0.20, 0.20, 0.20, 0.16)

Objectives = Sequence[int | None]  # a habitat a seat; None where it is unknown, or where there are none


def pays(objective: int | None, habitat: int) -> float:
    return 1.0 if objective == habitat else 2.0


def payoffs_without_guessing(now: Situation, spite: float = 1.0) -> list[float]:
    """For a seat that knows its own objective only: the others may have any other."""
    if now.objective is None:
        return [1.0 + spite] * 5
    return [
        pays(now.objective, habitat) + spite * (2.0 if now.objective == habitat else 1.75)
        for habitat in EACH_HABITAT
    ]


def usual_payoffs(now: Situation) -> list[float]:
    """Of a seat whose objective nobody knows."""
    return [2.0 if now.objective is None else 3.8] * 5


def payoffs_for(seat: int, objectives: Objectives) -> list[float]:
    """For a seat among others with these objectives."""
    if objectives[seat] is None:
        return [2.0] * 5  # a beginners' table: 1 for oneself, 1 kept from a rival
    rivals = [objective for other, objective in enumerate(objectives) if other != seat]
    return [
        pays(objectives[seat], habitat) + sum(pays(rival, habitat) for rival in rivals) / len(rivals)
        for habitat in EACH_HABITAT
    ]


def guessed_objectives(now: Situation, seat: int, chance: Random) -> list[int | None]:
    """Objectives for all seats, likelier the more of the habitat a rival has gathered; no two alike."""
    guessed: list[int | None] = [None] * now.players
    if now.objective is None:
        return guessed
    guessed[seat] = now.objective
    rivals = [rival for rival in range(now.players) if rival != seat]
    chance.shuffle(rivals)
    for rival in rivals:
        left = [habitat for habitat in EACH_HABITAT if habitat not in guessed]
        guessed[rival] = chance.choices(left, [suspicion(now, rival, habitat) for habitat in left])[0]
    return guessed


def suspicion(now: Situation, seat: int, habitat: int) -> float:
    counts = [mask.bit_count() for mask in now.masks[seat]]
    return exp(SUSPICION * (counts[habitat] - sum(counts) * USUAL_SHARE[habitat]))
