"""A table of statistics over records of games: count_records.py FILE_OR_FOLDER…
Reads .json files with one record each and .jsonl files with one a line (docs/record.md). Unfinished games are
counted and left out; whether a record is right is for `python -m app record verify` to say."""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean
from typing import Any

Record = dict[str, Any]
HABITATS = {"O": "ocean", "F": "forest", "D": "desert", "M": "mountain", "G": "glacier"}


def files_in(paths: Iterable[str]) -> Iterator[Path]:
    for path in map(Path, paths):
        yield from sorted(path.rglob("*.json*")) if path.is_dir() else (path,)


def records_in(file: Path) -> Iterator[Record]:
    text = file.read_text(encoding="utf-8")
    for part in text.splitlines() if file.suffix == ".jsonl" else [text]:
        if part.strip():
            yield json.loads(part)


def rows(title: str, samples: dict[str, list[float]], unit: str) -> Iterator[str]:
    """One line for each name: how often it was seen, and its mean."""
    yield f"\n{title:<24} {'games':>7} {unit:>9}"
    for name, values in sorted(samples.items()):
        yield f"{name:<24} {len(values):>7} {mean(values):>9.2f}"


def table(records: list[Record]) -> Iterator[str]:
    over = [record for record in records if "scores" in record]
    yield f"{len(over)} finished games, {len(records) - len(over)} others"
    wins, points, objectives = (defaultdict[str, list[float]](list) for _ in range(3))
    animals: Counter[str] = Counter()
    for record in over:
        seats = len(record["players"])
        for score in record["scores"]:
            place = (score["seat"] - record["first"]) % seats + 1
            wins[f"{seats} players, {place}. to move"].append(100 * (score["seat"] in record["winners"]))
            points[score_name(record, score["seat"])].append(score["total"])
            if score["objective"]:
                objectives[HABITATS[score["objective"]]].append(score["total"])
        animals.update(
            HABITATS[award["animal"][0]] for award in record["awards"] if award["seat"] is not None
        )
    yield from rows("who begins", wins, "wins %")
    yield from rows("player", points, "points")
    yield from rows("secret habitat", objectives, "points")
    yield from rows(
        "animals that settled", {name: [count / len(over)] for name, count in animals.items()}, "a game"
    )


def score_name(record: Record, seat: int) -> str:
    player = record["players"][seat]
    return f"bot {player['bot']}" if player["bot"] else player["name"][:24]


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print("\n".join(table([record for file in files_in(sys.argv[1:]) for record in records_in(file)])))
