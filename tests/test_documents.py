"""Documents that drift: links lead somewhere, commands exist, and private notes stay out."""

import re
import subprocess
from pathlib import Path

import pytest

from app.cli import COMMANDS

TRACKED = [
    Path(line)
    for line in subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
]
DOCUMENTS = [path for path in TRACKED if path.suffix == ".md"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=str)
def test_document_links_lead_to_files_that_exist(path):
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8"))
    missing = [target for target in targets if "://" not in target and not (path.parent / target).exists()]
    assert not missing


@pytest.mark.parametrize("path", DOCUMENTS, ids=str)
def test_document_commands_exist(path):
    text = path.read_text(encoding="utf-8")
    assert set(re.findall(r"python -m app ([a-z]+)", text)) <= set(COMMANDS)
    for script in re.findall(r"(?<![\w/.-])scripts/([a-z-]+(?:\.\w+)?)", text):
        assert Path("scripts", script).exists(), script


def test_scripts_are_short_and_can_be_run():
    scripts = [path for path in Path("scripts").iterdir() if not path.suffix and path.is_file()]
    for path in [*scripts, Path(".ci/run")]:
        assert path.stat().st_mode & 0o111, path
        text = path.read_text(encoding="utf-8")
        assert not text.startswith("#!/bin/sh") or text.count("\n") <= 40, path
