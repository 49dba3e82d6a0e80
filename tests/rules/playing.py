"""Games for the tests: dealt from a number, played by dice, or set up card by card."""

import random
from collections.abc import Sequence

from app.rules.deal import Deal, deal_from_seed
from app.rules.game import State, apply_move, new_game
from app.rules.parts import REQUIREMENTS, Requirement, base_set
from app.rules.planet import EMPTY_PLANET, Planet, planet_from_areas
from app.rules.sphere import AREA_COUNT

ALL_VARIANTS = ((), ("beginner",), ("mystery",), ("beginner", "mystery"))


def nonces_for(players: int) -> list[str]:
    return [f"nonce-of-seat-{seat:04d}" for seat in range(players)]


def dealt(number: int, players: int = 4, variants: Sequence[str] = ()) -> Deal:
    return deal_from_seed(number.to_bytes(32, "big"), nonces_for(players), variants)


def play_on(state: State, number: int, moves: int | None = None) -> State:
    """Play `moves` random legal moves, or to the end."""
    dice = random.Random(number)
    made = 0
    while not state.is_over and made != moves:
        seat = state.due
        assert seat is not None
        state, _ = apply_move(state, seat, dice.choice(list(state.legal_placements())))
        made += 1
    return state


def game_after(number: int, moves: int | None, players: int = 4, variants: Sequence[str] = ()) -> State:
    return play_on(new_game(base_set(), dealt(number, players, variants)), number, moves)


def finished(number: int, players: int = 4, variants: Sequence[str] = ()) -> State:
    return game_after(number, None, players, variants)


def planet_with(*areas_of_each: tuple[str, Sequence[int]]) -> Planet:
    """A planet with the named habitats on the named areas; a filler covers the rest of their faces.

    Only for claims: the filler is chosen so that it is none of the habitats asked for.
    """
    filler = next(letter for letter in "OFDMG" if letter not in {habitat for habitat, _ in areas_of_each})
    letters = ["."] * AREA_COUNT
    for _, areas in areas_of_each:
        for area in areas:
            letters[area // 5 * 5 : area // 5 * 5 + 5] = [filler] * 5
    for habitat, areas in areas_of_each:
        for area in areas:
            letters[area] = habitat
    return planet_from_areas("".join(letters))


def random_planet(dice: random.Random, tiles: Sequence[str] | None = None) -> Planet:
    """Some tiles somewhere, turned somehow."""
    planet = EMPTY_PLANET
    faces = dice.sample(range(12), dice.randint(0, 12))
    for face in faces:
        letters = dice.choice(tiles or base_set().tiles)
        planet = planet.placed(letters, face, dice.randrange(5))  # type: ignore[arg-type]
    return planet


def before_the_last_move_of(
    round_number: int, cards: Sequence[Requirement], planets: Sequence[Planet]
) -> State:
    """A two- to four-player game whose round is about to end with `cards` in its column.

    The planets are given whole, so that a case can be written down without sixty moves before it.
    """
    players = len(planets)
    state = game_after(7, round_number * players - 1, players, ("beginner",))
    columns = tuple(tuple(cards) if number == round_number else () for number in range(3, 13))
    return state._replace(columns=columns, planets=tuple(planets), awards=())


def last_move(state: State) -> State:
    """The state after the first legal move."""
    seat = state.due
    assert seat is not None
    after, _ = apply_move(state, seat, next(state.legal_placements()))
    return after


def only_cards(*cards: str) -> tuple[Requirement, ...]:
    assert all(card in REQUIREMENTS for card in cards)
    return tuple(Requirement(card) for card in cards)
