"""How well the bots foretell who will win an animal: `scripts/bench odds`.

Groves play whole games. At the end of every round each face-up animal is foretold, with a chance for every
seat, and held against who won it in the end. Reported is the mean of -ln(the winner's chance), 0 for a seer
and ln(seats) for one who knows nothing: for the odds by which placements are judged ("judged") and for
those by which imagined games are counted ("learnt", `scripts/bench learn`).

    scripts/bench odds                     200 games each at 2, 3 and 4 seats
    scripts/bench odds --games 1000 --from 5000
"""

import argparse
from math import log
from statistics import mean

from app.bots.bitboard import CARD_KIND, CARD_NUMBER
from app.bots.final_points import shares
from app.bots.judgement import NEVER_NONE, planet_of
from app.bots.match import Contestant, moments
from app.bots.placements import KnownPlanet
from app.bots.situation import Situation, situation_of
from app.bots.win_odds import PLACEMENT_ODDS, odds_table
from app.rules.game import State
from app.rules.parts import HABITAT_NUMBER
from app.rules.views import view

KINDS = ("judged", "learnt")


def game(players: int, deal: int) -> tuple[list[Situation], State]:
    """What there was to see at the end of every round, and how the game ended."""
    states = [state for state, _ in moments([Contestant("grove")] * players, deal)]
    rounds = [state for state in states[players - 1 : -1 : players] if state.due is not None]
    return [situation_of(view(state, state.due), state.due or 0) for state in rounds], states[-1]


def surprises(players: int, deal: int) -> list[tuple[float, ...]]:
    """-ln(the winner's chance) for every animal foretold, one number for each kind of odds."""
    seen, last = game(players, deal)
    won = {CARD_NUMBER[award.animal]: award.seat for award in last.awards if award.seat is not None}
    objectives = [HABITAT_NUMBER[score.objective or ""] for score in last.scores]
    told = []
    for now in seen:
        planets = [planet_of(now, seat) for seat in range(players)]
        for card, away in now.coming():
            if card in won:
                judged = judged_shares(planets, card, away + 1)
                chances = [judged, shares(planets, objectives, card, away + 1)]
                told.append(tuple(-log(max(chance[won[card]], 1e-9)) for chance in chances))
    return told


def judged_shares(planets: list[KnownPlanet], card: int, tiles_left: int) -> list[float]:
    table = odds_table(PLACEMENT_ODDS, CARD_KIND[card], tiles_left, tiles_left)
    odds = [table[planet.standing(card)] for planet in planets]
    return [own / (sum(odds) + NEVER_NONE) for own in odds]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, help="at each number of seats")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first deal's number")
    arguments = parser.parse_args()
    for players in (2, 3, 4):
        deals = range(arguments.first, arguments.first + arguments.games)
        told = [surprise for deal in deals for surprise in surprises(players, deal)]
        means = ", ".join(
            f"{name} {mean(row):.3f}" for name, row in zip(KINDS, zip(*told, strict=True), strict=True)
        )
        print(
            f"{players} seats, {len(told)} animals foretold: {means}; knowing nothing {log(players):.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
