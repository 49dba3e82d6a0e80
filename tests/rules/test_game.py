"""Rounds, piles, columns and legal moves."""

from collections import Counter
from typing import Any

import pytest

from app.rules.errors import (
    FaceTaken,
    GameOver,
    IllegalMove,
    MalformedMove,
    NoSuchFace,
    NoSuchSeat,
    NoSuchTile,
    NoSuchTurn,
    NotYourTurn,
    TileNotOnDisplay,
)
from app.rules.events import AnimalAwarded, GameEnded, LeftoversPut, MysteryTurned, RoundBegun, TilePlaced
from app.rules.game import apply_move, check_plan, fold, new_game, pile_counts
from app.rules.parts import base_set
from app.rules.planet import EMPTY_PLANET, Placement
from app.rules.sphere import area_between

from .playing import (
    ALL_VARIANTS,
    before_the_last_move_of,
    dealt,
    finished,
    game_after,
    last_move,
    only_cards,
    planet_with,
)


def first_legal(state):
    return next(state.legal_placements())


def events_of_round(number, players=4, variants=(), seed=3):
    """What happened at the end of round `number`."""
    state = game_after(seed, number * players - 1, players, variants)
    return apply_move(state, state.due, first_legal(state))[1]


def test_seats_move_clockwise_from_the_first_player_who_changes_each_round():
    state = new_game(base_set(), dealt(4, 3))
    order = []
    while not state.is_over:
        order.append((state.round, state.due))
        state, _ = apply_move(state, state.due, first_legal(state))
    first = dealt(4, 3).first
    expected = [(r, (first + r - 1 + k) % 3) for r in range(1, 13) for k in range(3)]
    assert order == expected
    assert state.due is None


def test_the_display_is_the_rounds_pile_in_order():
    state = new_game(base_set(), dealt(4))
    assert state.display == dealt(4).order[:5]
    taken = state.display[2]
    state, events = apply_move(state, state.due, Placement(taken, 7, 3))
    assert state.display == tuple(tile for tile in dealt(4).order[:5] if tile != taken)
    assert events == (TilePlaced(1, dealt(4).first, taken, 7, 3),)


@pytest.mark.parametrize(
    ("players", "counts"), [(2, [300, 240, 275, 220]), (3, [300, 240, 180, 275]), (4, [300, 240])]
)
def test_legal_placements_are_tiles_times_free_faces_times_turns(players, counts):
    state = new_game(base_set(), dealt(11, players))
    for count in counts:
        legal = list(state.legal_placements())
        assert len(legal) == len(set(legal)) == count
        state, _ = apply_move(state, state.due, legal[-1])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_placements_counted_two_moves_deep(players):
    """Every first move leaves four tiles and a fresh planet: 300 x 240 games of two moves."""
    state = new_game(base_set(), dealt(2, players))
    leaves = 0
    for placement in list(state.legal_placements())[::10]:
        after, _ = apply_move(state, state.due, placement)
        leaves += sum(1 for _ in after.legal_placements())
    assert leaves == 30 * 240


def test_every_legal_placement_is_accepted_and_only_those():
    state = game_after(8, 30)
    legal = set(state.legal_placements())
    for tile in range(50):
        for face in range(12):
            for turn in range(5):
                placement = Placement(tile, face, turn)
                if placement in legal:
                    apply_move(state, state.due, placement)
                else:
                    with pytest.raises((TileNotOnDisplay, FaceTaken)):
                        apply_move(state, state.due, placement)


@pytest.mark.parametrize(("players", "boxed"), [(2, 20), (3, 10), (4, 0)])
def test_leftovers_fill_pile_eleven_then_twelve_then_the_box(players, boxed):
    state = new_game(base_set(), dealt(6, players))
    goes_to = Counter()
    order = []
    while state.round <= 10:
        state, events = apply_move(state, state.due, first_legal(state))
        for event in events:
            if isinstance(event, LeftoversPut):
                goes_to[event.pile] += len(event.tiles)
                order += [event.pile] * len(event.tiles)
    assert goes_to == Counter({11: 5, 12: 5, None: boxed})
    assert order == [11] * 5 + [12] * 5 + [None] * boxed


def test_leftovers_keep_their_display_order_and_become_rounds_eleven_and_twelve():
    state = new_game(base_set(), dealt(6, 2))
    left = []
    while state.round <= 10:
        state, events = apply_move(state, state.due, first_legal(state))
        left += [tile for event in events if isinstance(event, LeftoversPut) for tile in event.tiles]
    assert state.display == tuple(left[:5])
    assert state.leftovers == ((), tuple(left[5:10]))
    state = game_after(6, 22, 2)
    assert state.round == 12


def test_leftovers_of_the_last_two_rounds_go_to_the_box():
    for number in (11, 12):
        leftovers = [event for event in events_of_round(number, 3) if isinstance(event, LeftoversPut)]
        assert [(event.pile, len(event.tiles)) for event in leftovers] == [(None, 2)]


def test_pile_counts_tell_what_is_still_to_come():
    assert pile_counts(new_game(base_set(), dealt(6))) == [0, *[5] * 9, 0, 0]
    assert pile_counts(game_after(6, 24)) == [0] * 7 + [5, 5, 5, 5, 1]
    assert pile_counts(finished(6)) == [0] * 12


def test_no_animal_comes_before_the_third_round():
    assert not [event for event in events_of_round(2) if isinstance(event, AnimalAwarded)]
    assert len([event for event in events_of_round(3) if isinstance(event, AnimalAwarded)]) == 1


WOOD = planet_with(("F", range(5)))
SMALL_WOOD = planet_with(("F", range(2)))


def test_cards_are_awarded_from_the_top_down():
    state = before_the_last_move_of(9, only_cards("F-O", "F-G", "F-M"), [WOOD, SMALL_WOOD])
    after = last_move(state)
    assert [award.animal for award in after.awards] == ["F-O", "F-G", "F-M"]
    assert after.columns[9 - 3] == ()


def test_a_tied_card_moves_to_the_bottom_of_the_next_column():
    state = game_after(7, 9 * 2 - 1, 2, ("beginner",))
    next_column = state.columns[10 - 3]
    tied = before_the_last_move_of(9, only_cards("F#", "G#"), [WOOD, WOOD])
    tied = last_move(tied._replace(columns=(*tied.columns[:7], next_column, *tied.columns[8:])))
    carried = tuple(award.animal for award in tied.awards if award.seat is None)
    assert tied.columns[10 - 3] == next_column + carried
    assert carried


def test_a_card_nobody_can_take_moves_on_too():
    state = before_the_last_move_of(5, only_cards("G+D"), [EMPTY_PLANET, planet_with(("F", [0]))])
    placement = next(p for p in state.legal_placements() if "G" not in base_set().tiles[p.tile])
    after, events = apply_move(state, state.due, placement)
    award = next(event for event in events if isinstance(event, AnimalAwarded))
    assert (award.award.seat, award.to) == (None, "next")
    assert after.columns[6 - 3][-1] == "G+D"


def test_in_the_last_round_an_untaken_card_goes_to_the_box():
    state = before_the_last_move_of(12, only_cards("G+D"), [EMPTY_PLANET, planet_with(("F", [0]))])
    placement = next(p for p in state.legal_placements() if "G" not in base_set().tiles[p.tile])
    after, events = apply_move(state, state.due, placement)
    assert [event.to for event in events if isinstance(event, AnimalAwarded)] == ["box"]
    assert after.columns == ((),) * 10


def test_the_last_round_breaks_a_tie_by_the_second_region():
    nine, five = list(range(9)), list(range(40, 45))
    alone = planet_with(("F", nine), ("G", [9]))
    with_second = planet_with(("F", nine + five), ("G", [9, area_between(9, 8)]))
    state = before_the_last_move_of(12, only_cards("F+G"), [alone, with_second])
    placement = next(p for p in state.legal_placements() if not {"F", "G"} & set(base_set().tiles[p.tile]))
    after, _ = apply_move(state, state.due, placement)
    assert after.awards[0].claims == ((9,), (9, 5))
    assert after.awards[0].seat == 1


def test_a_mystery_animal_is_turned_up_three_rounds_ahead():
    """After round 1 the card of round 3, after round 2 that of round 4, and so on to round 12."""
    for number in range(1, 12):
        turned = [
            event for event in events_of_round(number, 2, ("mystery",)) if isinstance(event, MysteryTurned)
        ]
        expected = [number + 2] if number <= 10 else []
        assert [event.round for event in turned] == expected
        for event in turned:
            assert event.animal == dealt(3, 2, ("mystery",)).animals[event.round - 3][1]


def test_mystery_animals_are_hidden_until_then():
    state = game_after(3, 2 * 4, 2, ("mystery",))
    assert state.round == 5
    hidden = [number for number in range(3, 13) if state.is_hidden(number, 1)]
    assert hidden == [7, 8, 9, 10, 11, 12]
    assert not any(state.is_hidden(number, 0) for number in range(3, 13))
    assert not game_after(3, 2 * 4, 2).is_hidden(12, 1)


def test_a_round_ends_with_leftovers_awards_mystery_and_a_new_display():
    kinds = [type(event) for event in events_of_round(4, 3, ("mystery",))]
    assert kinds[:2] == [TilePlaced, LeftoversPut]
    assert kinds[2:-2] == [AnimalAwarded] * (len(kinds) - 4)
    assert kinds[-2:] == [MysteryTurned, RoundBegun]


def test_the_game_ends_after_twelve_rounds_with_covered_planets():
    state = game_after(5, 12 * 3 - 1, 3)
    after, events = apply_move(state, state.due, first_legal(state))
    assert after.is_over
    assert all(planet.free_faces == 0 for planet in after.planets)
    assert events[-1] == GameEnded(after.deal.objectives, after.scores, after.winners)
    assert list(after.legal_placements()) == []
    with pytest.raises(GameOver):
        apply_move(after, 0, Placement(0, 0, 0))


@pytest.mark.parametrize("variants", ALL_VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_states_are_the_fold_of_their_moves(players, variants):
    state = finished(21, players, variants)
    assert fold(base_set(), state.deal, [(move.seat, move.placement) for move in state.moves]) == state


STATE = game_after(13, 17)
NONSENSE: list[Any] = [
    None,
    True,
    False,
    -1,
    1.0,
    float("nan"),
    float("inf"),
    "1",
    10**400,
    [],
    {},
    (1, 2),
    b"1",
]


@pytest.mark.parametrize("seat", [*NONSENSE, 4])
def test_a_seat_that_is_none_is_refused(seat):
    with pytest.raises(NoSuchSeat):
        apply_move(STATE, seat, first_legal(STATE))


@pytest.mark.parametrize("tile", [*NONSENSE, 50])
def test_a_tile_that_is_none_is_refused(tile):
    with pytest.raises(NoSuchTile):
        apply_move(STATE, STATE.due, Placement(tile, 0, 0))


@pytest.mark.parametrize("value", NONSENSE)
def test_faces_and_turns_that_are_none_are_refused(value):
    legal = first_legal(STATE)
    with pytest.raises(NoSuchFace):
        apply_move(STATE, STATE.due, Placement(legal.tile, value, 0))
    with pytest.raises(NoSuchTurn):
        apply_move(STATE, STATE.due, Placement(legal.tile, legal.face, value))


@pytest.mark.parametrize("placement", [None, 7, "abc", (), (1, 2), (1, 2, 3, 4), {"tile": 1}, object()])
def test_a_move_that_is_none_is_refused(placement):
    with pytest.raises(IllegalMove):
        apply_move(STATE, STATE.due, placement)


def test_a_plan_is_checked_as_if_it_were_the_seats_move():
    state = game_after(5, 6)
    assert state.due is not None
    waiting = (state.due + 1) % state.players
    taken = state.moves[-1].placement.tile
    own = next(move.placement.face for move in state.moves if move.seat == waiting)
    for tile in state.display:
        check_plan(state, waiting, Placement(tile, (own + 1) % 12, 4))
    with pytest.raises(TileNotOnDisplay):
        check_plan(state, waiting, Placement(taken, (own + 1) % 12, 0))
    with pytest.raises(FaceTaken):
        check_plan(state, waiting, Placement(state.display[0], own, 0))
    with pytest.raises(NoSuchFace):
        check_plan(state, waiting, Placement(state.display[0], 12, 0))


def test_refusals_name_what_a_player_needs_to_read():
    with pytest.raises(NotYourTurn) as wrong_seat:
        apply_move(STATE, (STATE.due + 1) % 4, first_legal(STATE))
    assert wrong_seat.value.details == {"due": STATE.due}
    gone = next(tile for tile in range(50) if tile not in STATE.display)
    with pytest.raises(TileNotOnDisplay) as taken:
        apply_move(STATE, STATE.due, Placement(gone, 0, 0))
    assert str(gone) in taken.value.message
    with pytest.raises(MalformedMove):
        apply_move(STATE, STATE.due, (1, 2))
