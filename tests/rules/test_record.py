"""Records: written and read without loss, completed, and refused wherever they are wrong."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.record_text import record_as_text
from app.rules.errors import MalformedDeal, MalformedRecord, RecordDisagrees, RulesError
from app.rules.forks import Seal
from app.rules.parts import base_set
from app.rules.record import Player, Record, complete, deal_from_json, parse_record, verify

from .playing import ALL_VARIANTS, finished, game_after, nonces_for


def record_of(state, ended=None, caretaker=()):
    names = ["Maya", "Jonas", "Tern", "Comet"]
    players = tuple(Player(names[seat], "grove" if seat == 2 else None) for seat in range(state.players))
    seal = Seal.of((23).to_bytes(32, "big"), nonces_for(state.players))
    return json.loads(json.dumps(Record(players, state, seal, ended, caretaker).to_json()))


def by_hand(state):
    return {**record_of(state), "seed": None, "commitment": None, "nonces": None}


WHOLE = record_of(finished(23))


@pytest.mark.parametrize("variants", ALL_VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_records_are_read_as_they_were_written(players, variants):
    document = record_of(finished(23, players, variants), caretaker=(3, 8))
    assert verify(document) == []
    assert parse_record(document).to_json() == document


def test_records_have_the_documented_fields():
    setup = (
        "format set tiles thresholds players variants seed commitment nonces first order animals objectives"
    )
    assert list(WHOLE) == f"{setup} moves awards scores winners".split()
    assert len(WHOLE["moves"]) == 48
    assert list(WHOLE["awards"][0]) == ["round", "animal", "seat", "claims"]
    assert list(WHOLE["scores"][0]) == (
        ["seat", "objective", "areas", "objective_points", "animals", "animal_points", "total"]
    )


def test_hints_stand_before_moves_of_people_also_before_the_next_one():
    state = next(game for game in (game_after(23, n) for n in range(20, 24)) if game.due != 2)
    asked = [at for at, move in enumerate(state.moves) if move.seat == 0]
    document = {**record_of(state), "hints": [*asked, len(state.moves)]}
    assert verify(document) == []
    written = parse_record(document).to_json()
    assert written["hints"] == document["hints"]
    assert "hints" not in record_of(state)


def test_planned_moves_are_of_people_and_no_caretakers():
    mine, other = (at for at, move in enumerate(WHOLE["moves"][:8]) if move[1] == 0)
    document = {**WHOLE, "caretaker": [other], "planned": [mine]}
    assert verify(document) == []
    assert parse_record(document).to_json()["planned"] == [mine]
    assert "planned" not in parse_record(WHOLE).to_json()
    wrong = verify({**document, "planned": [mine, other]})
    assert wrong == ["record.planned names a move that was no person's."]


def test_a_record_of_an_unfinished_game_has_the_awards_so_far_and_no_scores():
    document = record_of(game_after(23, 30))
    assert verify(document) == []
    assert document["awards"]
    assert "scores" not in document
    assert "winners" not in document


def test_an_abandoned_game_says_so_instead_of_scores():
    document = record_of(game_after(23, 30), ended="abandoned")
    assert verify(document) == []
    assert parse_record(document).ended == "abandoned"
    assert verify({**WHOLE, "ended": "abandoned"}) == ["record.ended calls a finished game abandoned."]
    assert verify({**document, "ended": "bored"}) == ["record.ended is not 'abandoned'."]


def test_complete_finds_awards_scores_and_winners():
    bare = {key: value for key, value in WHOLE.items() if key not in ("awards", "scores", "winners")}
    assert complete(bare) == WHOLE
    assert complete(WHOLE) == WHOLE


def test_complete_deals_from_the_seed_alone():
    dealt = ("first", "order", "animals", "objectives")
    bare = {key: value for key, value in WHOLE.items() if key not in (*dealt, "awards", "scores", "winners")}
    assert complete(bare) == WHOLE


def test_complete_refuses_derived_fields_that_are_wrong():
    with pytest.raises(RecordDisagrees):
        complete({**WHOLE, "winners": []})


def test_a_game_set_up_by_hand_needs_no_seed():
    document = by_hand(finished(23))
    assert verify(document) == []
    for name in ("seed", "commitment", "nonces"):
        del document[name]
    assert verify(document) == []


def test_beginner_records_have_no_objectives():
    document = record_of(finished(23, 3, ("beginner",)))
    assert document["objectives"] is None
    assert document["scores"][0]["objective"] is None
    assert verify({**document, "objectives": ["O", "F", "D"]}) != []


def changed(path, value, document=WHOLE):
    """The record with one thing in it changed."""
    result = copy.deepcopy(document)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = result
    for step in way:
        place = place[step]
    place[last] = value
    return result


DERIVED_CHANGES = [
    ("awards.0.seat", 3),
    ("awards.0.round", 4),
    ("awards.0.animal", "G#"),
    ("awards.0.claims", []),
    ("awards.2.claims.1", [99]),
    ("awards.0.claims.0", [True]),
    ("scores.1.total", 99),
    ("scores.1.total", 1.0),
    ("scores.0.seat", False),
    ("scores", []),
    ("winners", [0, 1, 2, 3]),
    ("winners", None),
]


@pytest.mark.parametrize(("path", "value"), DERIVED_CHANGES)
def test_a_record_that_says_otherwise_is_refused_with_the_place_named(path, value):
    lines = verify(changed(path, value))
    assert lines
    assert all(line.startswith(path.split(".", maxsplit=1)[0]) for line in lines)


def test_missing_derived_fields_are_disagreements():
    document = {key: value for key, value in WHOLE.items() if key not in ("awards", "winners")}
    assert verify(document) == ["awards: missing", "winners: missing"]


def test_scores_before_the_end_are_refused():
    document = {**record_of(game_after(23, 30)), "scores": [], "winners": []}
    assert len(verify(document)) == 2


MALFORMED_CHANGES = [
    ("format", "planet-record/2"),
    ("format", None),
    ("set", ""),
    ("set", 7),
    ("tiles.3", "OOFFX"),
    ("tiles.3", "OOFF"),
    ("tiles.3", 12345),
    ("tiles", ["OOFFM"] * 49),
    ("thresholds.O", [[17, 2], [16, 4]]),
    ("thresholds.O", [[17, 4], [20, 2]]),
    ("thresholds.O", [[17, 2], [17, 4]]),
    ("thresholds.O", [[0, 2]]),
    ("thresholds.O", [[61, 2]]),
    ("thresholds.O", [[17, True]]),
    ("thresholds.O", [[17]]),
    ("thresholds", {"O": []}),
    ("thresholds", []),
    ("players", []),
    ("players", [{"name": "A", "bot": None}]),
    ("players.0", {"name": "A"}),
    ("players.0", {"name": "A", "bot": None, "elo": 1}),
    ("players.0.name", "new\nline"),
    ("players.0.name", "x" * 101),
    ("players.0.bot", ""),
    ("variants", ["hard"]),
    ("variants", ["mystery", "mystery"]),
    ("variants", "mystery"),
    ("variants", [["mystery"]]),
    ("seed", "00"),
    ("seed", "G" * 64),
    ("seed", None),
    ("commitment", None),
    ("nonces", None),
    ("nonces.0", "short"),
    ("nonces.0", ""),
    ("nonces", ["a" * 16]),
    ("first", 4),
    ("first", -1),
    ("first", True),
    ("first", 10**400),
    ("order.0", 50),
    ("order.0", 1.0),
    ("order.1", WHOLE["order"][0]),
    ("order", list(range(49))),
    ("animals.0", ["F#", "G#"]),
    ("animals.0.0", "X#"),
    ("animals.0.0", "O+O"),
    ("animals.0.0", None),
    ("animals.0.0", WHOLE["animals"][1][0]),
    ("animals", []),
    ("objectives", None),
    ("objectives.0", "X"),
    ("objectives.0", WHOLE["objectives"][1]),
    ("objectives", ["O"]),
    ("moves", {}),
    ("moves.0", [1, 0, 0, 0]),
    ("moves.0", [1, 0, 0, 0, 0, 0]),
    ("moves.0.4", True),
    ("moves.0.4", -1),
    ("moves.0.0", 2),
    ("moves", WHOLE["moves"] * 2),
    ("caretaker", [48]),
    ("caretaker", [3, 3]),
    ("caretaker", [4, 3]),
    ("hints", [48]),
    ("hints", [3, 3]),
    ("hints", [next(at for at, move in enumerate(WHOLE["moves"]) if move[1] == 2)]),
    ("planned", [48]),
    ("planned", [3, 3]),
    ("planned", [next(at for at, move in enumerate(WHOLE["moves"]) if move[1] == 2)]),
    ("takeovers", [[49, 1, "grove"]]),
    ("takeovers", [[3, 4, "grove"]]),
    ("takeovers", [[3, 2, "gaia"]]),
    ("takeovers", [[3, 1, "grove"], [5, 1, "gaia"]]),
    ("takeovers", [[5, 1, "grove"], [3, 0, "gaia"]]),
    ("takeovers", [[5, 1]]),
    ("takeovers", [[3, 1, "g" * 41]]),
    ("comment", "hello"),
]


@pytest.mark.parametrize(("path", "value"), MALFORMED_CHANGES)
def test_a_record_that_cannot_be_read_is_refused(path, value):
    document = changed(path, value)
    with pytest.raises(MalformedRecord):
        parse_record(document)
    assert len(verify(document)) == 1


FIRST_MOVE = WHOLE["moves"][0]
ILLEGAL_CHANGES = [
    ("moves.0.1", (FIRST_MOVE[1] + 1) % 4),
    ("moves.0.2", WHOLE["order"][49]),
    ("moves.7.2", FIRST_MOVE[2]),
    ("moves.47.3", 12),
    ("moves.30.4", 5),
]


@pytest.mark.parametrize(("path", "value"), ILLEGAL_CHANGES)
def test_an_illegal_move_is_named(path, value):
    (line,) = verify(changed(path, value))
    assert line.startswith(f"record.moves[{path.split('.')[1]}] is illegal")


@pytest.mark.parametrize("name", ["first", "order", "animals", "objectives"])
def test_a_deal_that_is_not_the_seeds_is_refused(name):
    """The same game by hand is fine; under this seed it is a lie."""
    other = finished(24)
    document = {**by_hand(other), **{key: WHOLE[key] for key in ("seed", "commitment", "nonces")}}
    assert verify(by_hand(other)) == []
    assert f"{name} is not what the seed deals" in verify(document)


def test_a_seed_that_is_not_the_committed_one_is_refused():
    assert verify({**WHOLE, "commitment": "0" * 64}) == ["commitment is not the SHA-256 of the seed"]


@pytest.mark.parametrize(
    "name", ["format", "set", "tiles", "thresholds", "players", "variants", "moves", "order"]
)
def test_a_missing_field_is_named(name):
    document = {key: value for key, value in WHOLE.items() if key != name}
    (line,) = verify(document)
    assert name in line


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(anything)
@settings(max_examples=300, deadline=None)
def test_anything_at_all_is_refused_by_name(document):
    with pytest.raises(MalformedRecord):
        parse_record(document)
    with pytest.raises(MalformedDeal):
        deal_from_json(document, 3)


@given(st.sampled_from(sorted(set(WHOLE) - {"awards", "scores", "winners"})), anything)
@settings(max_examples=400, deadline=None)
def test_anything_in_any_field_is_refused_by_name_or_right(name, value):
    try:
        again = parse_record({**WHOLE, name: value}).to_json()
    except RulesError:
        return
    assert again == {**WHOLE, name: value}


def test_deals_are_saved_without_loss_and_checked_when_read():
    deal = game_after(23, 31, 3, ("mystery",)).deal
    saved = json.loads(json.dumps(deal.to_json()))
    assert deal_from_json(saved, 3) == deal
    for path, value in [("first", 3), ("variants.0", "expert"), ("order", []), ("objectives", None)]:
        with pytest.raises(MalformedDeal):
            deal_from_json(changed(path, value, saved), 3)


def test_show_tells_the_game_round_by_round():
    text = record_as_text(parse_record({**WHOLE, "caretaker": [1]}))
    assert text.count("\nRound ") == 12
    assert "Tern (bot)" in text
    assert text.count("(caretaker)") == 1
    assert text.splitlines()[-1].endswith(("wins", "win"))
    assert "areas for" in text
    assert record_as_text(parse_record(record_of(game_after(23, 5)))).endswith("is to move.")
    assert record_as_text(parse_record(record_of(game_after(23, 5), ended="abandoned"))).endswith(
        "abandoned."
    )
    taken = {**WHOLE, "takeovers": [[5, 0, "grove"], [9, 1, "gaia"]]}
    assert parse_record(taken).to_json() == taken
    assert record_as_text(parse_record(taken)).count("plays on") == 2
    assert "areas for" not in record_as_text(parse_record(record_of(finished(23, 2, ("beginner",)))))
    assert base_set().name in text


def test_a_record_says_by_which_rules_it_was_played_unless_by_the_first(monkeypatch):
    later = {**WHOLE, "rules": 2}
    assert verify(later) == ["record.rules is a version of the rules that is not known here."]
    assert verify({**WHOLE, "rules": 1}) == ["record.rules is not between 2 and 9999."]
    monkeypatch.setattr("app.rules.record.KNOWN_RULES", {1, 2})
    assert verify(later) == []
    assert parse_record(later).state.deal.rules == 2
    assert parse_record(later).to_json() == later
