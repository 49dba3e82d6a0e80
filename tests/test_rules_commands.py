"""The rules on the command line, as a real program."""

import json
import resource
import subprocess
import sys

import pytest

from app.rules.deal import deal_from_seed
from tests.rules.playing import finished, game_after, nonces_for
from tests.rules.test_record import record_of


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments], input=stdin, capture_output=True, check=False
    )


@pytest.fixture
def whole(tmp_path):
    path = tmp_path / "whole.json"
    path.write_text(json.dumps(record_of(finished(23))), encoding="utf-8")
    return path


@pytest.fixture
def wrong(tmp_path):
    path = tmp_path / "wrong.json"
    document = record_of(finished(23))
    document["winners"] = [0, 1, 2, 3]
    document["scores"][1]["total"] += 1
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_verify_says_fine_and_exits_0(whole):
    answer = run("record", "verify", str(whole), str(whole))
    assert answer.returncode == 0
    assert answer.stdout.decode().splitlines() == [f"{whole}: fine"] * 2


def test_verify_exits_1_with_one_line_for_each_disagreement(whole, wrong, tmp_path):
    not_json = tmp_path / "not.json"
    not_json.write_text("{", encoding="utf-8")
    answer = run("record", "verify", str(whole), str(wrong), str(not_json), str(tmp_path / "missing.json"))
    lines = answer.stdout.decode().splitlines()
    assert answer.returncode == 1
    assert [line.split(":")[0] for line in lines[:-1]] == [str(whole), str(wrong), str(wrong), str(not_json)]
    assert "scores[1].total" in lines[1]
    assert lines[-1].endswith("cannot be read: No such file or directory")
    assert answer.stderr == b""


def test_complete_reads_standard_input(whole):
    document = json.loads(whole.read_text(encoding="utf-8"))
    bare = {key: value for key, value in document.items() if key not in ("awards", "scores", "winners")}
    answer = run("record", "complete", "-", stdin=json.dumps(bare).encode())
    assert answer.returncode == 0
    assert json.loads(answer.stdout) == document


def test_complete_exits_1_and_says_why():
    answer = run("record", "complete", "-", stdin=b"[]")
    assert answer.returncode == 1
    assert answer.stdout == b""
    assert answer.stderr.decode().strip() == "-: record is not an object."


def test_complete_lines_answers_every_line_in_order():
    good = json.dumps(record_of(game_after(23, 20))).encode()
    lines = [good, b"{", b"", b"\xff", b'{"a":1,"a":2}', b"[" * 100_000, b"1" * 1_200_000, good]
    answer = run("record", "complete", "--lines", stdin=b"\n".join(lines))
    answers = [json.loads(line) for line in answer.stdout.splitlines()]
    assert answer.returncode == 0
    assert len(answers) == len(lines)
    assert answers[0] == answers[-1] == json.loads(good)
    assert [item["error"]["code"] for item in answers[1:-1]] == ["malformed_json"] * 6
    assert all(item["error"]["message"] for item in answers[1:-1])


def worked() -> float:
    """Seconds that the commands so far have worked; where the machine is busy, they take longer."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_complete_lines_manages_thousands():
    line = json.dumps(record_of(finished(23, 2))).encode()
    begun = worked()
    answer = run("record", "complete", "--lines", stdin=b"\n".join([line] * 500))
    assert len(answer.stdout.splitlines()) == 500
    assert worked() - begun < 20


def test_show_prints_a_game_to_read(whole):
    answer = run("record", "show", str(whole))
    assert answer.returncode == 0
    assert "Round 12, " in answer.stdout.decode()
    assert run("record", "show", "/nowhere").returncode == 1


def test_deal_prints_the_fields_of_a_record():
    nonces = nonces_for(3)
    answer = run("deal", "--seed", "ab" * 32, "--nonces", ",".join(nonces), "--mystery")
    printed = json.loads(answer.stdout)
    expected = deal_from_seed(bytes.fromhex("ab" * 32), nonces, ["mystery"]).to_json()
    assert {name: printed[name] for name in expected} == expected
    assert printed["nonces"] == nonces


def test_deal_takes_an_empty_nonce_for_a_bot():
    answer = run("deal", "--seed", "ab" * 32, "--nonces", f"{nonces_for(1)[0]},", "--beginner")
    assert json.loads(answer.stdout)["objectives"] is None


@pytest.mark.parametrize(
    ("seed", "nonces"), [("xy", "a" * 16), ("ab" * 31, "a" * 16), ("ab" * 32, "short,one")]
)
def test_deal_says_what_is_wrong(seed, nonces):
    answer = run("deal", "--seed", seed, "--nonces", nonces)
    assert answer.returncode == 1
    assert answer.stderr.decode().strip().endswith(".")


def test_set_check_tells_about_sets(tmp_path):
    assert run("set", "check").stdout.decode().endswith("fine, 50 tiles and 45 animals\n")
    mine = tmp_path / "mine.json"
    mine.write_text('{"name": "mine"}', encoding="utf-8")
    answer = run("set", "check", str(mine))
    assert answer.returncode == 1
    assert "lacks the field 'tiles'" in answer.stderr.decode()
    assert "Traceback" not in answer.stderr.decode()


@pytest.mark.parametrize("command", [["record"], ["record", "complete"], ["deal"], ["set"]])
def test_help_teaches_by_example(command):
    answer = run(*command, "--help")
    assert answer.returncode == 0
    assert f"python -m app {command[0]}" in answer.stdout.decode()
