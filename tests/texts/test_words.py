"""No word stands in a template or a script: it comes from the catalogue, all of which is used."""

import re
from pathlib import Path

from app.texts import read_catalogue

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static/js").rglob("*.js"))
PYTHON = [
    *(path for part in ("pages", "texts") for path in sorted((ROOT / "app" / part).rglob("*.py"))),
    ROOT / "app/bots_cli.py",
]

JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
CODE = re.compile(r"<(script|style|code)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>", re.DOTALL)
SPOKEN = re.compile(r"""\b(?:title|alt|placeholder|aria-label|aria-description|label)="([^"]*)\"""")
WORD = re.compile(r"[A-Za-z]{2,}")

COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
SENTENCE = re.compile(r"^[A-Z][a-z]+(?:[ ,.].*)?$")
ASSIGNED = re.compile(r"""\.(?:textContent|innerText|title|placeholder|ariaLabel|alt)\s*=\s*["'`]([^"'`]*)""")
# Names of keys, elements, events and errors for developers: nobody reads them on a page.
NOT_READ = re.compile(
    r"^(Enter|Escape|Tab|Home|End|Space|Shift|Control|Delete|Backspace|Arrow\w*|Page\w+|Content-Type|Lax|Onest.*|"
    r"[A-Z][a-z]+[A-Z]\w*|URL|Digit\d|Key[A-Z])$"
)

# `t("a.b")`, `rich("a.b")`, `text="a.b"`: any quoted dotted lower-case name is taken as a use.
QUOTED = re.compile(r"""["'`]([a-z]+(?:\.[A-Za-z0-9_]+)+)["'`]""")
BUILT = re.compile(r"""[`"']([a-z]+\.[A-Za-z0-9_.]*)(?:\$\{|\{|["'] ?~)""")
FILES = (".js", ".html", ".json")
# How the server names its errors: `Conflict("room_full", …)`, `code = "…"`, `code, message = "…", …`.
KINDS = "Conflict|NotAllowed|TooMany|Gone|Malformed|NotFound|WrongMediaType|AppError|BadName"
ERROR_CODE = re.compile(
    rf'(?:{KINDS})\(\s*"([a-z_]+)"|\bcode(?:: ClassVar\[str\])? = "([a-z_]+)"|'
    r'code, message = (?:\d+, )?"([a-z_]+)"'
)
# Plural forms, and the form that speaks to the reader: `log.placed_you` is used as `log.placed`.
FORM = re.compile(r"(?:_you)?(?:_(?:zero|one|two|few|many|other))?$")


def words_in_template(text: str) -> list[str]:
    """Words outside of tags, and in attributes that are spoken or shown."""
    plain = JINJA.sub("\x00", text)
    spoken = [match for match in SPOKEN.findall(plain) if WORD.search(match)]
    return spoken + WORD.findall(TAG.sub(" ", CODE.sub(" ", plain)))


def words_in_script(text: str) -> list[str]:
    code = COMMENT.sub("", text)
    code = re.sub(r"throw new \w+\([^)]*\)", "", code)
    sentences = [s for s in LITERAL.findall(code) if SENTENCE.match(s) and not NOT_READ.match(s)]
    return sentences + [s for s in ASSIGNED.findall(code) if WORD.search(s.split("${")[0])]


def uses(paths: list[Path]) -> tuple[set[str], set[str]]:
    """Keys that are named in full, and beginnings of those that are put together."""
    named, begun = set(), set()
    for path in paths:
        text = path.read_text()
        named |= set(QUOTED.findall(text))
        begun |= set(BUILT.findall(text))
    return named, begun


def test_templates_hold_no_words() -> None:
    found = {path.name: words for path in TEMPLATES if (words := words_in_template(path.read_text()))}
    assert found == {}


def test_scripts_hold_no_words() -> None:
    found = {path.name: words for path in SCRIPTS if (words := words_in_script(path.read_text()))}
    assert found == {}


def test_word_finders_find_words() -> None:
    assert words_in_template('<p title="Hello you">{{ t("a.b") }} Sit down</p>') == [
        "Hello you",
        "Sit",
        "down",
    ]
    assert words_in_script('button.title = "ok then"; say("Sit down.");') == ["Sit down.", "ok then"]


def test_every_text_that_is_asked_for_exists() -> None:
    catalogue = {FORM.sub("", key) for key in read_catalogue("en")} | set(read_catalogue("en"))
    sections = {key.split(".")[0] for key in catalogue}
    named, begun = uses([*TEMPLATES, *SCRIPTS, *PYTHON])
    asked = {key for key in named - begun if key.split(".")[0] in sections and not key.endswith(FILES)}
    assert sorted(asked - catalogue) == []


def test_every_error_code_has_its_words() -> None:
    source = "\n".join(path.read_text() for path in sorted((ROOT / "app").rglob("*.py")))
    codes = {code for found in ERROR_CODE.findall(source) for code in found if code}
    assert len(codes) > 30
    assert sorted(code for code in codes if f"errors.{code}" not in read_catalogue("en")) == []


def test_every_text_is_asked_for() -> None:
    named, begun = uses([*TEMPLATES, *SCRIPTS, *PYTHON])
    spare = {
        key
        for key in read_catalogue("en")
        if FORM.sub("", key) not in named and key not in named and not key.startswith(tuple(begun))
    }
    assert sorted(spare) == []
