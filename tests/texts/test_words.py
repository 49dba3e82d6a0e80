"""No word stands in a template or a script: it comes from the catalogue, all of which is used."""

import re
from pathlib import Path

from app.texts import read_catalogue

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# What the rules complain of is for whoever writes programs; people read it by its code.
SCRIPTS = [
    path for path in sorted((ROOT / "static/js").rglob("*.js")) if path.parent != ROOT / "static/js/rules"
]
PYTHON = [
    *(path for part in ("pages", "push", "texts") for path in sorted((ROOT / "app" / part).rglob("*.py"))),
    ROOT / "app/bots_cli.py",
]

JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
CODE = re.compile(r"<(script|style|code)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>", re.DOTALL)
SPOKEN = re.compile(
    r"""\b(?:title|alt|placeholder|aria-(?:label|description|roledescription|valuetext)|label)="([^"]*)\""""
)
META = re.compile(r"""<meta (?:name|property)="(?:description|og:(?!type)[a-z_:]+)" content="([^"]*)\"""")
WORD = re.compile(r"[A-Za-z]{2,}")

COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
SENTENCE = re.compile(r"^[A-Z][a-z]+(?:[ ,.].*)?$")
ASSIGNED = re.compile(r"""\.(?:textContent|innerText|title|placeholder|ariaLabel|alt)\s*=\s*["'`]([^"'`]*)""")
ATTRIBUTE = re.compile(
    r"""(?:\b(?:title|placeholder|alt)|"aria-(?:label|description|roledescription|valuetext)")[:,]\s*["'`]([^"'`]*)"""
)
# Pieces that are put together: words in a row by a comma of our own, or a text with something behind it that
# another language would write in another way. A space between whole sentences is none.
SAID = r"(?:t|\w+(?:Text|Name))\("
GLUED_SCRIPT = (
    re.compile(r"""\.join\("[^"]*[,;:][^"]*"\)"""),
    re.compile(rf"""\b{SAID}[^()]*\) \+ ["'`]"""),
)
LITERAL_WITH_TEXT = re.compile(rf"`[^`]*\$\{{{SAID}[^`]*`")
INSIDE = re.compile(r"\$\{(?:[^`{}]|\{[^{}]*\})*\}")
GLUED_TEMPLATE = (
    re.compile(r"""\}\}[,;:.!][^{<"]*\{\{"""),
    re.compile(r"""~ ["'][^"']*[,;:.!?][^"']*["'] ~"""),
)
GLUED_PYTHON = (
    re.compile(r"""f"[^"]*[,;:.!?] ?\{(?:\w+\.)*t\("""),
    re.compile(r"""f"[^"]*\{(?:\w+\.)*t\([^"]*\)\}[,;:.!?]"""),
    re.compile(r"""["'][,;:.!?] ["']\.join\(.*\bt\("""),
)
# Names of keys, elements, events and errors for developers: nobody reads them on a page.
NOT_READ = re.compile(
    r"^(Enter|Escape|Tab|Home|End|Space|Shift|Control|Delete|Backspace|Arrow\w*|Page\w+|Content-Type|Lax|Onest.*|"
    r"[A-Z][a-z]+[A-Z]\w*|URL|Digit\d|Key[A-Z])$"
)

# `t("a.b")`, `rich("a.b")`, `text="a.b"`: any quoted dotted lower-case name is taken as a use.
QUOTED = re.compile(r"""["'`]([a-z]+(?:\.[A-Za-z0-9_]+)+)["'`]""")
BUILT = re.compile(r"""[`"']([a-z]+\.[A-Za-z0-9_.]*)(?:\$\{|\{|["'] ?~)""")
FILES = (".js", ".html", ".json")
# How the server names its errors: `Conflict("room_full", …)`, `code = "…"`, `status, code = 409, "…"`.
KINDS = "Conflict|NotAllowed|TooMany|Gone|Malformed|NotFound|WrongMediaType|AppError|BadName"
ERROR_CODE = re.compile(
    rf'(?:{KINDS})\(\s*"([a-z_]+)"|\bcode(?:: ClassVar\[str\])? = "([a-z_]+)"|'
    r'status, code = \d+, "([a-z_]+)"'
)
# Plural forms, and the form that speaks to the reader: `log.placed_you` is used as `log.placed`.
FORM = re.compile(r"(?:_you)?(?:_(?:zero|one|two|few|many|other))?$")


def words_in_template(text: str) -> list[str]:
    """Words outside of tags, and in attributes that are spoken or shown."""
    plain = JINJA.sub("\x00", text)
    read = [*SPOKEN.findall(plain), *META.findall(plain)]
    spoken = [match for match in read if WORD.search(match)]
    return spoken + WORD.findall(TAG.sub(" ", CODE.sub(" ", plain)))


def words_in_script(text: str) -> list[str]:
    code = COMMENT.sub("", text)
    code = re.sub(r"throw new \w+\([^)]*\)", "", code)
    sentences = [s for s in LITERAL.findall(code) if SENTENCE.match(s) and not NOT_READ.match(s)]
    said = [*ASSIGNED.findall(code), *ATTRIBUTE.findall(code)]
    return sentences + [s for s in said if WORD.search(s.split("${")[0])]


def glued_in_script(text: str) -> list[str]:
    """Also template literals that hold more than whole texts, spaces and signs."""
    found = [whole[0] for whole in LITERAL_WITH_TEXT.finditer(text)]
    return [
        *glued(text, GLUED_SCRIPT),
        *(one for one in found if re.search(r"[\w,;:.!?]", INSIDE.sub("", one))),
    ]


def glued(text: str, patterns: tuple[re.Pattern[str], ...]) -> list[str]:
    return [found[0] for pattern in patterns for found in pattern.finditer(text)]


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


def test_no_sentence_is_put_together_from_pieces() -> None:
    python = sorted((ROOT / "app/pages").rglob("*.py"))
    pieces = {
        **{path: glued_in_script(path.read_text()) for path in SCRIPTS if path.parent.name != "planet"},
        **{path: glued(path.read_text(), GLUED_TEMPLATE) for path in TEMPLATES},
        **{path: glued(path.read_text(), GLUED_PYTHON) for path in python},
    }
    assert {path.name: found for path, found in pieces.items() if found} == {}


def test_piece_finders_find_pieces() -> None:
    for piece in (
        '[label, told].join(", ")',
        "`${awardText(now, award)}.`",
        '`${t("worlds.first")}. `',
        "`${animalName(card)}: ${wishText(card)}.`",
        '`${name}, ${t("table.you", { name })}`',
        't("table.round") + ": "',
    ):
        assert glued_in_script(piece), piece
    for whole in ('`${t("worlds.first")} `', 'parts.join(" ")', "h(t(`log.${key}`, { name }))"):
        assert not glued_in_script(whole), whole
    assert glued("{{ t('mine.open') }}: {{ room }}", GLUED_TEMPLATE)
    assert glued("{{ t('a.b') ~ ': ' ~ name }}", GLUED_TEMPLATE)
    assert glued('f"{texts.t(key)}: {name}"', GLUED_PYTHON)


def test_word_finders_find_words() -> None:
    assert words_in_template('<p title="Hello you">{{ t("a.b") }} Sit down</p>') == [
        "Hello you",
        "Sit",
        "down",
    ]
    assert words_in_script('button.title = "ok then"; say("Sit down.");') == ["Sit down.", "ok then"]
    assert words_in_script('h("a", { "aria-label": "sit down", "aria-busy": "true" })') == ["sit down"]
    assert words_in_template('<meta property="og:title" content="A table">') == ["A table"]


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
