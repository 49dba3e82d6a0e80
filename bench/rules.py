"""How fast the rules are, on one core: `scripts/bench rules`.

Three kinds of work, each beside the same work in plain sets and loops (bench/plain_rules.py), alternated in
one run because machines are noisy; then whole random games beside python-chess's random games, in moves a
second; then the time in which a finished game is folded from its log.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import chess

from app.bots.bitboard import faces_of
from app.bots.situation import Situation, situation_of
from app.rules.deal import Deal, deal_from_seed
from app.rules.game import State, apply_move, fold, new_game
from app.rules.parts import REQUIREMENTS, base_set
from app.rules.planet import Placement, claim, free_faces, planet_from_areas
from app.rules.sphere import TURNS
from app.rules.views import view
from bench.plain_rules import PlainGame, PlainPlanet, deal

ROUNDS = 7
SET = base_set()
THRESHOLDS = {str(habitat): [list(tier) for tier in tiers] for habitat, tiers in SET.thresholds.items()}
NONCES = [f"bench-nonce-{seat:04d}" for seat in range(4)]


def seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def random_placement(state: State, draw: Callable[[int], int]) -> Placement:
    """One of all legal ones, each as likely, without a list of them; `draw(n)` answers a number below n."""
    assert state.due is not None
    tiles, faces = state.display, free_faces(state.planets[state.due])
    return Placement(tiles[draw(len(tiles))], faces[draw(len(faces))], TURNS[draw(len(TURNS))])


def play_ours(dealt: Deal, dice: random.Random) -> State:
    state = new_game(SET, dealt)
    draw = dice._randbelow  # type: ignore[attr-defined]  # randrange without its checks, as for chess below
    while (seat := state.due) is not None:
        state, _ = apply_move(state, seat, random_placement(state, draw))
    return state


def play_raw(dealt: Deal, start: Situation, dice: random.Random) -> Situation:
    """The same game on the raw masks that bots play on: nothing is checked, nothing is told."""
    game = start.copy()
    game.open = list(dealt.order[:5])
    game.piles = {number: list(dealt.order[5 * number - 5 : 5 * number]) for number in range(2, 11)}
    game.due = dealt.first
    chance = dice.random
    while not game.is_over:
        faces = faces_of(game.free[game.due])
        tile = game.open[int(chance() * len(game.open))]
        game.lay(tile, faces[int(chance() * len(faces))], int(chance() * 5))
    return game


def play_plain(dealt: dict[str, Any], dice: random.Random) -> PlainGame:
    game = PlainGame(SET.tiles, THRESHOLDS, dealt, len(NONCES))
    while game.due is not None:
        game.play(*dice.choice(game.placements()))
    return game


def random_games(ours: int = 60, plain: int = 12) -> tuple[float, float]:
    """Whole four-player games a second."""
    deals = [deal_from_seed(seed(number), NONCES) for number in range(ours)]
    plain_deals = [deal(seed(number), NONCES) for number in range(plain)]
    dice = random.Random(1)
    return (
        ours / timed(lambda: [play_ours(dealt, dice) for dealt in deals]),
        plain / timed(lambda: [play_plain(dealt, dice) for dealt in plain_deals]),
    )


def raw_games(ours: int = 60, plain: int = 12) -> tuple[float, float]:
    """Whole four-player games a second, on raw masks."""
    deals = [deal_from_seed(seed(number), NONCES) for number in range(ours)]
    starts = [situation_of(view(new_game(SET, dealt), None), 0) for dealt in deals]
    plain_deals = [deal(seed(number), NONCES) for number in range(plain)]
    dice = random.Random(1)
    return (
        ours
        / timed(lambda: [play_raw(dealt, start, dice) for dealt, start in zip(deals, starts, strict=True)]),
        plain / timed(lambda: [play_plain(dealt, dice) for dealt in plain_deals]),
    )


PLAIN_PLANETS = play_plain(deal(seed(5), NONCES), random.Random(5)).planets
OUR_PLANETS = [planet_from_areas(planet.letters()) for planet in PLAIN_PLANETS]


def claims() -> tuple[float, float]:
    """Claims a second on four covered planets, all 45 requirements."""
    count = len(REQUIREMENTS) * len(OUR_PLANETS)
    return (
        20
        * count
        / timed(lambda: [claim(p, card) for _ in range(20) for p in OUR_PLANETS for card in REQUIREMENTS]),
        count / timed(lambda: [planet.claim(card) for planet in PLAIN_PLANETS for card in REQUIREMENTS]),
    )


def halfway() -> tuple[State, PlainPlanet]:
    """The due planet of a game in its seventh round, in both forms."""
    dice = random.Random(9)
    state = new_game(SET, deal_from_seed(seed(9), NONCES))
    for _ in range(24):
        assert state.due is not None
        state, _ = apply_move(state, state.due, random_placement(state, dice.randrange))
    assert state.due is not None
    letters = state.planets[state.due].areas
    plain = PlainPlanet({(n // 5, n % 5): letter for n, letter in enumerate(letters) if letter != "."})
    return state, plain


MIDGAME, PLAIN_MIDGAME = halfway()
CARDS = [card for column in MIDGAME.columns for card in column]


def score_ours() -> int:
    """Every legal placement, with its claims on the all coming animals."""
    assert MIDGAME.due is not None
    planet, count = MIDGAME.planets[MIDGAME.due], 0
    for tile, face, turn in MIDGAME.legal_placements():
        after = planet.placed(SET.tiles[tile], face, turn)
        count += 1
        for card in CARDS:
            claim(after, card)
    return count


def score_plain() -> int:
    count = 0
    for tile in MIDGAME.display:
        for face in (face for face in range(12) if PLAIN_MIDGAME.is_free(face)):
            for turn in range(5):
                after = PlainPlanet(dict(PLAIN_MIDGAME.habitat_at))
                after.lay(SET.tiles[tile], face, turn)
                count += 1
                for card in CARDS:
                    after.claim(card)
    return count


def placements() -> tuple[float, float]:
    """Legal placements scored a second."""
    count = score_ours()
    return 5 * count / timed(lambda: [score_ours() for _ in range(5)]), count / timed(score_plain)


def chess_moves(games: int = 2) -> float:
    """Moves a second in random games of chess, at most 80 moves each."""
    dice = random.Random(3)
    begun = time.perf_counter()
    made = sum(play_chess(dice) for _ in range(games))
    return made / (time.perf_counter() - begun)


def play_chess(dice: random.Random) -> int:
    board = chess.Board()
    while board.ply() < 80 and (moves := list(board.legal_moves)):
        board.push(dice.choice(moves))
    return board.ply()


def fold_milliseconds() -> float:
    state = play_ours(deal_from_seed(seed(2), NONCES), random.Random(2))
    log = [(move.seat, move.placement) for move in state.moves]
    return 1000 / 20 * timed(lambda: [fold(SET, state.deal, log) for _ in range(20)])


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def compare(name: str, measure: Callable[[], tuple[float, float]]) -> None:
    """Alternates both, and prints medians with the median of the ratios."""
    pairs = [measure() for _ in range(ROUNDS)]
    ours, plain = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(one / other for one, other in pairs)
    print(f"{name:<28} {ours:>12,.0f} /s   plain {plain:>10,.0f} /s   {ratio:>5.1f} times")


def main() -> None:
    random_games(20, 1)  # warm: the patches of all tiles are then known
    compare("whole random games", random_games)
    raw_games(20, 1)
    compare("the same on raw masks", raw_games)
    compare("claims", claims)
    compare("placements scored", placements)
    pairs = [(48 * random_games(30, 1)[0], chess_moves()) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(one / other for one, other in pairs)
    print(
        f"{'moves in random games':<28} {ours:>12,.0f} /s   chess {theirs:>10,.0f} /s   {ratio:>5.1f} times"
    )
    folds = [fold_milliseconds() for _ in range(ROUNDS)]
    print(f"{'folding 48 moves':<28} {statistics.median(folds):>12.2f} ms")


if __name__ == "__main__":
    main()
