"""How a game would end if it went on as it stands: points of all seats, won already and to be expected."""

from .ground import CARD_HABITAT, CARD_KIND, CARD_OTHER, areas_of
from .judgement import NEVER_NONE
from .situation import Situation
from .stakes import Objectives, pays
from .tickets import SOLID, expected_points, standing, ticket_table


def points_ahead(now: Situation, objectives: Objectives) -> list[float]:
    """One number a seat, at the end of a round."""
    is_beginner = all(objective is None for objective in objectives)
    points = [_won_points(now, seat, objectives[seat]) for seat in range(now.players)]
    for card, away in now.coming():
        habitat = CARD_HABITAT[card]
        for seat, chance in enumerate(_shares(now, card, away + 1)):
            points[seat] += chance * pays(objectives[seat], habitat)
    return [total / 2 for total in points] if is_beginner else points


def _won_points(now: Situation, seat: int, objective: int | None) -> float:
    points = sum(pays(objective, CARD_HABITAT[card]) for card in now.won[seat])
    if objective is not None:
        table = expected_points(now.thresholds[objective], now.free[seat].bit_count())
        points += table[now.masks[seat][objective].bit_count()]
    return points


def _shares(now: Situation, card: int, tiles_left: int) -> list[float]:
    """Every planet's share of the tickets for a card that is so many tiles away."""
    habitat, kind, other = CARD_HABITAT[card], CARD_KIND[card], CARD_OTHER[card]
    table = ticket_table(SOLID, kind, tiles_left, tiles_left)
    tickets = [
        table[standing(kind, regions[habitat], masks[other], areas_of(free))]
        for masks, regions, free in zip(now.masks, now.regions, now.free, strict=True)
    ]
    total = sum(tickets) + NEVER_NONE
    return [own / total for own in tickets]
