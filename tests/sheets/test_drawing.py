"""The sheet as SVG and PDF: the planet's own colours, both of true size, every number on two edges."""

import re
import zlib
from collections import Counter
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from app.rules.parts import HABITATS, base_set
from app.rules.planet import EMPTY_PLANET
from app.rules.sphere import FACES, Turn
from app.sheets.drawing import COLOURS, PAPERS, Polygon, sheet
from app.sheets.pdf import pdf
from app.sheets.svg import svg

TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
NAMES = {"O": "ocean", "F": "forest", "D": "desert", "M": "mountain", "G": "glacier"}
EMPTY = "." * 60
TEXT = "{http://www.w3.org/2000/svg}text"


def planet(seed: int) -> str:
    chance, laid = Random(seed), EMPTY_PLANET
    for face in FACES:
        laid = laid.place(chance.choice(base_set().tiles), face, Turn(chance.randrange(5)))
    return laid.areas


def test_colours_are_those_of_the_page():
    said = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", TOKENS.read_text(encoding="utf-8")))
    assert {habitat: COLOURS[habitat] for habitat in HABITATS} == {
        key: said[name] for key, name in NAMES.items()
    }


def test_plain_sheet_shows_every_area_in_its_colour():
    areas = planet(1)
    found = Counter(
        shape.fill for shape in sheet(areas).shapes if isinstance(shape, Polygon) and len(shape.rings) == 1
    )
    assert found == {COLOURS[habitat]: count for habitat, count in Counter(areas).items()}


@pytest.mark.parametrize("look", [False, True])
@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_both_files_have_the_size_of_the_paper(paper, look):
    width, height = PAPERS[paper]
    drawn = sheet(planet(2), paper, has_relief=look)
    root = ElementTree.fromstring(svg(drawn, "A <planet>"))
    assert (root.get("width"), root.get("viewBox")) == (f"{width}mm", f"0 0 {width} {height}")
    assert root.findtext("{*}title") == "A <planet>"
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf(drawn))
    assert box is not None
    assert [float(side) / 72 * 25.4 for side in box.groups()] == pytest.approx([width, height], abs=0.01)


def test_every_number_stands_on_a_tab_and_on_the_edge_above_it():
    root = ElementTree.fromstring(svg(sheet(planet(3)), "planet"))
    assert Counter(each.text for each in root.iter(TEXT)) == {str(number): 2 for number in range(1, 20)}
    root = ElementTree.fromstring(svg(sheet(EMPTY), "core"))
    assert Counter(each.text for each in root.iter(TEXT))["11"] == 3  # and the number of that face


def test_pdf_is_well_formed_and_holds_the_same_numbers():
    written = pdf(sheet(planet(4)))
    table = written[int(re.search(rb"startxref\n(\d+)", written)[1]) :]
    starts = [int(each) for each in re.findall(rb"(\d{10}) 00000 n", table)]
    assert [written[start:].split(b" ", 1)[0] for start in starts] == [b"1", b"2", b"3", b"4", b"5"]
    stream = written.split(b"stream\n", 1)[1].split(b"\nendstream", 1)[0]
    assert len(stream) == int(re.search(rb"/Length (\d+)", written)[1])
    assert Counter(re.findall(rb"\((\d+)\) Tj", zlib.decompress(stream)))[b"19"] == 2


def test_relief_is_the_same_each_time_and_leaves_free_faces_white():
    areas = planet(5)[:55] + "....."
    assert svg(sheet(areas, has_relief=True), "t") == svg(sheet(areas, has_relief=True), "t")
    shapes = [shape for shape in sheet(areas, has_relief=True).shapes if isinstance(shape, Polygon)]
    assert sum(len(shape.rings) for shape in shapes if shape.fill == COLOURS["."]) >= 5
