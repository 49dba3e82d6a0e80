"""Reasons: true to the table, few, and never without one."""

from typing import Any

import pytest

from app.bots.explain import explain
from app.bots.think import think
from app.bots_cli import language_of_terminal
from app.reason_words import words_of
from app.rules.game import State, apply_move
from app.rules.parts import REQUIREMENTS, base_set
from app.rules.planet import EMPTY_PLANET, Planet, claim
from app.rules.sphere import Face, Turn
from app.rules.views import view
from app.texts import capital, read_catalogue, texts_in
from tests.rules.playing import game_after

KEYS = {"takes_lead", "extends_lead", "ties", "closes_in", "objective", "reaches_tier", "denies", "grows"}


def test_every_reason_has_its_words():
    reasons = {key.split(".")[1] for key in read_catalogue("en") if key.startswith("reasons.")}
    assert reasons == KEYS


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("pl", "Las: 4 punkty za 12 pól"),
        ("ru", "Лес: 4 очка за 12 участков"),
        ("en", "Forest: 4 points for 12 areas"),
    ],
)
def test_reasons_are_told_in_the_language_of_whoever_asks(lang, words):
    reason = {"key": "reaches_tier", "args": {"habitat": "F", "areas": 12, "points": 4}}
    assert capital(words_of(texts_in(lang), reason, base_set())) == words


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Takes the tile that the comet wanted most: ocean 4, desert 1"),
        ("de", "Nimmt das Plättchen, das der Komet am liebsten hätte: 4 Ozean, 1 Wüste"),
        ("pl", "Zabiera płytkę, której najbardziej chce kometa: ocean 4, pustynia 1"),
    ],
)
def test_a_tile_is_told_by_its_habitats_the_most_first(lang, words):
    tile = next(no for no, letters in enumerate(base_set().tiles) if sorted(letters) == sorted("DOOOO"))
    reason = {"key": "denies", "args": {"tile": tile, "seat": 1}}
    assert capital(words_of(texts_in(lang), reason, base_set())) == words


def test_language_of_the_terminal_is_taken(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    told = {}
    for lang in ("pl_PL.UTF-8", "pt", "C", ""):
        monkeypatch.setenv("LANG", lang)
        told[lang] = language_of_terminal()
    assert told == {"pl_PL.UTF-8": "pl", "pt": "pt", "C": "en", "": "en"}


def planet(*laid: tuple[str, int]) -> Planet:
    world = EMPTY_PLANET
    for letters, face in laid:
        world = world.place(letters, Face(face), Turn(0))
    return world


def set_up(own: Planet, rival: Planet, card: str, tile: str, objective: str | None = None) -> dict[str, Any]:
    """The view of the last to move in round 3 of two, with one card in the race and a tile that matters."""
    state = game_after(7, 5, 2, () if objective else ("beginner",))
    assert state.due is not None
    seen: dict[str, Any] = dict(view(state, state.due))
    planets = [own.areas, rival.areas] if state.due == 0 else [rival.areas, own.areas]
    tiles = [tile, *seen["tiles"][1:]]
    setting = {"planets": planets, "tiles": tiles, "columns": [[card], *[[] for _ in range(9)]]}
    return {
        **seen,
        **setting,
        "display": [0, 1, 2, 3, 4],
        "taken": [None, 1 - state.due, None, None, None],
        "objective": objective,
    }


def reasons(seen: dict[str, Any], face: int = 1) -> dict[str, dict[str, Any]]:
    told = explain(seen, seen["due"], (0, face, 0))
    assert 1 <= len(told) <= 3
    assert {reason["key"] for reason in told} <= KEYS
    return {reason["key"]: reason["args"] for reason in told}


def test_taking_the_lead_is_told_with_both_numbers():
    state = set_up(planet(("OOFFM", 0)), planet(("OOODD", 0)), "O-G", "OOOOO")
    assert reasons(state)["takes_lead"] == {"animal": "O-G", "claim": 7, "rival": 3, "round": 3}


def test_drawing_level_is_told():
    state = set_up(planet(("OOFFM", 0)), planet(("DFDFD", 0)), "F#", "DDFDD")
    assert reasons(state, face=11)["ties"] == {"animal": "F#", "claim": 2, "round": 3}


def test_reaching_a_tier_is_told():
    forest = planet(("FFFFF", 0), ("FFFFF", 1), ("FFFOO", 2))
    seen = set_up(forest, EMPTY_PLANET, "D#", "FFOOO", objective="F")
    seen["thresholds"] = {**seen["thresholds"], "F": [[14, 2], [17, 4]]}
    assert reasons(seen, face=7)["reaches_tier"] == {"habitat": "F", "areas": 15, "points": 2}
    seen["thresholds"]["F"] = [[11, 2], [17, 4]]
    told = reasons(seen, face=7)
    assert told["objective"] == {"habitat": "F", "areas": 15, "least": 17, "points": 4}


def test_a_move_that_wins_nothing_still_has_a_reason():
    state = set_up(planet(("OOFFM", 0)), EMPTY_PLANET, "D+M", "OOGGG")
    told = reasons(state)
    assert set(told) <= {"grows", "denies"}


@pytest.mark.parametrize(("level", "variants"), [("sapling", ()), ("grove", ("mystery",)), ("gaia", ())])
def test_reasons_are_true_in_whole_games(level, variants):
    state = game_after(11, 0, 3, variants)
    while not state.is_over:
        seat = state.due
        thought = think(level, view(state, seat), seat, 5, 0.001)
        move = (thought["tile"], thought["face"], thought["turn"])
        after, _ = apply_move(state, seat, move)
        assert 1 <= len(thought["reasons"]) <= 3
        for reason in thought["reasons"]:
            assert reason["key"] in KEYS
            check(reason["args"], state, after, seat)
        state = after


def check(args: dict[str, Any], state: State, after: State, seat: int) -> None:
    if "claim" in args:
        assert args["animal"] in REQUIREMENTS
        assert args["claim"] == claim(after.planets[seat], args["animal"])[0]
    if "areas" in args:
        assert state.deal.objectives is not None
        assert args["habitat"] == state.deal.objectives[seat]
        assert args["areas"] == after.planets[seat].area_count(args["habitat"])
    if "tile" in args:
        assert args["tile"] in state.display
        assert args["seat"] == (seat + 1) % state.players
    if "size" in args:
        assert args["size"] == after.planets[seat].region_list(args["habitat"])[0].size
