"""app/rules against the same rules written a second time, in plain sets and loops (bench/plain_rules.py)."""

import json
from random import Random

import pytest

from app.rules.deal import deal_from_seed
from app.rules.game import State, apply_move, new_game
from app.rules.parts import HABITATS, REQUIREMENTS, Requirement, TileNo, base_set
from app.rules.planet import EMPTY_PLANET, Placement, Planet, claim
from app.rules.scoring import winner_of
from app.rules.sphere import Face, Turn
from bench.plain_rules import PlainGame, PlainPlanet, all_requirements, award, deal

VARIANTS = [(), ("mystery",), ("beginner",), ("beginner", "mystery")]
TABLES = [(players, variants) for players in (2, 3, 4) for variants in VARIANTS]


def random_planets(chance: Random) -> tuple[Planet, PlainPlanet]:
    """The same placements on both kinds of planet; any number of faces may stay free."""
    planet, plain = EMPTY_PLANET, PlainPlanet()
    for face in chance.sample(range(12), chance.randint(0, 12)):
        letters, turn = chance.choice(base_set().tiles), chance.randrange(5)
        planet = planet.place(letters, Face(face), Turn(turn))
        plain.lay(letters, face, turn)
    return planet, plain


def test_requirements_stand_in_the_same_order():
    assert all_requirements() == list(REQUIREMENTS)


def test_planets_have_the_same_regions_and_claims():
    chance = Random(1)
    for _ in range(3000):
        planet, plain = random_planets(chance)
        assert planet.areas == plain.letters()
        for habitat in HABITATS:
            found = [(region.size, sorted(region.touches)) for region in planet.region_list(habitat)]
            assert sorted(found) == sorted(plain_regions(plain, habitat))
        for requirement in REQUIREMENTS:
            assert list(claim(planet, requirement)) == plain.claim(requirement)


def plain_regions(plain: PlainPlanet, habitat: str) -> list[tuple[int, list[str]]]:
    return [(len(region), sorted(plain.touched(region))) for region in plain.regions(habitat)]


def test_cards_go_to_the_same_planet():
    chance = Random(2)
    for _ in range(20_000):
        card = Requirement(chance.choice(REQUIREMENTS))
        claims = [random_claim(chance, card) for _ in range(chance.randint(2, 4))]
        for round_number in (7, 12):
            winner = winner_of(card, [tuple(sizes) for sizes in claims], round_number)
            assert winner == award(card, claims, round_number == 12)


def random_claim(chance: Random, card: str) -> list[int]:
    """Few different numbers, so that ties are common."""
    if card[1] == "#":
        return [chance.randint(0, 2)]
    return sorted((chance.randint(1, 2) for _ in range(chance.randint(0, 4))), reverse=True)


@pytest.mark.parametrize(("players", "variants"), TABLES)
def test_games_are_the_same_to_the_last_point(players, variants):
    chance = Random(f"{players} {variants}")
    for _ in range(20):
        seed, nonces = (
            chance.randbytes(32),
            [f"nonce-of-sixteen-{chance.randrange(100)}" for _ in range(players)],
        )
        state = new_game(base_set(), deal_from_seed(seed, nonces, variants))
        dealt = deal(seed, nonces, variants)
        plain = PlainGame(base_set().tiles, base_set().thresholds, dealt, players)
        while not state.is_over:
            assert [tuple(placement) for placement in state.legal_placements()] == plain.placements()
            state = move_both(state, plain, chance)
            assert_same(state, plain)
        assert [score.to_json() for score in state.scores] == plain.scores
        assert list(state.winners or ()) == plain.winners


def move_both(state: State, plain: PlainGame, chance: Random) -> State:
    tile, face, turn = chance.choice(plain.placements())
    assert state.due is not None
    assert state.due == plain.due
    state, _ = apply_move(state, state.due, Placement(TileNo(tile), Face(face), Turn(turn)))
    plain.play(tile, face, turn)
    return state


def assert_same(state: State, plain: PlainGame) -> None:
    assert [planet.areas for planet in state.planets] == [planet.letters() for planet in plain.planets]
    assert json.loads(json.dumps([entry.to_json() for entry in state.awards])) == plain.awards
    if not state.is_over:
        assert (state.round, list(state.display)) == (plain.round, plain.display)
        assert [list(pile) for pile in state.leftovers] == leftovers_of(plain)
        assert [list(column) for column in state.columns] == columns_of(plain)


def leftovers_of(plain: PlainGame) -> list[list[int]]:
    return [[] if plain.round >= number else plain.piles[number - 1] for number in (11, 12)]


def columns_of(plain: PlainGame) -> list[list[str]]:
    return [[] if plain.round > number else plain.columns[number] for number in range(3, 13)]
