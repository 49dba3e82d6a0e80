"""What is written from the facts in `app/`, the style sheet and the drawings; `scripts/generate` runs it.

Each fact stands once, in the module that holds the thing. Whoever changes one runs this; whatever is written
says so in its first line, or stands in a document between two comments:

    <!-- scripts/generate: NAME -->
    …
    <!-- until here -->
"""

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sqlalchemy.dialects import postgresql  # noqa: E402

from app import config  # noqa: E402 (found by the line above)
from app.admin import models as _admin  # noqa: E402, F401
from app.bots.levels import LADDER  # noqa: E402
from app.daily import models as _daily  # noqa: E402, F401
from app.database import Base  # noqa: E402
from app.games import models as _games  # noqa: E402, F401 (their tables are in the picture)
from app.live.closes import Close  # noqa: E402
from app.live.messages import CLIENT_MESSAGES, OLDEST_VERSION  # noqa: E402
from app.people import measures as _measures  # noqa: E402, F401
from app.people import models as _people  # noqa: E402, F401
from app.ratings.counting import PROVISIONAL  # noqa: E402
from app.refusals import NACKS, REFUSALS  # noqa: E402
from app.rooms import models as _rooms  # noqa: E402, F401
from app.rooms.options import Options  # noqa: E402
from app.rooms.retention import REPORT_DAYS  # noqa: E402
from app.rooms.talking import LONGEST_LINE, PHRASES, REACTIONS, REASONS  # noqa: E402
from app.rules import game, parts, scoring  # noqa: E402
from app.rules.variants import COLUMN_SIZES, VARIANTS  # noqa: E402
from app.rules.versions import KNOWN_RULES  # noqa: E402
from app.texts import t  # noqa: E402
from bench import _fail_overs, scaling  # noqa: E402
from tests.faults import breakages  # noqa: E402
from tests.faults import results as trial_results  # noqa: E402


def is_package(path: Path) -> bool:
    return path.is_dir() and any(path.glob("*.py"))


FACTS = ROOT / "static/js/generated/facts.js"
DECISIONS = ROOT / "docs/decisions"
DOCUMENTS = [
    ROOT / "docs" / name
    for name in (
        "architecture.md",
        "decisions/README.md",
        "hosting.md",
        "reliability.md",
        "scaling.md",
        "wire.md",
    )
]
# The folders of the architecture's map; what is generated or planted elsewhere is not in it.
FOLDERS = [
    "app",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "app").iterdir() if is_package(path)),
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "static/js").rglob("*") if path.is_dir()),
    "static/css",
]
PART = re.compile(r"(<!-- scripts/generate: ([a-z_ ]+) -->\n).*?(<!-- until here -->)", re.DOTALL)


def signs() -> Any:
    """The script that draws the sprite: it is one for itself, since it needs nothing but Python."""
    loader = SourceFileLoader("signs", str(ROOT / "scripts/signs"))
    spec = spec_from_loader("signs", loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


# For the browser


TYPES = """
/** @typedef {{name: string, colour: string, icon: string, edge: string}} Habitat */
/** @typedef {{columns: number[] | null, hasObjectives: boolean, hidesSecondCards: boolean}} Variant */
"""


def facts() -> str:
    """`static/js/generated/facts.js`."""
    colours = {letter: habitat._asdict() for letter, habitat in signs().HABITATS.items()}
    constants = (
        constant("HABITATS", "".join(parts.HABITATS), "Their letters, in their order."),
        constant("COLOURS", colours, "Each habitat's colour, its icon's, its edge's.", of="Habitat"),
        constant("ANIMALS", dict(parts.base_set().animals), "By what they ask for, in order.", of="string"),
        constant("KNOWN_RULES", sorted(KNOWN_RULES), "Versions of the rules that games are played by."),
        constant("FIRST_COLUMN", game.FIRST_COLUMN, "The first round in which animals are won."),
        constant("LAST_ROUND", scoring.LAST_ROUND),
        constant("TILE_COUNT", parts.TILE_COUNT),
        constant("TILES_A_ROUND", game.TILES_A_ROUND),
        constant("TURNED_UP_AHEAD", game.TURNED_UP_AHEAD, "Rounds: then a hidden card is turned up."),
        constant("DEALT_PILES", game.PILES, "Rounds with tiles of their own; then come leftovers."),
        constant("COLUMN_SIZES", COLUMN_SIZES, "Cards in each column, unless a variant has its own."),
        constant("VARIANTS", variants(), "In what each differs from the usual game.", of="Variant"),
        constant("REACTIONS", [reaction.name for reaction in REACTIONS]),
        constant("PHRASES", list(PHRASES)),
        constant("MISCONDUCT", list(REASONS), "For what somebody is reported."),
        constant("REPORT_DAYS", REPORT_DAYS, "For so long a report is kept."),
        constant("LONGEST_LINE", LONGEST_LINE, "Characters of something said."),
        constant("PROVISIONAL", PROVISIONAL, "Rated games before a rating is more than a first idea."),
        constant("LADDER", [level.name for level in LADDER], "Bots, from the gentlest to the strongest."),
        constant("WIRE_VERSION", OLDEST_VERSION, "The lowest that the page can do with."),
        constant("CLOSE", {close.name: int(close) for close in Close}, "Why a socket was closed."),
    )
    first = "/** Written by scripts/generate out of app/ and tokens.css: what the browser shares. */\n"
    options = f"/** The options of a room. @typedef {{{{{', '.join(option_types())}}}}} Options */\n"
    return first + "".join(constants) + TYPES + options


def constant(name: str, value: Any, says: str = "", of: str = "") -> str:
    """One line of JavaScript, with its type where the checker needs to be told."""
    kind = f"@type {{Record<string, {of}>}}" if of else ""
    comment = f"/** {' '.join(filter(None, (says, kind)))} */\n" if says or kind else ""
    literal = re.sub(r'"([A-Za-z_]\w*)": ', r"\1: ", json.dumps(value, ensure_ascii=False))
    return f"\n{comment}export const {name} = {literal};\n"


def variants() -> dict[str, dict[str, Any]]:
    return {
        name: {
            "columns": None if variant.column_sizes == COLUMN_SIZES else variant.column_sizes,
            "hasObjectives": variant.has_objectives,
            "hidesSecondCards": variant.hides_second_cards,
        }
        for name, variant in VARIANTS.items()
    }


def option_types() -> Iterator[str]:
    for name, schema in Options.model_json_schema()["properties"].items():
        yield f"{name}: {type_of(schema)}"


def type_of(schema: dict[str, Any]) -> str:
    """A JSON schema as a type for the checker."""
    if "anyOf" in schema:
        return " | ".join(type_of(one) for one in schema["anyOf"])
    if schema["type"] == "array":
        return f"{type_of(schema['items'])}[]"
    return {"integer": "number"}.get(schema["type"], str(schema["type"]))


# For the documents


def close_codes(_: str) -> Iterator[str]:
    yield "| code | meaning | then |\n| --- | --- | --- |\n"
    for close in Close:
        yield f"| {int(close)} | {close.meaning} | {close.then} |\n"


def refusals(_: str) -> Iterator[str]:
    """Every code, with the status it has over HTTP."""
    yield "| code | status | again? | meaning |\n| --- | --- | --- | --- |\n"
    for refusal in REFUSALS.values():
        again = "yes" if refusal.is_for_now else "no"
        meaning = refusal.meaning or t(f"errors.{refusal.code}").rstrip(".")
        yield f"| `{refusal.code}` | {refusal.status} | {again} | {meaning} |\n"


def nacks(_: str) -> Iterator[str]:
    yield "| code | again? | meaning |\n| --- | --- | --- |\n"
    for refusal in NACKS.values():
        yield f"| `{refusal.code}` | {'yes' if refusal.is_for_now else 'no'} | {refusal.meaning} |\n"


def client_messages(_: str) -> Iterator[str]:
    yield "| message | fields | when |\n| --- | --- | --- |\n"
    for kind, message in CLIENT_MESSAGES.items():
        fields = ((field.alias or name, field.description) for name, field in message.model_fields.items())
        told = [f"`{name}`" + f" ({says})" * bool(says) for name, says in fields if name != "type"]
        yield f"| `{kind}` | {', '.join(told)} | {message.__doc__} |\n"


def settings_from(first: str) -> Iterator[str]:
    """The settings from this one on, to the one with which the next table begins."""
    names = list(config.Settings.model_fields)
    begins = re.findall(
        r"scripts/generate: settings from (\w+)", (ROOT / "docs/hosting.md").read_text("utf-8")
    )
    assert begins[0] == names[0], f"the first table of settings begins with {names[0]}"
    following = begins[begins.index(first) + 1 :]
    last = names.index(following[0]) if following else len(names)
    yield "| Name | Default | What it does |\n| --- | --- | --- |\n"
    for name in names[names.index(first) : last]:
        says = " ".join((config.Settings.model_fields[name].description or "").split())
        yield f"| `{config.environment_name(name)}` | {config.default_in_words(name)} | {says} |\n"


def database(_: str) -> Iterator[str]:
    """The tables and what points where, for mermaid."""
    yield "```mermaid\nerDiagram\n"
    for table in Base.metadata.sorted_tables:
        yield f"  {table.name} {{\n"
        for column in table.columns:
            marks = (
                ["PK"] * column.primary_key
                + ["FK"] * bool(column.foreign_keys)
                + ["UK"] * bool(column.unique)
            )
            yield f"    {type_name(column)} {column.name} {', '.join(marks)}".rstrip() + "\n"
        yield "  }\n"
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            for key in column.foreign_keys:
                one = "|o" if column.nullable else "||"
                yield f"  {key.column.table.name} {one}--o{{ {table.name} : {column.name}\n"
    yield "```\n"


def type_name(column: Any) -> str:
    """A column's type in PostgreSQL, in one word, as mermaid wants it."""
    name = column.type.compile(dialect=postgresql.dialect()).lower().replace("[]", "_array")
    return {"timestamp with time zone": "timestamptz"}.get(name, name)


def decisions(_: str) -> Iterator[str]:
    """Every page of the folder under its own heading."""
    for path in sorted(DECISIONS.glob("*.md")):
        if path.name != "README.md":
            yield f"- [{path.read_text('utf-8').splitlines()[0].removeprefix('# ')}]({path.name})\n"


def modules(_: str) -> Iterator[str]:
    """Every module with its first sentence, by folder."""
    for folder in FOLDERS:
        paths = [path for path in sorted((ROOT / folder).iterdir()) if path.suffix in (".py", ".js", ".css")]
        told = [(path.name, first_sentence(path)) for path in paths if path.read_text("utf-8").strip()]
        yield f"\n<details><summary><code>{folder}/</code></summary>\n\n"
        yield "".join(f"- `{name}`: {sentence}\n" for name, sentence in told) + "\n</details>\n"
    yield "\n"


def first_sentence(path: Path) -> str:
    """What a module says of itself in its first sentence."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        opening = ast.get_docstring(ast.parse(text)) or ""
    else:
        found = re.match(r"/\*+(.*?)\*/", text, re.DOTALL)
        opening = re.sub(r"^ \* ?", "", found[1] if found else "", flags=re.MULTILINE)
    paragraph = " ".join(opening.strip().split("\n\n")[0].split())
    return re.split(r"(?<=[.?]) (?=[A-Z`@])", paragraph)[0].rstrip(":")


def scaling_part(name: str) -> Iterator[str]:
    """What the model says, fitted anew to the figures that were measured."""
    points = scaling.read(scaling.FIGURES)
    yield from (f"{line}\n" for line in scaling.TOLD[name](scaling.Model(points), points))


def trials(_: str) -> Iterator[str]:
    """What trials of scripts/faults came to."""
    yield trial_results.table(trial_results.noted(trial_results.FIGURES), breakages.says()) + "\n"


def fail_overs(_: str) -> Iterator[str]:
    """What fail-overs of scripts/bench came to."""
    yield _fail_overs.table(_fail_overs.noted(_fail_overs.FIGURES)) + "\n"


PARTS: dict[str, Callable[[str], Iterator[str]]] = {
    "client messages": client_messages,
    "refusals": refusals,
    "nacks": nacks,
    "close codes": close_codes,
    "settings from": settings_from,
    "database": database,
    "decisions": decisions,
    "modules": modules,
    "scaling": scaling_part,
    "trials": trials,
    "fail overs": fail_overs,
}


def document(path: Path) -> str:
    """The document with its written parts as they should be."""

    def part(found: re.Match[str]) -> str:
        name = next(known for known in PARTS if found[2].startswith(known))
        return found[1] + "".join(PARTS[name](found[2].removeprefix(name).strip())) + found[3]

    return PART.sub(part, path.read_text("utf-8"))


# All of it


def written() -> Iterator[tuple[Path, str]]:
    """Every file with what it should hold."""
    script = signs()
    yield FACTS, facts()
    yield script.SPRITE, script.sprite()
    yield script.INDEX, script.index()
    yield from ((path, document(path)) for path in DOCUMENTS)


def main(arguments: list[str]) -> int:
    stale = [(path, text) for path, text in written() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        for path, _ in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run scripts/generate", file=sys.stderr)
        return 1 if stale else 0
    for path, text in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        print(f"{path.relative_to(ROOT)} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
