"""What a fork is dealt: all that was seen stays, the rest is the same or other; and its record proves it."""

import json

import jsonschema_rs
import pytest

from app.record_text import record_as_text
from app.rules.deal import deal_from_seed
from app.rules.forks import Fork, Seal, deal_of, dealt_anew
from app.rules.game import apply_move, new_game
from app.rules.parts import base_set
from app.rules.record import Player, Record, fork_from_json, parse_record, verify
from app.rules.views import visible_columns

from .test_record_schema import CHECK

OWN, PARENT = (Seal.of(bytes([byte] * 32), ["a" * 20, "b" * 20, ""]) for byte in (1, 2))
VARIANTS = ("mystery",)
DEAL = deal_from_seed(PARENT.seed or b"", PARENT.nonces, VARIANTS)


def played(deal, moves):
    """Always the first legal placement."""
    state = new_game(base_set(), deal)
    for _ in range(moves):
        state, _ = apply_move(state, state.due, next(state.legal_placements()))
    return state


@pytest.mark.parametrize("moves", [0, 1, 3, 16, 17, 18, 29, 30, 35])
def test_what_was_seen_stays_and_the_rest_is_dealt_anew(moves):
    anew = dealt_anew(DEAL, moves, bytes(32), OWN.nonces)
    before, after = played(DEAL, moves), played(anew, moves)
    assert (after.shown, after.planets, after.awards) == (before.shown, before.planets, before.awards)
    assert visible_columns(after) == visible_columns(before)
    assert (anew.first, anew.objectives) == (DEAL.first, DEAL.objectives)
    assert sorted(anew.order) == sorted(DEAL.order)
    assert len({card for column in anew.animals for card in column}) == 20
    assert (anew == DEAL) == (moves >= 30), "from round 11 on nothing is hidden"


def document(coming, moves=17, then=20):
    fork = Fork("5d0b5b5e-0000-4000-8000-000000000001", moves, coming, ((0, PARENT),))
    state = played(deal_of(OWN, fork, VARIANTS), then)
    players = (Player("Ada"), Player("Ben"), Player("Grove", "grove"))
    return json.loads(json.dumps(Record(players, state, OWN, fork=fork).to_json()))


@pytest.mark.parametrize("coming", ["same", "other"])
def test_the_record_of_a_fork_is_read_as_it_was_written_and_fits_the_schema(coming):
    written = document(coming)
    assert verify(written) == []
    assert parse_record(written).to_json() == written
    CHECK.validate(written)
    assert (parse_record(written).state.deal.order == DEAL.order) == (coming == "same")
    without_deal = {k: v for k, v in written.items() if k not in ("first", "order", "animals", "objectives")}
    assert verify(without_deal) == []
    assert "a fork of 5d0b5b5e" in record_as_text(parse_record(written))


def test_a_fork_that_says_what_its_seals_do_not_deal_is_refused():
    written = document("other")
    seal = written["fork"]["seals"][0]
    for change, line in (
        ({"coming": "same"}, "order is not what the seed deals"),
        ({"moves": 16, "coming": "other"}, "order is not what the seed deals"),
        ({"seals": [{**seal, "seed": "00" * 32}]}, "fork.seals[0].commitment is not the SHA-256 of the seed"),
    ):
        assert line in verify({**written, "fork": {**written["fork"], **change}})
    assert verify({name: value for name, value in written.items() if name != "fork"}) != []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seals": []}, "does not begin with what dealt the beginning"),
        ({"moves": 21}, "goes on after moves that are not there"),
        ({"moves": 36}, "is not between 0 and 35"),
        ({"coming": "better"}, "is none of same, other"),
        ({"game": ""}, "is not a text"),
        ({"more": 1}, "nobody knows"),
    ],
)
def test_a_fork_that_cannot_be_read_is_refused(change, says):
    written = document("same")
    (line,) = verify({**written, "fork": {**written["fork"], **change}})
    assert says in line
    by_hand = {**written, "seed": None, "commitment": None, "nonces": None}
    assert "set up by hand" in verify(by_hand)[0]
    with pytest.raises(jsonschema_rs.ValidationError):
        CHECK.validate({**written, "fork": {**written["fork"], "coming": "better"}})


def test_without_mystery_no_card_is_hidden():
    open_deal = deal_from_seed(PARENT.seed or b"", PARENT.nonces, ())
    assert dealt_anew(open_deal, 17, bytes(32), OWN.nonces).animals == open_deal.animals


def test_a_fork_is_read_as_it_was_written():
    fork = document("other")["fork"]
    assert fork_from_json(fork, 3).to_json() == fork
