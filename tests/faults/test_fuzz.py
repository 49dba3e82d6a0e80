"""Fuzz over the socket and the routes: whatever a client says, the process answers, or closes with a code
that `docs/wire.md` names, and lives on.

The socket's is a grammar fuzz: well-formed messages of every kind, most with something wrong in one place of
the tree or the text, in conversations of several. The examples are the same in every run.
"""

import asyncio
import json
import random
from collections import Counter
from contextlib import suppress
from typing import Any, get_args
from uuid import uuid4

import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.bots.levels import LEVELS
from app.games.schemas import MAX_SEQ
from app.live.messages import CLIENT_MESSAGES, BadMessage, parse_client
from app.rooms.talking import PHRASES, REACTIONS
from tests.faults.player import make_room
from tests.faults.processes import PATIENCE, asking, serving
from tests.live.served import at_table

CODES = {1003, 1007, 1009, 4400, 4426, 4429}
BAD_VALUES: list[Any] = [
    None, True, False, -1, 0.5, 1.0, 1e308, 2**31, 2**53 + 1, 2**63, -(2**63) - 1, "", "1", "x" * 9000,
    "\x00", "\ud800", "\u202e", "<script>", "' OR 1=1--", "${jndi:ldap://x}", [], {}, [[]], {"a": {"b": []}},
    [1] * 500, "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-00000000000G", "nan",
]  # fmt: skip
RAW_VALUES = [
    "NaN", "Infinity", "-Infinity", "1e999", "-0", "-0.0", "1e400", "9" * 5000, "0x10", "01", "+1",
    '"\\ud800"', '"\\u0000"', "[" * 17 + "]" * 17, "[" * 3000 + "]" * 3000, "undefined", "'1'", "1_000",
]  # fmt: skip
NOT_MESSAGES = [
    "", " ", "null", "true", "0", "[]", '"hello"', "{}", "{", '{"type":', "\ufeff{}", '{"type":"hello"}{}',
    '{"type":"act","type":"hb","seq":0}', '{"type":"nothing"}', '{"type":null}', '{"type":["act"]}',
    "[" * 4000, "{" * 4000, '{"a":' * 1000 + "1" + "}" * 1000, "\x00", "💥",
]  # fmt: skip

# The grammar: what each field of each message may be.
IDS = st.uuids(version=4).map(str)
SEQS = st.integers(0, 5) | st.integers(0, MAX_SEQ)
EPOCHS = st.text("0123456789abcdef", min_size=16, max_size=16)
NUMBERS = st.integers(0, 60) | st.integers(0, 999)
GRAMMAR = {
    "hello": {
        "v": st.just(1), "tab": IDS, "game": st.none() | IDS, "last_seq": st.none() | SEQS,
        "epoch": st.none() | EPOCHS, "mark": st.none() | EPOCHS,
    },
    "act": {"action_id": IDS, "base": SEQS, "tile": NUMBERS, "face": NUMBERS, "turn": NUMBERS},
    "say": {"text": st.sampled_from(["hello", "Grüße", "私の番", "👨‍👩‍👧", "a" * 240, "<b>", "=1"])},
    "phrase": {"phrase": st.sampled_from(PHRASES)},
    "react": {"reaction": st.sampled_from([one.name for one in REACTIONS])},
    "takeover": {"seat": st.integers(0, 3), "level": st.sampled_from([*LEVELS, None])},
    "look": {"q": st.lists(st.floats(-1, 1), min_size=4, max_size=4)},
    "sight": {"visible": st.booleans()},
    "hb": {"seq": SEQS},
    "resync": {"from": SEQS, "mark": st.none() | EPOCHS},
}  # fmt: skip
ANYTHING = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9), st.sampled_from(BAD_VALUES)
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=6,
)  # fmt: skip


@st.composite
def messages(draw):
    """A well-formed message of any kind."""
    kind = draw(st.sampled_from(sorted(GRAMMAR)))
    return {"type": kind} | {name: draw(values) for name, values in GRAMMAR[kind].items()}


@st.composite
def spoilt_trees(draw):
    """The text of a message with one thing wrong in what it says."""
    message = draw(messages())
    name = draw(st.sampled_from(sorted(message)))
    match draw(st.sampled_from(("value", "inside", "missing", "extra", "renamed", "kind"))):
        case "value":
            message[name] = draw(ANYTHING)
        case "inside":
            message[name] = draw(
                st.sampled_from([[message[name]], {name: message[name]}, str(message[name])])
            )
        case "missing":
            del message[name]
        case "extra":
            message[draw(st.text(max_size=8) | st.just("__proto__"))] = draw(ANYTHING)
        case "renamed":
            message[draw(st.sampled_from([name.upper(), f"{name} ", f"{name}_", ""]))] = message.pop(name)
        case "kind":
            message["type"] = draw(st.sampled_from(sorted(GRAMMAR)) | st.text(max_size=8))
    return json.dumps(message)


@st.composite
def spoilt_texts(draw):
    """A message with one thing wrong in how it is written."""
    message = draw(messages())
    text, name = json.dumps(message), draw(st.sampled_from(sorted(message)))
    where = draw(st.integers(0, len(text)))
    match draw(st.sampled_from(("raw", "doubled", "cut", "typed over"))):
        case "raw":
            raw = draw(st.sampled_from(RAW_VALUES))
            return json.dumps({**message, name: "@@"}).replace('"@@"', raw)
        case "doubled":
            return f"{text[:-1]},{json.dumps(name)}:{json.dumps(draw(ANYTHING))}}}"
        case "cut":
            return text[:where]
    more = draw(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4))
    return text[:where] + more + text[where + draw(st.integers(0, 4)) :]


SAID = messages().map(json.dumps) | spoilt_trees() | spoilt_texts()


@pytest.fixture
async def site(single):
    yield single
    assert await single.status("/readyz") == 200


@pytest.fixture(scope="module")
async def room(_single):
    return await make_room([_single.url], 2)


def test_grammar_is_that_of_the_wire():
    named = {
        get_args(model.model_fields["type"].annotation)[0]: {
            field.alias or name for name, field in model.model_fields.items()
        }
        for model in CLIENT_MESSAGES.values()
    }
    assert {kind: {"type", *fields} for kind, fields in GRAMMAR.items()} == named


@given(messages())
def test_grammar_makes_messages(message):
    parse_client(json.dumps(message))


HELLO = {"type": "hello", "v": 1, "tab": str(uuid4()), "game": None, "last_seq": None, "epoch": None}
HEARTBEAT = {"type": "hb", "seq": 0}
FINE = [
    HELLO, HEARTBEAT, {"type": "resync", "from": 0}, {"type": "look", "q": [0.0, 0.5, 0.5, 1.0]},
    {"type": "react", "reaction": "wow"},
    {"type": "act", "action_id": str(uuid4()), "base": 0, "tile": 99, "face": 0, "turn": 0},
]  # fmt: skip


async def answer_to(site, room, text, *, greet=True):
    """What a fresh socket gets for `text`: the close code, or None where it is still open afterwards."""
    person = room.people[0]
    async with websockets.connect(
        f"{site.ws}/ws/rooms/{room.code}", additional_headers=person.headers, compression=None, max_size=None
    ) as socket:
        with suppress(websockets.ConnectionClosed):
            hello = [json.dumps(HELLO)] if greet else []
            await say_at_once(socket, [*hello, text, json.dumps(HEARTBEAT)])
            async with asyncio.timeout(PATIENCE):
                while json.loads(await socket.recv())["type"] != "hb_ack":
                    pass
            return None
        async with asyncio.timeout(PATIENCE):
            await socket.wait_closed()
        return socket.close_code


@given(st.booleans(), st.lists(SAID, min_size=1, max_size=8), st.sampled_from([0, 1, None]))
@settings(max_examples=400, suppress_health_check=list(HealthCheck))
async def test_fuzz_conversation_is_answered_or_closed_by_a_known_code(site, room, greets, texts, seat):
    """Every well-formed act gets one answer, whatever stands around it, as long as the socket is open."""
    texts = [json.dumps(HELLO), *texts, json.dumps(HEARTBEAT)] if greets else texts
    headers = room.people[seat].headers if seat is not None else {}
    uri, heard = f"{site.ws}/ws/rooms/{room.code}", []
    async with websockets.connect(uri, additional_headers=headers, compression=None) as socket:
        with suppress(websockets.ConnectionClosed):
            await say_at_once(socket, texts)
            async with asyncio.timeout(PATIENCE):
                while answers(heard) != expected(texts):
                    heard.append(json.loads(await socket.recv()))
            return
        assert socket.close_code in CODES


async def say_at_once(socket, texts):
    """All in one write: from then on we only read, so no close code is lost while we still talk."""
    async with socket.send_context():
        for text in texts:
            if isinstance(text, bytes):
                socket.protocol.send_binary(text)
            else:
                socket.protocol.send_text(text.encode())


def answers(heard):
    """How many heartbeats were answered, and which acts."""
    ids = [m["action_id"] for m in heard if m["type"] in ("ack", "nack") and m["action_id"] is not None]
    return sum(m["type"] == "hb_ack" for m in heard), Counter(ids)


def expected(texts):
    """What is answered: every heartbeat, and every act with a readable id, malformed ones too."""
    beats, ids = 0, Counter()
    for text in texts:
        try:
            message = parse_client(text)
        except BadMessage as bad:
            ids.update([bad.action_id] if bad.can_be_told and bad.action_id else [])
        else:
            beats += message.type == "hb"
            ids.update([message.action_id] if message.type == "act" else [])
    return beats, ids


@pytest.mark.parametrize("greet", [True, False])
async def test_fuzz_no_message_at_all_is_closed_with_4400(site, room, greet):
    for start in range(0, len(NOT_MESSAGES), 7):
        part = NOT_MESSAGES[start : start + 7]
        codes = await asyncio.gather(*(answer_to(site, room, text, greet=greet) for text in part))
        assert set(codes) == {4400}, list(zip(part, codes, strict=True))


async def test_fuzz_frames_that_are_no_text(site, room):
    assert await answer_to(site, room, b"{}") == 1003
    assert await answer_to(site, room, json.dumps({"type": "say", "text": "x" * 9000})) == 1009
    assert await raw_frame_answer(site, room, b"\x81\x82\x00\x00\x00\x00\xff\xfe") == 1007
    assert await raw_frame_answer(site, room, b"\x83\x80\x00\x00\x00\x00") == 1002  # a reserved opcode
    assert await raw_frame_answer(site, room, b"\x81\x02{}") == 1002  # not masked
    assert await raw_frame_answer(site, room, b"\xc1\x82\x00\x00\x00\x00{}") == 1002  # as if compressed
    assert await raw_frame_answer(site, room, b"\x89\xfe\x00\x7e" + bytes(130)) == 1002  # too long a ping


async def raw_frame_answer(site, room, data):
    """The close code that answers bytes no library would send."""
    async with websockets.connect(
        f"{site.ws}/ws/rooms/{room.code}", additional_headers=room.people[0].headers, compression=None
    ) as socket:
        socket.transport.write(data)
        async with asyncio.timeout(PATIENCE):
            await socket.wait_closed()
        return socket.close_code


async def test_fuzz_messages_in_any_order(site):
    """Valid messages, any of them at any time, from seats and watchers, and sockets cut in the middle."""
    chance, room = random.Random(11), await make_room([site.url], 2)

    async def one(person):
        with suppress(websockets.ConnectionClosed, ConnectionError):
            async with websockets.connect(
                f"{site.ws}/ws/rooms/{room.code}", additional_headers=person.headers if person else {},
                compression=None,
            ) as socket:  # fmt: skip
                for _ in range(chance.randrange(1, 12)):
                    await socket.send(json.dumps(chance.choice(FINE)))
                if chance.random() < 0.5:
                    socket.transport.abort()

    for _ in range(12):
        await asyncio.gather(*(one(chance.choice([*room.people, None])) for _ in range(6)))
    async with at_table(site, room.code, room.people[0]) as client:
        since = len(client.told)
        await client.send(type="hb", seq=0)
        assert (await client.hear("hb_ack", since=since))["head"] == 0


async def test_fuzz_flood_is_slowed_then_closed(make_database, tmp_path):
    async with serving(tmp_path, make_database(), TERRAHEDRON_MESSAGES_PER_SECOND="10") as (app,):
        room = await make_room([app.url], 2)
        async with (
            at_table(app, room.code, room.people[0]) as flooder,
            at_table(app, room.code, room.people[1]) as other,
        ):
            with suppress(websockets.ConnectionClosed):
                for _ in range(200):
                    await flooder.send(type="hb", seq=0)
            assert await flooder.closed() == 4429
            assert {m["code"] for m in flooder.told if m["type"] == "nack"} == {"rate_limited"}
            await other.send(type="hb", seq=0)
            await other.hear("hb_ack")


PATHS = [
    "/api/rooms/..%2f..%2fetc", "/api/rooms/%00", "/api/rooms/" + "A" * 8000, "/api/rooms/k7pqm%0d%0aX:1",
    "/api/games/00000000-0000-0000-0000-000000000000", "/api/games/1", "/api/games/%ff", "/api/games/١",
    "/api/invites/%00", "/api/invites/" + "x" * 5000, "/r/%F0%9F%92%A5", "/i/../../x", "/p/%00",
    "/r/%00/seats", "/api/games/{game}?since=-1", "/api/games/{game}?since=9999999999999999999",
    "/api/games/{game}?since=1&since=x", "/api/games/{game}/record?x=%00", "/static/%00",
    "/static/" + "x" * 4000, "/static/..%2f..%2fapp/main.py", "/vendor/%00", "/texts/%00",
]  # fmt: skip


async def test_fuzz_paths_and_methods_never_fail_the_server(site, room):
    async with asking(site.url, headers=room.people[0].headers) as http:
        for path in PATHS:
            for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"):
                answer = await http.request(method, path.format(game=room.game))
                assert answer.status_code < 500, (method, path, answer.text)


async def test_fuzz_bodies_never_fail_the_server(site, room):
    """The Z-list over every route that takes a body."""
    paths = (
        "/people",
        "/rooms",
        f"/rooms/{room.code}/sit",
        f"/rooms/{room.code}/talk",
        f"/games/{room.game}/acts",
    )
    bodies = [text.encode("utf-8", "surrogatepass") for text in NOT_MESSAGES]
    bodies += [b"\xff\xfe{", b"\xef\xbb\xbf{}", "{}".encode("utf-16"), b'{"name":' + b"9" * 5000 + b"}"]
    bodies += [f'{{"name":{raw},"text":{raw},"seats":{raw},"base":{raw}}}'.encode() for raw in RAW_VALUES]
    bodies += [json.dumps({"name": v, "text": v, "seats": v, "tile": v}).encode() for v in BAD_VALUES]
    async with asking(site.url) as http:
        for path in paths:
            for body in bodies:
                headers = {**room.people[0].headers, "Content-Type": "application/json"}
                answer = await http.post(f"/api{path}", content=body, headers=headers)
                assert answer.status_code < 500, (path, body[:80], answer.text)
