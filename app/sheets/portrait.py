"""A planet's portrait, for previews of links: a picture of one side of it, with its animals and points.

It is put together from pictures that the planet itself has drawn before (`scripts/portraits`): every habitat
over all areas, and alone on each area. All have one palette, so that a portrait is bytes copied row by row.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from app.rules.parts import Requirement, base_set

FOLDER = Path(__file__).with_name("portrait")
WIDTH, EDGE = 1200, 630  # as previews of links are shown; the planet stands in a square on the left
DISC, FIGURE = 88, (92, 150)
COLUMNS, GAP = 5, 14  # of animals
MOST_ANIMALS = 3 * COLUMNS
LEFT, TOP = 660, 64  # of the column beside the planet
SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Picture(NamedTuple):
    """Pixels by their number in the palette, row after row."""

    width: int
    pixels: bytes


class Run(NamedTuple):
    """Pixels beside each other that show one area, nearest to its border with `across`."""

    start: int
    end: int
    area: int
    across: int


def portrait(areas: str, animals: Sequence[Requirement], points: int) -> bytes:
    """A PNG of a finished planet of sixty letters."""
    canvas = bytearray(_picture("ground").pixels)
    _draw_planet(canvas, areas)
    _draw_points(canvas, points)
    _draw_animals(canvas, animals)
    return _png(canvas)


def _draw_planet(canvas: bytearray, areas: str) -> None:
    whole = {habitat: _picture(f"{habitat}-whole").pixels for habitat in "OFDMG"}
    alone = {habitat: _picture(f"{habitat}-alone").pixels for habitat in "OFDMG"}
    for start, end, area, across in _runs():
        habitat = areas[area]
        source = whole if areas[across] == habitat else alone
        at = start // EDGE * WIDTH + start % EDGE
        canvas[at : at + end - start] = source[habitat][start:end]


def _draw_points(canvas: bytearray, points: int) -> None:
    figures, (width, height) = _picture("figures"), FIGURE
    for place, figure in enumerate(str(points)):
        _copy(canvas, figures, int(figure), (LEFT + place * width, TOP), height)


def _draw_animals(canvas: bytearray, animals: Sequence[Requirement]) -> None:
    discs, numbers = _picture("animals"), list(base_set().animals)
    top = TOP + FIGURE[1] + 2 * GAP
    for place, animal in enumerate(animals[:MOST_ANIMALS]):
        row, column = divmod(place, COLUMNS)
        at = (LEFT + column * (DISC + GAP), top + row * (DISC + GAP))
        _copy(canvas, discs, numbers.index(animal), at, DISC)


def _copy(canvas: bytearray, strip: Picture, number: int, at: tuple[int, int], height: int) -> None:
    """One of the pictures that stand below each other on a strip."""
    left, top = at
    for row in range(height):
        start, source = (top + row) * WIDTH + left, (number * height + row) * strip.width
        canvas[start : start + strip.width] = strip.pixels[source : source + strip.width]


@cache
def _runs() -> tuple[Run, ...]:
    pairs: list[tuple[int, int]] = [tuple(pair) for pair in json.loads((FOLDER / "places.json").read_text())]
    places = _picture("places").pixels
    return tuple(run for row in range(EDGE) for run in _runs_in(places, row * EDGE, pairs))


def _runs_in(places: bytes, start: int, pairs: Sequence[tuple[int, int]]) -> Iterator[Run]:
    for place, same in groupby(places[start : start + EDGE]):
        end = start + len(list(same))
        yield Run(start, end, *pairs[place])
        start = end


# --- files --------------------------------------------------------------------------------------------------


@cache
def _picture(name: str) -> Picture:
    """One of ours: eight bits a pixel, no row filtered."""
    chunks = dict(_chunks(name))
    (width,) = struct.unpack(">I", chunks[b"IHDR"][:4])
    rows = zlib.decompress(chunks[b"IDAT"])
    step = width + 1
    return Picture(width, b"".join(rows[at + 1 : at + step] for at in range(0, len(rows), step)))


def _chunks(name: str) -> Iterator[tuple[bytes, bytes]]:
    png = (FOLDER / f"{name}.png").read_bytes()
    at = len(SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += size + 12


@cache
def _palette() -> bytes:
    return dict(_chunks("ground"))[b"PLTE"]


def _png(canvas: bytearray) -> bytes:
    rows = b"".join(b"\0" + canvas[at : at + WIDTH] for at in range(0, len(canvas), WIDTH))
    head = struct.pack(">IIBBBBB", WIDTH, EDGE, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", _palette()), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        for name, content in chunks
    )
