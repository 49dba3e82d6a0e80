"""What is given for other people's machines: it runs what there is, with no right that it does not need."""

from pathlib import Path

import pytest

from app.cli import COMMANDS
from app.config import Settings

UNITS = sorted(Path("operating").glob("*.service"))
CLOSED = {
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "CapabilityBoundingSet": "",
    "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
    "UMask": "0077",
}


class Options(dict[str, str]):
    """The options of one section; of one that stands twice, both."""

    def __setitem__(self, name: str, value: str) -> None:
        super().__setitem__(name, f"{self[name]}\n{value}" if name in self else value)


def service(path: Path) -> dict[str, str]:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    options = Options()
    for line in lines:
        if "=" in line:
            name, _, value = line.partition("=")
            options[name] = value
    return options


@pytest.mark.parametrize("path", UNITS, ids=str)
def test_service_runs_what_there_is(path):
    told = service(path)
    assert told["Documentation"] == "file:///srv/terrahedron/docs/hosting.md"
    commands = [told[name] for name in ("ExecStartPre", "ExecStart") if name in told]
    for command in commands:
        program, *words = command.removeprefix("/srv/terrahedron/").split()
        if program == ".venv/bin/python":
            assert words[:2] == ["-m", "app"]
            assert words[2] in COMMANDS
        else:
            assert Path(program).stat().st_mode & 0o111


@pytest.mark.parametrize("path", UNITS, ids=str)
def test_service_has_no_right_it_does_not_need(path):
    told = service(path)
    assert {name: told[name] for name in CLOSED} == CLOSED
    assert told["User"] not in ("", "root")


def test_service_stops_after_players_were_told():
    """Its patience is longer than that of the app."""

    assert (
        int(service(Path("operating/terrahedron.service"))["TimeoutStopSec"]) > 2 * Settings().drain_seconds
    )


def test_documents_say_where_each_file_goes():
    text = "".join(path.read_text(encoding="utf-8") for path in Path("docs").rglob("*.md"))
    for path in Path("operating").iterdir():
        assert path.suffix == ".in" or f"operating/{path.name}" in text, path


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_proxy_keeps_what_lets_somebody_in_out_of_its_log(name):
    """`scripts/prove-hosting` looks whether it does."""
    text = Path("operating", name).read_text(encoding="utf-8")
    assert "^/(i|p|api/invites)/" in text
    assert "127.0.0.1:8000" in text or "localhost:8000" in text
