"""Makes a picture small: a PNG of 256 colours, chosen by median cut, out of one of millions."""

import struct
import zlib
from collections import Counter
from collections.abc import Callable, Iterator

Colour = tuple[int, int, int, int]
Box = list[tuple[Colour, int]]
SIGNATURE = b"\x89PNG\r\n\x1a\n"


# A fine unevenness, so that a glow does not fall into bands when its colours become few.
GRAIN = ((-3, 1, -2, 2), (3, -1, 2, -2), (-2, 2, -3, 1), (2, -2, 3, -1))


def small_png(png: bytes, *, grain: bool = False) -> bytes:
    """The same picture with a palette; with grain for what is shaded softly, without for what is flat."""
    width, height, pixels = read_png(png)
    boxes = median_cut(list(Counter(pixels).items()), 256)
    palette = [average(box) for box in boxes]
    number = {colour: index for index, box in enumerate(boxes) for colour, _ in box}
    if grain:
        near = nearest_in(palette)
        flat = bytes(near(colour, GRAIN[at // width % 4][at % width % 4]) for at, colour in enumerate(pixels))
    else:
        flat = bytes(number[colour] for colour in pixels)
    rows = (flat[y * width : (y + 1) * width] for y in range(height))
    return write_png(width, height, palette, b"".join(b"\0" + row for row in rows))


def nearest_in(palette: list[Colour]) -> Callable[[Colour, int], int]:
    """Finds the palette's colour next to one that is shifted a little; those asked for before are known."""
    known: dict[tuple[int, int, int], int] = {}

    def near(colour: Colour, shift: int) -> int:
        red, green, blue = ((part + shift) >> 1 for part in colour[:3])
        found = known.get((red, green, blue))
        if found is None:
            found = min(
                range(len(palette)),
                key=lambda i: (
                    (palette[i][0] - 2 * red) ** 2
                    + (palette[i][1] - 2 * green) ** 2
                    + (palette[i][2] - 2 * blue) ** 2
                ),
            )
            known[red, green, blue] = found
        return found

    return near


def median_cut(colours: Box, count: int) -> list[Box]:
    """Splits the colours into boxes: always the one that is off by most, across its longest side."""
    boxes = [(spread(colours), colours)]
    while len(boxes) < count:
        boxes.sort(key=lambda entry: entry[0][0])
        (error, side), box = boxes.pop()
        if not error:
            return [box for _, box in boxes] + [box]
        two = halves(sorted(box, key=lambda entry: entry[0][side]))
        boxes.extend((spread(half), half) for half in two)
    return [box for _, box in boxes]


def spread(box: Box) -> tuple[float, int]:
    """How far the colours of a box are from their mean, and along which side; not by their number."""
    weight = sum(many for _, many in box)
    mean = average(box)
    errors = [sum(many * (colour[side] - mean[side]) ** 2 for colour, many in box) for side in range(4)]
    worst = max(range(4), key=errors.__getitem__)
    return errors[worst] / weight**0.4, worst


def halves(box: Box) -> tuple[Box, Box]:
    half, seen = sum(many for _, many in box) / 2, 0
    for index, (_, many) in enumerate(box[:-1], 1):
        seen += many
        if seen >= half:
            return box[:index], box[index:]
    return box[:-1], box[-1:]


def average(box: Box) -> Colour:
    weight = sum(many for _, many in box)
    red, green, blue, alpha = (
        round(sum(colour[i] * many for colour, many in box) / weight) for i in range(4)
    )
    return (red, green, blue, alpha)


def read_png(png: bytes) -> tuple[int, int, list[Colour]]:
    """Width, height and pixels of a PNG of eight bits with or without alpha, as Chromium writes them."""
    chunks = list(chunks_of(png))
    width, height, depth, kind = struct.unpack(">IIBB", chunks[0][1][:10])
    assert (depth, kind) in {(8, 2), (8, 6)}
    size = 4 if kind == 6 else 3
    packed = zlib.decompress(b"".join(content for name, content in chunks if name == b"IDAT"))
    rows = unfiltered(packed, width * size, height, size)
    opaque = () if size == 4 else (255,)
    return (
        width,
        height,
        [(*row[x : x + size], *opaque) for row in rows for x in range(0, width * size, size)],
    )


def chunks_of(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += size + 12


def unfiltered(packed: bytes, length: int, height: int, size: int) -> list[bytearray]:
    rows, above = [], bytearray(length)
    for y in range(height):
        start = y * (length + 1)
        row = bytearray(packed[start + 1 : start + 1 + length])
        for x in range(length):
            left, corner = (row[x - size], above[x - size]) if x >= size else (0, 0)
            row[x] = row[x] + predicted(packed[start], left, above[x], corner) & 255
        rows.append(row)
        above = row
    return rows


def predicted(kind: int, left: int, above: int, corner: int) -> int:
    """What a PNG filter expects of a byte from its neighbours."""
    if kind < 4:
        return (0, left, above, (left + above) // 2)[kind]
    guess = left + above - corner
    return min((left, above, corner), key=lambda byte: abs(guess - byte))


def write_png(width: int, height: int, palette: list[Colour], rows: bytes) -> bytes:
    colours = b"".join(bytes(colour[:3]) for colour in palette)
    alphas = bytes(colour[3] for colour in palette)
    parts = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) + chunk(b"PLTE", colours)
    parts += chunk(b"tRNS", alphas) if min(alphas) < 255 else b""
    return SIGNATURE + parts + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
