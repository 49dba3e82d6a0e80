"""Who wins a card, what decides a tie, and what everybody has at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .deal import Deal, Seat
from .parts import ComponentSet, Habitat, Requirement
from .planet import Claim, Planet

LAST_ROUND = 12


class Award(NamedTuple):
    """One card looked at: every seat's claim, and who took it (nobody: it was tied, or nobody could)."""

    round: int
    animal: Requirement
    seat: Seat | None
    claims: tuple[Claim, ...]

    def to_json(self) -> dict[str, object]:
        claims = [list(claim) for claim in self.claims]
        return {"round": self.round, "animal": self.animal, "seat": self.seat, "claims": claims}


@dataclass(frozen=True, slots=True)
class Score:
    """What one seat has at the end; `objective` and `areas` are None in the beginner game."""

    seat: Seat
    objective: Habitat | None
    areas: int | None
    objective_points: int
    animals: int
    animal_points: int

    @property
    def total(self) -> int:
        return self.objective_points + self.animal_points

    def to_json(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "objective": self.objective,
            "areas": self.areas,
            "objective_points": self.objective_points,
            "animals": self.animals,
            "animal_points": self.animal_points,
            "total": self.total,
        }


def winner_of(requirement: Requirement, claims: Sequence[Sequence[int]], round_number: int) -> Seat | None:
    """The seat that takes the card in this round, if one claim stands alone above the others.

    Only in the last round, and not for a count, do tied planets compare their second and third regions.
    """
    firsts = [claim[0] if claim else 0 for claim in claims]
    best = max(firsts)
    if best == 0:
        return None
    if firsts.count(best) == 1:
        return Seat(firsts.index(best))
    if round_number < LAST_ROUND or requirement[1] == "#":
        return None
    return _winner_by_later_regions([seat for seat, first in enumerate(firsts) if first == best], claims)


def _winner_by_later_regions(contenders: list[int], claims: Sequence[Sequence[int]]) -> Seat | None:
    for place in (1, 2):
        entries = [_entry(claims[seat], place) for seat in contenders]
        best = max(entries)
        if best == 0:
            return None
        contenders = [seat for seat, entry in zip(contenders, entries, strict=True) if entry == best]
        if len(contenders) == 1:
            return Seat(contenders[0])
    return None


def _entry(claim: Sequence[int], place: int) -> int:
    return claim[place] if place < len(claim) else 0


def scores_of(
    component_set: ComponentSet, deal: Deal, planets: Sequence[Planet], awards: Sequence[Award]
) -> tuple[Score, ...]:
    return tuple(
        _score(component_set, deal, Seat(seat), planet, awards) for seat, planet in enumerate(planets)
    )


def _score(
    component_set: ComponentSet, deal: Deal, seat: Seat, planet: Planet, awards: Sequence[Award]
) -> Score:
    animals = [award.animal for award in awards if award.seat == seat]
    if deal.objectives is None:
        return Score(seat, None, None, 0, len(animals), len(animals))
    objective = deal.objectives[seat]
    areas = planet.area_count(objective)
    return Score(
        seat=seat,
        objective=objective,
        areas=areas,
        objective_points=tier_points(component_set, objective, areas),
        animals=len(animals),
        # An animal of one's own habitat is worth 1, any other 2.
        animal_points=sum(1 if animal[0] == objective else 2 for animal in animals),
    )


def tier_points(component_set: ComponentSet, habitat: Habitat, areas: int) -> int:
    """The points of the best tier reached."""
    return max((points for needed, points in component_set.thresholds[habitat] if areas >= needed), default=0)


def winners_of(scores: Sequence[Score]) -> tuple[Seat, ...]:
    """The highest total wins; among equals those with most animals; still equal, they share."""
    best = max((score.total, score.animals) for score in scores)
    return tuple(score.seat for score in scores if (score.total, score.animals) == best)
