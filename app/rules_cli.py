"""The rules on the command line: `record`, `deal` and `set`."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from app.cli import Subparsers
from app.rules.errors import RulesError
from app.rules.variants import VARIANTS

RECORD_HELP = """\
A record is one whole game as JSON (docs/record.md). `-` is standard input.

  python -m app record verify game.json other.json
  python -m app record complete setup.json > game.json
  python -m app record complete --lines < many.jsonl > completed.jsonl
  python -m app record show game.json
"""
DEAL_HELP = """\
Deals from a seed (64 hex digits) and the seats' nonces in seat order; a bot's nonce is empty. Anyone can
check a finished game's deal with it.

  python -m app deal --seed 00…00 --nonces maya-0123456789abc,,jonas-0123456789ab
"""
SET_HELP = """\
Type in the tiles of your own box (docs/set.md) and see whether they can be played with.

  python -m app set check             the set the game comes with
  python -m app set check mine.json
"""


def add_commands(subparsers: Subparsers) -> None:
    _add_record(subparsers)
    _add_deal(subparsers)
    _add_set(subparsers)


def _add_record(subparsers: Subparsers) -> None:
    record = _command(subparsers, "record", "read, verify and complete games on paper", RECORD_HELP)
    actions = record.add_subparsers(title="actions", metavar="ACTION", required=True)
    verify = _command(actions, "verify", "exit 1 and one line for each disagreement", RECORD_HELP)
    verify.add_argument("files", nargs="+", metavar="FILE")
    verify.set_defaults(run=run_verify)
    complete = _command(actions, "complete", "setup and moves in, the whole record out", RECORD_HELP)
    complete.add_argument("file", nargs="?", default="-", metavar="FILE")
    complete.add_argument("--lines", action="store_true", help="JSON Lines in, JSON Lines out")
    complete.set_defaults(run=run_complete)
    show = _command(actions, "show", "a game to read in a terminal, round by round", RECORD_HELP)
    show.add_argument("file", metavar="FILE")
    show.set_defaults(run=run_show)


def _add_deal(subparsers: Subparsers) -> None:
    deal = _command(subparsers, "deal", "deal a game from its seed and nonces", DEAL_HELP)
    deal.add_argument("--seed", required=True, metavar="HEX")
    deal.add_argument("--nonces", required=True, metavar="A,B[,C,D]")
    for variant in VARIANTS.values():
        deal.add_argument(f"--{variant.name}", action="store_true", help=variant.help)
    deal.set_defaults(run=run_deal)


def _add_set(subparsers: Subparsers) -> None:
    set_parser = _command(subparsers, "set", "check a component set", SET_HELP)
    actions = set_parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    check = _command(actions, "check", "exit 1 and a sentence when a set cannot be played with", SET_HELP)
    check.add_argument("file", nargs="?", metavar="FILE")
    check.set_defaults(run=run_set_check)


def _command(subparsers: Subparsers, name: str, summary: str, description: str) -> argparse.ArgumentParser:
    formatter = argparse.RawDescriptionHelpFormatter
    return subparsers.add_parser(name, help=summary, description=description, formatter_class=formatter)


def run_verify(arguments: argparse.Namespace) -> int:
    problems = 0
    for name in arguments.files:
        lines = _problems_of(name)
        problems += len(lines)
        print("\n".join(f"{name}: {line}" for line in lines) if lines else f"{name}: fine")
    return 1 if problems else 0


def _problems_of(name: str) -> list[str]:
    from app.rules.record import verify
    from app.rules.strict_json import parse_json

    try:
        return verify(parse_json(_read(name)))
    except RulesError as error:
        return [error.message]
    except OSError as error:
        return [f"cannot be read: {error.strerror}"]


def run_complete(arguments: argparse.Namespace) -> int:
    if arguments.lines:
        with _opened(arguments.file) as lines:
            return _complete_lines(lines, sys.stdout)
    try:
        print(json.dumps(_completed(_read(arguments.file)), ensure_ascii=False, indent=1))
    except (RulesError, OSError) as error:
        return _fail(f"{arguments.file}: {_sentence(error)}")
    return 0


def _complete_lines(lines: BinaryIO, out: TextIO) -> int:
    """One answer a line, in order; a line that cannot be completed gets an error in its place."""
    for line in _bounded_lines(lines):
        try:
            answer = _completed(line)
        except RulesError as error:
            answer = {"error": {"code": error.code, "message": error.message}}
        out.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n")
    return 0


def _bounded_lines(lines: BinaryIO) -> Iterator[bytes]:
    """Lines, but never more of one in memory than a record may have."""
    from app.rules.strict_json import LONGEST_DOCUMENT

    while line := lines.readline(LONGEST_DOCUMENT + 2):
        yield line.rstrip(b"\r\n")
        while not line.endswith(b"\n") and len(line) > LONGEST_DOCUMENT:
            line = lines.readline(LONGEST_DOCUMENT + 2)


def _completed(text: bytes) -> dict[str, object]:
    from app.rules.record import complete
    from app.rules.strict_json import parse_json

    return complete(parse_json(text))


def run_show(arguments: argparse.Namespace) -> int:
    from app.record_text import record_as_text
    from app.rules.record import parse_record
    from app.rules.strict_json import parse_json

    try:
        print(record_as_text(parse_record(parse_json(_read(arguments.file)))))
    except (RulesError, OSError) as error:
        return _fail(f"{arguments.file}: {_sentence(error)}")
    return 0


def run_deal(arguments: argparse.Namespace) -> int:
    from app.rules.deal import commitment, deal_from_seed

    nonces = arguments.nonces.split(",")
    variants = [name for name in VARIANTS if getattr(arguments, name)]
    try:
        seed = bytes.fromhex(arguments.seed)
        deal = deal_from_seed(seed, nonces, variants)
    except RulesError as error:
        return _fail(error.message)
    except ValueError:
        return _fail("The seed is not made of hex digits.")
    seal = {"seed": seed.hex(), "commitment": commitment(seed), "nonces": nonces}
    print(json.dumps({**seal, **deal.to_json()}, indent=1))
    return 0


def run_set_check(arguments: argparse.Namespace) -> int:
    from app.rules.parts import SETS, advise_on_set, parse_set
    from app.rules.strict_json import parse_json

    name = arguments.file or str(SETS / "base.json")
    try:
        component_set = parse_set(parse_json(_read(name)))
    except (RulesError, OSError) as error:
        return _fail(f"{name}: {_sentence(error)}")
    for line in advise_on_set(component_set):
        print(f"{name}: note: {line}")
    print(f"{name}: fine, {len(component_set.tiles)} tiles and {len(component_set.animals)} animals")
    return 0


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror}"
    return str(error)


def _fail(message: str) -> int:
    print(message, file=sys.stderr)
    return 1


def _read(name: str) -> bytes:
    with _opened(name) as file:
        return file.read()


def _opened(name: str) -> BinaryIO:
    return sys.stdin.buffer if name == "-" else Path(name).open("rb")
