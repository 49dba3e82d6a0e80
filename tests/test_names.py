"""One class a name: whoever reads `Attendance` in one module finds the same class in every other."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import app

APP = Path(app.__file__).parent


def is_placeholder(value: ast.expr | None) -> bool:
    """Type variables stand for types, and only within their module."""
    return isinstance(value, ast.Call) and getattr(value.func, "id", "") in ("TypeVar", "ParamSpec")


def types_in(path: Path) -> Iterator[str]:
    """The classes, and the other names of types, that the file at `path` defines."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and not is_placeholder(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            yield from (name for name in names if name[0].isupper() and not name.isupper())


def test_names_each_type_is_defined_once():
    places = defaultdict(list)
    for path in sorted(APP.rglob("*.py")):
        for name in types_in(path):
            places[name].append(str(path.relative_to(APP)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
