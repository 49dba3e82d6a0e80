"""The version stands in one place for the code; whatever else names it agrees, the list of changes first."""

import json
import re
import tomllib
from pathlib import Path

from app import VERSION
from tests.test_cli import run_app


def test_version_is_the_same_wherever_it_is_named():
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    package, lock = (json.loads(Path(name).read_text()) for name in ("package.json", "package-lock.json"))
    changes = re.findall(
        r"^## (\d+\.\d+\.\d+)", Path("CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert {project["version"], package["version"], lock["version"], changes[0]} == {VERSION}


def test_version_is_told_by_the_command_line():
    assert run_app("--version").stdout == f"Terrahedron {VERSION}\n"


async def test_version_is_told_by_the_description_of_the_api(client):
    assert (await client.get("/api/openapi.json")).json()["info"]["version"] == VERSION
