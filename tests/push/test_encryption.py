"""RFC 8291 by its own example, and who sends (RFC 8292)."""

import json

import pytest

from app.push.encryption import (
    BrowserKeys,
    authorisation,
    decoded,
    encoded,
    encrypted,
    new_key,
    point_of,
    read_key,
    read_point,
)

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
ANSWER = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu"
    "6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_message_is_that_of_the_standard():
    reader = BrowserKeys(decoded(POINT), decoded(SECRET))
    assert encoded(encrypted(TEXT, reader, decoded(KEY), decoded(SALT))) == ANSWER


def test_messages_of_any_length_are_equally_long_and_never_the_same():
    reader = BrowserKeys(decoded(POINT), decoded(SECRET))
    made = [encrypted(text, reader) for text in (b"", b"x" * 300, b"x" * 300)]
    assert len({len(one) for one in made}) == 1
    assert made[1] != made[2]


def test_sender_is_named_where_people_reach_us_by_https_alone():
    key = new_key()
    for origin, sub in (
        ("https://planets.example", "https://planets.example"),
        ("http://127.0.0.1:8000", None),
    ):
        header = authorisation("https://push.example/send/1?x", origin, key)
        token = header.removeprefix("vapid t=").split(",")[0]
        claims = json.loads(decoded(token.split(".")[1]))
        assert (claims["aud"], claims.get("sub")) == ("https://push.example", sub)
        assert header.endswith(f"k={encoded(point_of(read_key(key)))}")


@pytest.mark.parametrize("point", [b"", bytes(65), b"\x04" + bytes(64), decoded(POINT)[:-1]])
def test_point_that_is_none_is_refused(point):
    with pytest.raises(ValueError):  # noqa: PT011 (the library says why in its own words)
        read_point(point)
