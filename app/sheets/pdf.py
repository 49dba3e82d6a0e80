"""A sheet as PDF: one page of its true size, written by hand: it needs only shapes, lines and digits."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator

from app.sheets.drawing import NUMBER_SIZE, Line, Number, Polygon, Shape, Sheet

POINT = 72 / 25.4  # points in a millimetre
DASH = "[1.4 1] 0 d"
DIGIT_WIDTH, DIGIT_HEIGHT = 0.556, 0.72  # of Helvetica, in its size


def pdf(sheet: Sheet) -> bytes:
    content = zlib.compress("\n".join(_content(sheet)).encode("ascii"), 9)
    box = f"[0 0 {sheet.width * POINT:.3f} {sheet.height * POINT:.3f}]"
    resources = "<< /Font << /F 5 0 R >> >>"
    bodies = (
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources {resources} /Contents 4 0 R >>".encode(
            "ascii"
        ),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    return _file(bodies)


def _file(bodies: tuple[bytes, ...]) -> bytes:
    """Numbered objects, and the table that says where each begins."""
    written, starts = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(bodies, start=1):
        starts.append(len(written))
        written += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    count = len(bodies) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n" % count + b"".join(
        b"%010d 00000 n \n" % start for start in starts
    )
    return (
        written
        + table
        + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(written))
    )


def _content(sheet: Sheet) -> Iterator[str]:
    """In millimetres from the upper left corner, as the sheet is."""
    yield f"{POINT:.6f} 0 0 {-POINT:.6f} 0 {sheet.height * POINT:.3f} cm 1 J 1 j"
    for shape in sheet.shapes:
        yield from _marks(shape)


def _marks(shape: Shape) -> Iterator[str]:
    if isinstance(shape, Polygon):
        colour = _colour(shape.fill)
        rings = " h ".join(_path(ring) for ring in shape.rings)
        yield f"{colour} rg {colour} RG .05 w [] 0 d {rings} b"
    elif isinstance(shape, Line):
        dash = DASH if shape.is_dashed else "[] 0 d"
        yield f"{_colour(shape.colour)} RG {shape.width} w {dash} {_path(shape.points)} S"
    else:
        yield _digits(shape)


def _digits(number: Number) -> str:
    """Text would stand on its head in a paper that is measured downwards, so it is turned over again."""
    cos, sin = math.cos(number.turn), math.sin(number.turn)
    across, down = len(number.text) * DIGIT_WIDTH * NUMBER_SIZE / 2, DIGIT_HEIGHT * NUMBER_SIZE / 2
    x, y = number.at.real - across * cos - down * sin, number.at.imag - across * sin + down * cos
    matrix = f"{cos:.5f} {sin:.5f} {sin:.5f} {-cos:.5f} {x:.3f} {y:.3f} Tm"
    return f"{_colour(number.colour)} rg BT /F {NUMBER_SIZE} Tf {matrix} ({number.text}) Tj ET"


def _path(points: tuple[complex, ...]) -> str:
    (first, *rest) = [f"{point.real:.2f} {point.imag:.2f}" for point in points]
    return " ".join([f"{first} m", *(f"{each} l" for each in rest)])


def _colour(text: str) -> str:
    return " ".join(f"{int(text[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5))
