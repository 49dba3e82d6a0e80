"""Buckets by a clock of the test's own: what they hold and gain, whom they refuse, whom they forget."""

import asyncio

import pytest

from app import limits
from app.errors import TooMany
from app.limits import Allowance, Buckets, LateAnswers


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def buckets(clock):
    return Buckets(Allowance(rate=2, burst=10), clock)


def test_allowance_an_hour_or_a_minute_may_come_at_once():
    assert Allowance.per_hour(3600) == Allowance(1, 3600)
    assert Allowance.per_minute(30) == Allowance(0.5, 30)


def test_bucket_is_full_at_first_and_gains_by_its_rate_up_to_its_burst(buckets, clock):
    assert [buckets.take("me") for _ in range(11)] == [True] * 10 + [False]
    clock.now += 1.5
    assert buckets.level("me") == 3
    assert [buckets.take("me") for _ in range(4)] == [True, True, True, False]
    clock.now += 1000
    assert buckets.level("me") == 10
    assert [buckets.take("me") for _ in range(11)].count(True) == 10


def test_bucket_is_one_keys_own(buckets):
    assert buckets.take("me", 10)
    assert not buckets.take("me")
    assert buckets.level("you") == 10
    assert buckets.take("you")


def test_bucket_takes_the_whole_cost_or_nothing(buckets):
    assert buckets.take("me", 7.5)
    assert not buckets.take("me", 3)
    assert buckets.level("me") == 2.5
    assert buckets.take("me", 2.5)
    assert buckets.level("me") == 0


def test_spare_tokens_are_those_above_half(buckets):
    assert [buckets.take_spare("me") for _ in range(10)].count(True) == 5
    assert buckets.level("me") == 5


def test_wait_is_in_whole_seconds_and_no_longer_than_needed(buckets, clock):
    assert buckets.wait("me") == 0
    buckets.take("me", 10)
    assert (buckets.wait("me"), buckets.wait("me", 2), buckets.wait("me", 5)) == (1, 1, 3)
    clock.now += buckets.wait("me", 5)
    assert buckets.take("me", 5)


def test_demand_takes_and_check_does_not(buckets):
    buckets.demand("me", 9)
    for _ in range(3):
        buckets.check("me")
    buckets.demand("me")
    for refuse in (buckets.check, buckets.demand):
        with pytest.raises(TooMany) as refused:
            refuse("me")
        assert refused.value.retry_after == 1


def test_longest_unused_bucket_is_forgotten_first(buckets, monkeypatch):
    monkeypatch.setattr(limits, "MAX_BUCKETS", 3)
    for key in "abcad":
        buckets.take(key, 10)
    assert [buckets.take(key) for key in "acd"] == [False] * 3
    assert buckets.take("b")


def test_full_buckets_are_forgotten_as_others_come(buckets, clock):
    for number in range(1000):
        assert buckets.take(number)
        clock.now += 0.1  # a token comes back after half a second
    assert len(buckets.buckets) < 10


def test_whoever_asks_without_a_pause_is_remembered_and_holds_up_no_other(buckets, clock):
    mine = buckets.bucket("me")
    assert mine.take(clock.now, 10)
    for number in range(100):
        assert buckets.take(number)
        clock.now += 0.1
        mine.take(clock.now, 0.2)
    assert buckets.level("me") < 1
    assert len(buckets.buckets) < 12


def test_bucket_forgotten_while_somebody_holds_it_is_the_same_when_asked_for_again(buckets, clock):
    mine = buckets.bucket("me")
    for number in range(10):
        buckets.take(number)
        clock.now += 1
    assert "me" not in buckets.buckets
    assert mine.take(clock.now, 10)
    assert buckets.level("me") == 0
    assert not buckets.take("me")
    assert buckets.bucket("me") is mine


async def test_late_answers_wait_so_many_at_once_of_each_address(monkeypatch):
    monkeypatch.setattr(limits, "REFUSAL_SECONDS", 0.01)
    monkeypatch.setattr(limits, "MOST_WAITING", 2)
    late = LateAnswers()
    assert await asyncio.gather(*(late.wait(each) for each in ("a", "a", "a", "b"))) == [
        True,
        True,
        False,
        True,
    ]
    assert await late.wait("a")
    assert not late.waiting
