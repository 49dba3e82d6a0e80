"""Every word a person reads, in one JSON a language, for pages and scripts alike.

Keys are dotted paths into the nested file. A key with `count` among its arguments is looked up by its CLDR
plural form (`seats_one`, `seats_other`); numbers are written the reader's way. A gap may ask for a form of a
noun: `{other.with}` is the text under `D_with` where the argument `other` is `Noun("habitats.D")`, so that a
language declines what it has to; a counted noun (`Noun("counted.points", 3)`) goes by its own number, and a
list is told as people tell it, each noun in the form that is asked for. `{Other}` begins with a capital.
`static/js/texts/catalogue.js` is the same few lines for the browser; tests hold the two together.
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from datetime import date as Day  # noqa: N812 (`Texts.date` has its name)
from functools import cached_property, lru_cache
from pathlib import Path

from babel import Locale
from babel.core import get_global
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup, escape
from starlette.requests import HTTPConnection

FOLDER = Path(__file__).parent
# Where somebody who translates keeps a draft: it stands beside ours, or in place of it.
DRAFTS = os.environ.get("TERRAHEDRON_TEXTS")
FOLDERS = (FOLDER, Path(DRAFTS)) if DRAFTS else (FOLDER,)
FILES = {path.stem: path for folder in FOLDERS for path in folder.glob("*.json")}
ENGLISH = "en"
LANGUAGES = (ENGLISH, *sorted(FILES.keys() - {ENGLISH}))
# Sections that no script asks for; they stay on the server.
PAGES_ONLY = ("about", "analysis", "daily", "friendly", "game", "home", "install", "ladder", "mine",
              "numbers", "push", "rules", "site")  # fmt: skip
# Languages whose dates, numbers and plurals are those of one country: Portugal says `0 pontos`.
COUNTRIES = {ENGLISH: "en_GB", "pt": "pt_PT"}
GAP = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
STRONG = re.compile(r"\*([^*]+)\*")
FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")  # as Arabic letters are
LINK = re.compile(r"\[([^\]]+)\]")


@dataclass(frozen=True, slots=True)
class Noun:
    """A word of the catalogue that a sentence may need in another form than the plain one; so many of it."""

    key: str
    count: int | None = None


One = str | int | float | Noun
Argument = One | Sequence[One]


def flatten(section: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    """`{"a": {"b": "x"}}` -> `{"a.b": "x"}`."""
    flat: dict[str, str] = {}
    for name, value in section.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = str(value)
    return flat


def capital(words: str) -> str:
    """With a capital at the beginning; what has one further on keeps it."""
    return words[:1].upper() + words[1:]


def isolated(words: str) -> str:
    """Words from the right keep their order among words from the left, and turn nothing round beside them."""
    is_alone = FROM_THE_RIGHT.search(words) and "\u2068" not in words
    return f"\u2068{words}\u2069" if is_alone else words


@lru_cache
def read_catalogue(lang: str) -> dict[str, str]:
    return flatten(json.loads(FILES[lang].read_text(encoding="utf-8")))


class Texts:
    """One language's catalogue, with English where it has a gap."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._locale = Locale.parse(COUNTRIES.get(lang, lang))
        self._texts = {**read_catalogue(ENGLISH), **read_catalogue(lang)}

    def has(self, key: str) -> bool:
        return key in self._texts

    def t(self, key: str, /, **arguments: Argument) -> str:
        """The sentence `key` stands for, its gaps filled. An unknown key is shown as it is."""
        text = self._find(key, arguments) or key
        if "*" not in text:
            return GAP.sub(lambda gap: self._fill(gap, arguments), text)
        # A star makes words strong; one in somebody's name must not, so another sign like it stands there.
        return GAP.sub(lambda gap: self._fill(gap, arguments).replace("*", "\u2217"), text)

    def rich(self, key: str, /, *links: str, **arguments: Argument) -> Markup:
        """As HTML: `*word*` is strong, `[word]` leads to the next of `links`; arguments are escaped."""
        targets = iter(links)
        text = STRONG.sub(r"<strong>\1</strong>", str(escape(self._find(key, arguments) or key)))
        text = LINK.sub(lambda label: f'<a href="{escape(next(targets))}">{label[1]}</a>', text)
        return Markup(GAP.sub(lambda gap: escape(self._fill(gap, arguments)), text))  # noqa: S704 - all escaped

    def list(self, items: Sequence[One], form: str | None = None) -> str:
        """As people list things: "Maya, Jonas and Tern"."""
        *most, last = [self._written(item, form) for item in items] or [""]
        first = self.commas(most)
        return self.t(self._and_before(last), first=first, last=last) if most else last

    def commas(self, items: Sequence[str]) -> str:
        """One after the other, as in a table: "forest 2, ocean 1"."""
        return self.t("common.list_comma").join(map(isolated, items))

    def _and_before(self, word: str) -> str:
        """Spanish has another "and" before `Ida`, under `list_and_i`: the longest beginning that is known."""
        beginnings = (f"common.list_and_{word[:length].lower()}" for length in (3, 2, 1))
        return next(filter(self.has, beginnings), "common.list_and")

    def date(self, moment: datetime) -> str:
        """A day in UTC, for where no script puts the reader's own time in its place."""
        return self.day(moment.astimezone(UTC))

    def day(self, day: Day, form: str = "medium") -> str:
        """A day that is the same wherever the reader is; `form` is one of CLDR's, or a pattern of theirs."""
        return format_date(day, form, locale=self._locale)

    def number(self, value: float) -> str:
        """As the language writes it: 1,234.5 or 1 234,5."""
        return format_decimal(value, locale=self._locale)

    def percent(self, share: float) -> str:
        """A part of a whole: 0.25 is 25 %."""
        return format_percent(share, locale=self._locale)

    def _find(self, key: str, arguments: Mapping[str, Argument]) -> str | None:
        if "count" not in arguments:
            return self._texts.get(key)
        count = arguments["count"]
        assert isinstance(count, int | float)
        form = self._locale.plural_form(float(count))
        forms = (self._texts.get(each) for each in (f"{key}_{form}", f"{key}_other", key))
        return next(filter(None, forms), None)

    def _fill(self, gap: re.Match[str], arguments: Mapping[str, Argument]) -> str:
        name, form = gap[1], gap[2]
        if name in arguments:
            return self._written(arguments[name], form)
        plain = name[0].lower() + name[1:]
        if plain == name or plain not in arguments:
            return gap[0]
        return capital(self._written(arguments[plain], form))

    def _written(self, value: Argument, form: str | None = None) -> str:
        if isinstance(value, Noun):
            number = {} if value.count is None else {"count": value.count}
            formed = f"{value.key}_{form}"
            return self.t(formed if self._find(formed, number) else value.key, **number)
        if isinstance(value, str):
            return isolated(value)
        if isinstance(value, int | float):
            return self.number(value)
        return self.list(value, form)

    @property
    def country(self) -> str:
        """As previews of links name a language: `pl_PL`."""
        usual = get_global("likely_subtags").get(self.lang, self.lang)  # `pl_Latn_PL`
        return COUNTRIES.get(self.lang) or f"{self.lang}_{usual.rsplit('_', 1)[-1]}"

    @property
    def words(self) -> str:
        """All of the catalogue in a row."""
        return " ".join(self._texts.values())

    @cached_property
    def for_browser(self) -> bytes:
        """What scripts need, as JSON: every section but those of pages alone."""
        wanted = {key: text for key, text in self._texts.items() if key.split(".")[0] not in PAGES_ONLY}
        return json.dumps(
            {"lang": self.lang, "texts": wanted}, ensure_ascii=False, separators=(",", ":")
        ).encode()

    @cached_property
    def address(self) -> str:
        """Where the browser finds its part; the hash lets it keep it for ever."""
        return f"/texts/{self.lang}-{hashlib.sha256(self.for_browser).hexdigest()[:10]}.json"


@lru_cache
def texts_in(lang: str) -> Texts:
    return Texts(lang if lang in LANGUAGES else ENGLISH)


def t(key: str, /, **arguments: Argument) -> str:
    """English, for where no reader's language is known."""
    return texts_in(ENGLISH).t(key, **arguments)


def choose_language(wanted: str | None, accept: str) -> str:
    """The language a reader asked for by hand, else the first we have of those the browser lists."""
    if wanted in LANGUAGES:
        return str(wanted)
    ranked = sorted((weigh(part) for part in accept.split(",")[:20]), reverse=True)
    return next((lang for weight, lang in ranked if weight > 0 and lang in LANGUAGES), ENGLISH)


def texts_for(request: HTTPConnection) -> Texts:
    """For whoever asks: the language of the link, else the one chosen by hand, else the browser's."""
    wanted = request.query_params.get("lang")
    chosen = wanted if wanted in LANGUAGES else request.cookies.get("language")
    return texts_in(choose_language(chosen, request.headers.get("accept-language", "")))


def weigh(part: str) -> tuple[float, str]:
    """`pl-PL;q=0.8` -> `(0.8, "pl")`."""
    name, _, quality = part.partition(";q=")
    try:
        weight = float(quality or 1)
    except ValueError:
        weight = 0.0
    return weight, name.strip().split("-")[0].lower()
