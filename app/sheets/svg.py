"""A sheet as SVG, in millimetres: opened in a browser and printed at 100 %, it has its true size."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from app.sheets.drawing import NUMBER_SIZE, Line, Number, Polygon, Shape, Sheet

DASH = "1.4 1"


def svg(sheet: Sheet, title: str) -> str:
    """`title` is read out and shown by programs; nothing of it is on the paper."""
    size = f'width="{sheet.width}mm" height="{sheet.height}mm" viewBox="0 0 {sheet.width} {sheet.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{escape(title)}</title>'
    paper = '<rect width="100%" height="100%" fill="#fff"/>'
    return "\n".join([head, paper, *_marked(sheet), "</svg>", ""])


def _marked(sheet: Sheet) -> Iterator[str]:
    for shape in sheet.shapes:
        yield _mark(shape)


def _mark(shape: Shape) -> str:
    if isinstance(shape, Polygon):
        # A hair of the same colour around it, or the paper shines through between neighbours.
        colour = f'fill="{shape.fill}" stroke="{shape.fill}" stroke-width=".05"'
        rings = "".join(f"{_path(ring)}Z" for ring in shape.rings)
        return f'<path d="{rings}" {colour}/>'
    if isinstance(shape, Line):
        dash = f' stroke-dasharray="{DASH}"' if shape.is_dashed else ""
        look = f'fill="none" stroke="{shape.colour}" stroke-width="{shape.width}"{dash}'
        return f'<path d="{_path(shape.points)}" {look} stroke-linecap="round"/>'
    return _digits(shape)


def _digits(number: Number) -> str:
    x, y = _at(number.at)
    turn = f"rotate({math.degrees(number.turn):.2f} {x} {y})"
    font = f'font-family="Helvetica, Arial, sans-serif" font-size="{NUMBER_SIZE}" text-anchor="middle"'
    place = f'x="{x}" y="{y}" dy=".35em" transform="{turn}"'
    return f'<text {place} {font} fill="{number.colour}">{number.text}</text>'


def _path(points: tuple[complex, ...]) -> str:
    return "M" + "L".join(" ".join(_at(point)) for point in points)


def _at(point: complex) -> tuple[str, str]:
    return f"{point.real:.2f}", f"{point.imag:.2f}"
