"""`docs/wire.md` says what the code does: the server's messages and every limit. The rest is generated."""

import re
from pathlib import Path
from typing import get_args

from app import limits, turns
from app.config import Settings
from app.live import conversation, handshakes, http_connections, messages, peer, rate_limits, table
from app.open_files import MOST_REQUESTS
from app.security import MAX_BODY
from tests.live.server_messages import SERVER_MESSAGES

WIRE = Path("docs/wire.md").read_text(encoding="utf-8")


def section(title):
    """What stands under this heading, up to the next of any kind."""
    return WIRE.split(f"\n{title}\n")[1].split("\n##")[0]


def rows(text):
    """The cells of every table row, heads and rules left out."""
    lines = [line for line in text.splitlines() if line[:2] == "| " and line[:5] != "| ---"]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def fields_of(model):
    return {field.alias or name for name, field in model.model_fields.items()} - {"type"}


def documented(title):
    return {row[0].strip("`"): set(re.findall(r"`([a-z_]+)`", row[1])) for row in rows(section(title))[1:]}


def test_wire_every_server_message_is_documented_with_its_fields():
    told = documented("## What the server says")
    kinds = {get_args(model.model_fields["type"].annotation)[0]: model for model in SERVER_MESSAGES}
    assert set(told) == set(kinds)
    for kind, model in kinds.items():
        assert fields_of(model) <= told[kind]


def test_wire_limits_are_the_real_ones():
    told = {row[0]: row[1] for row in rows(section("## Limits"))[1:]}
    rate = Settings().messages_per_second
    shares = handshakes.Handshakes(rate)
    assert told["message to the server"] == f"{messages.MAX_BYTES} bytes"
    assert told["`hello`"] == f"within {conversation.HELLO_WITHIN:.0f} s"
    for who, factor in (("of one socket", 1), ("of one person", 2), ("from one address", 20)):
        assert told[f"messages {who}"] == f"{factor * rate:.0f} a second, {2 * factor * rate:.0f} at once"
    for who, rates in (("by one person", shares.people), ("from one address", shares.addresses)):
        opened = f"{rates.allowance.rate:.0f} a second, {rates.allowance.burst:.0f} at once"
        assert told[f"sockets opened {who}"].startswith(opened)
    assert f"after {limits.REFUSAL_SECONDS:.0f} s; 403 at once for the {limits.MOST_WAITING + 1}rd" in WIRE
    assert (
        told["a request's head"]
        == f"within {http_connections.HEAD_SECONDS:.0f} s, {http_connections.MOST_HEAD} bytes"
    )
    assert told["a request's body"] == f"within {http_connections.BODY_SECONDS:.0f} s, {MAX_BODY} bytes"
    assert told["an unread answer"].startswith(f"{http_connections.READ_SECONDS:.0f} s ")
    assert told["requests that are still to come"] == f"{MOST_REQUESTS} in a process"
    looks = rate_limits.LOOKS_A_SECOND
    assert told["`look`"].startswith(f"{looks} a second, {2 * looks} at once")
    words = rate_limits.TalkLimits()
    for where, buckets in (("of one person", words.people), ("from one address", words.addresses)):
        assert (
            told[f"words {where}"] == f"{buckets.allowance.rate} a second, {buckets.allowance.burst} at once"
        )
    in_room = words.rooms.allowance
    assert told["words in one room"].startswith(f"{in_room.rate} a second, {in_room.burst} at once")
    assert told["sockets of one person"] == str(Settings().sockets_per_person)
    requests = told["requests from one address"]
    assert requests.startswith(f"{Settings().requests_per_minute} a minute")
    under_way = told["requests of one address under way"]
    assert under_way.startswith(f"{turns.AT_ONCE}; {turns.MOST_WAITING} more wait for their turn")
    assert f"{turns.PATIENCE:.0f} s at most" in under_way
    assert told["sockets from one address"] == str(Settings().sockets_per_address)
    assert told["unread bytes of one socket"] == f"{peer.MOST_UNREAD_BYTES} (or {peer.MOST_UNREAD} messages)"
    assert f"at most {table.MOST_REPLAYED} entries or {table.MOST_REPLAYED_BYTES // 1024} KB" in WIRE
