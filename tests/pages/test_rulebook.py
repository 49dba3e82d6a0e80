"""The rules page: every part in every language, and every planet on it true by the rules."""

import re
from pathlib import Path
from typing import Any

import pytest
from httpx import AsyncClient

from app.pages import rulebook
from app.pages.rulebook import CHAPTERS, IDS, areas_of, key_of, lit_regions, planet_of, positions
from app.rules.game import apply_move, new_game, pile_counts
from app.rules.parts import Habitat, Requirement, base_set, least_rotation
from app.rules.planet import Planet, claim
from app.rules.scoring import tier_points, winner_of
from app.rules.sphere import AREA_NEIGHBOURS
from app.rules.views import visible_columns
from app.texts import LANGUAGES, texts_in
from tests.rules.playing import dealt

ROOT = Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"/rules#([\w-]+)")
FRAMES = [(name, number) for name, figure in positions().items() for number in range(len(figure["frames"]))]


def frame(name: str, number: int = 0) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = positions()[name]["frames"][number]
    return shown


def planets(name: str, number: int = 0) -> list[Planet]:
    return [planet_of(position) for position in frame(name, number)]


def claims(name: str, number: int = 0) -> list[tuple[int, ...]]:
    return [claim(planet, asked_in(name)) for planet in planets(name, number)]


def asked_in(name: str) -> Requirement:
    return Requirement(positions()[name]["animal"])


def sizes(name: str, number: int = 0) -> list[int]:
    """Of the regions that are lit on the first planet."""
    return [region.size for region in lit_regions(frame(name, number)[0])]


# --- words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_every_part_stands_in_every_language(client: AsyncClient, lang: str) -> None:
    page = (await client.get(f"/rules?lang={lang}")).text
    assert re.findall(r'<section class="part" id="([\w-]+)"', page) == list(IDS)
    assert re.findall(r'<li><a href="#([\w-]+)"', page) == list(IDS)
    names = re.findall(r'<h[23] id="[\w-]+-name">([^<]+)</h', page)
    assert len(set(names)) == len(IDS)
    assert "rules." not in re.sub(r"pages[/.]rules\.js|css/rules\.css", "", page)


def test_parts_that_others_link_to_stay() -> None:
    promised = (
        "turn area region edge corner touching not-touching most tie carry-over last-round animals end "
        "objectives tiers mystery leftovers words"
    )
    assert set(promised.split()) <= set(IDS)
    assert len(set(IDS)) == len(IDS) == sum(map(len, CHAPTERS.values()))


def test_links_to_the_rules_lead_to_a_part() -> None:
    files = [*(ROOT / "static/js").rglob("*.js"), *(ROOT / "templates").rglob("*.html")]
    linked = {part for path in files for part in LINK.findall(path.read_text(encoding="utf-8"))}
    assert linked <= set(IDS)
    assert {more for _, more in rulebook.WORDS} <= set(IDS)


# --- planets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "number"), FRAMES)
def test_planets_are_laid_of_tiles_of_the_game(name: str, number: int) -> None:
    """Side by side they are two planets of one game, so no tile lies twice."""
    laid = [least_rotation(tile) for position in frame(name, number) for tile in position["faces"].values()]
    assert set(laid) <= {least_rotation(tile) for tile in base_set().tiles}
    assert len(set(laid)) == len(laid)


@pytest.mark.parametrize(("name", "number"), [one for one in FRAMES if one[0] != "area"])
def test_whole_regions_are_lit(name: str, number: int) -> None:
    for position in frame(name, number):
        lit = {area for region in lit_regions(position) for area in region.areas}
        assert lit == set(position["lit"])


def test_area_is_one_triangle() -> None:
    assert len(frame("area")[0]["lit"]) == 1


def test_turning_a_tile_makes_one_forest_or_none() -> None:
    (before,), (after,) = frame("turn", 0), frame("turn", 1)
    turned = [face for face in before["faces"] if before["faces"][face] != after["faces"][face]]
    assert turned == ["1"]
    assert least_rotation(before["faces"]["1"]) == least_rotation(after["faces"]["1"])
    assert len(sizes("turn", 0)) == 1
    assert sizes("turn", 0)[0] >= 6
    own = [one for one in lit_regions(after) if any(area // 5 == 1 for area in one.areas)]
    assert len(sizes("turn", 1)) > 2
    assert all(area // 5 == 1 for region in own for area in region.areas)


def test_region_and_the_smallest_region() -> None:
    assert sizes("region", 0) == [6]
    assert sizes("region", 1) == [1]


def test_region_goes_over_an_edge() -> None:
    (region,) = lit_regions(frame("edge")[0])
    assert len({area // 5 for area in region.areas}) == 2


@pytest.mark.parametrize("number", [0, 1])
def test_corner_joins_nothing(number: int) -> None:
    first, second = lit_regions(frame("corner", number)[0])
    assert first.habitat == second.habitat
    assert not {near for area in first.areas for near in AREA_NEIGHBOURS[area]} & set(second.areas)
    faces = [{area // 5 for area in region.areas} for region in (first, second)]
    assert faces[0].isdisjoint(faces[1]) if number == 0 else faces[0] == faces[1]


def test_more_forests_win() -> None:
    assert claims("most") == [(4,), (2,)]
    assert winner_of(asked_in("most"), claims("most"), 6) == 0
    larger = [max(region.size for region in planet.region_list(Habitat("F"))) for planet in planets("most")]
    assert larger[0] == 1
    assert larger[1] > 4


def test_turned_tile_brings_the_mountain_to_the_desert() -> None:
    (small,), (big,) = frame("touching", 0), frame("touching", 1)
    assert planet_of(small).region_list(Habitat("D"))[0].size == len(big["lit"]) > len(small["lit"])
    assert claims("touching", 0)[0][0] == len(small["lit"])
    assert claims("touching", 1)[0][0] == len(big["lit"])
    turned = [face for face in small["faces"] if small["faces"][face] != big["faces"][face]]
    assert len(turned) == 1
    assert least_rotation(small["faces"][turned[0]]) == least_rotation(big["faces"][turned[0]])


def test_laid_tile_puts_the_glacier_out() -> None:
    (before,), (after,) = frame("not_touching", 0), frame("not_touching", 1)
    assert claims("not_touching", 0)[0][0] == len(before["lit"])
    assert claims("not_touching", 1)[0] == (len(after["lit"]),)
    assert len(after["lit"]) < len(before["lit"])
    assert len(after["faces"].keys() - before["faces"].keys()) == 1


def test_tie_goes_to_nobody_and_is_won_a_round_later() -> None:
    assert winner_of(asked_in("tie"), claims("tie"), 5) is None
    assert claims("tie")[0][0] == claims("tie")[1][0] == len(frame("tie")[0]["lit"])
    assert frame("carry_over", 0) == frame("tie")
    assert [len(position["faces"]) for position in frame("carry_over", 0)] == [5, 5]
    assert [len(position["faces"]) for position in frame("carry_over", 1)] == [6, 6]
    assert winner_of(asked_in("carry_over"), claims("carry_over", 1), 6) == 1


def test_last_round_is_decided_by_the_third_regions() -> None:
    first, second = claims("last_round")
    assert first[:2] == second[:2]
    assert first[2] > second[2]
    assert winner_of(asked_in("last_round"), [first, second], 12) == 0
    assert winner_of(asked_in("last_round"), [first, second], 11) is None
    for number in range(3):
        assert [len(one["lit"]) for one in frame("last_round", number)] == [first[number], second[number]]
        assert all(len(one["faces"]) == 12 for one in frame("last_round", number))


def test_objective_counts_every_area() -> None:
    planet = planets("objectives")[0]
    assert len(frame("objectives")[0]["lit"]) == planet.area_count(Habitat("O"))
    assert 1 in sizes("objectives")
    assert "." not in planet.areas


def test_one_area_more_reaches_the_next_tier() -> None:
    areas = [planets("tiers", number)[0].area_count(Habitat("G")) for number in (0, 1)]
    assert areas[1] == areas[0] + 1
    assert [tier_points(base_set(), Habitat("G"), count) for count in areas] == [2, 4]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_told_of_a_planet_is_counted_on_it(lang: str) -> None:
    page = rulebook.rules_page(texts_in(lang))
    figures = {part.key: part.figure for chapter in page.chapters for part in chapter.parts if part.figure}
    assert set(figures) == set(positions())
    told = [one.notes[0] for one in figures["carry_over"].frames[1].planets]
    assert ["4" in told[0], "6" in told[1]] == [True, True]
    chosen = {
        name: [[one.is_chosen for one in shown.planets] for shown in figure.frames]
        for name, figure in figures.items()
        if len(figure.frames[0].planets) == 2
    }
    assert chosen == {
        "most": [[True, False]],
        "tie": [[False, False]],
        "carry_over": [[False, False], [False, True]],
        "last_round": [[False, False], [False, False], [True, False]],
    }
    for figure in figures.values():
        for shown in figure.frames:
            for one in shown.planets:
                assert len(one.areas) == 60
                assert one.label
                assert one.drawing.startswith("<path")


# --- what is shown without planets ------------------------------------------------------------------------


def test_piles_of_leftovers_are_those_of_a_game() -> None:
    state = new_game(base_set(), dealt(1, 4))
    for over in range(1, 10):
        while state.round == over:
            assert state.due is not None
            state, _ = apply_move(state, state.due, next(iter(state.legal_placements())))
        assert [len(pile) for pile in state.leftovers] == [n for _, n in rulebook.piles_after(over, 4)]
    while state.round == 10:
        assert state.due is not None
        state, _ = apply_move(state, state.due, next(iter(state.legal_placements())))
    # Round 11 has begun with its pile on display.
    assert [(11, len(state.shown)), (12, pile_counts(state)[11])] == [*rulebook.piles_after(10, 4)]


def test_mystery_animals_are_turned_up_as_in_a_game() -> None:
    texts = texts_in("en")
    state = new_game(base_set(), dealt(1, 4, ("mystery",)))
    for number, over in enumerate(rulebook.MYSTERY_AFTER, 1):
        while state.round == over:
            assert state.due is not None
            state, _ = apply_move(state, state.due, next(iter(state.legal_placements())))
        known = [[card is not None for card in column] for column in visible_columns(state)[:4]]
        step = rulebook.mystery_step(texts, number, over)
        assert known == [[True, hidden is not None] for _, _, hidden in step.columns]


def test_figures_are_keyed_by_parts() -> None:
    assert {*positions(), "mystery", "leftovers"} <= {key_of(part) for part in IDS}
    assert all(len(areas_of(one)) == 60 for name, number in FRAMES for one in frame(name, number))
