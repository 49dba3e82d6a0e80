"""JSON with one meaning or none."""

import contextlib
import json

import pytest
from hypothesis import given, strategies

from app.rules.errors import MalformedJson
from app.rules.strict_json import LONGEST_DOCUMENT, NOT_UTF8, SYNTAX, parse_json

VALUES = strategies.recursive(
    strategies.none()
    | strategies.booleans()
    | strategies.integers(-(10**17), 10**17)
    | strategies.floats(allow_nan=False, allow_infinity=False)
    | strategies.text(strategies.characters(exclude_categories=["Cs"], exclude_characters="\x00")),
    lambda inner: strategies.lists(inner, max_size=4) | strategies.dictionaries(strategies.just("k"), inner),
    max_leaves=10,
)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"a":1,"a":1}', "doubled_key"),
        (b'{"a":NaN}', "not_finite"),
        (b'{"a":-Infinity}', "not_finite"),
        (b'{"a":1e999}', "not_finite"),
        (b'{"a":' + b"9" * 19 + b"}", "number_too_large"),
        (b'{"a":' + b"9" * 5000 + b"}", "number_too_large"),
        (b'{"a":"\\u0000"}', "nul"),
        (b'{"a\\u0000":1}', "nul"),
        (b'["\\u0000"]', "nul"),
        (b'{"a":[["\\ud800"]]}', "lone_surrogate"),
        (b'"\\udc00"', "lone_surrogate"),
        (b"[" * 17 + b"]" * 17, "too_deep"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "too_deep"),
        (b" " * (LONGEST_DOCUMENT + 1), "too_long"),
        ('"\ud800"', "lone_surrogate"),
    ],
)
def test_json_that_no_honest_client_sends_is_refused(body, why):
    with pytest.raises(MalformedJson) as caught:
        parse_json(body)
    assert caught.value.details["why"] == why


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"{'a':1}",
        b'{"a":1}x',
        b"\xef\xbb\xbf{}",
        b"\xff",
        '{"a":1}'.encode("utf-16"),
        b"01",
        b"]" * 20,
    ],
)
def test_json_that_is_none_is_a_syntax_error(body):
    with pytest.raises(MalformedJson) as caught:
        parse_json(body)
    assert caught.value.details["why"] in (SYNTAX, NOT_UTF8)
    assert caught.value.message.startswith("The document is not ")


def test_json_may_nest_sixteen_deep_and_hold_brackets_in_strings():
    assert parse_json(b"[" * 16 + b"]" * 16)
    assert parse_json(json.dumps(["[" * 100 + '\\"{' * 50])) == ["[" * 100 + '\\"{' * 50]


@given(VALUES)
def test_json_of_honest_values_reads_as_it_was_written(value):
    assert parse_json(json.dumps(value).encode()) == value


@given(strategies.binary() | strategies.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_json_reader_raises_nothing_else(body):
    with contextlib.suppress(MalformedJson):
        parse_json(body)
