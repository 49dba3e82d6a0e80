"""A server that is started warm is as one that is started as ever."""

import os
import signal
import subprocess
import sys

import pytest

from app import VERSION
from tests.serving import launch
from tests.warm import WarmProcess, can_start

APP = [sys.executable, "-m", "app"]
IS_WARM = sys.platform == "linux"  # elsewhere the same holds of a server that is started as ever


def run(folder, *arguments, files=0, **environment):
    """Its exit code, what it said, and what it complained of."""
    said, complaints = folder / "said", folder / "complaints"
    with said.open("w") as one, complaints.open("w") as other:
        process = launch([*APP, *arguments], {**os.environ, **environment}, one, other, files)
        assert isinstance(process, WarmProcess) == IS_WARM
        code = process.wait(30)
    return code, said.read_text(), complaints.read_text()


def test_warm_process_has_arguments_environment_and_end_of_its_own(tmp_path):
    assert run(tmp_path, "--version") == (0, f"Terrahedron {VERSION}\n", "")
    code, said, complaints = run(tmp_path, "nonsense")
    assert (code, said) == (2, "")
    assert "nonsense" in complaints
    code, _, complaints = run(tmp_path, "serve", TERRAHEDRON_PORT="no number")
    assert code != 0
    assert "TERRAHEDRON_PORT" in complaints
    assert "TERRAHEDRON_PORT" not in os.environ


def test_warm_process_is_waited_for_and_killed(tmp_path):
    with (tmp_path / "said").open("w+") as said:
        process = launch([*APP, "serve", "--port", "0", "--data", str(tmp_path)], {**os.environ}, said, said)
        assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.01)
        os.kill(process.pid, 0)
        process.kill()
        assert process.wait(30) == -signal.SIGKILL
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)
    process.kill()  # once more does nothing


def test_what_would_not_be_the_same_is_started_as_ever(monkeypatch):
    environment = dict(os.environ)
    assert can_start([*APP, "serve"], environment) == IS_WARM
    assert not can_start(["ip", "netns", *APP], environment)
    assert not can_start([sys.executable, "-m", "tests.faults.next_rules", "serve"], environment)
    assert not can_start(APP, {**environment, "LD_PRELOAD": "libfaketime.so.1"})
    assert not can_start(APP, {**environment, "TERRAHEDRON_TEXTS": "/tmp"})
    monkeypatch.delenv("TESTS_START_WARM")
    assert not can_start(APP, environment)
