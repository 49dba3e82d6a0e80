"""The changes that `docs/architecture.md` calls small: made as it says in a copy of the tree, and tested."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
RELEVANT = (
    "tests/texts", "tests/test_signs.py", "tests/test_generated.py", "tests/pages/test_options.py",
    "tests/pages/test_offers.py", "tests/bots/test_levels.py", "tests/live/test_wire_doc.py",
    "tests/live/test_seen.py",
)  # fmt: skip
QUICK = (
    "words or text or sprite or generated or option or offers or bot_can or api_names or ladder_rises "
    "or wire or nudge or page_is_there"
)
SECTION = PAGE.split("\n## Ten changes\n")[1].split("\n## ")[0]
CHANGES = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", SECTION, re.MULTILINE)[2:]


def files_of(change: str) -> set[str]:
    """The files that the page names for a change, but for the code that acts on it."""
    edited = next(files for name, files, _ in CHANGES if name == change)
    return set(re.findall(r"`([\w./*-]+/[\w./*-]+)`", edited))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is in git."""
    copy = tmp_path_factory.mktemp("tree")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, found.split("\0")):
        if (ROOT / name).is_file() and not name.startswith("docs/pictures/planet"):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    (copy / "node_modules").symlink_to(ROOT / "node_modules")
    return copy


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old} in {path}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def say(tree: Path, section: str, word: str, like: str) -> None:
    """The words of something new in every language, in all forms that the words of something like it have."""
    for path in (tree / "app/texts").glob("*.json"):
        catalogue = json.loads(path.read_text(encoding="utf-8"))
        known = [key for key in catalogue[section] if re.fullmatch(rf"{like}(_\w+)?", key)]
        catalogue[section] |= {key.replace(like, word, 1): catalogue[section][key] for key in known}
        path.write_text(json.dumps(catalogue, ensure_ascii=False, indent=2), encoding="utf-8")


def add_level(tree: Path) -> None:
    after = '    Level("grove"),\n'
    edit(tree / "app/bots/levels.py", after, f'    Level("spinney", denial=0.47),\n{after}')
    say(tree, "bots", "spinney", like="orchard")


def add_option(tree: Path) -> None:
    edit(
        tree / "app/rooms/options.py",
        "    races: bool = ",
        "    hints: bool = True\n    races: bool = ",
    )
    say(tree, "options", "hints", like="races")


def add_animal(tree: Path) -> None:
    edit(tree / "app/rules/sets/base.json", '"key": "puffin"', '"key": "auk"')
    drawings = tree / "static/signs/src/animals"
    (drawings / "puffin.svg").rename(drawings / "auk.svg")
    say(tree, "animals", "auk", like="puffin")


def add_variant(tree: Path) -> None:
    row = '        Variant("sparse", help="one animal a round", column_sizes=(2,) * 10),\n'
    first = '        Variant("beginner",'
    edit(tree / "app/rules/variants.py", first, row + first)
    for word in ("", "short_"):
        say(tree, "options", f"{word}sparse", like=f"{word}beginner")
    say(tree, "rules", "sparse", like="beginner")
    record = tree / "docs/record.md"
    record.write_text(
        record.read_text(encoding="utf-8") + "\nIn `sparse` all columns are alike.\n", encoding="utf-8"
    )


def add_clock(tree: Path) -> None:
    edit(tree / "app/rooms/options.py", "ClockSeconds = Literal[30, ", "ClockSeconds = Literal[30, 45, ")
    say(tree, "options", "clock_45", like="clock_30")
    say(tree, "options", "short_clock_45", like="short_clock_30")


def add_reaction(tree: Path) -> None:
    edit(
        tree / "app/rooms/talking.py",
        '    Reaction("oops"),\n',
        '    Reaction("oops"),\n    Reaction("phew"),\n',
    )
    say(tree, "reactions", "phew", like="oops")


def add_setting(tree: Path) -> None:
    first = "    pool_size: int = "
    edit(tree / "app/config.py", first, f'    patience: int = 3\n    """How long to wait."""\n{first}')


def change_colour(tree: Path) -> None:
    edit(tree / "static/css/tokens.css", "--desert: #f2c844", "--desert: #f2c845")
    edit(tree / "static/js/planet/palette.js", 'sand: css("#e4ab47")', 'sand: css("#e4ab48")')


def add_message_from_server(tree: Path) -> None:
    frames = '\n\ndef nudged(seat: int | None) -> Frame:\n    return _frame(type="nudged", seat=seat)\n'
    edit(tree / "app/live/frames.py", "\n\ndef bye(", f"{frames}\n\ndef bye(")
    model = 'class Nudged(Message):\n    type: Literal["nudged"]\n    seat: SeatNumber | None\n\n\n'
    models = tree / "tests/live/server_messages.py"
    edit(models, "class Bye(Message):", f"{model}class Bye(Message):")
    edit(models, "    Looked,\n", "    Looked,\n    Nudged,\n")
    edit(models, "| Looked | Bye,", "| Looked | Nudged | Bye,")
    effects = tree / "static/js/table/messages.js"
    edit(effects, "    looked: (", "    nudged: () => toast(t('table.restored')),\n    looked: (")
    reducers = tree / "static/js/state/messages.js"
    first = "/** By the message's type. */"
    edit(reducers, first, f"const nudged = (state, {{ seat }}) => ({{ ...state, nudge: seat }});\n\n{first}")
    edit(reducers, "said, reacted };", "said, reacted, nudged };")
    row = "| `nudged` | `seat` | somebody would like a move |\n"
    edit(tree / "docs/wire.md", "| `looked` |", f"{row}| `looked` |")


def add_message_from_client(tree: Path) -> None:
    messages = tree / "app/live/messages.py"
    model = 'class Nudge(Message):\n    """A wish for a move."""\n\n    type: Literal["nudge"]\n\n\n'
    edit(messages, "class Heartbeat(Message):", f"{model}class Heartbeat(Message):")
    edit(messages, "| Look | Sight", "| Look | Nudge | Sight")
    conversation = tree / "app/live/conversation.py"
    edit(conversation, "    Look,\n", "    Look,\n    Nudge,\n")
    handled = (
        "            case Nudge():\n                table.fleeting(frames.nudged(self.seat), None, None)\n"
    )
    edit(conversation, "            case React():\n", f"{handled}            case React():\n")
    nudge = '    nudge: () => line()?.say({ type: "nudge" }) ?? false,\n\n'
    before = "    /** @param {string} reaction */\n"
    edit(tree / "static/js/table/room-actions.js", before, nudge + before)
    edit(tree / "tests/faults/test_fuzz.py", '    "hb": {', '    "nudge": {},\n    "hb": {')


def add_page(tree: Path) -> None:
    route = """
@router.get("/credits")
async def credits(request: Request) -> HTMLResponse:
    texts = reader_of(request).texts
    page = CreditsPage(title=texts.t("credits.title"), description="", path="/credits", names=("Urtis",))
    return site_of(request).render(request, "credits.html", page)

"""
    endpoints = tree / "app/pages/endpoints.py"
    edit(endpoints, '\n@router.get("/about")', f'{route}\n@router.get("/about")')
    edit(endpoints, "import AboutPage, ", "import AboutPage, CreditsPage, ")
    fields = (
        "class CreditsPage(Page):\n    names: tuple[str, ...]\n\n\n@dataclass(frozen=True, kw_only=True)\n"
    )
    edit(tree / "app/pages/contexts.py", "class PassPage(Page):", f"{fields}class PassPage(Page):")
    shown = '<h1>{{ t("credits.title") }}</h1><p>{{ page.names|join }}</p>'
    block = "{% extends 'base.html' %}{% block content %}" + shown + "{% endblock %}\n"
    (tree / "templates/credits.html").write_text(block, encoding="utf-8")
    edit(tree / "app/texts/__init__.py", 'PAGES_ONLY = ("about", ', 'PAGES_ONLY = ("about", "credits", ')
    edit(
        tree / "templates/parts/top.html",
        '("about", "/about"))',
        '("about", "/about"), ("credits", "/credits"))',
    )
    say(tree, "site", "credits", like="about")
    for path in (tree / "app/texts").glob("*.json"):
        catalogue = json.loads(path.read_text(encoding="utf-8"))
        catalogue["credits"] = {"title": catalogue["about"]["title"]}
        path.write_text(json.dumps(catalogue, ensure_ascii=False, indent=2), encoding="utf-8")


# What the messages and the page do in the copy.
SEEN = """
from app.texts import LANGUAGES, texts_in
from tests.live.served import at_table, seated_room


async def test_nudge_reaches_everybody_at_the_table(site):
    room = await seated_room(site)
    one, other = room.people
    async with at_table(site, room.code, one) as first, at_table(site, room.code, other) as second:
        await first.send(type="nudge")
        assert (await second.hear("nudged"))["seat"] == 0


async def test_page_is_there_in_every_language(client):
    for lang in LANGUAGES:
        page = (await client.get("/credits", headers={"Accept-Language": lang})).text
        assert f"<h1>{texts_in(lang).t('credits.title')}</h1><p>Urtis</p>" in page
        assert 'href="/credits" aria-current="page"' in page
"""
REDUCED = """
import { reducers } from "./static/js/state/messages.js";
console.log(reducers.nudged({ seq: 3 }, { seat: 2 }));
"""


def run(tree: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("COVERAGE_PROCESS_CONFIG", None)  # what runs there is no part of this tree
    return subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )


def differing(tree: Path) -> set[str]:
    """What a person has edited, drawings that went and all languages as one."""
    names = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    edited = {
        name for name in names
        if not name.startswith(("node_modules/", "."))
        and (not (ROOT / name).exists() or (ROOT / name).read_bytes() != (tree / name).read_bytes())
    }  # fmt: skip
    return {re.sub(r"^app/texts/\w+\.json$", "app/texts/*.json", name) for name in edited}


STEPS: dict[str, Callable[[Path], None]] = {
    "a level of bots": add_level,
    "a room option": add_option,
    "an animal": add_animal,
    "a variant without a rule of its own": add_variant,
    "a choice of the clock": add_clock,
    "a reaction": add_reaction,
    "a setting": add_setting,
    "the colour of a habitat": change_colour,
    "a message of the socket, from the server": add_message_from_server,
    "a message of the socket, from the client": add_message_from_client,
    "a page": add_page,
}


def test_ten_changes_are_told_and_their_files_exist() -> None:
    assert len({name.split(", from")[0] for name, _, _ in CHANGES}) == 10
    for name, _, _ in CHANGES:
        for path in files_of(name):
            if not re.search(r"[A-Z]", Path(path).stem):
                assert list(ROOT.glob(path)), path


def test_every_file_that_the_page_names_exists() -> None:
    """By its path from the root, or as the pictures have it, from `app` or `static/js`."""
    named = re.findall(r"\b((?:\w+/)+[\w-]+\.(?:py|js|json|css|md))\b", PAGE.split("## Every module")[0])
    roots = [ROOT, ROOT / "app", ROOT / "static/js", ROOT / "docs"]
    assert not [name for name in set(named) if not any((root / name).exists() for root in roots)]


def test_changes_need_the_files_that_the_page_names(tree: Path) -> None:
    before: set[str] = set()  # what an earlier change has edited
    for change, make in STEPS.items():
        make(tree)
        named = {path.replace("KEY", "auk").replace("NAME", "credits") for path in files_of(change)}
        assert differing(tree) - before <= named, change
        assert named <= differing(tree), change
        before = differing(tree)
    stale = run(tree, "scripts/generate.py", "--check")
    assert stale.returncode == 1
    assert "run scripts/generate" in stale.stderr
    assert run(tree, "scripts/generate.py").returncode == 0
    (tree / "tests/live/test_seen.py").write_text(SEEN, encoding="utf-8")
    done = run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", *RELEVANT, "-k", QUICK)
    assert done.returncode == 0, done.stdout
    facts = (tree / "static/js/generated/facts.js").read_text(encoding="utf-8")
    reduced = subprocess.run(
        ["node", "--input-type=module", "--eval", REDUCED],
        cwd=tree,
        capture_output=True,
        text=True,
        check=True,
    )
    assert reduced.stdout == "{ seq: 3, nudge: 2 }\n"
    assert all(new in facts for new in ('"O+M": "auk"', "hints: boolean", '"phew"', "sparse: ", "#f2c845"))
