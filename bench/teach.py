"""Teaches those who think on how to judge at first sight, from what was found so: `scripts/bench teach`.

Out of games of two between bots decisions are taken; the most promising placements of each, and some others,
are played on in the same imagined games. The numbers of `app/bots/taught_odds.json` are then fitted by
gradient descent, from the hand-made odds on, until these placements differ at first sight as they did in the
imagined games. Decisions can be kept: looked at with numbers that were fitted before, they teach more.

    scripts/bench teach --games 150 --keep build/decisions     adds decisions to the file, learns from all
    scripts/bench teach --games 0 --keep build/decisions       learns from those that are there
    scripts/bench teach --games 3 --dry                        a try that writes nothing
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, partial
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from app.bots.attention import judged_placements, left_by
from app.bots.bitboard import CARD_HABITAT, CARD_KIND
from app.bots.judgement import objective_worth, planet_of, rivals_of
from app.bots.levels import LEVELS
from app.bots.match import first_state
from app.bots.odds_tables import KNOTS, WeightKey, Weights, between, parts_of
from app.bots.payoffs import payoffs_without_guessing
from app.bots.player import WITHOUT_CLOCK
from app.bots.search import Search
from app.bots.situation import Situation, situation_of
from app.bots.taught import TABLES
from app.bots.win_odds import PLACEMENT_ODDS, ROOMS, STRIDE, odds_table
from app.rules.deal import Seat
from app.rules.game import apply_move
from app.rules.scoring import LAST_ROUND
from app.rules.views import view
from bench.learn import rounded

MASTER = LEVELS["gaia"]
TILES = TABLES.tiles
PROMISING, OTHERS = 20, 8  # placements that are played on
WORLDS = 12  # that each is played on in
FIRST_ROUND = 2  # in which one placement differs from another
EVERY = 3  # moves, one decision
GROVES = 0.3  # so many of the moves between; the others are Gaia's
THINKING_S = 0.03
CLOSE, LEAST_CARE = 1.5, 0.05  # what is worth so many points less than the best counts a third as much
ROUNDS, STEP = 20, 0.2
HELD_BACK = 5  # every fifth decision is for testing alone

Decision = dict[str, Any]  # the races and the placements of one moment


def decisions(deal: int) -> Iterator[Decision]:
    """Some of the decisions of one game of two."""
    dice, state = Random(deal), first_state(2, deal)
    while (seat := state.due) is not None:
        seen = view(state, seat)
        if FIRST_ROUND <= state.round < LAST_ROUND and dice.randrange(EVERY) == 0:
            yield looked_at(situation_of(seen, seat), dice)
        level = "grove" if dice.random() < GROVES else MASTER.name
        move = WITHOUT_CLOCK[level].choose(seen, seat, seed=dice.getrandbits(60), budget_s=THINKING_S)
        state, _ = apply_move(state, Seat(seat), move)


def looked_at(now: Situation, dice: Random) -> Decision:
    """A race is its kind of card, its rounds until the award, what it pays, and the rivals' standings with
    the tiles that they have to come; a placement what it is worth beside the races, its standing in each, and
    what came of it.
    """
    judged = sorted(judged_placements(now, MASTER, dice), reverse=True)
    tried, rest = judged[:PROMISING], judged[PROMISING:]
    tried += dice.sample(rest, min(OTHERS, len(rest)))
    worths = Search(now, tried, dice, lambda: False).means(WORLDS)
    left = left_by(now, MASTER.estimates) if now.still_to_move else {}
    rivals, payoffs = rivals_of(now, now.due), payoffs_without_guessing(now)
    races = []
    for card, away in now.coming():
        theirs = [(planet.standing(card), away + is_still_to_move) for planet, is_still_to_move in rivals]
        races.append((CARD_KIND[card], away, payoffs[CARD_HABITAT[card]], theirs))
    placements = []
    for (_, tile, *place), worth in zip(tried, worths, strict=True):
        letters = now.tiles[tile]
        lying = planet_of(now, now.due).placements(letters)
        at = lying.places.index((place[0], place[1]))
        standings = [lying.standings(card)[0][at] for card, _ in now.coming()]
        beside = objective_worth(now, now.due, now.objective, letters) - MASTER.denial * left.get(tile, 0.0)
        placements.append((beside, standings, worth))
    return {"races": races, "placements": placements}


class Numbers:
    """What is fitted: the parts of each standing's odds, and how much an animal counts by its rounds."""

    def __init__(self) -> None:
        self.values = dict(hand_made())
        self._moved = dict.fromkeys(self.values, 1.0)
        self._odds: dict[tuple[int, int, int], float] = {}

    def odds(self, kind: int, tiles_left: int, standing: int) -> float:
        key = kind, tiles_left, standing
        if key not in self._odds:
            self._odds[key] = exp(min(30.0, self._sum(odds_numbers(*key))))
        return self._odds[key]

    def weight(self, rounds: int) -> float:
        return exp(self._sum(round_numbers(rounds)))

    def move(self, slopes: dict[WeightKey, float]) -> None:
        """Against the slopes, each the less the more it has moved before."""
        for number, slope in slopes.items():
            self._moved[number] += slope * slope
            self.values[number] -= STEP * slope / sqrt(self._moved[number])
        self._odds.clear()

    def _sum(self, numbers: Sequence[tuple[WeightKey, float]]) -> float:
        return sum(self.values[number] * share for number, share in numbers)


@cache
def odds_numbers(kind: int, tiles_left: int, standing: int) -> tuple[tuple[WeightKey, float], ...]:
    """The numbers that a planet's odds are made of, and how much each counts."""
    return TABLES.numbers(kind, tiles_left, parts_of(kind, standing))


@cache
def round_numbers(rounds: int) -> tuple[tuple[WeightKey, float], ...]:
    """Of these the knot alone counts."""
    return tuple((("by_rounds", 0, 0, knot), share) for knot, share in between(TILES, rounds))


def hand_made() -> Iterator[tuple[WeightKey, float]]:
    """The numbers that come near the hand-made odds: what one has more of, the others being small."""
    for kind in range(3):
        for at, tiles in enumerate(TILES):
            odds = partial(hand_made_odds, kind, tiles)
            rows = {
                "claim": [odds(claim) for claim in KNOTS["claim"]],
                "beyond": [odds(2, beyond) - odds(2) for beyond in KNOTS["beyond"]],
                "room": [odds(4, 0, room) - odds(4) for room in KNOTS["room"]],
            }
            for part, row in rows.items():
                yield from (((part, kind, at, knot), value) for knot, value in enumerate(row))
    yield from ((("by_rounds", 0, 0, knot), 0.0) for knot in range(len(TILES)))


def hand_made_odds(kind: int, tiles: int, claim: int, beyond: int = 0, room: int = 0) -> float:
    """Their logarithm."""
    table = odds_table(PLACEMENT_ODDS, kind, min(tiles, LAST_ROUND - 1), tiles)
    return max(-8.0, log(table[claim * STRIDE + (claim + beyond) * ROOMS + room]))


class FirstSight(NamedTuple):
    """One decision by some numbers: what each placement is worth, and the chance in each race of each."""

    worths: list[float]
    chances: list[list[float]]


def judged_by(numbers: Numbers, decision: Decision) -> FirstSight:
    rivals = [
        sum(numbers.odds(kind, tiles, standing) for standing, tiles in theirs)
        for kind, _, _, theirs in decision["races"]
    ]
    pays = [payoff * numbers.weight(rounds) for _, rounds, payoff, _ in decision["races"]]
    worths, chances = [], []
    for beside, standings, _ in decision["placements"]:
        own = [
            numbers.odds(race[0], race[1], standing)
            for race, standing in zip(decision["races"], standings, strict=True)
        ]
        row = [odds / (odds + others) for odds, others in zip(own, rivals, strict=True)]
        worths.append(beside + sum(pay * chance for pay, chance in zip(pays, row, strict=True)))
        chances.append(row)
    return FirstSight(worths, chances)


def errors(worths: Sequence[float], decision: Decision) -> list[float]:
    """By how much each placement is thought too well of, beside the others."""
    found = [worth for _, _, worth in decision["placements"]]
    return [(one - mean(worths)) - (other - mean(found)) for one, other in zip(worths, found, strict=True)]


def slopes_of(numbers: Numbers, decision: Decision) -> dict[WeightKey, float]:
    """Of the squares of the errors, those of the best placements counting most."""
    worths, chances = judged_by(numbers, decision)
    best = max(worth for _, _, worth in decision["placements"])
    cares = [LEAST_CARE + exp((worth - best) / CLOSE) for _, _, worth in decision["placements"]]
    each = [care * error for care, error in zip(cares, errors(worths, decision), strict=True)]
    each = [one - mean(each) for one in each]
    slopes: dict[WeightKey, float] = defaultdict(float)
    for at, (kind, rounds, payoff, theirs) in enumerate(decision["races"]):
        pay, all_rivals, weight = payoff * numbers.weight(rounds), 0.0, 0.0
        by_standing: dict[int, float] = defaultdict(float)
        for slope, row, (_, standings, _) in zip(each, chances, decision["placements"], strict=True):
            steepness = slope * pay * row[at] * (1 - row[at])
            by_standing[standings[at]] += steepness
            all_rivals -= steepness
            weight += slope * pay * row[at]
        odds = [numbers.odds(kind, tiles, standing) for standing, tiles in theirs]
        moves = [((kind, rounds, standing), slope) for standing, slope in by_standing.items()]
        for (standing, tiles), own in zip(theirs, odds, strict=True):
            moves.append(((kind, tiles, standing), all_rivals * own / sum(odds)))
        for place, slope in moves:
            for number, share in odds_numbers(*place):
                slopes[number] += slope * share
        for number, share in round_numbers(rounds):
            slopes[number] += weight * share
    return slopes


def fitted(known: list[Decision]) -> Numbers:
    numbers, dice = Numbers(), Random(1)
    for _ in range(ROUNDS):
        dice.shuffle(known)
        for decision in known:
            numbers.move(slopes_of(numbers, decision))
    return numbers


def report(numbers: Numbers, told: list[Decision]) -> str:
    """How much of what placements differ in is seen at first sight, and what the first choice then loses."""
    missed = whole = lost = 0.0
    for decision in told:
        worths = judged_by(numbers, decision).worths
        found = [worth for _, _, worth in decision["placements"]]
        missed += sum(error * error for error in errors(worths, decision))
        whole += sum((worth - mean(found)) ** 2 for worth in found)
        lost += max(found) - found[worths.index(max(worths))]
    return f"{1 - missed / whole:.1%} seen, first choice loses {lost / len(told):.3f} points"


def written(numbers: Numbers) -> Weights:
    """As the file has it."""
    weights = [round(numbers.values["by_rounds", 0, 0, knot], 2) for knot in range(len(TILES))]
    return rounded(TABLES, numbers.values, ("claim", "beyond", "room")) | {"by_rounds": weights}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=150, help="that decisions are taken from")
    parser.add_argument("--from", type=int, default=700_000, dest="first", help="the first deal's number")
    parser.add_argument("--keep", type=Path, help="a file of decisions, read first and added to")
    parser.add_argument("--dry", action="store_true", help="write no numbers")
    chosen = parser.parse_args()
    known: list[Decision] = []
    if chosen.keep and chosen.keep.exists():
        known += map(json.loads, chosen.keep.read_text().splitlines())
    for deal in range(chosen.first, chosen.first + chosen.games):
        new = list(decisions(deal))
        known += new
        if chosen.keep:
            with chosen.keep.open("a") as file:
                file.writelines(json.dumps(one) + "\n" for one in new)
    held = known[::HELD_BACK]
    taught_by = [one for at, one in enumerate(known) if at % HELD_BACK]
    numbers = fitted(taught_by[:])
    for name, told in (("learnt from", taught_by), ("others", held)):
        print(f"{name}: {len(told)} decisions; before {report(Numbers(), told)}; now {report(numbers, told)}")
    if not chosen.dry:
        TABLES.path.write_text(json.dumps(written(numbers)) + "\n")


if __name__ == "__main__":
    main()
