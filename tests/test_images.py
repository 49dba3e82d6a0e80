"""The container files: complete, small, not root, and in step with the code.

`scripts/prove-image` goes further and walks through their steps in clean folders.
"""

import asyncio
import re
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy.exc import SQLAlchemyError

from app.cli import COMMANDS
from app.config import Settings, environment_name
from app.database import Database
from app.games.store import DatabaseUnavailable, LogStore

DOCKERFILE = Path("Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(Path("docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
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
    assert {"postgres", "redis", "migrate", "app"} == {
        name for name in SERVICES if "profiles" not in SERVICES[name]
    }
    assert SERVICES["app"]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
    assert SERVICES["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert SERVICES["migrate"]["command"][-1] == "migrate"


def test_compose_sets_only_settings_that_exist():
    for name in ("app", "migrate"):
        environment = SERVICES[name]["environment"]
        assert set(environment) <= SETTINGS | {"PGPASSWORD"}
        assert "DATABASE_URL" in environment


def test_compose_takes_every_setting_from_one_file():
    for name in ("app", "migrate"):
        assert SERVICES[name]["env_file"] == [{"path": ".env", "required": False}]


def test_compose_opens_only_what_is_asked_for_and_to_this_computer():
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert ports == {
        "app": ["${BIND:-127.0.0.1}:${PORT:-8000}:8000"],
        "prometheus": ["127.0.0.1:9090:9090"],
    }
    assert SERVICES["app"]["environment"]["TERRAHEDRON_PORT"] == "8000"
    assert COMPOSE["networks"]["inside"]["internal"]
    outside = {name for name, service in SERVICES.items() if "outside" in service.get("networks", [])}
    assert outside == set(ports)


def test_compose_believes_the_proxy_on_this_computer():
    """What comes in by a published port comes from the gateway of the network that is not internal."""
    gateway = COMPOSE["networks"]["outside"]["ipam"]["config"][0]["gateway"]
    believed = SERVICES["app"]["environment"]["TERRAHEDRON_FORWARDED_ALLOW_IPS"]
    assert believed == f"${{FORWARDED_ALLOW_IPS:-{gateway}}}"


def test_compose_wants_a_password_and_takes_any():
    """It stands in no address, where a sign in it would mean something."""
    wanted = SERVICES["postgres"]["environment"]["POSTGRES_PASSWORD"]
    assert wanted.startswith("${POSTGRES_PASSWORD:?")
    for name in ("app", "migrate"):
        assert SERVICES[name]["environment"]["PGPASSWORD"] == wanted
        assert "PASSWORD" not in SERVICES[name]["environment"]["DATABASE_URL"]


def test_compose_asks_postgresql_by_the_network():
    """The first time it runs once to make the database, and hears its socket alone meanwhile."""
    assert "--host=127.0.0.1" in SERVICES["postgres"]["healthcheck"]["test"]


@pytest.mark.parametrize("name", SERVICES)
def test_compose_bounds_each_service(name):
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["pids_limit"] <= 256
    assert service["mem_limit"]
    assert service["logging"] == {
        "driver": "json-file",
        "options": {"max-size": "10m", "max-file": "5"},
    }


def test_compose_gives_the_app_no_right_it_does_not_need():
    for name in ("app", "migrate"):
        assert SERVICES[name]["read_only"]
        assert "cap_add" not in SERVICES[name]
        assert SERVICES[name]["ulimits"] == {"nofile": 16384}


def test_compose_redis_keeps_nothing_and_has_an_end():
    words = " ".join(SERVICES["redis"]["command"])
    assert "--maxmemory 64mb --maxmemory-policy allkeys-lru" in words
    assert "--save  --appendonly no" in words


def test_compose_backs_up_what_it_restores():
    backup, restore = SERVICES["backup"], SERVICES["restore"]
    assert backup["image"] == restore["image"] == SERVICES["postgres"]["image"]
    for service, script in ((backup, "backup"), (restore, "restore")):
        assert f"./scripts/{script}:/{script}:ro" in service["volumes"]
        assert Path("scripts", script).stat().st_mode & 0o111
    assert "socket:/var/run/postgresql" in backup["volumes"]
    assert "socket:/var/run/postgresql" in SERVICES["postgres"]["volumes"]
    assert "backups:/backups:ro" in restore["volumes"]
    assert set(restore["volumes"]) & set(SERVICES["postgres"]["volumes"])


def test_compose_names_only_files_and_volumes_that_there_are():
    for service in SERVICES.values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert Path(source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
    scraped = yaml.safe_load(Path("operating/prometheus.yml").read_text(encoding="utf-8"))
    mounted = [volume.split(":")[1] for volume in SERVICES["prometheus"]["volumes"]]
    for rules in scraped["rule_files"]:
        assert f"/etc/prometheus/{rules}" in mounted
    token = scraped["scrape_configs"][0]["authorization"]["credentials_file"]
    assert [Path(token).name] == SERVICES["prometheus"]["secrets"]
    assert COMPOSE["secrets"] == {"metrics_token": {"environment": "TERRAHEDRON_METRICS_TOKEN"}}


class Gatekeeper:
    """What says it is a PostgreSQL, asks for the password and lets nobody in."""

    def __init__(self) -> None:
        self.told: list[str] = []

    async def ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError):
            await reader.readexactly(8)  # may it be encrypted?
            writer.write(b"N")
            size = int.from_bytes(await reader.readexactly(4))
            await reader.readexactly(size - 4)  # who comes, and to which database
            writer.write(b"R" + (8).to_bytes(4) + (3).to_bytes(4))
            size = int.from_bytes((await reader.readexactly(5))[1:])
            self.told.append((await reader.readexactly(size - 4)).rstrip(b"\0").decode())
        writer.close()


@pytest.mark.parametrize("password", ["p@ss:w/rd?#%41 '$&\"", "ünïcode"])
async def test_compose_password_reaches_the_database_as_it_is(password, monkeypatch):
    """By both ways to it: that of pages and rooms, and that of games."""
    monkeypatch.setenv("PGPASSWORD", password)
    gate = Gatekeeper()
    async with await asyncio.start_server(gate.ask, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        url = SERVICES["app"]["environment"]["DATABASE_URL"].replace("postgres:5432", f"{host}:{port}")
        database = Database(url)
        with suppress(SQLAlchemyError, OSError):
            async with database.engine.connect():
                pass
        await database.engine.dispose()
        with suppress(DatabaseUnavailable):
            await LogStore(database.url).fetch("SELECT 1")
    assert gate.told == [password, password]
