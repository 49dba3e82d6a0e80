"""Who takes a card, and what everybody has at the end: one case for each sentence of the rules."""

from dataclasses import replace

import pytest

from app.rules.deal import Deal, Seat
from app.rules.parts import Habitat, Requirement, base_set
from app.rules.planet import EMPTY_PLANET
from app.rules.scoring import Award, Score, scores_of, tier_points, winner_of, winners_of

from .playing import dealt, planet_with

FOX, PANDA = Requirement("F+G"), Requirement("F#")


def test_the_greatest_claim_takes_the_card():
    assert winner_of(FOX, [(3,), (5, 1), (4, 4)], 7) == 1
    assert winner_of(PANDA, [(3,), (2,)], 3) == 0


def test_a_claim_of_nothing_never_wins():
    assert winner_of(FOX, [(), ()], 7) is None
    assert winner_of(PANDA, [(0,), (0,), (0,)], 12) is None
    assert winner_of(FOX, [(), (1,)], 7) == 1


@pytest.mark.parametrize("round_number", range(3, 12))
def test_a_shared_first_place_is_nobodys_before_the_last_round(round_number):
    assert winner_of(FOX, [(9, 5), (9,)], round_number) is None
    assert winner_of(PANDA, [(4,), (4,), (1,)], round_number) is None


def test_a_tie_below_first_place_does_not_matter():
    assert winner_of(FOX, [(2,), (2,), (3,)], 5) == 2


def test_in_the_last_round_the_second_region_decides():
    """The rulebook's fox: nine areas each, and a second wood of five on one planet."""
    assert winner_of(FOX, [(9,), (9, 5)], 12) == 1


def test_in_the_last_round_the_third_region_decides_after_the_second():
    assert winner_of(FOX, [(9, 5, 1), (9, 5, 2)], 12) == 1
    assert winner_of(FOX, [(9, 5, 1), (9, 5)], 12) == 0


def test_in_the_last_round_a_fourth_region_is_not_looked_at():
    assert winner_of(FOX, [(9, 5, 2, 2), (9, 5, 2, 1)], 12) is None


def test_only_the_tied_compare_further():
    assert winner_of(FOX, [(9, 2), (9, 1), (8, 8)], 12) == 0
    assert winner_of(FOX, [(6, 3, 1), (6, 3, 2), (6, 2, 9)], 12) == 1


def test_a_tie_without_second_regions_stays_a_tie():
    assert winner_of(FOX, [(9,), (9,)], 12) is None
    assert winner_of(FOX, [(9, 4), (9, 4)], 12) is None


def test_a_count_is_never_compared_further():
    assert winner_of(PANDA, [(4,), (4,)], 12) is None


def awards_for(*won: tuple[int, str]) -> list[Award]:
    return [Award(12, Requirement(card), Seat(seat), ()) for seat, card in won]


def with_objectives(*objectives: str) -> Deal:
    return replace(dealt(1, len(objectives)), objectives=tuple(map(Habitat, objectives)))


def test_an_animal_is_worth_one_at_home_and_two_elsewhere():
    deal = with_objectives("F", "D")
    awards = awards_for((0, "F#"), (0, "D+M"), (1, "D#"), (1, "D-F"))
    scores = scores_of(base_set(), deal, [EMPTY_PLANET] * 2, awards)
    assert [score.animal_points for score in scores] == [3, 2]
    assert [score.animals for score in scores] == [2, 2]


def test_a_card_nobody_took_is_nobodys_point():
    awards = [Award(12, FOX, None, ())]
    scores = scores_of(base_set(), with_objectives("F", "D"), [EMPTY_PLANET] * 2, awards)
    assert [score.total for score in scores] == [0, 0]


def test_in_the_beginner_game_every_animal_is_worth_one_and_nothing_else_counts():
    deal = dealt(1, 2, ("beginner",))
    planet = planet_with(("F", range(40)))
    scores = scores_of(base_set(), deal, [planet, planet], awards_for((0, "F#"), (0, "D+M")))
    assert [score.total for score in scores] == [2, 0]
    assert [(score.objective, score.areas) for score in scores] == [(None, None)] * 2


@pytest.mark.parametrize(
    ("areas", "points"),
    [(0, 0), (10, 0), (11, 2), (13, 2), (14, 4), (16, 4), (17, 6), (21, 8), (24, 8), (25, 10), (60, 10)],
)
def test_glacier_reaches_its_tiers(areas, points):
    assert tier_points(base_set(), Habitat("G"), areas) == points


def test_objective_points_count_areas_of_the_own_habitat_only():
    planet = planet_with(("G", range(14)), ("O", range(14, 60)))
    scores = scores_of(base_set(), with_objectives("G", "F"), [planet, planet], [])
    assert [(score.areas, score.objective_points) for score in scores] == [(14, 4), (0, 0)]


def score(seat: int, total: int, animals: int) -> Score:
    return Score(Seat(seat), None, None, total - animals, animals, animals)


def test_most_points_win():
    assert winners_of([score(0, 9, 3), score(1, 12, 2)]) == (1,)


def test_among_equals_most_animals_win():
    assert winners_of([score(0, 9, 3), score(1, 9, 4), score(2, 8, 8)]) == (1,)


def test_still_equal_they_share_the_victory():
    assert winners_of([score(0, 9, 4), score(1, 9, 3), score(2, 9, 4)]) == (0, 2)


def test_animals_do_not_beat_points():
    assert winners_of([score(0, 9, 9), score(1, 10, 0)]) == (1,)
