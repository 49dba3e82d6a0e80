"""Strict JSON: what cannot be trusted is refused, never half-read."""

import pytest

from app.rules.errors import MalformedJson
from app.rules.reading import DEEPEST_NESTING, LONGEST_DOCUMENT, parse_json


def test_plain_json_is_read():
    assert parse_json(b'{"a": [1, 2.5, null, true, "\xc3\xa9"]}') == {"a": [1, 2.5, None, True, "é"]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "nonsense",
        "\ufeff{}",
        '{"a": 1, "a": 2}',
        "[NaN]",
        "[Infinity]",
        "[-Infinity]",
        "9" * 5000,
        "[" * 100_000,
        "[" * (DEEPEST_NESTING + 1) + "]" * (DEEPEST_NESTING + 1),
        '{"a":' * 40 + "1" + "}" * 40,
        '"\\ud800"',
        '{"\\ud800": 1}',
        '"\\u0000"',
        "\ud800",
        b"\xff\xfe",
        " " * (LONGEST_DOCUMENT + 1),
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(MalformedJson):
        parse_json(text)
