"""A whole game on paper: `planet-record/1`, written, read, completed and verified.

`docs/record.md` describes the format. Setup and moves are the record; awards, scores and winners follow
from them, so reading always recomputes them and refuses a record that says otherwise.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .deal import SEED_BYTES, Deal, Seat, is_nonce
from .errors import IllegalMove, MalformedDeal, MalformedRecord, RecordDisagrees
from .forks import COMINGS, MOST_SEALS, Fork, Seal, deal_of
from .game import State, apply_move, new_game
from .parts import (
    HABITATS,
    TILE_COUNT,
    ComponentSet,
    Habitat,
    Requirement,
    TileNo,
    base_set,
    read_requirement,
    read_thresholds,
    read_tiles,
)
from .planet import Placement
from .reading import Reader
from .scoring import LAST_ROUND
from .sphere import Face, Turn
from .variants import VARIANTS, chosen, column_sizes, has_objectives
from .versions import FIRST_RULES, KNOWN_RULES, RULES_VERSION
from .views import visible_record_fields

FORMAT = "planet-record/1"
ABANDONED = "abandoned"
DERIVED = ("awards", "scores", "winners")

_SETUP = ("format", "set", "tiles", "thresholds", "players", "variants", "moves")
_SEAL = ("seed", "commitment", "nonces")
_DEALT = ("first", "order", "animals", "objectives")
_LONGEST_NAME = 100
_MOST_RULES = 9999


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat in a seat: a name, and the level if it was a bot."""

    name: str
    bot: str | None = None

    def to_json(self) -> dict[str, str | None]:
        return {"name": self.name, "bot": self.bot}


class Takeover(NamedTuple):
    """After so many moves a bot of this level took over a person's seat for the rest of the game."""

    moves: int
    seat: Seat
    bot: str


@dataclass(frozen=True, slots=True)
class Record:
    """Who played, the state that the moves led to, and what the deal is sealed with.

    `caretaker` names the moves (by their place in the log) that a stand-in made for somebody away,
    `takeovers` the seats that bots took over, `hints` the moves before which somebody asked for a hint,
    `planned` the moves that were made as their player had planned; `fork` says from which game it goes on, if
    from one.
    """

    players: tuple[Player, ...]
    state: State
    seal: Seal | None
    ended: str | None = None
    caretaker: tuple[int, ...] = ()
    takeovers: tuple[Takeover, ...] = ()
    hints: tuple[int, ...] = ()
    fork: Fork | None = None
    planned: tuple[int, ...] = ()

    def to_json(self) -> dict[str, object]:
        seal = dict.fromkeys(_SEAL) if self.seal is None else self.seal.to_json()
        return {**self._head(), **seal, **_without_variants(self.state.deal), **self._tail()}

    def as_seen_by(self, audience: Seat | None) -> dict[str, object]:
        """The record of a running game for one audience; secrets stand as None. A finished one is whole."""
        if self.state.is_over:
            return self.to_json()
        seal = dict.fromkeys(_SEAL) if self.seal is None else {**self.seal.to_json(), "seed": None}
        return {**self._head(), **seal, **visible_record_fields(self.state, audience), **self._tail()}

    def _head(self) -> dict[str, object]:
        component_set, rules = self.state.component_set.to_json(), self.state.deal.rules
        return {
            "format": FORMAT,
            "set": component_set["name"],
            "tiles": component_set["tiles"],
            "thresholds": component_set["thresholds"],
            "players": [player.to_json() for player in self.players],
            "variants": list(self.state.deal.variants),
            **({} if rules == FIRST_RULES else {"rules": rules}),
            **({} if self.fork is None else {"fork": self.fork.to_json()}),
        }

    def _tail(self) -> dict[str, object]:
        moves = {"moves": [move.to_json() for move in self.state.moves]}
        marks: dict[str, object] = {"caretaker": list(self.caretaker)} if self.caretaker else {}
        if self.takeovers:
            marks["takeovers"] = [list(one) for one in self.takeovers]
        if self.hints:
            marks["hints"] = list(self.hints)
        if self.planned:
            marks["planned"] = list(self.planned)
        return {**moves, **marks, **derived_fields(self.state, self.ended)}


def derived_fields(state: State, ended: str | None = None) -> dict[str, object]:
    """What follows from setup and moves: awards so far, and at the end scores and winners."""
    awards: dict[str, object] = {"awards": [award.to_json() for award in state.awards]}
    if state.is_over:
        scores = [score.to_json() for score in state.scores]
        return {**awards, "scores": scores, "winners": list(state.winners or ())}
    return awards if ended is None else {**awards, "ended": ended}


def verify(document: object) -> list[str]:
    """Every point in which a record contradicts itself or the rules; empty when it is right."""
    try:
        parse_record(document)
    except RecordDisagrees as error:
        return error.disagreements
    except MalformedRecord as error:
        return [error.message]
    return []


def complete(document: object) -> dict[str, object]:
    """Setup and moves in, the whole record out. Derived fields may be missing, but not wrong."""
    return _read(document, derived_required=False).to_json()


def parse_record(document: object) -> Record:
    """Read and verify a record; raises `MalformedRecord`, or `RecordDisagrees` with all that is wrong."""
    return _read(document, derived_required=True)


def _read(document: object, derived_required: bool) -> Record:
    fields = _known_fields(document)
    component_set = _read_set(fields)
    players = _read_players(fields["players"])
    seal = _read_seal(fields, players)
    fork = _read_fork(fields, len(players), seal)
    deal = _read_deal(fields, len(players), seal, fork)
    state = _play(component_set, deal, fields["moves"])
    ended = _read_ended(fields, state)
    caretaker, takeovers = _read_caretaker(fields, state), _read_takeovers(fields, players, state)
    hints, planned = _read_hints(fields, players, state), _read_planned(fields, players, state, caretaker)
    if fork is not None:
        fields["fork"].require(fork.moves <= len(state.moves), "goes on after moves that are not there")
    record = Record(players, state, seal, ended, caretaker, takeovers, hints, fork, planned)
    wrong = _seal_disagreements(seal, deal, fork)
    wrong += _derived_disagreements(fields, record, derived_required)
    if wrong:
        raise RecordDisagrees(wrong)
    return record


def _known_fields(document: object) -> dict[str, Reader]:
    marks = ("caretaker", "takeovers", "hints", "planned")
    optional = (*_SEAL, *_DEALT, *DERIVED, "ended", *marks, "fork", "rules")
    fields = Reader(document, "record", MalformedRecord).fields(*_SETUP, optional=optional)
    fields["format"].require(fields["format"].value == FORMAT, f"is not {FORMAT!r}")
    return fields


def _read_set(fields: Mapping[str, Reader]) -> ComponentSet:
    return ComponentSet(
        name=fields["set"].text(longest=60),
        tiles=read_tiles(fields["tiles"]),
        thresholds=read_thresholds(fields["thresholds"]),
        animals=base_set().animals,
    )


def _read_players(reader: Reader) -> tuple[Player, ...]:
    players = tuple(_read_player(item) for item in reader.items(at_most=4))
    reader.require(len(players) >= 2, "names fewer than two players")
    return players


def _read_player(reader: Reader) -> Player:
    fields = reader.fields("name", "bot")
    bot = None if fields["bot"].value is None else fields["bot"].text(longest=40)
    return Player(fields["name"].text(longest=_LONGEST_NAME), bot)


def _read_seal(fields: Mapping[str, Reader], players: Sequence[Player]) -> Seal | None:
    """Seed, commitment and nonces: all three, or none of them in a game that was set up by hand."""
    said = [name for name in _SEAL if name in fields and fields[name].value is not None]
    if not said:
        return None
    for name in _SEAL:
        if name not in said:
            raise MalformedRecord(
                f"record.{name} is missing beside {' and '.join(said)}.", path=f"record.{name}"
            )
    seed, published = (_read_hex(fields[name]) for name in ("seed", "commitment"))
    nonces = tuple(_read_nonce(item) for item in fields["nonces"].items(exactly=len(players)))
    for nonce, player in zip(nonces, players, strict=True):
        fields["nonces"].require(nonce != "" or player.bot is not None, "lacks the nonce of a person")
    return Seal(seed, published.hex(), nonces)


def _read_fork(fields: Mapping[str, Reader], players: int, seal: Seal | None) -> Fork | None:
    if "fork" not in fields:
        return None
    fork = _fork_in(fields["fork"], players)
    fields["fork"].require(seal is not None, "belongs to no game that was set up by hand")
    return fork


def _fork_in(reader: Reader, players: int) -> Fork:
    said = reader.fields("game", "moves", "coming", "seals")
    moves, coming = said["moves"].number(0, LAST_ROUND * players - 1), said["coming"]
    coming.require(coming.value in COMINGS, f"is none of {', '.join(COMINGS)}")
    seals = tuple(_read_past_seal(item, players) for item in said["seals"].items(at_most=MOST_SEALS))
    said["seals"].require(len(seals) > 0 and seals[0][0] == 0, "does not begin with what dealt the beginning")
    return Fork(said["game"].text(longest=36), moves, COMINGS[COMINGS.index(coming.value)], seals)


def fork_from_json(document: object, players: int) -> Fork:
    """What `Fork.to_json` wrote."""
    return _fork_in(Reader(document, "fork", MalformedRecord), players)


def _read_past_seal(reader: Reader, players: int) -> tuple[int, Seal]:
    """A seal that is no secret any more. Who had a nonce there is not known here."""
    fields = reader.fields("moves", *_SEAL)
    seed, published = (_read_hex(fields[name]) for name in ("seed", "commitment"))
    nonces = tuple(_read_nonce(item) for item in fields["nonces"].items(exactly=players))
    return fields["moves"].number(0, LAST_ROUND * players - 1), Seal(seed, published.hex(), nonces)


def _read_hex(reader: Reader) -> bytes:
    text = reader.text(longest=2 * SEED_BYTES)
    reader.require(
        len(text) == 2 * SEED_BYTES and all(x in "0123456789abcdef" for x in text), "is not 64 hex digits"
    )
    return bytes.fromhex(text)


def _read_nonce(reader: Reader) -> str:
    reader.require(reader.value == "" or is_nonce(reader.value), "is no nonce")
    return str(reader.value)


def _read_variants(reader: Reader) -> tuple[str, ...]:
    for item in reader.items(at_most=len(VARIANTS)):
        item.require(
            isinstance(item.value, str) and item.value in VARIANTS, f"is none of {', '.join(VARIANTS)}"
        )
    said = [str(item.value) for item in reader.items()]
    reader.require(len(set(said)) == len(said), "names a variant twice")
    return tuple(variant.name for variant in chosen(said))


def _read_deal(fields: Mapping[str, Reader], players: int, seal: Seal | None, fork: Fork | None) -> Deal:
    """The deal as written down; a record that has only its seed is dealt from that."""
    variants, rules = _read_variants(fields["variants"]), _read_rules(fields)
    if seal is not None and seal.seed is not None and not any(name in fields for name in _DEALT):
        return deal_of(seal, fork, variants, rules)
    for name in _DEALT:
        if name not in fields:
            raise MalformedRecord(f"record lacks the field {name!r}.", path="record")
    return read_deal(fields, players, rules)


def deal_from_json(document: object, players: int, rules: int = RULES_VERSION) -> Deal:
    """What `Deal.to_json` wrote; raises `MalformedDeal` for anything else."""
    return read_deal(Reader(document, "deal", MalformedDeal).fields("variants", *_DEALT), players, rules)


def _read_rules(fields: Mapping[str, Reader]) -> int:
    """By which rules it was played; nothing is said of the first."""
    if "rules" not in fields:
        return FIRST_RULES
    rules = fields["rules"].number(FIRST_RULES + 1, _MOST_RULES)
    fields["rules"].require(rules in KNOWN_RULES, "is a version of the rules that is not known here")
    return rules


def read_deal(fields: Mapping[str, Reader], players: int, rules: int) -> Deal:
    """The deal that stands in the fields `variants`, `first`, `order`, `animals` and `objectives`."""
    variants = _read_variants(fields["variants"])
    return Deal(
        players=players,
        variants=variants,
        first=Seat(fields["first"].number(0, players - 1)),
        order=_read_order(fields["order"]),
        animals=_read_columns(fields["animals"], variants),
        objectives=_read_objectives(fields["objectives"], players, has_objectives(variants)),
        rules=rules,
    )


def _read_order(reader: Reader) -> tuple[TileNo, ...]:
    order = tuple(TileNo(item.number(0, TILE_COUNT - 1)) for item in reader.items(exactly=TILE_COUNT))
    reader.require(len(set(order)) == TILE_COUNT, "holds a tile twice")
    return order


def _read_columns(reader: Reader, variants: Sequence[str]) -> tuple[tuple[Requirement, ...], ...]:
    sizes = column_sizes(variants)
    columns = tuple(
        tuple(read_requirement(card) for card in column.items(exactly=size))
        for column, size in zip(reader.items(exactly=len(sizes)), sizes, strict=True)
    )
    cards = [card for column in columns for card in column]
    reader.require(len(set(cards)) == len(cards), "holds an animal twice")
    return columns


def _read_objectives(reader: Reader, players: int, are_there: bool) -> tuple[Habitat, ...] | None:
    if not are_there:
        reader.require(reader.value is None, "is not null, though the beginner game has no objectives")
        return None
    for item in reader.items(exactly=players):
        item.require(isinstance(item.value, str) and item.value in HABITATS, "is none of the habitats OFDMG")
    objectives = tuple(Habitat(str(item.value)) for item in reader.items())
    reader.require(len(set(objectives)) == players, "gives two seats the same objective")
    return objectives


def _play(component_set: ComponentSet, deal: Deal, moves: Reader) -> State:
    state = new_game(component_set, deal)
    for item in moves.items(at_most=LAST_ROUND * deal.players):
        round_number, seat, tile, face, turn = _read_move(item)
        item.require(
            round_number == state.round,
            f"is said to be of round {round_number}, but it is round {state.round}",
        )
        try:
            state, _ = apply_move(state, Seat(seat), Placement(TileNo(tile), Face(face), Turn(turn)))
        except IllegalMove as error:
            raise RecordDisagrees([f"{item.path} is illegal: {error.message}"]) from error
    return state


def _read_move(reader: Reader) -> list[int]:
    return [part.number(0, 99) for part in reader.items(exactly=5)]


def _read_ended(fields: Mapping[str, Reader], state: State) -> str | None:
    if "ended" not in fields:
        return None
    fields["ended"].require(fields["ended"].value == ABANDONED, f"is not {ABANDONED!r}")
    fields["ended"].require(not state.is_over, "calls a finished game abandoned")
    return ABANDONED


def _read_caretaker(fields: Mapping[str, Reader], state: State) -> tuple[int, ...]:
    if "caretaker" not in fields:
        return ()
    last = max(len(state.moves) - 1, 0)
    marks = tuple(item.number(0, last) for item in fields["caretaker"].items(at_most=len(state.moves)))
    fields["caretaker"].require(list(marks) == sorted(set(marks)), "is not in ascending order")
    return marks


def _read_hints(fields: Mapping[str, Reader], players: Sequence[Player], state: State) -> tuple[int, ...]:
    if "hints" not in fields:
        return ()
    movers = [move.seat for move in state.moves] + ([] if state.due is None else [state.due])
    marks = tuple(item.number(0, len(movers) - 1) for item in fields["hints"].items(at_most=len(movers)))
    fields["hints"].require(list(marks) == sorted(set(marks)), "is not in ascending order")
    fields["hints"].require(
        all(players[movers[mark]].bot is None for mark in marks), "names a move that was no person's"
    )
    return marks


def _read_planned(
    fields: Mapping[str, Reader], players: Sequence[Player], state: State, caretaker: Sequence[int]
) -> tuple[int, ...]:
    if "planned" not in fields:
        return ()
    last = max(len(state.moves) - 1, 0)
    marks = tuple(item.number(0, last) for item in fields["planned"].items(at_most=len(state.moves)))
    fields["planned"].require(list(marks) == sorted(set(marks)), "is not in ascending order")
    fields["planned"].require(
        all(players[state.moves[mark].seat].bot is None and mark not in caretaker for mark in marks),
        "names a move that was no person's",
    )
    return marks


def _read_takeovers(
    fields: Mapping[str, Reader], players: Sequence[Player], state: State
) -> tuple[Takeover, ...]:
    if "takeovers" not in fields:
        return ()
    found = tuple(_read_takeover(item, state) for item in fields["takeovers"].items(at_most=len(players)))
    people = [seat for seat, player in enumerate(players) if player.bot is None]
    fields["takeovers"].require(list(found) == sorted(found), "is not in ascending order")
    seats = [one.seat for one in found]
    fields["takeovers"].require(
        len(set(seats)) == len(seats) and set(seats) <= set(people), "names a seat that was no person's"
    )
    return found


def _read_takeover(reader: Reader, state: State) -> Takeover:
    moves, seat, bot = reader.items(exactly=3)
    count = moves.number(0, len(state.moves))
    return Takeover(count, Seat(seat.number(0, state.players - 1)), bot.text(longest=40))


def _seal_disagreements(seal: Seal | None, deal: Deal, fork: Fork | None) -> list[str]:
    if seal is None or seal.seed is None:
        return []
    if not seal.is_right:
        return ["commitment is not the SHA-256 of the seed"]
    wrong = [] if fork is None else [at for at, (_, each) in enumerate(fork.seals) if not each.is_right]
    if wrong:
        return [f"fork.seals[{at}].commitment is not the SHA-256 of the seed" for at in wrong]
    fair = deal_of(seal, fork, deal.variants, deal.rules).to_json()
    return [
        f"{name} is not what the seed deals" for name, said in deal.to_json().items() if said != fair[name]
    ]


def _derived_disagreements(fields: Mapping[str, Reader], record: Record, required: bool) -> list[str]:
    right = derived_fields(record.state)
    wrong = []
    for name in DERIVED:
        if name in fields and name in right:
            wrong += _differences(name, fields[name].value, right[name])
        elif name in fields:
            wrong.append(f"{name}: the game is not finished, so there are none yet")
        elif required and name in right:
            wrong.append(f"{name}: missing")
    return wrong


def _differences(path: str, said: object, right: object) -> list[str]:
    """Where two JSON values differ, deepest first named; `true` is not 1 and 1.0 is not 1."""
    if isinstance(right, dict) and isinstance(said, dict) and said.keys() == right.keys():
        return [line for key in right for line in _differences(f"{path}.{key}", said[key], right[key])]
    if isinstance(right, list) and isinstance(said, list) and len(said) == len(right):
        pairs = enumerate(zip(said, right, strict=True))
        return [
            line for index, (one, other) in pairs for line in _differences(f"{path}[{index}]", one, other)
        ]
    if type(said) is type(right) and said == right:
        return []
    return [f"{path}: the record says {_brief(said)}, the rules say {_brief(right)}"]


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _without_variants(deal: Deal) -> dict[str, object]:
    return {name: value for name, value in deal.to_json().items() if name != "variants"}
