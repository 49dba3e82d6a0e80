"""What a placement is worth to a seat: its chances of every coming animal, weighed by what each pays,
and its objective. All bots but the gentlest compare placements by this one number, in points.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import add
from typing import NamedTuple

from app.rules.parts import HABITATS
from app.rules.scoring import LAST_ROUND

from .bitboard import CARD_HABITAT, CARD_KIND, CARD_OTHER, areas_of
from .placements import KnownPlanet, TilePlacements, known_planet
from .situation import Situation
from .win_odds import PLACEMENT_ODDS, expected_points, odds_table, standing

NEVER_NONE = 1e-6  # so that a share of no odds at all is none

Payoffs = Sequence[float]  # by habitat: what an animal of it is worth to the judging seat
Rivals = Sequence[tuple[KnownPlanet, bool]]
Judged = tuple[float, int, int, int]  # a placement's worth, tile, face, turn; the better is the greater


class Estimates(NamedTuple):
    """By what chances are judged."""

    # For a kind of card, rounds until the award and tiles still to be laid: by standing.
    odds: Callable[[int, int, int], Sequence[float]]
    by_rounds: Sequence[float]  # how much an animal counts, by the rounds until its award


HAND_MADE = Estimates(partial(odds_table, PLACEMENT_ODDS), (1.0,) * LAST_ROUND)


class Race(NamedTuple):
    """A coming card as one seat sees it."""

    card: int
    payoff: float
    odds: Sequence[float]  # the own ones, by standing
    rivals: float  # theirs together

    def worth(self, standing: int) -> float:
        """The chance times the payoff."""
        odds = self.odds[standing]
        return self.payoff * odds / (odds + self.rivals)


def planet_of(now: Situation, seat: int) -> KnownPlanet:
    return known_planet(now.masks[seat], now.regions[seat], now.free[seat])


def rivals_of(now: Situation, seat: int) -> Rivals:
    """The others' planets, and whether each has still to lay its tile of this round."""
    still = now.still_to_move
    return [(planet_of(now, rival), rival in still) for rival in range(now.players) if rival != seat]


def races_of(now: Situation, seat: int, payoffs: Payoffs, estimates: Estimates = HAND_MADE) -> list[Race]:
    """The races as they will be once `seat` has laid its tile of this round."""
    rivals = rivals_of(now, seat)
    return [_race(card, away, payoffs[CARD_HABITAT[card]], rivals, estimates) for card, away in now.coming()]


def race_of(
    now: Situation,
    coming: tuple[int, int],
    payoff: float,
    rivals: Rivals | None,
    estimates: Estimates = HAND_MADE,
) -> Race:
    """One race of the due seat, for a card with the rounds until its award. Where the seat does not look at
    its rivals, it takes them to stand as it does.
    """
    card, away = coming
    if rivals is not None:
        return _race(card, away, payoff, rivals, estimates)
    odds = estimates.odds(CARD_KIND[card], away, away)
    own = odds[planet_of(now, now.due).standing(card)]
    return Race(card, payoff * estimates.by_rounds[away], odds, own * (now.players - 1) + NEVER_NONE)


def _race(card: int, away: int, payoff: float, rivals: Rivals, estimates: Estimates) -> Race:
    kind, odds_of = CARD_KIND[card], estimates.odds
    theirs = NEVER_NONE
    for planet, is_still_to_move in rivals:
        theirs += odds_of(kind, away, away + is_still_to_move)[planet.standing(card)]
    return Race(card, payoff * estimates.by_rounds[away], odds_of(kind, away, away), theirs)


def change(now: Situation, race: Race, placement: tuple[int, int, int]) -> float:
    """What a placement of the due seat changes in one race, in points."""
    habitat, other, kind = CARD_HABITAT[race.card], CARD_OTHER[race.card], CARD_KIND[race.card]
    masks, regions = now.laid(*placement)
    space = areas_of(now.free[now.due] ^ 1 << placement[1])
    after = standing(kind, regions[habitat], masks[other], space)
    return race.worth(after) - race.worth(planet_of(now, now.due).standing(race.card))


def judge(now: Situation, seat: int, races: list[Race], objective: int | None) -> list[Judged]:
    """Every placement that matters, with what it changes in points."""
    return [
        (worth, tile, face, turn)
        for tile, placements, worths in _weighed(now, seat, races, objective)
        for worth, (face, turn) in zip(worths, placements.places, strict=True)
    ]


def best_of(now: Situation, seat: int, races: list[Race], objective: int | None) -> tuple[Judged, int]:
    """The best of these placements, and how many there are."""
    best, count = (-1.0e9, 0, 0, 0), 0
    for tile, placements, worths in _weighed(now, seat, races, objective):
        most = max(worths)
        count += len(worths)
        if most > best[0]:
            best = (most, tile, *placements.places[worths.index(most)])
    return best, count


def _weighed(
    now: Situation, seat: int, races: list[Race], objective: int | None
) -> Iterator[tuple[int, TilePlacements, list[float]]]:
    """For each tile the places it may take, and what each changes. The innermost loops of every bot."""
    planet = planet_of(now, seat)
    before = [race.worth(planet.standing(race.card)) for race in races]
    for tile in now.open:
        letters = now.tiles[tile]
        placements = planet.placements(letters)
        worths = [objective_worth(now, seat, objective, letters)] * len(placements.places)
        for race, past in zip(races, before, strict=True):
            card, payoff, odds, rivals = race
            if CARD_HABITAT[card] in placements.habitats or CARD_OTHER[card] in placements.habitats:
                standings, different = placements.standings(card)
                gains = {}
                for at in different:
                    own = odds[at]
                    gains[at] = payoff * own / (own + rivals) - past
                worths = list(map(add, worths, map(gains.__getitem__, standings)))
        yield tile, placements, worths


def objective_worth(now: Situation, seat: int, objective: int | None, letters: str) -> float:
    if objective is None:
        return 0.0
    areas = now.masks[seat][objective].bit_count() + letters.count(HABITATS[objective])
    return expected_points(now.thresholds[objective], now.free[seat].bit_count() - 1)[areas]
