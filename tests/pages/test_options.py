"""The options of a room as its page shows them: every field has its row and its words."""

import json
from typing import get_args

import pytest

from app.pages.options import option_rows
from app.rooms.options import Options, SeatCount
from app.rules.deal import FEWEST_PLAYERS, MOST_PLAYERS
from app.rules.variants import VARIANTS
from app.texts import LANGUAGES, texts_in

USUAL = Options(public=True)  # with all that a public room has


def test_options_are_the_fields_in_their_order() -> None:
    rows = option_rows(texts_in("en"), USUAL)
    named = [row.of or row.name for row in rows]
    shown = [name for name in Options.model_fields if name not in ("nights", "rated")]  # a room is made rated
    assert list(dict.fromkeys(named)) == shown
    assert {row.name for row in rows if row.of == "variants"} == set(VARIANTS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nights_are_asked_about_where_a_move_takes_days(lang: str) -> None:
    texts = texts_in(lang)
    for zone, last in ((None, '"here"'), ("America/Buenos_Aires", '"America/Buenos_Aires"')):
        rows = option_rows(texts, Options(clock=86400, nights=zone))
        (row,) = [row for row in rows if row.name == "nights"]
        assert [choice.value for choice in row.choices] == ["null", last]
        assert [choice.is_chosen for choice in row.choices] == [zone is None, zone is not None]
        assert not [choice.text for choice in row.choices if choice.text.startswith("options.")]
    assert "Buenos Aires" in row.chosen


def test_choices_are_what_the_api_takes_and_the_usual_one_is_chosen() -> None:
    for row in option_rows(texts_in("en"), USUAL):
        values = [json.loads(choice.value) for choice in row.choices]
        for value in values:
            assert getattr(Options.model_validate({row.name: value}), row.name) == value
        chosen = [json.loads(choice.value) for choice in row.choices if choice.is_chosen]
        assert chosen == ([getattr(USUAL, row.name)] if values else [])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_and_choice_has_its_words(lang: str) -> None:
    for row in option_rows(texts_in(lang), USUAL):
        words = [row.text, *(choice.text for choice in row.choices)]
        assert not [text for text in words if text.startswith("options.")]


def test_a_room_has_as_many_seats_as_a_game_may_have_players() -> None:
    assert get_args(SeatCount) == tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
