"""The container files: complete, small, not root, and in step with the code.

`scripts/prove-image` goes further and walks through their steps in clean folders.
"""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.cli import COMMANDS
from app.config import Settings, environment_name

DOCKERFILE = Path("Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(Path("docker-compose.yml").read_text(encoding="utf-8"))
SETTINGS = {environment_name(field) for field in Settings.model_fields}


def copied() -> list[str]:
    """What the image takes from the project."""
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    return [source for line in lines for source in line.split()]


@pytest.mark.parametrize("source", copied())
def test_image_takes_only_what_is_in_the_repository_and_sent_to_the_builder(source):
    tracked = subprocess.run(["git", "ls-files", source], capture_output=True, text=True, check=True).stdout
    assert tracked
    assert f"!{source}" in Path(".dockerignore").read_text(encoding="utf-8").splitlines()


def test_image_runs_as_nobody_special():
    last = DOCKERFILE.rsplit("FROM ", 1)[1]
    assert re.findall(r"^USER (\d+)$", last, re.MULTILINE)[-1] != "0"
    assert not re.search(r"^(RUN|COPY)", last.split("USER ")[1], re.MULTILINE)


def test_image_is_built_in_stages_and_leaves_the_tools_behind():
    assert DOCKERFILE.count("\nFROM ") == 3
    assert "requirements-server.txt" in DOCKERFILE
    assert "--require-hashes" in DOCKERFILE
    assert "npm ci --omit=dev" in DOCKERFILE
    assert "pip install" not in DOCKERFILE.rsplit("FROM ", 1)[1]


def test_image_commands_and_settings_exist():
    commands = re.findall(r'"-m", "app", "(\w+)"', DOCKERFILE)
    assert set(commands) == {"health", "serve"}
    assert set(commands) <= set(COMMANDS)
    assert set(re.findall(r"TERRAHEDRON_\w+", DOCKERFILE)) <= SETTINGS


def test_compose_migrates_before_it_serves():
    services = COMPOSE["services"]
    assert set(services) == {"postgres", "redis", "migrate", "app"}
    assert services["app"]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
    assert services["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert services["migrate"]["command"][-1] == "migrate"


def test_compose_sets_only_settings_that_exist():
    for name in ("app", "migrate"):
        environment = COMPOSE["services"][name]["environment"]
        assert set(environment) <= SETTINGS
        assert "DATABASE_URL" in environment


def test_compose_opens_the_app_alone():
    services = COMPOSE["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["app"]
    assert COMPOSE["networks"]["inside"]["internal"]
    assert all("outside" not in services[name]["networks"] for name in ("postgres", "redis", "migrate"))


def test_compose_gives_the_app_no_right_it_does_not_need():
    for name in ("app", "migrate"):
        service = COMPOSE["services"][name]
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
