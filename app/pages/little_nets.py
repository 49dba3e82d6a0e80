"""A planet as it stands, small and flat, for a list of games: one path for each
habitat, and one for what is still free."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from app.rules.planet import FREE
from app.rules.sphere import SLOT_COUNT
from app.sheets.net import areas_of, fitted

WIDTH, HEIGHT = 60, 42


@cache
def shapes() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every area, and every face, as a path."""
    net = fitted(WIDTH, HEIGHT, 0)
    areas = [path(area) for face in net.faces for area in areas_of(face)]
    return tuple(areas), tuple(path(tuple(face.corners)) for face in net.faces)


def path(points: tuple[complex, ...]) -> str:
    return "M" + "L".join(f"{point.real:.1f} {point.imag:.1f}" for point in points) + "Z"


def little_net(areas: str) -> Markup:
    """`areas` are the 60 letters of a planet."""
    places, faces = shapes()
    land: dict[str, str] = {}
    for place, letter in zip(places, areas, strict=True):
        land[letter] = land.get(letter, "") + place
    land.pop(FREE, None)
    free = "".join(face for face, letter in zip(faces, areas[::SLOT_COUNT], strict=True) if letter == FREE)
    drawn = [
        Markup('<path data-habitat="{}" d="{}"/>').format(letter, land[letter]) for letter in sorted(land)
    ]
    start = Markup('<svg class="little-net" viewBox="0 0 {} {}" aria-hidden="true"><path d="{}"/>')
    return Markup("").join([start.format(WIDTH, HEIGHT, free), *drawn, Markup("</svg>")])
