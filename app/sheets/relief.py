"""Land that catches the light: an area cut into small triangles, each as bright as its slope.

Heights come from a few waves that depend on the area's number alone, so that a planet always prints alike;
each habitat has its own roughness, and everything runs out level at the borders.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from random import Random

STEPS = 9  # small triangles along one side of an area
ROUGHNESS = {"O": 0.035, "F": 0.07, "D": 0.05, "M": 0.16, "G": 0.06}
WAVES = 5
SHADES = 40  # steps from black to level ground: few enough to be drawn colour by colour
LIGHT = (-0.45, -0.55, 0.70)  # from the upper left of the paper

Triangle = tuple[complex, complex, complex]


def shaded(triangle: Triangle, area: int, habitat: str, colour: str) -> Iterator[tuple[Triangle, str]]:
    """The small triangles of an area, each with its colour. A face without a tile is left as it is."""
    if habitat not in ROUGHNESS:
        yield triangle, colour
        return
    heights = _heights(area, habitat)
    for corners in _small():
        points = [_point(triangle, *corner) for corner in corners]
        slope = _brightness(points, [heights[corner] for corner in corners], abs(triangle[1] - triangle[2]))
        yield (points[0], points[1], points[2]), _lit(colour, slope)


@cache
def _small() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Three grid points each: (i, j) is i steps towards the second corner and j towards the third."""
    upright = [((i, j), (i + 1, j), (i, j + 1)) for i in range(STEPS) for j in range(STEPS - i)]
    turned = [((i + 1, j), (i + 1, j + 1), (i, j + 1)) for i in range(STEPS) for j in range(STEPS - i - 1)]
    return (*upright, *turned)


@cache
def _heights(area: int, habitat: str) -> dict[tuple[int, int], float]:
    """The height above each grid point, in sides of the area."""
    chance = Random(f"{habitat}{area}")  # noqa: S311 (it makes hills)
    waves = [
        (chance.uniform(0, math.tau), 1.5 + 1.5 * number, chance.uniform(0, math.tau))
        for number in range(WAVES)
    ]
    return {
        (i, j): ROUGHNESS[habitat] * _level(i, j) * _swell(i / STEPS, j / STEPS, waves)
        for i in range(STEPS + 1)
        for j in range(STEPS + 1 - i)
    }


def _level(i: int, j: int) -> float:
    """0 on the border of the area, 1 well inside."""
    return min(1.0, 3 * min(i, j, STEPS - i - j) / STEPS)


def _swell(x: float, y: float, waves: list[tuple[float, float, float]]) -> float:
    return sum(
        math.sin(size * 3 * (x * math.cos(turn) + y * math.sin(turn)) + start) / size
        for turn, size, start in waves
    )


def _point(triangle: Triangle, i: int, j: int) -> complex:
    start, second, third = triangle
    return start + (second - start) * i / STEPS + (third - start) * j / STEPS


def _brightness(points: list[complex], heights: list[float], side: float) -> float:
    """How much of the light a small triangle catches; 1 is level ground."""
    one, two = points[1] - points[0], points[2] - points[0]
    up, over = (heights[1] - heights[0]) * side, (heights[2] - heights[0]) * side
    across = (
        one.imag * over - up * two.imag,
        up * two.real - one.real * over,
        one.real * two.imag - one.imag * two.real,
    )
    if across[2] < 0:
        across = (-across[0], -across[1], -across[2])
    length = math.sqrt(sum(part * part for part in across))
    lit = sum(part * light for part, light in zip(across, LIGHT, strict=True)) / length
    return lit / LIGHT[2]


def _lit(colour: str, brightness: float) -> str:
    """A colour in more or less light; very bright goes towards white."""
    strength = round(SHADES * max(0.68, min(1.32, brightness))) / SHADES
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    if strength <= 1:
        return "#" + "".join(f"{round(part * strength):02x}" for part in parts)
    return "#" + "".join(f"{round(part + (255 - part) * (strength - 1)):02x}" for part in parts)
