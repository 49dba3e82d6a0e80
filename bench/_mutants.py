"""Small changes that tests should notice: found in the text of a Python or JavaScript file, one at a time.

A comparison the other way round, `and` for `or`, another number, a statement left out; in SQL also a lock, an
order or a condition. Nothing here knows what a change means; what changes nothing is for people to tell.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

SWAPS = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "is": "is not", "is not": "is",
    "in": "not in", "not in": "in", "and": "or", "or": "and", "+": "-", "-": "+", "*": "/", "/": "*",
    "//": "*", "%": "*", "===": "!==", "!==": "===", "&&": "||", "||": "&&", "true": "false", "false": "true",
}  # fmt: skip
IS_SQL = re.compile(r"\b(SELECT|UPDATE|INSERT INTO|DELETE FROM)\s")
IN_SQL = [
    (r"\bAND\b", "OR"), (r"\bOR\b", "AND"), (r"\bIS NULL\b", "IS NOT NULL"), (r"\bIS NOT NULL\b", "IS NULL"),
    (r"\bIS DISTINCT FROM\b", "IS NOT DISTINCT FROM"), (r"\bNOT EXISTS\b", "EXISTS"), (r"\bNOT \(", "("),
    (r" = ", " <> "), (r" <> ", " = "), (r" < ", " > "), (r" > ", " < "), (r"<=", ">"), (r" DESC\b", ""),
    (r"\bFOR UPDATE( OF \w+)?( SKIP LOCKED)?", ""), (r" SKIP LOCKED\b", ""), (r"\bmax\(", "min("),
]  # fmt: skip
LINKS = {"where", "order_by", "with_for_update", "limit", "desc", "distinct"}  # of a query put together
JS_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])*'
    |(?<=[(,=:\[!&|?{};])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+/\w*
    |(?P<swap>===|!==|<=|>=|&&|\|\||(?<=\s)[<>*/+-](?=\s)|\b(?:true|false)\b)
    |(?P<not>!(?![=!]))|(?P<number>(?<![\w.$])\d+(?![\w.]))""",
    re.DOTALL | re.VERBOSE,
)
JS_STATEMENT = re.compile(
    r"^[ \t]+((?:void |await )?[A-Za-z_$][\w$.?\[\]]*(?:\(.*\)| [-+*]?= .*);)$", re.MULTILINE
)


@dataclass(frozen=True)
class Mutant:
    """One change: what stands in `file` from `start` to `end` becomes `new`."""

    file: str
    kind: str  # Python, SQL or JavaScript
    start: int
    end: int
    new: str
    line: int
    old: str

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    def __str__(self) -> str:
        before, after = (" ".join(each.split())[:60] or "(nothing)" for each in (self.old, self.new))
        return f"{self.file}:{self.line} {self.kind}: {before} -> {after}"


def mutants(root: Path, file: str) -> list[Mutant]:
    """All changes of one file that we know of."""
    text = (root / file).read_text(encoding="utf-8")
    found = python_changes(text) if file.endswith(".py") else javascript_changes(text)
    made = [
        Mutant(file, kind, start, end, new, text.count("\n", 0, start) + 1, text[start:end])
        for kind, start, end, new in sorted(set(found))
    ]
    return made if file.endswith(".js") else [each for each in made if can_be_read(each.applied(text))]


def can_be_read(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


Change = tuple[str, int, int, str]


class Places:
    """From a node to its place in the text."""

    def __init__(self, text: str) -> None:
        self.text, self.starts, self.lines = text, [0], text.splitlines(keepends=True)
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        """The parser counts columns in bytes."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def start(self, node: ast.AST) -> int:
        return self.at(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        return self.at(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def between(self, left: ast.AST, right: ast.AST) -> Iterator[Change]:
        """The operator between two nodes, for the other one."""
        start, end = self.end(left), self.start(right)
        gap = re.sub(r"#[^\n]*", lambda m: " " * len(m[0]), self.text[start:end])
        found = re.search(r"is\s+not|not\s+in|[^\s()\\]+", gap)
        word = " ".join(found[0].split()) if found else ""
        if found and word in SWAPS:
            yield "Python", start + found.start(), start + found.end(), SWAPS[word]


def python_changes(text: str) -> Iterator[Change]:
    places, tree = Places(text), ast.parse(text)
    unwanted = {id(each) for node in ast.walk(tree) for each in left_alone(node)}
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if id(node) in unwanted:
            continue
        yield from operators(node, places)
        yield from values(node, places)
        yield from statements(node, places)
        if not isinstance(node, ast.JoinedStr):
            waiting.extend(ast.iter_child_nodes(node))


def left_alone(node: ast.AST) -> Iterator[ast.AST]:
    """Types, sentences for people, and what is only written into the log."""
    for name in ("annotation", "returns"):
        if isinstance(part := getattr(node, name, None), ast.AST):
            yield part
    if isinstance(node, (ast.Assert, ast.Import, ast.ImportFrom)):
        yield node
    if isinstance(node, ast.Expr):
        called = node.value.func if isinstance(node.value, ast.Call) else None
        is_log = (
            isinstance(called, ast.Attribute)
            and isinstance(called.value, ast.Name)
            and called.value.id == "log"
        )
        if is_log or isinstance(node.value, ast.Constant):
            yield node
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        yield node


def operators(node: ast.AST, places: Places) -> Iterator[Change]:
    match node:
        case ast.Compare(left=left, comparators=[right, *_]):
            yield from places.between(left, right)
        case ast.BoolOp(values=values):
            for left, right in pairwise(values):
                yield from places.between(left, right)
        case ast.BinOp(left=left, right=right) if not isinstance(left, (ast.Constant, ast.JoinedStr)):
            yield from places.between(left, right)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "Python", places.start(node), places.start(operand), ""


def values(node: ast.AST, places: Places) -> Iterator[Change]:
    match node:
        case ast.Constant(value=bool() as value):
            yield "Python", places.start(node), places.end(node), str(not value)
        case ast.Constant(value=int() as value):
            yield "Python", places.start(node), places.end(node), another(value)
        case ast.Constant(value=str()) | ast.JoinedStr():
            yield from sql_changes(places.start(node), places.text[places.start(node) : places.end(node)])


def another(number: int) -> str:
    """A number that is clearly another."""
    return str(number + 1 if number <= 12 else 2 * number)


def statements(node: ast.AST, places: Places) -> Iterator[Change]:
    match node:
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign():
            yield "Python", places.start(node), places.end(node), "pass"
        case ast.Assign(targets=[ast.Attribute()]):
            yield "Python", places.start(node), places.end(node), "pass"
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in LINKS:
            yield "SQL", places.end(value), places.end(node), ""


def sql_changes(start: int, text: str) -> Iterator[Change]:
    if not IS_SQL.search(text):
        return
    for pattern, new in IN_SQL:
        for found in re.finditer(pattern, text):
            yield "SQL", start + found.start(), start + found.end(), new


def javascript_changes(text: str) -> Iterator[Change]:
    code = list(text)
    for found in JS_TOKEN.finditer(text):
        start, end = found.span()
        if found["swap"]:
            yield "JavaScript", start, end, SWAPS[found["swap"]]
        elif found["not"]:
            yield "JavaScript", start, end, ""
        elif found["number"]:
            yield "JavaScript", start, end, another(int(found["number"]))
        else:
            code[start:end] = "x" * (end - start) if text[start] != "/" else " " * (end - start)
    for found in JS_STATEMENT.finditer("".join(code)):
        if not found[1].startswith(("return", "import", "export", "throw")):
            yield "JavaScript", found.start(1), found.end(1), ";"
