"""The command `daily`: works out again which world a day has, from what is told once the day is over."""

import argparse
import sys
from datetime import date

from app.cli import Subparsers

HELP = """\
Works out the world of a day from its key, as docs/daily.md says it: every candidate in turn is played by
the bots of the rehearsal, and the first that is not flat is chosen. The page of a day, /daily/DAY, has its
key once the day is over; before that it has the seal (the key's SHA-256) and the deal's commitment, and with
these two the command checks that nothing was chosen afterwards. Exits 1 where something differs. It takes
some seconds.

  python -m app daily verify 2026-11-19 --key 00…00 --seal 00…00 --commitment 00…00
"""


def add_commands(subparsers: Subparsers) -> None:
    daily = subparsers.add_parser("daily", help="work out again which world a day has")
    actions = daily.add_subparsers(title="actions", metavar="ACTION", required=True)
    formatter = argparse.RawDescriptionHelpFormatter
    verify = actions.add_parser(
        "verify", help="the choice of a day, from its key", description=HELP, formatter_class=formatter
    )
    verify.add_argument("day", type=date.fromisoformat, metavar="DAY", help="as 2026-11-19")
    verify.add_argument("--key", required=True, type=_hash, metavar="HEX")
    verify.add_argument("--seal", type=_hash, metavar="HEX", help="as it was published")
    verify.add_argument("--commitment", type=_hash, metavar="HEX", help="as every record of that day has it")
    verify.set_defaults(run=run_verify)


def _hash(text: str) -> bytes:
    found = bytes.fromhex(text)
    if len(found) != 32:
        raise ValueError("64 hex digits")
    return found


def run_verify(arguments: argparse.Namespace) -> int:
    from app.bots.daily import RULE, choose, seal_of

    choice = choose(arguments.key, arguments.day)
    for rehearsal in choice.rehearsals:
        marks = " ".join(
            f"{points}{'*' if won else ''}"
            for points, won in zip(rehearsal.points, rehearsal.won, strict=True)
        )
        print(f"candidate {rehearsal.number}: {marks}{', flat' if rehearsal.is_flat else ''}")
    found = {"seal": bytes.fromhex(seal_of(arguments.key)), "commitment": bytes.fromhex(choice.commitment)}
    print(f"chosen by rule {RULE}: candidate {choice.chosen.number}")
    print(f"seed {choice.seed.hex()}")
    wrong = 0
    for name, right in found.items():
        said = getattr(arguments, name)
        is_wrong = said is not None and said != right
        wrong += is_wrong
        verdict = "" if said is None else f": not {said.hex()}" if is_wrong else ": as published"
        print(f"{name} {right.hex()}{verdict}", file=sys.stderr if is_wrong else sys.stdout)
    return 1 if wrong else 0
