"""The bus between processes: what one tells the others hear, however often the line breaks."""

import asyncio
import socket

import orjson
import pytest

from app.live.bus import CHANNEL, LocalBus, RedisBus
from tests.faults.processes import RedisServer
from tests.live.served import PATIENCE

HINT = {"k": "room", "id": "1"}


class Listener:
    """What somebody on the bus has heard, and how often they may have missed something."""

    def __init__(self, bus):
        self.heard, self.gaps = [], 0
        self.new = asyncio.Event()
        bus.listen(self.hear, self.gap)

    def hear(self, hint):
        self.heard.append(hint)
        self.new.set()

    def gap(self):
        self.gaps += 1
        self.new.set()

    async def until(self, holds):
        async with asyncio.timeout(PATIENCE):
            while not holds(self):
                self.new.clear()
                await self.new.wait()


@pytest.fixture(params=[(), ("--double",), ("--lose", "8", "--double")], ids=["redis", "doubled", "lossy"])
async def server(request, tmp_path):
    """Redis, where it is installed; the stand-in that doubles and loses hints."""
    server = RedisServer(tmp_path, *request.param)
    await server.start()
    yield server
    server.end()


@pytest.fixture
async def two(server):
    """Two processes' ends of one bus, each with a listener; both are on the line."""
    buses = [RedisBus(server.url), RedisBus(server.url)]
    listeners = [Listener(bus) for bus in buses]
    for bus in buses:
        await bus.open()
    for listener in listeners:
        await listener.until(lambda one: one.gaps)
    yield list(zip(buses, listeners, strict=True))
    for bus in buses:
        await bus.close()


async def test_bus_brings_hints_to_the_other_process_and_to_oneself_once(two):
    (here, own), (_, other) = two
    for number in range(40):
        here.publish({**HINT, "n": number})
    assert [hint["n"] for hint in own.heard] == list(range(40))
    here.publish({**HINT, "n": "last"})  # the stand-in loses every eighth
    here.publish({**HINT, "n": "last"})
    await other.until(lambda one: one.heard and one.heard[-1]["n"] == "last")
    told = [hint["n"] for hint in other.heard if hint["n"] != "last"]
    assert len(set(told)) >= 35
    assert told == sorted(told)
    assert all("from" not in hint for hint in other.heard)


async def test_bus_that_was_away_says_so_and_goes_on(two, server):
    (here, _), (_, other) = two
    server.end()
    here.publish(HINT)
    await server.start()
    await other.until(lambda one: one.gaps >= 2)
    async with asyncio.timeout(PATIENCE):
        while not other.heard:
            here.publish(HINT)
            await asyncio.sleep(0.05)
    assert other.heard[0] == HINT


async def test_bus_of_one_process_is_alone_until_somebody_else_listens():
    bus = LocalBus()
    own = Listener(bus)
    assert bus.is_alone
    Listener(bus)
    assert not bus.is_alone
    bus.publish(HINT)
    assert own.heard == [HINT]


async def test_bus_that_is_away_is_told_once_with_its_address_and_no_password(tmp_path, caplog):
    caplog.set_level("INFO")
    with socket.socket() as silent:  # nobody listens there, and nobody else can
        silent.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{silent.getsockname()[1]}"
        bus = RedisBus(f"redis://me:hush@{where}/0")
        await bus.open()
        for _ in range(3):
            bus.publish(HINT)
            await asyncio.sleep(0.3)
        await bus.close()
    told = [record.getMessage() for record in caplog.records if "Redis" in record.getMessage()]
    assert len(told) == 1
    start = f"Redis at redis://{where}/0 does not answer (ConnectionError): start it, or correct REDIS_URL."
    assert told[0].startswith(start)
    assert "hush" not in caplog.text


class Steps(tuple[float, ...]):  # noqa: SLOT001 (it notes what is asked of it)
    """Waits of no length, and which of them were asked for."""

    def __new__(cls, length):
        steps = super().__new__(cls, [0.0] * length)
        steps.asked = []
        return steps

    def __getitem__(self, index):
        self.asked.append(index)
        return super().__getitem__(index)


async def test_bus_waits_longer_from_failure_to_failure_until_it_held_for_a_while(monkeypatch):
    steps, bus = Steps(4), RedisBus("redis://127.0.0.1:1/0")
    monkeypatch.setattr("app.live.bus.BACK_OFF", steps)
    loop = asyncio.get_running_loop()
    now, runs = loop.time(), 0

    async def work():
        nonlocal now, runs
        runs += 1
        now += 11 if runs == 6 else 9  # seconds for which it held
        if runs == 9:
            raise asyncio.CancelledError
        raise ConnectionError

    monkeypatch.setattr(bus, "_miss", lambda _: None)
    with monkeypatch.context() as patched:
        patched.setattr(loop, "time", lambda: now)
        with pytest.raises(asyncio.CancelledError):
            await bus._keep(work)
    assert steps.asked == [1, 2, 3, 3, 3, 0, 1, 2]


class Pipelines:
    """As much of Redis as sending needs."""

    def __init__(self):
        self.sent = []

    def pipeline(self, transaction):
        assert not transaction
        self.sent.append([])
        return self

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    def publish(self, channel, data):
        self.sent[-1].append((channel, orjson.loads(data)["n"]))

    async def execute(self):
        await asyncio.sleep(0)


async def test_bus_sends_all_that_waits_in_order_and_a_hundred_at_once():
    bus = RedisBus("redis://127.0.0.1:1/0")
    bus.redis = Pipelines()
    for number in range(250):
        bus.publish({"k": "room", "n": number})
    sending = asyncio.create_task(bus._send())
    async with asyncio.timeout(PATIENCE):
        while sum(map(len, bus.redis.sent)) < 250:
            await asyncio.sleep(0)
    sending.cancel()
    assert [len(batch) for batch in bus.redis.sent[:3]] == [100, 100, 50]
    assert [number for batch in bus.redis.sent for _, number in batch] == list(range(250))
    assert {channel for batch in bus.redis.sent for channel, _ in batch} == {CHANNEL}


class Subscription:
    """As much of Redis as hearing needs: what comes, one after the other; None for a while of silence."""

    def __init__(self, *coming):
        self.coming, self.pings, self.channels = list(coming), 0, []

    def pubsub(self):
        return self

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    async def subscribe(self, channel):
        self.channels.append(channel)

    async def get_message(self, timeout):
        assert 0 < timeout < 60
        return self.coming.pop(0)

    async def ping(self):
        self.pings += 1


async def test_bus_gives_a_line_up_that_does_not_answer_and_none_that_does():
    bus, told = RedisBus("redis://127.0.0.1:1/0"), orjson.dumps({**HINT, "from": "another"})
    own = Listener(bus)
    silence, pong, hint = None, {"type": "pong"}, {"type": "message", "data": told}
    bus.redis = Subscription({"type": "subscribe"}, silence, pong, silence, hint, silence, silence)
    with pytest.raises(TimeoutError):
        await bus._hear()
    assert (bus.redis.channels, bus.redis.pings, bus.redis.coming) == ([CHANNEL], 3, [])
    assert (own.heard, own.gaps, bus.is_up) == ([HINT], 1, False)
