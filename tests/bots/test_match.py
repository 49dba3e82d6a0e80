"""Matches: fair to both sides, and repeatable by one command."""

import json
import subprocess
import sys

import pytest

from app.bots.match import Contestant, play_match, report, wilson
from app.rules.deal import Seat
from app.rules.record import complete, parse_record
from tests.rules.playing import game_after
from tests.rules.test_record import by_hand

GROVE, SAPLING = Contestant("grove"), Contestant("sapling")


def app(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app", "bots", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def test_a_match_between_equals_is_even():
    outcomes = play_match(GROVE, GROVE, range(3), 2)
    assert sum(outcome.share for outcome in outcomes) == 3
    assert sum(outcome.margin for outcome in outcomes) == 0


def test_grove_beats_sapling():
    outcomes = play_match(GROVE, SAPLING, range(10), 2)
    assert sum(outcome.share for outcome in outcomes) >= 18


def test_gaia_beats_sapling_at_any_table():
    outcomes = play_match(Contestant("gaia", 0.001), SAPLING, range(1), 3)
    assert sum(outcome.share for outcome in outcomes) >= 2


def test_the_interval_is_wilsons():
    low, high = wilson(0.7, 400)
    assert (round(low, 3), round(high, 3)) == (0.653, 0.743)


def test_a_report_says_what_was_played():
    text = report(play_match(GROVE, SAPLING, range(1), 3), GROVE, SAPLING, 3)
    assert "2 x sapling" in text
    assert "3 games on 1 deals" in text


def test_match_command_prints_rates_and_intervals():
    done = app("match", "grove", "sapling", "--games", "4", "--jobs", "2")
    assert done.returncode == 0
    assert "95 % interval" in done.stdout


@pytest.mark.parametrize("level", ["sapling", "grove", "gaia"])
def test_move_command_moves_in_a_record(level):
    state = game_after(3, 9, 3)
    document = by_hand(state)
    done = app("move", "-", "--level", level, "--budget", "0.001", text=json.dumps(document))
    move = json.loads(done.stdout)
    assert move["seat"] == state.due
    assert (move["tile"], move["face"], move["turn"]) in set(state.legal_placements())
    assert move["reasons"]
    assert all(reason["words"] and "{" not in reason["words"] for reason in move["reasons"])


def test_move_command_moves_in_a_running_games_record_as_its_seat_sees_it():
    state = game_after(3, 9, 3, ("mystery",))
    assert state.due is not None
    record = parse_record(complete(by_hand(state)))
    whole, own, rivals = (
        app("move", "-", text=json.dumps(document))
        for document in (
            record.to_json(),
            record.as_seen_by(state.due),
            record.as_seen_by(Seat((state.due + 1) % 3)),
        )
    )
    assert own.stdout == whole.stdout != ""
    assert rivals.returncode == 1
    assert "objective" in rivals.stderr


@pytest.mark.parametrize("text", ["", "{}", "[1", json.dumps({"format": "planet-record/1"})])
def test_move_command_refuses_what_is_no_record(text):
    done = app("move", "-", text=text)
    assert done.returncode == 1
    assert done.stderr.startswith("-: ")


def test_move_command_has_no_move_after_the_end():
    done = app("move", "-", text=json.dumps(by_hand(game_after(3, None, 2))))
    assert done.returncode == 1
    assert "over" in done.stderr
