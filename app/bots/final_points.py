"""How a game would end if it went on as it stands: points of all seats, won already and to be expected."""

from .bitboard import CARD_HABITAT, CARD_KIND
from .judgement import NEVER_NONE, planet_of
from .learnt_odds import learnt_table, objective_factor
from .payoffs import Objectives, pays
from .placements import KnownPlanet
from .situation import Situation
from .win_odds import AREAS_A_TILE, expected_points


def expected_final_points(
    now: Situation, objectives: Objectives, areas_a_tile: float = AREAS_A_TILE
) -> list[float]:
    """One number a seat, at the end of a round; `areas_a_tile` of its objective each may yet gather."""
    is_beginner = all(objective is None for objective in objectives)
    points = [_won_points(now, seat, objectives[seat], areas_a_tile) for seat in range(now.players)]
    planets = [planet_of(now, seat) for seat in range(now.players)]
    for card, away in now.coming():
        habitat = CARD_HABITAT[card]
        for seat, chance in enumerate(shares(planets, objectives, card, away + 1)):
            points[seat] += chance * pays(objectives[seat], habitat)
    return [total / 2 for total in points] if is_beginner else points


def _won_points(now: Situation, seat: int, objective: int | None, areas_a_tile: float) -> float:
    points = sum(pays(objective, CARD_HABITAT[card]) for card in now.won[seat])
    if objective is not None:
        table = expected_points(now.thresholds[objective], now.free[seat].bit_count(), areas_a_tile)
        points += table[now.masks[seat][objective].bit_count()]
    return points


def shares(planets: list[KnownPlanet], objectives: Objectives, card: int, tiles_left: int) -> list[float]:
    """Every planet's share of the odds for a card that is so many tiles away. Whoever gathers the habitat
    for an objective is likelier to win its animals too.
    """
    kind = CARD_KIND[card]
    table, factor = learnt_table(kind, tiles_left), objective_factor(kind, tiles_left)
    odds = [
        table[planet.standing(card)] * (factor if objective == CARD_HABITAT[card] else 1.0)
        for planet, objective in zip(planets, objectives, strict=True)
    ]
    total = sum(odds) + NEVER_NONE
    return [own / total for own in odds]
