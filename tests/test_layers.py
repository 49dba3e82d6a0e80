"""Dependencies point one way: rules <- bots <- analysis <- games <- rooms <- live, pages (and rules <- sheets
<- pages).

Read from the imports of every module, so that a wrong one fails here and not in a year.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

APP = Path(__file__).parent.parent / "app"
LAYERS = ("rules", "bots", "analysis", "games", "rooms", "live", "pages")
# What each layer may import of the others. `people` is who sits in a room; it knows no game.
MAY_IMPORT = {
    "rules": set(),
    "sheets": {"rules"},
    "bots": {"rules"},
    "analysis": {"rules", "bots"},
    "people": set(),
    "ratings": {"people"},
    "games": {"rules", "bots", "analysis", "people", "ratings"},
    "rooms": {"rules", "bots", "people", "games", "ratings"},
    "push": {"people", "games", "rooms"},
    "live": {"rules", "bots", "people", "games", "rooms"},
    "daily": {"rules", "bots", "people", "games", "rooms"},
    "admin": {"people", "games", "rooms"},
    "pages": {"rules", "sheets", "bots", "analysis", "people", "games", "rooms", "daily", "ratings"},
}
FOLDERS = sorted(MAY_IMPORT)


def modules(folder: str) -> list[Path]:
    return sorted((APP / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Every module that the file at `path` imports, wherever in it, by its whole name."""
    package = ("app", *path.relative_to(APP).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            whole = ".".join([*base, *([node.module] if node.module else [])])
            yield whole
            yield from (f"{whole}.{alias.name}" for alias in node.names)


def layer_of(name: str) -> str | None:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "app" and parts[1] in MAY_IMPORT else None


@pytest.mark.parametrize("folder", FOLDERS)
def test_layers_import_only_what_lies_below(folder):
    allowed = MAY_IMPORT[folder] | {folder, None}
    wrong = [
        f"{path.relative_to(APP.parent)} imports {name}"
        for path in modules(folder)
        for name in imports(path)
        if layer_of(name) not in allowed
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("folder", "own"),
    [
        ("rules", {"rules"}),
        ("sheets", {"rules", "sheets"}),
        ("bots", {"rules", "bots"}),
        ("analysis", {"rules", "bots", "analysis"}),
    ],
)
def test_layers_core_needs_the_standard_library_alone(folder, own):
    wrong = [
        f"{path.relative_to(APP.parent)} imports {name}"
        for path in modules(folder)
        for name in imports(path)
        if name.split(".")[0] not in sys.stdlib_module_names and layer_of(name) not in own and name != "app"
    ]
    assert not wrong


def test_layers_shared_modules_do_not_reach_up():
    """Settings, database, errors serve all layers, so only what puts the app together knows these."""
    together = {"main.py", "migrate.py", "serve.py", "shown_metrics.py"}
    wrong = [
        f"{path.name} imports {name}"
        for path in sorted(APP.glob("*.py"))
        if path.name not in together and not path.name.endswith("_cli.py")
        for name in imports(path)
        if layer_of(name) in {"games", "rooms", "live", "pages"}
    ]
    assert not wrong


def test_layers_imports_are_seen_in_every_form(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "APP", tmp_path)
    (tmp_path / "games").mkdir()
    module = tmp_path / "games" / "log.py"
    module.write_text(
        "import app.live\nfrom ..rooms import service\nfrom app import pages\nfrom . import x\n"
    )
    found = set(imports(module))
    assert {"app.live", "app.rooms.service", "app.pages", "app.games.x"} <= found
    assert {layer_of(name) for name in found} >= {"live", "rooms", "pages", "games"}
