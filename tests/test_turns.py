"""Requests of one address wait for each other, and pay for their time; no other address waits for them."""

import asyncio
import time

import httpx
import pytest

from app import turns
from app.errors import TooMany
from app.turns import AT_ONCE, MOST_OWED, SAVED, SHARE, SHARE_OF_PERSON, Turns
from tests.serving import PATIENCE, serving

EAGER, VISITOR = "203.0.113.1", "203.0.113.2"


class Crowd:
    """As many as the test says."""

    def __init__(self) -> None:
        self.people = 0
        self.others = True

    def people_at(self, _address: str) -> int:
        return self.people

    def has_others(self, _address: str) -> bool:
        return self.others


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def crowd():
    return Crowd()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def line(crowd, clock):
    return Turns(crowd, clock)


def spend(turn, seconds):
    turn.seconds = seconds
    turn.end()


async def soon(waiting):
    """The turn that is waited for, if it comes by itself."""
    for _ in range(5):
        await asyncio.sleep(0)
    return waiting.result() if waiting.done() else None


async def test_address_has_so_many_requests_under_way_and_others_their_own(line):
    first = [await line.take("school") for _ in range(AT_ONCE)]
    waiting = [asyncio.create_task(line.take("school")) for _ in range(3)]
    assert await soon(waiting[0]) is None
    assert line.waiting == 3
    for _ in range(AT_ONCE):
        await asyncio.wait_for(line.take("home"), PATIENCE)
    first[0].end()
    first[0].end()  # a turn ends once
    assert await soon(waiting[0])
    assert await soon(waiting[1]) is None  # they are called in the order in which they came
    (await waiting[0]).end()
    assert await soon(waiting[1])
    waiting[2].cancel()


async def test_what_was_taken_comes_in_again_by_and_by(line, clock):
    spend(await line.take("school"), SAVED + 0.3)
    waiting = asyncio.create_task(line.take("school"))
    assert await soon(waiting) is None
    assert line.lines["school"].timer.when() - asyncio.get_running_loop().time() == pytest.approx(
        0.3 / SHARE, abs=1
    )
    clock.now += 0.3 / SHARE + 0.01
    line._look_again("school", line.lines["school"])
    assert await soon(waiting)


async def test_more_comes_in_where_people_are_at_tables(line, clock, crowd):
    crowd.people = 200
    spend(await line.take("school"), SAVED + 10)
    waiting = asyncio.create_task(line.take("school"))
    await soon(waiting)
    clock.now += MOST_OWED / (SHARE + 200 * SHARE_OF_PERSON) + 0.01  # and no more than that is owed
    line._look_again("school", line.lines["school"])
    assert await soon(waiting)


async def test_nobody_waits_for_time_to_come_in_where_nobody_else_is(line, crowd):
    crowd.others = False
    for _ in range(20):
        spend(await asyncio.wait_for(line.take("school"), PATIENCE), SAVED)


async def test_too_many_that_wait_and_too_long_a_wait_are_refused(line, monkeypatch):
    monkeypatch.setattr(turns, "MOST_WAITING", 1)
    monkeypatch.setattr(turns, "PATIENCE", 0.05)
    first = [await line.take("school") for _ in range(AT_ONCE)]
    waiting = asyncio.create_task(line.take("school"))
    await soon(waiting)
    with pytest.raises(TooMany):
        await line.take("school")
    with pytest.raises(TooMany):
        await waiting
    for each in first:
        each.end()
    assert [await asyncio.wait_for(line.take("school"), PATIENCE) for _ in range(AT_ONCE)]


async def test_whoever_goes_away_at_its_turn_leaves_it_to_the_next(line):
    first = [await line.take("school") for _ in range(AT_ONCE)]
    waiting = [asyncio.create_task(line.take("school")) for _ in range(2)]
    await soon(waiting[0])
    first[0].end()
    waiting[0].cancel()  # it has been called, and does not know it yet
    assert await soon(waiting[1])
    assert line.lines["school"].under_way == AT_ONCE


async def test_only_the_loops_own_time_is_paid_for(line):
    async def work() -> None:
        until = time.perf_counter() + 0.05
        while time.perf_counter() < until:
            pass
        await asyncio.sleep(0.3)

    turn = await line.take("school")
    await turn.measure(work())
    assert 0.05 <= turn.seconds < 0.3
    assert turn.is_over


async def test_who_waits_for_something_else_lets_others_go(line):
    async def think(turn) -> None:
        turns.let_others_go({"turn": turn})
        await asyncio.sleep(60)

    turns.let_others_go({})  # what had no turn needs to end none
    thinking = [
        asyncio.create_task(turn.measure(think(turn)))
        for turn in [await line.take("school") for _ in range(AT_ONCE)]
    ]
    assert await asyncio.wait_for(line.take("school"), PATIENCE)
    for each in thinking:
        each.cancel()


async def test_work_that_fails_or_is_cancelled_ends_its_turn(line):
    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("on purpose")

    with pytest.raises(ValueError, match="on purpose"):
        await (await line.take("school")).measure(fail())
    asking = asyncio.create_task((await line.take("school")).measure(asyncio.sleep(60)))
    await soon(asking)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert line.lines["school"].under_way == 0


async def test_visitor_is_answered_before_the_many_requests_of_another_address(database_url):
    """A server of its own: somebody asks for 300 pages at once, and then a visitor for ten at once."""
    with serving(database_url=database_url) as site:
        async with httpx.AsyncClient(
            base_url=site.address, timeout=PATIENCE, limits=httpx.Limits(max_connections=310)
        ) as http:

            async def ask(address: str) -> int:
                page = await http.get("/rules", headers={"X-Forwarded-For": address})
                return int(page.status_code)

            assert await ask(VISITOR) == 200  # the page is made by now
            asked = [asyncio.create_task(ask(EAGER)) for _ in range(300)]
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            assert await asyncio.gather(*(ask(VISITOR) for _ in range(10))) == [200] * 10
            assert sum(one.done() for one in asked) < 150
            assert set(await asyncio.gather(*asked)) == {200}  # and nobody there is refused
