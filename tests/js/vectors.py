"""Writes what the browser's rules must agree with: planets with all claims, awards, and games event by event.

`python -m tests.js.vectors FOLDER` makes four files, anew for each test run; they are not kept in git.
"""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from app.rules.deal import commitment, deal_from_seed
from app.rules.game import State, apply_move, new_game
from app.rules.parts import REQUIREMENTS, base_set
from app.rules.planet import EMPTY_PLANET, Planet, claim
from app.rules.scoring import winner_of
from app.rules.sphere import Face, Turn
from app.rules.views import View, move_view, view

PLANETS, TABLES = 2400, 600
VARIANTS: list[tuple[str, ...]] = [(), ("mystery",), ("beginner",), ("beginner", "mystery")]


def random_planet(chance: Random) -> Planet:
    planet = EMPTY_PLANET
    for face in chance.sample(range(12), chance.randint(0, 12)):
        planet = planet.place(chance.choice(base_set().tiles), Face(face), Turn(chance.randrange(5)))
    return planet


def planet_vectors(chance: Random) -> dict[str, Any]:
    planets = [random_planet(chance) for _ in range(PLANETS)]
    rows = [{"areas": p.areas, "claims": [claim(p, card) for card in REQUIREMENTS]} for p in planets]
    return {"requirements": REQUIREMENTS, "planets": rows}


def award_vectors(chance: Random) -> list[dict[str, Any]]:
    """Planets side by side with cards in two columns, and who would win each card at the end of its round."""
    tables = []
    for _ in range(TABLES):
        planets = [random_planet(chance) for _ in range(chance.randint(2, 4))]
        columns: list[list[Any]] = [[] for _ in range(10)]
        columns[4] = chance.sample(REQUIREMENTS, 4)
        columns[9] = chance.sample(REQUIREMENTS, 12)
        winners = [
            winner_of(card, [claim(planet, card) for planet in planets], number)
            for number, column in enumerate(columns, start=3)
            for card in column
        ]
        tables.append({"planets": [p.areas for p in planets], "columns": columns, "winners": winners})
    return tables


def game_vectors(chance: Random) -> list[dict[str, Any]]:
    """Games as one audience sees them: the view at the start, then each event with the view after it."""
    return [
        game_seen_by(chance, players, variants, audience)
        for players in (2, 3, 4)
        for variants in VARIANTS
        for audience in (None, chance.randrange(players))
    ]


def game_seen_by(chance: Random, players: int, variants: tuple[str, ...], audience: Any) -> dict[str, Any]:
    state = new_game(base_set(), deal_from_seed(chance.randbytes(32), [""] * players, variants))
    start, steps = view(state, audience), []
    while not state.is_over:
        state, event = random_step(chance, state)
        steps.append({"event": event, "view": view(state, audience)})
    return {"audience": audience, "start": start, "steps": steps}


def deal_vectors(chance: Random) -> list[dict[str, Any]]:
    """What a finished game's record says of its deal, for the check that browsers make."""
    return [dealt(chance, players, variants) for players in (2, 3, 4) for variants in VARIANTS]


def dealt(chance: Random, players: int, variants: tuple[str, ...]) -> dict[str, Any]:
    seed, nonces = chance.randbytes(32), ["", *[f"nonce-of-seat-number-{seat}" for seat in range(1, players)]]
    deal = deal_from_seed(seed, nonces, variants)
    seal = {"seed": seed.hex(), "commitment": commitment(seed), "nonces": nonces}
    table = {"players": [{}] * players, "variants": variants, "tiles": base_set().tiles}
    cards = {"order": deal.order, "animals": deal.animals, "objectives": deal.objectives, "first": deal.first}
    return seal | table | cards


def random_step(chance: Random, state: State) -> tuple[State, View]:
    seat = state.due
    assert seat is not None
    after, events = apply_move(state, seat, chance.choice(list(state.legal_placements())))
    return after, move_view(after.moves[-1], events, "person")


def main(folder: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    chance = Random(2018)
    for name, vectors in [
        ("planets", planet_vectors(chance)),
        ("awards", award_vectors(chance)),
        ("games", game_vectors(chance)),
        ("deals", deal_vectors(chance)),
    ]:
        Path(folder, f"{name}.json").write_text(json.dumps(vectors, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
