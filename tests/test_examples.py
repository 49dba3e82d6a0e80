"""examples/count_records.py, run as a reader would run it, over records that the rules wrote."""

import json
import subprocess
import sys
from pathlib import Path

from tests.rules.playing import finished, game_after
from tests.rules.test_record import record_of

SCRIPT = Path(__file__).parents[1] / "examples" / "count_records.py"


def run(*paths: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, SCRIPT, *paths], capture_output=True, text=True, check=False)


def test_statistics_count_what_the_records_say(tmp_path):
    records = [record_of(finished(seed, 2)) for seed in (1, 2, 3)] + [record_of(game_after(4, 9))]
    (tmp_path / "one.json").write_text(json.dumps(records[0]), encoding="utf-8")
    (tmp_path / "more.jsonl").write_text("\n".join(map(json.dumps, records[1:])) + "\n", encoding="utf-8")
    told = run(tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    assert lines[0] == "3 finished games, 1 others"
    totals = [score["total"] for record in records[:3] for score in record["scores"] if score["seat"] == 0]
    assert f"Maya{3:>28}{sum(totals) / 3:>10.2f}" in lines
    wins = [line.split()[-1] for line in lines if "to move" in line]
    shared = sum(len(record["winners"]) for record in records[:3])
    assert abs(sum(map(float, wins)) - 100 * shared / 3) < 0.02


def test_statistics_without_records_say_how_they_are_used():
    told = run()
    assert told.returncode == 1
    assert "count_records.py FILE_OR_FOLDER" in told.stderr
