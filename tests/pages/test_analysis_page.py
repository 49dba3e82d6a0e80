"""The analysis on a game's page: in words and figures, for everybody, after the end only."""

import json
from uuid import UUID

import pytest

from app.analysis.game_analysis import analyse
from app.analysis.passes import Pass
from app.games.analyses import NONE_YET, KeptAnalysis
from app.pages.analyses import LEVEL_POINTS, AnalysisTeller, analysis_part
from app.texts import texts_in
from tests.pages.conftest import Parsed
from tests.pages.test_game_page import play
from tests.rules.playing import finished

QUICK = Pass("first", worlds=1, rounds_ahead=1, effort=0)
NAMES = ["Maya", "W" * 24]


@pytest.fixture
def settings(settings):
    return settings.model_copy(update={"analyses_per_hour": 100})


@pytest.fixture(scope="module")
def told():
    end = finished(4, 2)
    return end, json.loads(json.dumps(analyse(end, QUICK)))


def teller(told, lang="en", mine=0):
    return AnalysisTeller(texts_in(lang), *told, NAMES, mine)


def test_the_graph_goes_from_the_first_expectation_to_the_result(told):
    shown = teller(told)
    _end, analysis = told
    for seat, curve in enumerate(shown.shown()["curves"]):
        dots = [tuple(map(float, dot.split(","))) for dot in curve.line.split()]
        assert dots[0] == (shown.x(0), shown.y(analysis["start"][seat]))
        assert dots[-1] == (shown.x(24), shown.y(analysis["scores"][seat]))
        assert len(dots) == 1 + 24 + 11  # a step for each round that opens
        assert dots == sorted(dots, key=lambda dot: dot[0])
        assert all(0 <= at <= 100 for dot in dots for at in dot)


def test_the_graph_is_as_high_as_it_has_to_be_and_every_round_has_its_place(told):
    end, analysis = told
    shown = teller(told).shown()
    heights, names = zip(*shown["levels"], strict=True)
    assert list(names) == [str(LEVEL_POINTS * level) for level in range(len(names))]
    rows = [analysis["start"], *(row["points"] for row in analysis["plies"] + analysis["rounds"])]
    assert int(names[-2]) <= max(map(max, rows)) < int(names[-1])
    assert list(heights) == sorted(heights, reverse=True)
    middles, rounds = zip(*shown["rounds"], strict=True)
    assert list(rounds) == list(range(1, 13))
    assert middles[0] == teller(told).x(1)  # of two, the middle of a round is after the first move
    assert middles[-1] == teller(told).x(len(end.moves) - 1)


def test_the_figures_of_each_add_up(told):
    for source in teller(told).shown()["sources"]:
        start, luck, own, others, end = (float(figure.replace("−", "-")) for figure in source.figures)
        assert start + luck + own + others == pytest.approx(end, abs=0.25)


def test_every_moment_leads_to_its_address_and_has_its_words(told):
    strips = teller(told).shown()["strips"]
    assert [strip.ply for strip in strips] == list(range(25))
    assert strips[1].title.startswith("Round 1, ")
    assert all(name in strips[24].title for name in NAMES)


@pytest.mark.parametrize("lang", ["en", "pl", "ru"])
def test_a_costly_choice_says_what_was_lost_to_whom_and_why(told, lang):
    choices = teller(told, lang).shown()["costly"]
    assert 1 <= len(choices) <= 8
    for choice in choices:
        assert choice.cost.startswith("−")
        assert choice.better
        assert "{" not in choice.lost + "".join(choice.better) + choice.title + choice.rank


def test_an_animal_is_lost_by_areas_by_the_next_region_or_to_nobody(told):
    shown = teller(told)
    lost = {"animal": "F+G", "round": 9, "seat": 0, "by": 2}
    assert shown.lost(lost).endswith("went to Maya, ahead by 2")
    assert shown.lost({**lost, "by": 0}).endswith("went to Maya, by the next region")
    assert shown.lost({**lost, "seat": None}).endswith("nobody won it")


def test_progress_is_told_while_it_is_made():
    class Fold:
        id, state = "g", finished(4, 2)

    deep = KeptAnalysis("waiting", before=2)
    part = analysis_part(texts_in("en"), Fold, {"first": NONE_YET, "deep": deep}, NAMES, None)
    assert (part.curves, part.is_awaited, part.progress) == ((), True, "In the queue; before it: 2")
    part = analysis_part(texts_in("en"), Fold, {"deep": KeptAnalysis("working", 7)}, NAMES, None)
    assert part.progress == "Looking deeper: 7 of 24 moves"


async def test_the_page_of_a_finished_game_has_it_and_that_of_a_running_one_has_not(
    read, maya, tom, app, client
):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    running = await play(room, [maya, tom], moves=3)
    assert "analysis-part" not in (await read(f"/g/{running}")).text
    assert (await client.get(f"/parts/g/{running}/analysis")).status_code == 409
    other = await tom.make_room(seats=2)
    await other.seat(maya)
    game = await play(other, [maya, tom])
    fold = (await app.state.registry.fresh(UUID(game))).fold
    result = json.dumps(analyse(fold.state, QUICK))
    await app.state.registry.store.run(
        "UPDATE analyses SET state = 'done', result = $1::text::jsonb, made_at = now(), tries = 9", result
    )
    fragment = Parsed((await client.get(f"/parts/g/{game}/analysis")).text)
    assert len(fragment.all("rect")) == 25
    assert maya.name in fragment.words
    assert "analysis-part" in (await read(f"/g/{game}")).text
