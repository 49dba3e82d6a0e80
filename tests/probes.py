"""Notes which statements and branches of `app/` run, in every process of the tests, for next to nothing.

A file of `app/` gets notes between its statements as it is read: `__hits__[17] = 1`, before the last of each
run of plain statements (whoever comes there has run the others) and where a branch begins. `__hits__` is a
part of one file, mapped into the memory of all processes: there is nothing to put together, what a process
has run that is killed counts as well, and whatever is not `app/` costs nothing. docs/decisions/coverage.md
says why it is not coverage.py.
"""

from __future__ import annotations

import ast
import builtins
import marshal
import mmap
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import takewhile
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple, TypeAlias

APART = ("app/rules/",)  # which have a part of their own (`scripts/test rules`)
MOST_NOTES = 1024  # in one file
HITS = "__hits__"
FIND_HITS = "__find_hits__"  # a builtin: also a file that is run as a program is to find them
LOOPS = (ast.For, ast.AsyncFor)
BLOCKS = (ast.With, ast.AsyncWith, ast.ClassDef, ast.Try)
COMPOUND = (*LOOPS, *BLOCKS, ast.If, ast.While, ast.Match)
Body: TypeAlias = list[ast.stmt]


class Branch(NamedTuple):
    """One way on from a line, and the note that says it was taken."""

    line: int
    way: str
    note: int


class Notes:
    """A file with notes between its statements."""

    def __init__(self, text: str, name: str) -> None:
        self.lines: list[list[int]] = []  # of each note: the statements that have begun where it is made
        self.branches: list[Branch] = []
        self.tree = ast.parse(text)
        first = len(list(takewhile(is_left_out, self.tree.body)))  # what has to stay first
        self.tree.body = self._noted(self.tree.body)
        here = f"{HITS} = {FIND_HITS}({name!r}, {len(self.lines)})"
        self.tree.body[first:first] = ast.parse(here).body
        ast.fix_missing_locations(self.tree)

    def _noted(self, body: Body) -> Body:
        """`body` with its notes, the first of them for its beginning."""
        made: Body = []
        begun: list[int] = []
        last = next((each for each in reversed(body) if not is_left_out(each)), None)
        for each in body:
            if not is_left_out(each):
                begun.append(each.lineno)
                if isinstance(each, COMPOUND) or each is last:
                    made.append(self._note(begun, each))
                    begun = []
            made.append(each)
        for each in body:
            if not is_left_out(each):
                self._look_inside(each)
        return made

    def _note(self, lines: list[int], at: ast.stmt) -> ast.stmt:
        self.lines.append(lines)
        (note,) = ast.parse(f"{HITS}[{len(self.lines) - 1}] = 1").body
        for part in ast.walk(note):
            ast.copy_location(part, at)
        return note

    def _look_inside(self, each: ast.stmt) -> None:
        match each:
            case ast.If() | ast.While():
                self._look_at_ways(each, is_branch=not isinstance(each.test, ast.Constant))
            case ast.For() | ast.AsyncFor():
                self._look_at_ways(each, is_branch=True)
            case ast.Match():
                self._look_at_cases(each)
            case ast.Try():
                for handler in each.handlers:
                    handler.body = self._noted(handler.body)
                for part in ("body", "orelse", "finalbody"):
                    setattr(each, part, self._noted(getattr(each, part)))
            case ast.With() | ast.AsyncWith() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                each.body = self._noted(each.body)

    def _look_at_ways(self, each: ast.If | ast.While | ast.For | ast.AsyncFor, *, is_branch: bool) -> None:
        """Into it, and past it; what asks for nothing (`while True`) has one way only."""
        if is_branch:
            each.body = self._way(each, each.body, "in")
            each.orelse = self._way(each, each.orelse, "past")
        else:
            each.body, each.orelse = self._noted(each.body), self._noted(each.orelse)

    def _look_at_cases(self, each: ast.Match) -> None:
        for case in each.cases:
            case.body = self._way(each, case.body, f"case in line {case.pattern.lineno}")
        last = each.cases[-1]
        takes_all = isinstance(last.pattern, ast.MatchAs) and not (last.pattern.pattern or last.guard)
        if not takes_all:
            each.cases.append(ast.match_case(ast.MatchAs(), None, self._way(each, [], "past")))

    def _way(self, each: ast.stmt, body: Body, way: str) -> Body:
        """The statements of a branch."""
        self.branches.append(Branch(each.lineno, way, len(self.lines)))
        return self._noted(body) if body else [self._note([], each)]


def is_left_out(each: ast.stmt) -> bool:
    """What is there for readers and types alone, and what has to be a file's first statement."""
    match each:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.ImportFrom(module="__future__"):
            return True
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return all(map(is_left_out, each.body))
    return isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)  # a docstring, or `...`


class Tree:
    """The tree that is watched, and where its notes are."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.notes = Path(place, "build/coverage")
        self.notes.mkdir(parents=True, exist_ok=True)
        self.names = sorted(str(path.relative_to(place)) for path in Path(place, "app").rglob("*.py"))
        with (self.notes / "hits").open("a+b") as file:
            file.truncate(MOST_NOTES * len(self.names))
            self.hits = mmap.mmap(file.fileno(), MOST_NOTES * len(self.names))

    def name_of(self, path: str) -> str | None:
        """A file's name in the tree, if it is to be watched."""
        name = path.removeprefix(f"{self.place}/")
        return name if name in self.names and not name.startswith(APART) else None

    def find_hits(self, name: str, count: int) -> memoryview:
        """What the notes of a file are made in. All files have one together: a map takes an open file."""
        assert count <= MOST_NOTES, f"{name} has {count} notes"
        start = MOST_NOTES * self.names.index(name)
        return memoryview(self.hits)[start : start + count]

    def code(self, name: str, path: str) -> CodeType:
        """The file with its notes; made once, for all processes to come."""
        kept, seen = self.notes / f"{name.replace('/', '.')}.code", Path(path).stat().st_mtime_ns
        if kept.exists():
            made, code = marshal.loads(kept.read_bytes())
            if made == seen:
                return code  # type: ignore[no-any-return]
        tree = Notes(Path(path).read_text(encoding="utf-8"), name).tree
        code = compile(tree, path, "exec", dont_inherit=True)
        own = kept.with_suffix(f".{os.getpid()}")
        own.write_bytes(marshal.dumps((seen, code)))
        own.replace(kept)
        return code


class Loader(SourceFileLoader):
    """Reads a file with its notes."""

    def __init__(self, tree: Tree, fullname: str, path: str, name: str) -> None:
        super().__init__(fullname, path)
        self.tree, self.name_there = tree, name

    def get_code(self, fullname: str) -> CodeType | None:
        del fullname
        return self.tree.code(self.name_there, self.path)


class Finder:
    """Finds modules as ever, and has those of `app` read by `Loader`."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != "app":
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        name = self.tree.name_of(spec.origin) if spec and spec.origin else None
        if spec and spec.origin and name:
            spec.loader = Loader(self.tree, fullname, spec.origin, name)
        return spec


def watch(place: str) -> None:
    """Note from now on what this process runs of the tree at `place`."""
    tree = Tree(place)
    setattr(builtins, FIND_HITS, tree.find_hits)
    sys.meta_path.insert(0, Finder(tree))
