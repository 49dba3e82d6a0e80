"""Whole recorded games, to the last point: a change of the rules that touches any of them must say why.

The records were played by bots and completed by the plain rules of `bench/plain_rules.py` as well; they are
never written anew to please a change.
"""

from pathlib import Path

import pytest

from app.rules.record import complete, parse_record, verify
from app.rules.strict_json import parse_json
from bench.plain_rules import deal, play_all

GAMES = sorted((Path(__file__).parent / "games").glob("*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_game_is_verified(path):
    document = parse_json(path.read_bytes())
    assert verify(document) == []
    setup = {key: value for key, value in document.items() if key not in ("awards", "scores", "winners")}
    assert complete(setup) == document
    assert parse_record(document).state.is_over


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_game_is_the_same_by_plain_rules(path):
    record = parse_json(path.read_bytes())
    dealt = deal(bytes.fromhex(record["seed"]), record["nonces"], record["variants"])
    assert {name: record[name] for name in dealt} == dealt
    moves = [tuple(move[1:]) for move in record["moves"]]
    game = play_all(record["tiles"], record["thresholds"], dealt, len(record["players"]), moves)
    assert game.awards == record["awards"]
    assert game.scores == record["scores"]
    assert game.winners == record["winners"]


def test_recorded_games_cover_players_variants_and_ties():
    records = [parse_json(path.read_bytes()) for path in GAMES]
    assert {len(record["players"]) for record in records} == {2, 3, 4}
    assert {tuple(record["variants"]) for record in records} >= {(), ("beginner",), ("mystery",)}
    awards = [award for record in records for award in record["awards"]]
    assert any(award["seat"] is None and award["round"] < 12 for award in awards)
    assert any(award["seat"] is None and award["round"] == 12 for award in awards)
    assert any(is_broken_tie(award) for award in awards)


def is_broken_tie(award):
    firsts = sorted((claim[0] if claim else 0 for claim in award["claims"]), reverse=True)
    return award["seat"] is not None and firsts[0] == firsts[1]
