"""What a bot turns over in its head is the game: its situations agree with the rules."""

from random import Random

import pytest

from app.bots.bitboard import (
    BIGGEST_CARDS,
    CARD_HABITAT,
    CARD_KIND,
    CARD_NUMBER,
    CARD_OTHER,
    areas_of,
    claim_sizes,
    regions_of,
)
from app.bots.placements import NOTHING, known_planet
from app.bots.situation import Situation, situation_of
from app.bots.win_odds import STRIDE, standing
from app.rules.game import FIRST_COLUMN, State, apply_move
from app.rules.parts import REQUIREMENTS
from app.rules.planet import claim
from app.rules.views import view
from tests.rules.playing import ALL_VARIANTS, game_after, random_planet


def seen(state: State) -> Situation:
    assert state.due is not None
    return situation_of(view(state, state.due), state.due)


def face_up(state: State) -> list[list[int]]:
    return [[CARD_NUMBER[card] for card in column] for column in state.columns]


def test_claims_are_those_of_the_rules():
    dice = Random(3)
    for _ in range(300):
        planet = random_planet(dice)
        regions = [regions_of(mask) for mask in planet.masks]
        for card, requirement in enumerate(REQUIREMENTS):
            assert tuple(claim_sizes(card, planet.masks, regions)) == claim(planet, requirement)


@pytest.mark.parametrize("moves", [0, 4, 13, 22])
def test_every_placement_stands_as_if_its_tile_lay_there(moves):
    now = seen(game_after(5, moves, 2))
    planet = known_planet(now.masks[now.due], now.regions[now.due], now.free[now.due])
    for tile in now.open:
        placements = planet.placements(now.tiles[tile])
        for card, kind in enumerate(CARD_KIND):
            habitat, other = CARD_HABITAT[card], CARD_OTHER[card]
            for (face, turn), found in zip(placements.places, placements.standings(card)[0], strict=True):
                masks, regions = now.laid(tile, face, turn)
                masks.append(NOTHING)
                space = areas_of(now.free[now.due] ^ 1 << face)
                assert found == standing(kind, regions[habitat], masks[other], space)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_played_in_the_head_ends_as_on_the_table(players):
    dice = Random(players)
    for number in range(6):
        state = game_after(number, 0, players)
        imagined = seen(state)
        order = state.deal.order
        imagined.piles = {r: list(order[5 * r - 5 : 5 * r]) for r in range(2, 11)}
        while not state.is_over:
            assert (imagined.round, imagined.due, imagined.open) == (
                state.round,
                state.due,
                list(state.display),
            )
            assert imagined.columns[FIRST_COLUMN:] == face_up(state)
            move = dice.choice(list(state.legal_placements()))
            state, _ = apply_move(state, state.due, move)
            imagined.lay(*move)
        assert imagined.is_over
        assert [imagined.masks[seat] for seat in range(players)] == [list(p.masks) for p in state.planets]
        won = [[CARD_NUMBER[a.animal] for a in state.awards if a.seat == seat] for seat in range(players)]
        assert imagined.won == won


@pytest.mark.parametrize("variants", ALL_VARIANTS)
def test_an_imagined_world_could_be_the_true_one(variants):
    for moves in range(0, 36, 5):
        state = game_after(moves, moves, 3, variants)
        imagined = seen(state).imagined(Random(moves))
        drawn = [tile for pile in imagined.piles.values() for tile in pile]
        laid = {move.placement.tile for move in state.moves}
        assert len(set(drawn)) == len(drawn) == 5 * max(0, 10 - state.round)
        assert not laid & set(drawn)
        assert not set(drawn) & set(state.shown)
        cards = [card for column in imagined.columns for card in column]
        assert None not in cards
        assert len(set(cards)) == len(cards) == sum(map(len, state.columns))


def test_a_copy_goes_its_own_way():
    now = seen(game_after(5, 7, 2))
    before = repr(now)
    twin = now.imagined(Random(1))
    while not twin.is_over:
        twin.lay(twin.open[0], twin.free[twin.due].bit_length() - 1, 0)
    assert repr(now) == before


def test_a_card_without_neighbours_counts_the_biggest_region():
    now = seen(game_after(5, 22, 2))
    planet = known_planet(now.masks[now.due], now.regions[now.due], now.free[now.due])
    for habitat, card in enumerate(BIGGEST_CARDS):
        largest = now.regions[now.due][habitat][0][0]
        assert planet.standing(card) // STRIDE == largest
        assert all(
            at // STRIDE >= largest for at in planet.placements(now.tiles[now.open[0]]).standings(card)[0]
        )
