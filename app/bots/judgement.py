"""What a placement is worth to a seat: its chances of every coming animal, weighed by what is at stake,
and its objective. All bots but the gentlest compare placements by this one number, in points.
"""

from collections.abc import Iterator, Sequence
from operator import add
from typing import NamedTuple

from .ground import CARD_HABITAT, CARD_KIND, CARD_OTHER, areas_of
from .situation import Situation
from .spots import Spots, Terrain, terrain
from .tickets import SOLID, expected_points, standing, ticket_table

NEVER_NONE = 1e-6  # so that a share of no tickets at all is none

Stakes = Sequence[float]  # by habitat: what an animal of it is worth to the judging seat
Rivals = Sequence[tuple[Terrain, bool]]
Judged = tuple[float, int, int, int]  # a placement's worth, tile, face, turn; the better is the greater


class Race(NamedTuple):
    """A coming card as one seat sees it."""

    card: int
    stake: float
    tickets: tuple[float, ...]  # the own ones, by standing
    rivals: float  # theirs together

    def worth(self, standing: int) -> float:
        """The chance times the stake."""
        tickets = self.tickets[standing]
        return self.stake * tickets / (tickets + self.rivals)


def terrain_of(now: Situation, seat: int) -> Terrain:
    return terrain(now.masks[seat], now.regions[seat], now.free[seat])


def rivals_of(now: Situation, seat: int) -> Rivals:
    """The others' planets, and whether each has still to lay its tile of this round."""
    still = now.still_to_move
    return [(terrain_of(now, rival), rival in still) for rival in range(now.players) if rival != seat]


def races_of(now: Situation, seat: int, stakes: Stakes) -> list[Race]:
    """The races as they will be once `seat` has laid its tile of this round."""
    rivals = rivals_of(now, seat)
    return [_race(card, away, stakes[CARD_HABITAT[card]], rivals) for card, away in now.coming()]


def race_of(now: Situation, card: int, away: int, stake: float, rivals: Rivals | None) -> Race:
    """One race of the due seat. Where it does not look at the rivals, it takes them to stand as it does."""
    if rivals is not None:
        return _race(card, away, stake, rivals)
    tickets = ticket_table(SOLID, CARD_KIND[card], away, away)
    own = tickets[terrain_of(now, now.due).standing(card)]
    return Race(card, stake, tickets, own * (now.players - 1) + NEVER_NONE)


def _race(card: int, away: int, stake: float, rivals: Rivals) -> Race:
    kind = CARD_KIND[card]
    theirs = NEVER_NONE
    for planet, is_still_to_move in rivals:
        theirs += ticket_table(SOLID, kind, away, away + is_still_to_move)[planet.standing(card)]
    return Race(card, stake, ticket_table(SOLID, kind, away, away), theirs)


def change(now: Situation, race: Race, placement: tuple[int, int, int]) -> float:
    """What a placement of the due seat changes in one race, in points."""
    habitat, other, kind = CARD_HABITAT[race.card], CARD_OTHER[race.card], CARD_KIND[race.card]
    masks, regions = now.laid(*placement)
    space = areas_of(now.free[now.due] ^ 1 << placement[1])
    after = standing(kind, regions[habitat], masks[other], space)
    return race.worth(after) - race.worth(terrain_of(now, now.due).standing(race.card))


def judge(now: Situation, seat: int, races: list[Race], objective: int | None) -> list[Judged]:
    """Every placement that matters, with what it changes in points."""
    return [
        (worth, tile, face, turn)
        for tile, spots, worths in _weighed(now, seat, races, objective)
        for worth, (face, turn) in zip(worths, spots.places, strict=True)
    ]


def best_of(now: Situation, seat: int, races: list[Race], objective: int | None) -> tuple[Judged, int]:
    """The best of these placements, and how many there are."""
    best, count = (-1.0e9, 0, 0, 0), 0
    for tile, spots, worths in _weighed(now, seat, races, objective):
        most = max(worths)
        count += len(worths)
        if most > best[0]:
            best = (most, tile, *spots.places[worths.index(most)])
    return best, count


def _weighed(
    now: Situation, seat: int, races: list[Race], objective: int | None
) -> Iterator[tuple[int, Spots, list[float]]]:
    """For each tile the places it may take, and what each changes. The innermost loops of every bot."""
    planet = terrain_of(now, seat)
    before = [race.worth(planet.standing(race.card)) for race in races]
    for tile in now.open:
        letters = now.tiles[tile]
        spots = planet.spots(letters)
        worths = [_objective_worth(now, seat, objective, letters)] * len(spots.places)
        for race, past in zip(races, before, strict=True):
            card, stake, tickets, rivals = race
            if CARD_HABITAT[card] in spots.habitats or CARD_OTHER[card] in spots.habitats:
                standings, different = spots.standings(card)
                gains = {}
                for at in different:
                    own = tickets[at]
                    gains[at] = stake * own / (own + rivals) - past
                worths = list(map(add, worths, map(gains.__getitem__, standings)))
        yield tile, spots, worths


def _objective_worth(now: Situation, seat: int, objective: int | None, letters: str) -> float:
    if objective is None:
        return 0.0
    areas = now.masks[seat][objective].bit_count() + letters.count("OFDMG"[objective])
    return expected_points(now.thresholds[objective], now.free[seat].bit_count() - 1)[areas]
