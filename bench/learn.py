"""Learns who will win an animal, from games between Groves: `scripts/bench learn`.

At the end of every round each face-up animal is an example: how each planet stands in its race, whose
objective it is, how many tiles are still to be laid, and who won it in the end. The tables of
`app/bots/learnt_odds.py` are fitted to make the winners likely (the mean of -ln(the winner's chance) small),
by gradient descent, one example after the other; then they are written to `app/bots/learnt_odds.json`.

    scripts/bench learn                      1,600 games
    scripts/bench learn --games 50 --dry     a try that writes nothing
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp, log, sqrt
from random import Random

from app.bots.bitboard import CARD_HABITAT, CARD_KIND, CARD_NUMBER
from app.bots.judgement import planet_of
from app.bots.learnt_odds import LEARNT
from app.bots.odds_tables import KNOTS, OddsTables, WeightKey, Weights, parts_of
from app.rules.parts import HABITAT_NUMBER
from bench.odds import game

KINDS = range(3)
TILES = LEARNT.tiles
SLOPES = {"claim": 1.0, "beyond": 0.0, "room": 0.1, "own_habitat": 0.2}  # what it begins with
STEP = 0.15
ROUNDS = 4
HELD_BACK = 10  # every tenth game is for testing alone

Features = Sequence[tuple[WeightKey, float]]
Example = tuple[list[Features], int]  # a planet each, and the winner


def examples(players: int, deal: int) -> Iterator[Example]:
    seen, last = game(players, deal)
    won = {CARD_NUMBER[award.animal]: award.seat for award in last.awards if award.seat is not None}
    objectives = [HABITAT_NUMBER[score.objective or ""] for score in last.scores]
    for now in seen:
        planets = [planet_of(now, seat) for seat in range(players)]
        for card, away in now.coming():
            if card in won:
                is_keen = [objective == CARD_HABITAT[card] for objective in objectives]
                standings = [planet.standing(card) for planet in planets]
                pairs = zip(standings, is_keen, strict=True)
                yield [features(CARD_KIND[card], away + 1, *each) for each in pairs], won[card]


def features(kind: int, tiles_left: int, standing: int, is_keen: bool) -> Features:
    """The numbers that a planet's odds are made of, and how much each counts."""
    return LEARNT.numbers(kind, tiles_left, parts_of(kind, standing) | {"own_habitat": int(is_keen)})


def chances(weights: dict[WeightKey, float], planets: list[Features]) -> list[float]:
    sums = [sum(weights[part] * share for part, share in planet) for planet in planets]
    odds = [exp(each - max(sums)) for each in sums]
    return [own / sum(odds) for own in odds]


def fitted(known: list[Example]) -> dict[WeightKey, float]:
    """Each number moves by what it got wrong, the less the more it has moved before."""
    weights = {part: SLOPES[part[0]] * KNOTS[part[0]][part[3]] for part in all_parts()}
    moved = dict.fromkeys(weights, 1.0)
    dice = Random(1)
    for _ in range(ROUNDS):
        dice.shuffle(known)
        for planets, winner in known:
            for seat, chance in enumerate(chances(weights, planets)):
                wrong = (seat == winner) - chance
                for part, share in planets[seat]:
                    slope = wrong * share
                    moved[part] += slope * slope
                    weights[part] += STEP * slope / sqrt(moved[part])
    return weights


def all_parts() -> Iterator[WeightKey]:
    for part, knots in KNOTS.items():
        for kind in KINDS:
            for at in range(len(TILES)):
                yield from ((part, kind, at, knot) for knot in range(len(knots)))


def surprise(weights: dict[WeightKey, float], told: list[Example]) -> float:
    each = [-log(max(chances(weights, planets)[winner], 1e-9)) for planets, winner in told]
    return sum(each) / len(each)


def rounded(tables: OddsTables, values: Mapping[WeightKey, float], parts: Iterable[str]) -> Weights:
    """As a file of such tables has these parts."""
    return {
        part: [
            [
                [round(values[part, kind, at, knot], 2) for knot in range(len(KNOTS[part]))]
                for at in range(len(tables.tiles))
            ]
            for kind in KINDS
        ]
        for part in parts
    }


def written(weights: dict[WeightKey, float]) -> Weights:
    """As the file has it. More of a claim is never worth less: where there were no examples, as much; and
    what counts of an objective is what having it adds.
    """
    tables = rounded(LEARNT, weights, KNOTS)
    for kinds in tables["claim"]:
        for row in kinds:
            row[:] = [max(row[: knot + 1]) for knot in range(len(row))]
    for kinds in tables["own_habitat"]:
        for row in kinds:
            row[:] = [0.0, round(row[1] - row[0], 2)]
    return tables


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=800, help="of two; half as many of three, and of four")
    parser.add_argument("--from", type=int, default=100_000, dest="first", help="the first deal's number")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    chosen = parser.parse_args()
    known: list[Example] = []
    held: dict[int, list[Example]] = {2: [], 3: [], 4: []}
    for players, games in ((2, chosen.games), (3, chosen.games // 2), (4, chosen.games // 2)):
        for deal in range(chosen.first, chosen.first + games):
            (held[players] if deal % HELD_BACK == 0 else known).extend(examples(players, deal))
    weights = fitted(known)
    print(f"learnt from {len(known)} animals: {surprise(weights, known):.3f}")
    for players, told in held.items():
        print(f"{players} seats, {len(told)} others: {surprise(weights, told):.3f}")
    if not chosen.dry:
        LEARNT.path.write_text(json.dumps(written(weights)) + "\n")


if __name__ == "__main__":
    main()
