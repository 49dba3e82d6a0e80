"""The line between parent and workers: what a worker hears of others, and what if one does not read."""

import asyncio
import socket

import orjson
import pytest

from app.live.bus import Hint
from app.workers import link, siblings
from app.workers.link import READY, Link, line_for
from app.workers.siblings import SiblingBus, Siblings
from tests.faults.processes import until


class Parent:
    """The other end of a worker's line, and what came over it."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.ended = asyncio.Event()
        self.gone: list[str] = []
        self.link = Link(self.heard.put_nowait, self.ended.set)

    async def listen(self, number: int = 7) -> Siblings:
        """A worker at the other end, in slot 1."""
        ours, theirs = socket.socketpair()
        await asyncio.get_running_loop().create_unix_connection(lambda: self.link, sock=ours)
        worker = Siblings(1, number, theirs, lambda: self.gone.append("parent"))
        worker.own_metrics = lambda: b"# TYPE moves counter\nmoves 3.0\n"
        await worker.open()
        return worker

    def tell(self, **message: object) -> None:
        self.link.send(orjson.dumps(message))

    async def hear(self) -> bytes:
        return await asyncio.wait_for(self.heard.get(), 10)


async def test_hints_go_to_all_others_and_what_others_say_is_not_passed_on() -> None:
    parent = Parent()
    worker = await parent.listen()
    bus = SiblingBus(worker)
    heard: list[Hint] = []
    gaps: list[str] = []
    stop = bus.listen(heard.append, lambda: gaps.append("gap"))
    assert not bus.is_alone
    worker.say_ready()
    bus.publish({"game": "a", "seq": 1})
    assert heard == [{"game": "a", "seq": 1}]
    assert await parent.hear() == READY
    assert await parent.hear() == b'* {"kind":"hint","hint":{"game":"a","seq":1}}'
    parent.tell(kind="hint", hint={"game": "b", "seq": 2})
    parent.link.send(link.GAP)
    parent.tell(kind="metrics?", **{"from": 3})  # answered after all that came before
    assert await parent.hear() == line_for(
        3, {"kind": "metrics", "slot": 1, "text": worker.own_metrics().decode()}
    )
    assert (heard[1:], gaps) == ([{"game": "b", "seq": 2}], ["gap"])
    stop()
    parent.tell(kind="hint", hint={"game": "c", "seq": 3})
    parent.link.send(link.GAP)
    parent.tell(kind="metrics?", **{"from": 4})
    await parent.hear()
    assert (len(heard), len(gaps)) == (2, 1)
    worker.close()
    parent.link.close()


async def test_metrics_are_those_of_whoever_answers_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    parent = Parent()
    worker = await parent.listen()
    alone = (await worker.metrics()).decode()
    assert 'moves_total{process="1"} 3.0' in alone
    assert await parent.hear() == b'* {"kind":"metrics?","from":7}'
    parent.tell(kind="others", count=2)
    await until(lambda: worker.others == 2, "it knows of two others")
    monkeypatch.setattr(siblings, "ANSWER_SECONDS", 0.3)
    asked = asyncio.create_task(worker.metrics())
    await parent.hear()
    parent.tell(kind="metrics", slot=0, text="# TYPE moves counter\nmoves 5.0\n")
    text = (await asked).decode()
    assert 'process="0"} 5.0' in text
    assert 'process="1"} 3.0' in text
    worker.close()
    parent.link.close()


async def test_a_parent_that_goes_is_noticed_and_a_worker_that_leaves_is_not_called_back() -> None:
    parent = Parent()
    worker = await parent.listen()
    parent.link.close()
    await until(lambda: parent.gone, "it is noticed")
    assert parent.gone == ["parent"]
    worker.close()
    leaver = Parent()
    leaving = await leaver.listen()
    leaving.close()
    await asyncio.wait_for(leaver.ended.wait(), 10)
    assert leaver.gone == []
    leaver.link.send(b"too late")  # nobody is there: nothing happens
    assert not leaver.link.is_open


async def test_whoever_does_not_read_is_told_of_a_gap_once_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "MOST_UNREAD", 50_000)
    loop = asyncio.get_running_loop()
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    ours, theirs = socket.socketpair()
    sender, reader = Link(lambda _: None, lambda: None), Link(heard.put_nowait, lambda: None)
    await loop.create_unix_connection(lambda: sender, sock=ours)
    await loop.create_unix_connection(lambda: reader, sock=theirs)
    reader.transport.pause_reading()
    sent = 0
    while not sender.has_missed:
        sender.send(b"%05d" % sent + b"." * 5_000)
        sent += 1
    sender.send(b"lost as well")
    reader.transport.resume_reading()
    whole = [(await asyncio.wait_for(heard.get(), 10))[:5] for _ in range(sent - 1)]
    assert whole == [b"%05d" % number for number in range(sent - 1)]
    sender.send(b"after the gap")
    assert [await asyncio.wait_for(heard.get(), 10) for _ in range(2)] == [link.GAP, b"after the gap"]
    sender.send(b"and on")
    assert await asyncio.wait_for(heard.get(), 10) == b"and on"
    sender.close()
    reader.close()
