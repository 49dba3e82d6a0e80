"""docs/record.schema.json takes every record that the rules take, and no record of another form."""

import json
from pathlib import Path
from random import Random

import jsonschema_rs
import pytest

from app.rules.deal import Seat
from app.rules.parts import HABITATS, REQUIREMENTS
from app.rules.record import parse_record, verify

from .playing import ALL_VARIANTS, finished, game_after
from .test_record import WHOLE, by_hand, record_of

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "record.schema.json").read_text(encoding="utf-8"))
CHECK = jsonschema_rs.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("variants", ALL_VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_schema_takes_finished_running_and_abandoned_games(players, variants):
    CHECK.validate(record_of(finished(7, players, variants), caretaker=(1, 4)))
    hints = [at for at, move in enumerate(finished(7, players, variants).moves) if move.seat == 0]
    CHECK.validate({**record_of(finished(7, players, variants)), "hints": hints, "planned": hints})
    running = game_after(7, 20)
    CHECK.validate(record_of(running))
    CHECK.validate(record_of(running, ended="abandoned"))
    CHECK.validate(by_hand(finished(7, players, variants)))


@pytest.mark.parametrize("audience", [None, 0, 1])
def test_schema_takes_what_somebody_at_the_table_may_see(audience):
    running = parse_record(record_of(game_after(23, 20)))
    seen = json.loads(json.dumps(running.as_seen_by(audience if audience is None else Seat(audience))))
    assert seen["seed"] is None
    assert None in seen["order"]
    CHECK.validate(seen)


def test_schema_names_the_same_animals_and_habitats_as_the_rules():
    animal = jsonschema_rs.Draft202012Validator(SCHEMA["$defs"]["animal"])
    texts = [f"{one}{sign}{other}" for one in HABITATS for sign in "#+-" for other in ("", *HABITATS)]
    assert {text for text in texts if animal.is_valid(text)} == set(REQUIREMENTS)
    assert SCHEMA["$defs"]["habitat"]["enum"] == list(HABITATS)


def test_a_record_of_another_form_is_refused_by_both():
    """Whatever the schema refuses the reader refuses, which knows the rules as well."""
    chance, refused = Random(3), 0
    for _ in range(300):
        document = json.loads(json.dumps(WHOLE))
        place = document
        while isinstance(place, dict | list) and place:
            above, key = place, chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
            place = place[key]
        above[key] = chance.choice([None, 99, "x", [], {}, True, "F#"])
        if not CHECK.is_valid(document):
            refused += 1
            assert verify(document)
    assert refused > 200
