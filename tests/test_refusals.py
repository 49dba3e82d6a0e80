"""A refusal's code, status and sentence stand once each: in `app/refusals.py`, and in the catalogue."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import app
from app.errors import AppError
from app.people.names import BadName
from app.refusals import REFUSALS
from app.rules.errors import RulesError
from app.texts import LANGUAGES, read_catalogue, texts_in
from tests.guests import NONCE, Guest

APP = Path(app.__file__).parent
BY_THE_BROWSER = {"unknown", "offline"}  # sentences for what no server has refused
OTHER_WAYS = {"Nack", "_Refusal", "_nack", "_refuse"}


def kinds_of(kind: Any) -> Iterator[Any]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from kinds_of(narrower)


KINDS = {kind.__name__: kind for kind in [*kinds_of(AppError), BadName]}


def refused() -> Iterator[tuple[str, str]]:
    """Every code that something is refused by, with the name of what refuses it."""
    for path in APP.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
                codes = [text for text in texts if isinstance(text, str) and re.fullmatch("[a-z_]+", text)]
                if codes and (name in KINDS or name in OTHER_WAYS):
                    yield name, codes[0]


def test_refusals_every_code_has_its_row():
    assert {code for _, code in refused()} <= set(REFUSALS)
    assert {kind.code for kind in [*kinds_of(AppError), *kinds_of(RulesError)]} <= set(REFUSALS)
    assert len({code for _, code in refused()}) > 25


def test_refusals_a_code_is_of_the_kind_that_raises_it():
    """Whoever catches `Conflict` catches what is answered as one."""
    raised = [(name, code) for name, code in refused() if name in KINDS and name != "AppError"]
    wrong = [one for one in raised if REFUSALS[one[1]].status != REFUSALS[KINDS[one[0]].code].status]
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refusals_each_has_one_sentence_in_every_language(lang):
    said = {key.removeprefix("errors.") for key in read_catalogue(lang) if key.startswith("errors.")}
    assert said - BY_THE_BROWSER == set(REFUSALS)
    assert said >= BY_THE_BROWSER


def test_refusals_are_documented_with_their_status():
    told = dict(
        re.findall(r"^\| `([a-z_]+)` \| (\d{3}) \|", Path("docs/wire.md").read_text("utf-8"), re.MULTILINE)
    )
    assert told == {code: str(refusal.status) for code, refusal in REFUSALS.items()}


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
async def test_refusals_are_said_in_the_readers_language(client, maya: Guest, lang):
    room = await maya.make_room(seats=2)
    headers = {"Accept-Language": lang, "Authorization": f"Bearer {maya.token}"}
    for path, body, code in (
        ("/api/rooms/KKKKKKKKK/start", None, "not_found"),
        (f"/api/rooms/{room.code}/start", None, "too_few"),
        (f"/api/rooms/{room.code}/sit", {"nonce": NONCE, "seat": 3}, "no_such_seat"),
        ("/api/rooms", {"seats": "two"}, "malformed"),
    ):
        answer = await client.post(path, json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (REFUSALS[code].status, code)
        assert answer.json()["message"] == texts_in(lang).t(f"errors.{code}")
