"""Finds the deal of the first game (`app/games/first_game.py`): `scripts/bench first_deal`.

What the first game teaches has to come up in it, whoever plays it and however: the person lays the first tile
of all; the three kinds of animals come one after the other in rounds 3 to 5; a tie moves on by round 7; and
whoever follows the page's advice wins the first animal. Each candidate is played often, by somebody who heeds
half of the advice, or none, and otherwise plays as a Sapling does.

Of the first 4,000 seeds seven pass. Number 3585 was taken: there a tie moved on in all of 40 games, and the
first three animals all ask for mountains (touching desert, not touching desert, most regions), so that each
shows what is different about it.
"""

from __future__ import annotations

import argparse
import hashlib
from random import Random

from app.bots.player import WITHOUT_CLOCK
from app.games.first_game import BOT, BOTS, NONCE, VARIANTS
from app.rules.deal import Deal, deal_from_seed, thinking_seed
from app.rules.game import State, apply_move, new_game
from app.rules.parts import HABITATS, Requirement, base_set
from app.rules.planet import Placement, Planet, claim
from app.rules.scoring import Award
from app.rules.views import view

ME = 0
GAMES = 20
HEEDS = (0.5, 0.0)  # how often the person of a game follows the advice
ROUNDS = 7  # are played: by then all has come up
RACE, CLEAR = 4, 2  # what an area ahead in a race counts, and from how many on no more


def seed_of(number: int) -> bytes:
    return hashlib.sha256(f"terrahedron first game {number}".encode()).digest()


def deal_of(number: int) -> Deal:
    return deal_from_seed(seed_of(number), [NONCE, *[""] * BOTS], VARIANTS)


def is_candidate(deal: Deal) -> bool:
    """The person begins, and rounds 3 to 5 bring one animal of each kind: touching, not touching, most."""
    return deal.first == ME and [column[0][1] for column in deal.animals[:3]] == ["+", "-", "#"]


def advice(state: State) -> Placement:
    """What `static/js/guide/advice.js` shows: ahead in the next races, then a large region."""
    cards = next((column for column in state.columns if column), ())
    rivals = {card: max(most(state, seat, card) for seat in range(1, 1 + BOTS)) for card in cards}
    mine, tiles = state.planets[ME], state.component_set.tiles

    def worth(placement: Placement) -> float:
        letters = tiles[placement.tile]
        after = mine.placed(letters, placement.face, placement.turn)
        ahead = sum(min(head(claim(after, card)) - rivals[card], CLEAR) for card in cards)
        return RACE * ahead + joined(after, placement.face)

    return max(state.legal_placements(), key=worth)


def most(state: State, seat: int, card: Requirement) -> int:
    return head(claim(state.planets[seat], card))


def head(entries: tuple[int, ...]) -> int:
    return entries[0] if entries else 0


def joined(after: Planet, face: int) -> float:
    """The size of the largest region that the tile on this face has joined with what lay there before; of two
    the one to which it brings more.
    """
    own = 0b11111 << 5 * face
    regions = [region.mask for habitat in HABITATS for region in after.region_list(habitat)]
    sizes = [
        mask.bit_count() + (mask & own).bit_count() / 10 for mask in regions if mask & own and mask & ~own
    ]
    return max(sizes, default=0.0)


def game(number: int, heeds: float, chance: Random) -> State:
    """The first rounds of one game on this deal."""
    state = new_game(base_set(), deal_of(number))
    while (seat := state.due) is not None and state.round <= ROUNDS:
        if seat == ME and chance.random() < heeds:
            placement = advice(state)
        else:
            seed = chance.getrandbits(64) if seat == ME else thinking_seed(seed_of(number), len(state.moves))
            placement = WITHOUT_CLOCK[BOT].choose(view(state, seat), seat, seed=seed)
        state, _ = apply_move(state, seat, placement)
    return state


def is_tie(award: Award) -> bool:
    return award.seat is None and any(head(claim) for claim in award.claims)


def judged(number: int) -> tuple[float, float, bool]:
    """How often a tie moves on, how often somebody who heeds half of the advice wins the first animal, and
    whether somebody who heeds all of it does.
    """
    chance = Random(number)
    played = [game(number, heeds, chance) for heeds in HEEDS for _ in range(GAMES)]
    ties = sum(any(map(is_tie, state.awards)) for state in played) / len(played)
    first = [state.awards[0].seat == ME for state in played[:GAMES]]
    return ties, sum(first) / GAMES, game(number, 1.0, chance).awards[0].seat == ME


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--numbers", type=int, default=20_000, help="how many seeds are tried")
    for number in range(parser.parse_args().numbers):
        if is_candidate(deal_of(number)):
            ties, first, always = judged(number)
            if ties >= 0.9 and always:
                columns = " ".join("/".join(column) for column in deal_of(number).animals[:4])
                print(f"{number}: ties {ties:.0%}, first animal {first:.0%}; {columns}", flush=True)


if __name__ == "__main__":
    main()
