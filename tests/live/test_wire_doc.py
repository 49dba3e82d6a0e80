"""`docs/wire.md` says what the code does: every message with its fields, every code, every limit."""

import re
from pathlib import Path
from typing import get_args

from app.config import Settings
from app.live import allowance, conversation, gateway, messages, peer, table, tables

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


def test_wire_every_client_message_is_documented_with_its_fields():
    told = documented("## What a client says")
    kinds = {model.model_fields["type"].annotation: model for model in messages.CLIENT_MESSAGES}
    assert set(told) == {get_args(kind)[0] for kind in kinds}
    for kind, model in kinds.items():
        assert fields_of(model) <= told[get_args(kind)[0]]


def test_wire_every_server_message_is_documented_with_its_fields():
    told = documented("## What the server says")
    kinds = {get_args(model.model_fields["type"].annotation)[0]: model for model in messages.SERVER_MESSAGES}
    assert set(told) == set(kinds)
    for kind, model in kinds.items():
        assert fields_of(model) <= told[kind]


def test_wire_every_refusal_is_documented_and_says_whether_to_try_again():
    told = {row[0].strip("`"): row[1] for row in rows(section("### Why not (`nack`)"))[1:]}
    assert set(told) == set(get_args(messages.NackCode))
    assert {code for code, again in told.items() if again == "yes"} == messages.RETRY


def test_wire_every_close_code_is_documented():
    told = set(re.findall(r"^\| (\d{4})", section("### Close codes"), re.MULTILINE))
    sent = {
        conversation.BINARY, conversation.NOT_TEXT, conversation.BROKEN, conversation.OVERLOADED,
        conversation.BAD, conversation.REVOKED, conversation.GONE, conversation.TOO_OLD,
        conversation.TOO_FAST, gateway.REPLACED, table.KICKED, peer.SLOW, tables.RESTART,
    }  # fmt: skip
    assert {str(code) for code in sent} <= told


def test_wire_limits_are_the_real_ones():
    told = {row[0]: row[1] for row in rows(section("## Limits"))[1:]}
    rate = Settings().messages_per_second
    assert told["message to the server"] == f"{messages.MAX_BYTES} bytes"
    assert told["`hello`"] == f"within {conversation.HELLO_WITHIN:.0f} s"
    for who, factor in (("of one socket", 1), ("of one person", 2), ("from one address", 20)):
        assert told[f"messages {who}"] == f"{factor * rate:.0f} a second, {2 * factor * rate:.0f} at once"
    looks = allowance.LOOKS_A_SECOND
    assert told["`look`"] == f"{looks} a second, {2 * looks} at once"
    words = f"{allowance.WORDS_A_SECOND} a second, {allowance.MOST_WORDS} at once"
    assert told["`say`"] == told["`react`"] == words
    assert told["sockets of one person"] == str(Settings().sockets_per_person)
    assert told["sockets from one address"] == str(Settings().sockets_per_address)
    assert told["unread bytes of one socket"] == f"{peer.MOST_UNREAD_BYTES} (or {peer.MOST_UNREAD} messages)"
    assert f"at most {table.MOST_REPLAYED} entries or {table.MOST_REPLAYED_BYTES // 1024} KB" in WIRE


def test_wire_every_reaction_is_documented():
    assert all(f"`{reaction}`" in WIRE for reaction in get_args(messages.Reaction))
