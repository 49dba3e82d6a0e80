"""Time that does not count: rests of a seat, and nights of a room, summer time included."""

from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from app.games.pauses import REST, moment_after, rests_now, zone_of
from app.rooms.options import Options

DAY = 86_400
BERLIN = "Europe/Berlin"


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_time_counts_on_without_any_pause():
    assert moment_after(at("2026-03-02 12:00"), DAY, (), None) == at("2026-03-03 12:00")


def test_rest_stops_the_time_that_is_left():
    start, rest = at("2026-03-02 12:00"), at("2026-03-02 18:00")
    assert moment_after(start, DAY, [rest], None) == at("2026-03-03 12:00") + REST
    assert moment_after(start, 3600, [rest], None) == at("2026-03-02 13:00")  # over before it begins


def test_rest_of_an_earlier_turn_counts_as_far_as_it_still_lasts():
    rest = at("2026-03-01 12:00")
    assert moment_after(at("2026-03-02 12:00"), DAY, [rest], None) == rest + REST + timedelta(days=1)
    assert moment_after(at("2026-03-09 12:00"), DAY, [rest], None) == at("2026-03-10 12:00")


def test_second_rest_follows_the_first():
    rests = [at("2026-03-01 12:00"), at("2026-03-04 12:00")]
    assert moment_after(rests[0], 60, rests, None) == rests[1] + REST + timedelta(minutes=1)


def test_night_does_not_count_in_its_own_zone():
    # 22:00 in Berlin: an hour until the night, and the other hour after it.
    assert moment_after(at("2026-01-10 21:00"), 7200, (), BERLIN) == at("2026-01-11 07:00")
    assert moment_after(at("2026-01-10 23:30"), 60, (), BERLIN) == at("2026-01-11 06:01")


def test_night_of_the_change_to_summer_time_is_an_hour_shorter():
    assert moment_after(at("2026-03-28 22:30"), 0.0, (), BERLIN) == at("2026-03-29 05:00")


def test_day_of_thinking_takes_a_day_and_a_half_with_nights():
    assert moment_after(at("2026-01-10 06:00"), DAY, (), BERLIN) == at("2026-01-11 14:00")


def test_rest_that_ends_at_night_ends_with_the_night():
    rest = at("2026-01-10 23:00")  # ends at midnight in Berlin
    assert moment_after(rest, 60, [rest], BERLIN) == at("2026-01-14 06:01")


def test_week_for_a_move_comes_to_its_end_whatever_pauses_there_are():
    start = at("2026-01-10 06:00")
    rests = [start + timedelta(days=1), start + timedelta(days=5)]
    assert moment_after(start, 7 * DAY, rests, "Asia/Kathmandu") > start + timedelta(days=7) + 2 * REST


def test_seat_rests_for_three_days():
    rest = at("2026-01-10 06:00")
    assert rests_now([rest], rest + timedelta(days=2)) == rest + REST
    assert rests_now([rest], rest + REST) is None
    assert rests_now([rest], rest - timedelta(seconds=1)) is None


@pytest.mark.parametrize(
    "name", ["", "Mars/Olympus", "../../etc/passwd", "/etc/passwd", "Europe", "x\0", "x" * 99]
)
def test_zone_that_there_is_not_is_refused(name):
    assert zone_of(name) is None
    with pytest.raises(ValidationError):
        Options(nights=name)
