"""Nobody learns what they may not see: change only what is hidden, and every other view stays the same."""

import json
from dataclasses import replace

import pytest

from app.rules.deal import Deal
from app.rules.events import TilePlaced
from app.rules.forks import Seal
from app.rules.game import apply_move, fold
from app.rules.parts import HABITATS, REQUIREMENTS, base_set
from app.rules.record import Player, Record
from app.rules.views import event_view, move_view, view

from .playing import ALL_VARIANTS, finished, game_after, nonces_for

PLAYERS = tuple(Player(f"Player {seat}") for seat in range(4))


def with_other_objectives(deal, kept_by):
    """Other objectives for everybody but the one who looks."""
    if deal.objectives is None:
        return deal
    kept = None if kept_by is None else deal.objectives[kept_by]
    others = iter([habitat for habitat in reversed(HABITATS) if habitat != kept])
    changed = [kept if seat == kept_by else next(others) for seat in range(deal.players)]
    return replace(deal, objectives=tuple(changed))


def with_other_tiles_to_come(deal: Deal, round_number: int) -> Deal:
    drawn = 5 * round_number
    return replace(deal, order=deal.order[:drawn] + deal.order[drawn:][::-1])


def with_other_mysteries(deal: Deal, round_number: int) -> Deal:
    if not deal.hides_second_cards:
        return deal
    used = {card for column in deal.animals for card in column}
    spare = iter([card for card in REQUIREMENTS if card not in used])
    columns = [
        (column[0], next(spare)) if number > round_number + 1 else column
        for number, column in enumerate(deal.animals, start=3)
    ]
    return replace(deal, animals=tuple(columns))


def twin_of(state, audience):
    """The same game as far as `audience` can know, with everything hidden changed."""
    deal = with_other_objectives(state.deal, audience)
    deal = with_other_tiles_to_come(deal, state.round)
    deal = with_other_mysteries(deal, state.round)
    assert deal != state.deal
    return fold(base_set(), deal, [(move.seat, move.placement) for move in state.moves])


def as_bytes(state, audience) -> bytes:
    seal = Seal(None, "c0ffee" * 8, tuple(nonces_for(state.players)))
    record = Record(PLAYERS[: state.players], state, seal)
    return json.dumps([view(state, audience), record.as_seen_by(audience)]).encode()


@pytest.mark.parametrize("variants", ALL_VARIANTS)
@pytest.mark.parametrize("audience", [None, 0, 2])
@pytest.mark.parametrize("moves", [0, 3, 10, 26])
def test_views_are_the_same_whatever_is_hidden(variants, audience, moves):
    state = game_after(17, moves, 3, variants)
    assert as_bytes(twin_of(state, audience), audience) == as_bytes(state, audience)


@pytest.mark.parametrize("audience", [None, 1])
def test_events_within_a_round_are_the_same_whatever_is_hidden(audience):
    state = game_after(17, 12, 3, ("mystery",))
    twin = twin_of(state, audience)
    for _ in range(3):
        placement = next(state.legal_placements())
        state, events = apply_move(state, state.due, placement)
        twin, twin_events = apply_move(twin, twin.due, placement)
        if state.round == 5:
            assert move_view(state.moves[-1], events, "person") == move_view(
                twin.moves[-1], twin_events, "person"
            )


def test_a_seat_sees_its_own_objective_and_no_other():
    state = game_after(17, 9)
    for seat, habitat in enumerate(state.deal.objectives):
        assert view(state, seat)["objective"] == habitat
        assert view(state, seat)["objectives"] is None
    assert view(state, None)["objective"] is None


def test_points_are_nobodys_to_see_before_the_end():
    shown = view(game_after(17, 35), None)
    assert shown["scores"] is None
    assert shown["winners"] is None


def test_the_end_shows_everything():
    state = finished(17, 3)
    shown = view(state, None)
    assert shown["objectives"] == list(state.deal.objectives)
    assert shown["scores"] == [score.to_json() for score in state.scores]
    assert shown["winners"] == list(state.winners)
    assert shown["due"] is None
    assert view(finished(17, 3, ("beginner",)), 0)["objectives"] is None


def test_face_down_animals_are_null_until_turned():
    state = game_after(17, 4 * 2, 4, ("mystery",))
    columns = view(state, 1)["columns"]
    assert [column[1] is None for column in columns] == [False, False, *[True] * 8]


def test_every_event_of_a_game_has_a_view():
    state = game_after(17, 0, 2, ("mystery",))
    kinds = set()
    while not state.is_over:
        state, events = apply_move(state, state.due, next(state.legal_placements()))
        kinds |= {event_view(event)["kind"] for event in events}
        assert isinstance(events[0], TilePlaced)
        then = move_view(state.moves[-1], events, "bot")["then"]
        assert then == [event_view(event) for event in events[1:]]
    assert kinds == {"tile", "leftovers", "award", "mystery", "round", "over"}


def test_running_records_show_only_what_was_drawn():
    state = game_after(17, 4 * 4, 4)
    record = Record(PLAYERS, state, Seal.of(bytes(32), nonces_for(4)))
    seen = record.as_seen_by(2)
    assert seen["seed"] is None
    assert seen["order"][:25] == list(state.deal.order[:25])
    assert seen["order"][25:] == [None] * 25
    assert seen["objectives"] == [None, None, state.deal.objectives[2], None]
    assert record.as_seen_by(None)["objectives"] is None
    whole = Record(PLAYERS, finished(17), None)
    assert whole.as_seen_by(None) == whole.to_json()
