"""Questions of the same moment are asked as one, and each gets its own answer."""

import asyncio

import pytest

from app.games.together import MOST, Together


class Oracle:
    """Doubles numbers, as soon as it may; notes what it was asked at once."""

    def __init__(self):
        self.asked = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, numbers):
        self.asked.append(numbers)
        await self.may_answer.wait()
        if None in numbers:
            raise ConnectionError
        return [2 * number for number in numbers]


@pytest.fixture
def oracle():
    return Oracle()


@pytest.fixture
def together(oracle):
    return Together(oracle)


async def test_together_asks_at_once_for_whoever_is_alone(oracle, together):
    assert [await together.answer(number) for number in (1, 2)] == [2, 4]
    assert oracle.asked == [[1], [2]]


async def test_together_asks_as_one_what_comes_while_another_is_under_way(oracle, together):
    oracle.may_answer.clear()
    first = asyncio.create_task(together.answer(0))
    while not oracle.asked:
        await asyncio.sleep(0)
    others = [asyncio.create_task(together.answer(number)) for number in range(1, 5)]
    await asyncio.sleep(0)
    assert oracle.asked == [[0]]
    oracle.may_answer.set()
    assert await asyncio.gather(first, *others) == [0, 2, 4, 6, 8]
    assert oracle.asked == [[0], [1, 2, 3, 4]]


async def test_together_asks_a_crowd_in_several_turns(oracle, together):
    answers = await asyncio.gather(*(together.answer(number) for number in range(MOST + 5)))
    assert answers == [2 * number for number in range(MOST + 5)]
    assert [len(asked) for asked in oracle.asked] == [MOST, 5]


async def test_together_tells_everybody_of_an_error_and_asks_again(oracle, together):
    told = await asyncio.gather(*(together.answer(each) for each in (1, None)), return_exceptions=True)
    assert [type(each) for each in told] == [ConnectionError, ConnectionError]
    assert await together.answer(3) == 6


async def test_together_does_not_mind_whoever_waits_no_longer(oracle, together):
    oracle.may_answer.clear()
    gone, stays = (asyncio.create_task(together.answer(number)) for number in (1, 2))
    while not oracle.asked:
        await asyncio.sleep(0)
    gone.cancel()
    oracle.may_answer.set()
    assert await stays == 4
    assert oracle.asked == [[1, 2]]
