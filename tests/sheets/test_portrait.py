"""A planet's portrait: the picture of exactly this planet, made quickly, and readable by anybody."""

import struct
import zlib

from app.rules.parts import Requirement, base_set
from app.sheets.portrait import EDGE, MOST_ANIMALS, WIDTH, portrait

SHOWN = "ODFFOOOODODDMMDFFDOOOOOMMMMMMOGGMDDFFDMGFOOOFOMMMMODDMMOOOFO"
ANIMALS = list(base_set().animals)


def pixels(png: bytes) -> list[bytes]:
    """The rows of a portrait, read as any program would."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, data = 8, b""
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        name, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size : at + 12 + size]) == (zlib.crc32(name + content),)
        if name == b"IHDR":
            assert struct.unpack(">IIBBBBB", content) == (WIDTH, EDGE, 8, 3, 0, 0, 0)
        data += content if name == b"IDAT" else b""
        at += size + 12
    rows = zlib.decompress(data)
    assert len(rows) == EDGE * (WIDTH + 1)
    return [rows[y * (WIDTH + 1) + 1 : (y + 1) * (WIDTH + 1)] for y in range(EDGE)]


def test_portrait_is_a_picture_that_previews_take() -> None:
    png = portrait(SHOWN, [Requirement("O#")], 17)
    assert len(png) < 300_000  # some messengers show no larger one
    pixels(png)


def test_every_habitat_that_is_seen_looks_otherwise() -> None:
    middle = [row[: WIDTH // 2] for row in pixels(portrait("O" * 60, [], 1))]
    for habitat in "FDMG":
        other = [row[: WIDTH // 2] for row in pixels(portrait(habitat * 60, [], 1))]
        changed = sum(
            one != two for a, b in zip(middle, other, strict=True) for one, two in zip(a, b, strict=True)
        )
        assert changed > 100_000


def test_areas_in_front_are_told_apart() -> None:
    """One area of each face: those in front change the picture, those behind do not."""
    before = portrait("D" * 60, [], 1)
    after = [portrait("D" * area + "O" + "D" * (59 - area), [], 1) for area in range(0, 60, 5)]
    seen = [png for png in after if png != before]
    assert 5 <= len(seen) <= 9
    assert len(set(seen)) == len(seen)


def test_points_and_animals_stand_beside_the_planet() -> None:
    one, other = (pixels(portrait(SHOWN, ANIMALS[:count], 9)) for count in (1, 2))
    assert [row[: WIDTH // 2] for row in one] == [row[: WIDTH // 2] for row in other]
    assert one != other
    assert pixels(portrait(SHOWN, [], 9)) != pixels(portrait(SHOWN, [], 8))


def test_more_animals_than_there_is_room_for_do_not_spill() -> None:
    full = portrait(SHOWN, ANIMALS[:MOST_ANIMALS], 120)
    assert portrait(SHOWN, ANIMALS, 120) == full
    pixels(full)
