"""What the browser and the documents have of the facts in app/ is what app/ says now."""

import subprocess
import sys


def generate(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "scripts/generate.py", *arguments], capture_output=True, text=True, check=False
    )


def test_generated_files_are_up_to_date():
    done = generate("--check")
    assert (done.returncode, done.stderr) == (0, "")
