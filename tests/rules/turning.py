"""The sixty ways to turn a planet: what holds for one holds however it is turned."""

from functools import cache

from app.rules.sphere import FACES, NEIGHBOURS, SLOT_COUNT, TURNS, area_between


@cache
def rotations() -> tuple[tuple[int, ...], ...]:
    """The sixty turns of a planet: each says where every area goes."""
    return tuple(_rotation(face, turn) for face in FACES for turn in TURNS)


def _rotation(pole: int, turn: int) -> tuple[int, ...]:
    """The rotation that carries face 0 to `pole` and its slot 0 to slot `turn` there."""
    goes_to = {0: pole}
    waiting = [(0, turn)]
    while waiting:
        face, shift = waiting.pop()
        for slot, neighbour in enumerate(NEIGHBOURS[face]):
            image = NEIGHBOURS[goes_to[face]][(slot + shift) % SLOT_COUNT]
            if neighbour not in goes_to:
                goes_to[neighbour] = image
                there, here = NEIGHBOURS[image].index(goes_to[face]), NEIGHBOURS[neighbour].index(face)
                waiting.append((neighbour, there - here))
    return tuple(
        area_between(goes_to[face], goes_to[neighbour])
        for face, row in enumerate(NEIGHBOURS)
        for neighbour in row
    )
