"""The signs keep their promises: all there, current, small, and told apart by every eye."""

import gzip
import json
import re
import struct
import zlib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import combinations
from math import dist
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parent.parent
SPRITE = ROOT / "static/signs/sprite.svg"
PATTERNS = ROOT / "static/signs/patterns.svg"
SETS = sorted((ROOT / "app/rules/sets").glob("*.json"))
PAGES = [*sorted((ROOT / "static").rglob("*.js")), *sorted((ROOT / "templates").rglob("*.html"))]


def load_script(name: str) -> ModuleType:
    loader = SourceFileLoader(name, str(ROOT / "scripts" / name))
    spec = spec_from_loader(name, loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


signs = load_script("signs")
small_png = load_script("small_png.py")
HABITATS = signs.HABITATS


@pytest.fixture(scope="module")
def ids() -> list[str]:
    return [symbol.attrib["id"] for symbol in ElementTree.parse(SPRITE).getroot()]


# The sprite


def test_sprite_is_what_the_drawings_say():
    assert SPRITE.read_text(encoding="utf-8") == signs.sprite()
    assert signs.INDEX.read_text(encoding="utf-8") == signs.index()


def test_sprite_names_every_sign_once(ids):
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in ids)


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_sprite_has_every_animal_and_requirement_of_a_set(ids, path):
    animals = json.loads(path.read_text(encoding="utf-8"))["animals"]
    words = {"#": "most", "+": "with-", "-": "without-"}
    wanted = [animal["requirement"] for animal in animals]
    wishes = {f"wish-{wish[0]}-{words[wish[1]]}{wish[2:]}" for wish in wanted}
    assert {f"animal-{animal['key']}" for animal in animals} <= set(ids)
    assert wishes == {name for name in ids if name.startswith("wish-")}


def test_sprite_is_small():
    raw = SPRITE.read_bytes()
    assert len(raw) <= 140_000
    assert len(gzip.compress(raw, 9)) <= 25_000


def test_sprite_stands_alone():
    text = SPRITE.read_text(encoding="utf-8")
    assert not re.search(r"<use|<image|<script|<style|href|url\(", text)


def test_drawings_have_a_title_and_the_frame_of_their_group():
    for group in signs.GROUPS:
        frames = {sign.view_box for sign in signs.read_group(group)}
        assert frames, group.folder
        assert len(frames) == 1 or group.folder == "badges"
        assert all(sign.title != sign.id for sign in signs.read_group(group))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_pages_use_only_signs_that_exist(ids, path):
    text = path.read_text(encoding="utf-8")
    used = re.findall(
        r"""sprite\.svg#([\w-]+)["']|(?<!\.)\bsign\(["']([\w-]+)["'],|(?<!\.)\bsign\(["']([\w-]+)["']\)""",
        text,
    )
    icons = re.findall(r"""\bicon\(["']([\w-]+)["'][,)]""", text)
    named = {"".join(names) for names in used} | {f"icon-{name}" for name in icons}
    assert named <= set(ids)


# Pictures

ICONS = {f"icon{kind}-{size}.png": size for kind in ("", "-maskable") for size in (192, 512)} | {
    "icon-180.png": 180
}
PICTURES = {f"static/icons/{name}": (size, size, 20_000) for name, size in ICONS.items()} | {
    "static/og.png": (1200, 630, 120_000),
    "docs/pictures/signs.png": (720, 500, 150_000),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture_has_its_size_and_is_small(name):
    png = (ROOT / name).read_bytes()
    width, height, most = PICTURES[name]
    assert struct.unpack(">II", png[16:24]) == (width, height)
    assert len(png) <= most


def test_small_png_loses_nothing_of_a_picture_of_few_colours():
    rows = [bytes(value for x in range(16) for value in (x * 16, y * 15, 40, 255 - x)) for y in range(16)]
    head = small_png.SIGNATURE + small_png.chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 6, 0, 0, 0))
    plain = zlib.compress(b"".join(b"\0" + row for row in rows))
    chunks = dict(small_png.chunks_of(small_png.small_png(head + small_png.chunk(b"IDAT", plain))))
    numbers = zlib.decompress(chunks[b"IDAT"])
    colours = [chunks[b"PLTE"][3 * n : 3 * n + 3] + chunks[b"tRNS"][n : n + 1] for n in range(256)]
    seen = [[colours[number] for number in numbers[y * 17 + 1 : y * 17 + 17]] for y in range(16)]
    assert [b"".join(row) for row in seen] == rows


# Colours


def rgb(colour: str) -> tuple[float, ...]:
    """Linear light of a colour written #rrggbb."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def through(matrix: tuple[tuple[float, ...], ...], light: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)


def luminance(colour: str) -> float:
    return through(((0.2126, 0.7152, 0.0722),), rgb(colour))[0]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def oklab(light: tuple[float, ...]) -> tuple[float, ...]:
    cones = through(
        (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        ),
        tuple(min(max(part, 0), 1) for part in light),
    )
    return through(
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        ),
        tuple(cone ** (1 / 3) for cone in cones),
    )


# Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
SEEN = {
    "full colour": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "greyscale": ((0.2126, 0.7152, 0.0722),) * 3,
}


@pytest.mark.parametrize(
    ("eyes", "closest", "distance"),
    [
        ("full colour", {"D", "G"}, 20),
        ("protanopia", {"F", "D"}, 15),
        ("deuteranopia", {"O", "M"}, 19),
        ("tritanopia", {"O", "F"}, 13),
        ("greyscale", {"O", "M"}, 11),
    ],
)
def test_habitats_are_told_apart_by_every_eye(eyes, closest, distance):
    seen = {letter: oklab(through(SEEN[eyes], rgb(habitat.colour))) for letter, habitat in HABITATS.items()}
    one, other = min(combinations(seen, 2), key=lambda pair: dist(seen[pair[0]], seen[pair[1]]))
    assert {one, other} == closest
    assert round(100 * dist(seen[one], seen[other])) == distance


@pytest.mark.parametrize("letter", HABITATS)
def test_habitat_icon_is_read_on_its_habitat(letter):
    assert contrast(HABITATS[letter].icon, HABITATS[letter].colour) >= 4.5


@pytest.mark.parametrize("letter", HABITATS)
def test_pattern_is_seen_and_leaves_the_icon_alone(letter):
    text = PATTERNS.read_text(encoding="utf-8")
    pattern = re.search(rf'<pattern id="pattern-{letter}" .*?</pattern>', text, re.DOTALL)
    assert pattern
    tones = set(re.findall(r"#[0-9a-f]{6}", pattern[0]))
    assert len(tones) == 1
    tone = tones.pop()
    assert 1.25 <= contrast(tone, HABITATS[letter].colour) <= 2
    assert contrast(tone, HABITATS[letter].icon) >= 3
