"""What a socket must stand: odd messages, foreign pages, too many tabs; and what talk goes to whom."""

import asyncio
import contextlib
import json
import socket
from typing import Any

import pytest
import websockets
from hypothesis import given, settings
from hypothesis import strategies as st

from app.live.messages import VERSION, BadMessage, parse_client
from tests.live.served import PATIENCE, at_table, seated_room, serve, sign_in

ID = "0e2f9d5e-5a8f-4d2e-9d0e-0e2f9d5e5a8f"
VALID: list[dict[str, Any]] = [
    {"type": "hello", "v": 1, "tab": ID, "game": None, "last_seq": None, "epoch": None},
    {"type": "act", "action_id": ID, "base": 0, "tile": 1, "face": 2, "turn": 3},
    {"type": "say", "text": "hello"},
    {"type": "react", "reaction": "wow"},
    {"type": "look", "q": [0.0, 0.5, -0.5, 1.0]},
    {"type": "hb", "seq": 0},
    {"type": "resync", "from": 0},
    {"type": "sight", "visible": True},
]
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.sampled_from(["", "\x00", "\u202e", "a" * 300, -1, 10**18, 1.0, True, [], {}, [[]], "NaN"]),
)  # fmt: skip


@st.composite
def spoilt(draw):
    """A valid message with one thing wrong, or something else altogether."""
    message = dict(draw(st.sampled_from(VALID)))
    how = draw(st.sampled_from(["value", "missing", "extra", "cut", "raw"]))
    name = draw(st.sampled_from(sorted(message)))
    if how == "value":
        message[name] = draw(ODD)
    elif how == "missing":
        del message[name]
    elif how == "extra":
        message[draw(st.text(max_size=5))] = draw(ODD)
    text = json.dumps(message)
    if how == "cut":
        text = text[: draw(st.integers(0, len(text)))]
    return draw(st.text(max_size=60)) if how == "raw" else text


@given(spoilt())
@settings(max_examples=400)
def test_parser_gives_a_message_or_says_that_it_is_none(text):
    with contextlib.suppress(BadMessage):
        parse_client(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"hb","seq":1,"seq":2}',
        '{"type":"say","text":"a:b","text":"c"}',
        '{"type":"hb","seq":true}',
        '{"type":"hb","seq":1.0}',
        '{"type":"hb","seq":' + "9" * 5000 + "}",
        '{"type":"look","q":[NaN,0,0,1]}',
        '{"type":"look","q":[1e999,0,0,1]}',
        '{"type":"say","text":"\\ud800"}',
        '{"type":"say","text":"a\\u0000b"}',
        "[" * 8000,
        '"hb"',
        "",
    ],
)
def test_parser_refuses_what_has_more_than_one_meaning(text):
    with pytest.raises(BadMessage):
        parse_client(text)


FIRST_WORDS = [
    (b"\x00\x01", 1003),
    ("x" * 8193, 1009),
    ('{"type":"act"}', 4400),
    ("{", 4400),
    (json.dumps({**VALID[0], "v": VERSION + 1}), 4426),
    (json.dumps(VALID[5]), 4400),
]


async def test_bad_first_words_have_their_close_codes(site):
    room = await seated_room(site, start=False)
    for said, code in FIRST_WORDS:
        async with at_table(site, room.code, room.people[0], hello=False) as client:
            await client.socket.send(said)
            assert await client.closed() == code, said


async def test_malformed_move_with_a_readable_id_is_told_so(site):
    room = await seated_room(site)
    async with at_table(site, room.code, room.people[0]) as client:
        await client.socket.send(json.dumps({**VALID[1], "tile": "1"}))
        assert (await client.hear("nack", action_id=ID))["code"] == "invalid"


async def test_unknown_room_is_closed_with_its_code(site):
    async with at_table(site, "ZZZZZ", hello=False) as client:
        assert await client.closed() == 4404


async def test_foreign_page_gets_no_socket(site):
    room = await seated_room(site, start=False)
    for origin in ("https://evil.example", "null", "http://127.0.0.1.evil.example"):
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(f"{site.ws}/ws/rooms/{room.code}", additional_headers={"Origin": origin})
        assert refused.value.response.status_code == 403, origin


async def test_one_tab_too_many_takes_the_place_of_the_oldest(quick):
    async with serve(quick.model_copy(update={"sockets_per_person": 2})) as site:
        room = await seated_room(site)
        person = room.people[0]
        async with (
            at_table(site, room.code, person) as first,
            at_table(site, room.code, person) as second,
            at_table(site, room.code, person) as third,
        ):
            assert await first.closed() == 4409
            for one in (second, third):
                await one.send(type="hb", seq=0)
                await one.hear("hb_ack")


async def test_talk_of_watchers_stays_with_watchers_while_a_game_runs(site):
    room = await seated_room(site)
    guest = await sign_in(site, "Guest")
    async with (
        at_table(site, room.code, room.people[0]) as player,
        at_table(site, room.code, guest) as watcher,
        at_table(site, room.code) as stranger,
    ):
        await watcher.send(type="say", text="psst")
        assert (await stranger.hear("said"))["watchers"] is True
        await player.send(type="say", text="good luck")
        for client in (player, watcher, stranger):
            await client.hear("said", text="good luck")
        assert not any(m["type"] == "said" and m["watchers"] for m in player.told)
        await player.send(type="react", reaction="wow")
        await stranger.hear("reacted", seat=0)
        await player.send(type="look", q=[0.0, 0.0, 0.0, 1.0])
        await stranger.hear("looked", seat=0)


async def test_talk_switched_off_is_refused(site):
    room = await seated_room(site, talk=False)
    async with at_table(site, room.code, room.people[0]) as client:
        await client.send(type="say", text="hello")
        assert (await client.hear("nack"))["code"] == "talk_off"


async def test_slow_reader_is_told_so_as_it_is_dropped(site, monkeypatch):
    """Nothing is read until the server has given up; among the last words is why."""
    monkeypatch.setattr("app.live.server.CLOSE_WITHIN", PATIENCE)  # however late the reader wakes up
    room = await seated_room(site)
    with socket.socket() as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", int(site.url.rsplit(":", 1)[1])))
        narrow.setblocking(False)
        url = f"{site.ws}/ws/rooms/{room.code}"
        async with websockets.connect(
            url, sock=narrow, compression=None, max_queue=1, ping_interval=None
        ) as slow:
            await slow.send(json.dumps(VALID[0]))
            tables = site.app.state.tables
            async with asyncio.timeout(PATIENCE):
                while not any(each.is_live for each in tables.conversations):
                    await asyncio.sleep(0.01)
                while tables.conversations:
                    await slow.send(json.dumps({"type": "resync", "from": 9}))  # answered by a snapshot
                    await asyncio.sleep(0.002)
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        await slow.recv()
            assert slow.close_code == 4408
