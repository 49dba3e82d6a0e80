"""The bots on the command line: matches between them, and moves in a record."""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import Subparsers
from app.rules.errors import RulesError

if TYPE_CHECKING:
    from app.rules.game import State

MATCH_HELP = """\
Plays one level against another and prints the first one's win rate with its 95 % interval. On every deal
the first sits in each seat in turn and the other has all that are left. A shared victory counts its share.

  python -m app bots match grove sapling --games 400
  python -m app bots match gaia grove --games 200 --players 4 --budget 0.25 --jobs 2
  python -m app bots match gaia gaia --budget 0.4 --against-budget 0.1
"""
MOVE_HELP = """\
Reads the record of an unfinished game (docs/record.md; `-` is standard input) and prints the due seat's
move: {"seat", "tile", "face", "turn", "reasons"}; each reason has its key, its arguments and its words, in
the language of --lang, else in that of the terminal. The bot sees what its seat sees, whatever the record
holds; awards may be missing, and what a running game's record keeps secret (null) may stay so, but for the
due seat's own objective.

  python -m app bots move game.json --level gaia
"""


def add_commands(subparsers: Subparsers) -> None:
    bots = subparsers.add_parser("bots", help="let bots play each other, or ask one for a move")
    actions = bots.add_subparsers(title="actions", metavar="ACTION", required=True)
    _add_match(actions)
    _add_move(actions)


def _add_match(actions: Subparsers) -> None:
    from app.bots.levels import LEVELS

    match = _command(actions, "match", "one level against another", MATCH_HELP)
    match.add_argument("level", choices=LEVELS)
    match.add_argument("against", choices=LEVELS)
    match.add_argument("--games", type=int, default=400)
    match.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    match.add_argument(
        "--budget", type=float, default=1.0, metavar="SECONDS", help="of those who think on, for a move"
    )
    match.add_argument("--against-budget", type=float, metavar="SECONDS", help="the other's, if it differs")
    match.add_argument("--jobs", type=int, default=1, help="processes to play in")
    match.add_argument("--deals-from", type=int, default=0, metavar="N", help="number of the first deal")
    match.set_defaults(run=run_match)


def _add_move(actions: Subparsers) -> None:
    from app.bots.levels import LEVELS
    from app.texts import LANGUAGES

    move = _command(actions, "move", "the due seat's move in a record", MOVE_HELP)
    move.add_argument("file", metavar="FILE")
    move.add_argument("--level", choices=LEVELS, default="grove")
    move.add_argument("--budget", type=float, default=1.0, metavar="SECONDS")
    move.add_argument("--seed", type=int, default=0)
    move.add_argument("--lang", choices=LANGUAGES, help="of the reasons' words")
    move.set_defaults(run=run_move)


def _command(actions: Subparsers, name: str, summary: str, description: str) -> argparse.ArgumentParser:
    formatter = argparse.RawDescriptionHelpFormatter
    return actions.add_parser(name, help=summary, description=description, formatter_class=formatter)


def run_match(arguments: argparse.Namespace) -> int:
    from app.bots.match import Contestant, play_match, report

    against_budget = arguments.budget if arguments.against_budget is None else arguments.against_budget
    one = Contestant(arguments.level, arguments.budget)
    other = Contestant(arguments.against, against_budget)
    deals = range(arguments.deals_from, arguments.deals_from + -(-arguments.games // arguments.players))
    print(
        report(
            play_match(one, other, deals, arguments.players, arguments.jobs), one, other, arguments.players
        )
    )
    return 0


def run_move(arguments: argparse.Namespace) -> int:
    from app.bots.think import think
    from app.reason_words import words_of
    from app.rules.record import complete, parse_record
    from app.rules.strict_json import parse_json
    from app.rules.views import view
    from app.texts import texts_in

    try:
        text = sys.stdin.buffer.read() if arguments.file == "-" else Path(arguments.file).read_bytes()
        document = parse_json(text)
        state = parse_record(complete(_filled(document))).state
    except (RulesError, OSError) as error:
        print(f"{arguments.file}: {error}", file=sys.stderr)
        return 1
    if problem := _why_no_move(document, state):
        print(f"{arguments.file}: {problem}", file=sys.stderr)
        return 1
    assert state.due is not None
    thought = think(arguments.level, view(state, state.due), state.due, arguments.seed, arguments.budget)
    texts = texts_in(arguments.lang or language_of_terminal())
    told = [
        {**reason, "words": words_of(texts, reason, state.component_set)} for reason in thought["reasons"]
    ]
    print(json.dumps({"seat": state.due, **thought, "reasons": told}, ensure_ascii=False))
    return 0


def _why_no_move(document: Any, state: "State") -> str | None:
    if state.due is None:
        return "the game is over"
    if state.deal.objectives and document["objectives"][state.due] is None:
        return f"it is seat {state.due}'s move, whose objective the record does not tell"
    return None


def _filled(document: Any) -> Any:
    """A running game's record with something that fits for every secret; a bot does not look there."""
    from app.rules.parts import HABITATS, REQUIREMENTS, TILE_COUNT

    if not isinstance(document, dict) or document.get("seed"):
        return document
    filled = {**document, **dict.fromkeys(("seed", "commitment", "nonces"))}
    if _is_list_of(object, document.get("order")):
        filled["order"] = _with_the_rest(document["order"], range(TILE_COUNT))
    if _is_list_of(list, document.get("animals")):
        cards = _with_the_rest([card for column in document["animals"] for card in column], REQUIREMENTS)
        filled["animals"] = [[cards.pop(0) for _ in column] for column in document["animals"]]
    if _is_list_of(object, document.get("objectives")):
        filled["objectives"] = _with_the_rest(document["objectives"], HABITATS)
    return filled


def _is_list_of(kind: type, value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)


def _with_the_rest(some: list[Any], every: Iterable[Any]) -> list[Any]:
    """A list whose blanks are filled with what is not in it yet."""
    rest = [one for one in every if one not in some]
    return [rest.pop() if one is None and rest else one for one in some]


def language_of_terminal() -> str:
    """As `LC_ALL=pl_PL.UTF-8` or `LANG` say it."""
    from app.texts import choose_language

    named = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return choose_language(None, re.split(r"[_.@]", named)[0])
