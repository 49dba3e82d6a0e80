"""Writes what the browser's rules must agree with: planets with all claims, awards, games, deals, records.

`python -m tests.js.vectors FOLDER` makes five files, anew for each test run; they are not kept in git.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from app.rules.deal import Seat, commitment, deal_from_seed
from app.rules.errors import MalformedJson
from app.rules.forks import COMINGS, Fork, Seal, deal_of
from app.rules.game import State, apply_move, new_game
from app.rules.parts import REQUIREMENTS, base_set
from app.rules.planet import EMPTY_PLANET, Planet, claim
from app.rules.record import Player, Record, Takeover, parse_record, verify
from app.rules.scoring import winner_of
from app.rules.sphere import Face, Turn
from app.rules.strict_json import parse_json
from app.rules.views import View, move_view, view

PLANETS, TABLES = 2400, 600
RECORDS, CHANGES, EVENTS, PASTS = 504, 2400, 48, 12
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


def record_vectors(chance: Random) -> dict[str, Any]:
    """Records of all kinds, and what the verifier says where one thing in one of them is another."""
    records = [random_record(chance, number) for number in range(RECORDS)]
    assert not any(verify(record) for record in records)
    fields = list(paths_in(records[FULL]))
    changes = [changed_at(chance, records, FULL, path) for path in fields]
    changes += [change_of(chance, records) for _ in range(CHANGES)]
    texts = [judged(text) for text in odd_texts(records[0])]
    texts += [judged(json.dumps({**records[FULL], "rules": rules})) for rules in (1, 2, "2", None)]
    seen = [followed(record) for record in records[:EVENTS]]
    pasts = [past_of(chance, records, number) for number in range(PASTS)]
    return {"records": records, "changes": changes, "texts": texts, "seen": seen, "pasts": pasts}


def followed(document: dict[str, Any]) -> list[Any]:
    """What everybody saw happen after each move of a record."""
    record, seen = parse_record(document), []
    state = new_game(record.state.component_set, record.state.deal)
    for move in record.state.moves:
        state, events = apply_move(state, move.seat, move.placement)
        seen.append(move_view(move, events, "person")["then"])
    return seen


def past_of(chance: Random, records: list[dict[str, Any]], number: int) -> dict[str, Any]:
    """A record as one audience saw it then, from before the first move to after the last."""
    record = parse_record(records[number])
    audience = chance.choice([None, *(Seat(seat) for seat in range(record.state.players))])
    state = new_game(record.state.component_set, record.state.deal)
    views = [view(state, audience)]
    for move in record.state.moves:
        state, _ = apply_move(state, move.seat, move.placement)
        views.append(view(state, audience))
    return {"record": number, "seat": audience, "views": views}


def random_record(chance: Random, number: int) -> dict[str, Any]:
    """Every tenth is unfinished or abandoned, some were set up by hand, some had caretakers, takeovers,
    hints or plans, some were forks.
    """
    players, variants = chance.randint(2, 4), VARIANTS[number % len(VARIANTS)]
    seed, nonces = chance.randbytes(32), ["", *["n" * 16 + str(seat) for seat in range(1, players)]]
    moves = 12 * players if number % 10 else chance.randrange(12 * players)
    fork = random_fork(chance, players, moves) if number % 4 == 1 else None
    state = new_game(base_set(), deal_of(Seal.of(seed, nonces), fork, variants))
    for _ in range(moves):
        state, _ = random_step(chance, state)
    names = tuple(Player(f"Żółw {seat}", None if seat else "grove") for seat in range(players))
    ended = "abandoned" if number % 20 == 0 and not state.is_over else None
    marks = tuple(sorted(chance.sample(range(moves), min(moves, 3)))) if number % 3 == 0 else ()
    taken = (Takeover(moves // 2, Seat(1), "grove"),) if number % 7 == 0 else ()
    asked = tuple(move for move in range(moves) if state.moves[move].seat)[: number % 4]
    planned = tuple(move for move in asked if move not in marks) if number % 2 else ()
    seal = None if number % 5 == 4 and fork is None else Seal.of(seed, nonces)
    document: dict[str, Any] = json.loads(
        json.dumps(Record(names, state, seal, ended, marks, taken, asked, fork, planned).to_json())
    )
    return document


def random_fork(chance: Random, players: int, moves: int) -> Fork:
    """From another game, which may have been a fork itself."""
    from_on = sorted(chance.randrange(min(moves + 1, 12 * players)) for _ in range(chance.randrange(3)))
    seals = tuple((at, Seal.of(chance.randbytes(32), ["m" * 20] * players)) for at in [0, *from_on])
    last = chance.randint(0, min(moves, 12 * players - 1))
    return Fork("5d0b5b5e-0000-4000-8000-000000000001", last, chance.choice(COMINGS), seals)


def change_of(chance: Random, records: list[dict[str, Any]]) -> dict[str, Any]:
    """One value of one record said otherwise (`text` is JSON), or left out (`text` is None)."""
    number = chance.randrange(len(records))
    path: list[Any] = []
    place: Any = records[number]
    while isinstance(place, dict | list) and place and (not path or chance.random() < 0.85):
        path.append(chance.choice(list(keys_of(place))))
        place = place[path[-1]]
    return changed_at(chance, records, number, path)


def keys_of(place: Any) -> Iterable[Any]:
    return place if isinstance(place, dict) else range(len(place))


def paths_in(place: Any) -> Iterator[list[Any]]:
    """Every field of a document, and every entry of a list: the way to it."""
    for key in keys_of(place) if isinstance(place, dict | list) else ():
        yield [key]
        yield from ([key, *rest] for rest in paths_in(place[key]))


def changed_at(chance: Random, records: list[dict[str, Any]], number: int, path: list[Any]) -> dict[str, Any]:
    """What the verifier says where one field of one record is another, or missing."""
    document = json.loads(json.dumps(records[number]))
    above: Any = document
    for key in path[:-1]:
        above = above[key]
    place = above[path[-1]]
    text = None if chance.random() < 0.1 else another(chance, place)
    if text is None:
        del above[path[-1]]
        written = json.dumps(document)
    else:
        above[path[-1]] = PLACE
        written = json.dumps(document).replace(json.dumps(PLACE), text)
    return {"record": number, "path": path, "text": text, "wrong": judged(written)["wrong"]}


PLACE = "put it here"
FULL = 1  # a record with everything in it
ODD = [
    "null",
    "true",
    "-1",
    "1",
    "1.0",
    "1e0",
    "0.00001",
    "12345678901234567",
    "99",
    '""',
    '"OFDMG"',
    '"G-O"',
    "[]",
    "{}",
]


def another(chance: Random, value: Any) -> str:
    """Something else than `value`, often something near to it, as JSON."""
    near: list[Any] = []
    if type(value) is int:
        near = [value + 1, value - 1, float(value)]
    elif isinstance(value, list) and value:
        near = [value[:-1], value[::-1], [*value, value[0]], chance.sample(value, len(value))]
    elif isinstance(value, dict):
        near = [value | {"another \u2603 field": 1}]
    elif isinstance(value, str):
        near = [value[::-1], value + "a", value[1:], "\n", "Ж" * 101]
    return json.dumps(chance.choice(near)) if near and chance.random() < 0.6 else chance.choice(ODD)


def judged(text: str) -> dict[str, Any]:
    """A text and the verifier's lines about it."""
    try:
        return {"text": text, "wrong": verify(parse_json(text))}
    except MalformedJson as error:
        return {"text": text, "wrong": [error.message]}


def odd_texts(record: dict[str, Any]) -> list[str]:
    """Texts that `JSON.parse` would let through, and that have more than one meaning."""
    text = json.dumps(record)
    return [
        text[:-1] + ', "set": "another"}',
        text.replace('"set": "', '"set": "\\ud83d', 1),
        text.replace('"set": "', '"set": "\\u0000', 1),
        text.replace('"moves": [', '"moves": [1234567890123456789, ', 1),
        text.replace('"moves": [', '"moves": [1e999, ', 1),
        text.replace('"moves": [', '"moves": [NaN, ', 1),
        text.replace('"moves": [', '"moves": [' + "[" * 16 + "]" * 16 + ", ", 1),
        text + " " * 1_000_000,
        "[]",
        '"planet-record/1"',
        " \n" + text + "\t\r",
    ]


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
        ("records", record_vectors(chance)),
    ]:
        Path(folder, f"{name}.json").write_text(json.dumps(vectors, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
