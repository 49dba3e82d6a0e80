"""What waits for the app on a socket: events in their order, whenever they are asked for."""

import asyncio
from typing import Any, cast

import pytest

from app.live.gateway import room_code
from app.live.server import Inbox


def event(number: int) -> Any:
    return {"type": "websocket.disconnect", "code": number}


async def test_events_come_out_in_order_whether_they_were_awaited_or_not() -> None:
    inbox = Inbox()
    assert inbox.empty()
    awaited = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    for number in (1, 2, 3):
        inbox.put_nowait(event(number))
    assert [(await awaited)["code"], (await inbox.get())["code"]] == [1, 2]  # type: ignore[typeddict-item]
    assert not inbox.empty()
    assert (await inbox.get()) == event(3)
    assert inbox.empty()


async def test_a_reader_that_was_cancelled_takes_no_event_along() -> None:
    inbox = Inbox()
    gone = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    gone.cancel()
    inbox.put_nowait(event(1))
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert await asyncio.wait_for(inbox.get(), 1) == event(1)


@pytest.mark.parametrize(
    ("kind", "path", "code"),
    [
        ("websocket", "/ws/rooms/abc", "abc"),
        ("websocket", "/ws/rooms/", ""),
        ("websocket", "/ws/rooms/abc/more", ""),
        ("websocket", "/r/ws/rooms/abc", ""),
        ("http", "/ws/rooms/abc", ""),
    ],
)
def test_only_a_socket_of_a_room_goes_past_the_rest(kind: str, path: str, code: str) -> None:
    assert room_code(cast("Any", {"type": kind, "path": path})) == code
    assert room_code({"type": "lifespan"}) == ""
