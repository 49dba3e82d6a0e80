"""Every word a person reads, in one JSON a language, for pages and scripts alike.

Keys are dotted paths into the nested file. A key with `count` among its arguments is looked up by its CLDR
plural form (`seats_one`, `seats_other`); numbers are written the reader's way. `static/js/texts.js` is the
same few lines for the browser; tests hold the two together.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from babel import Locale
from babel.numbers import format_decimal
from markupsafe import Markup, escape

FOLDER = Path(__file__).parent
ENGLISH = "en"
LANGUAGES = (ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != ENGLISH))
# Sections that no script asks for; they stay on the server.
PAGES_ONLY = ("about", "home", "mine", "reasons", "rules", "site")
GAP = re.compile(r"\{(\w+)\}")
STRONG = re.compile(r"\*([^*]+)\*")
LINK = re.compile(r"\[([^\]]+)\]")

Argument = str | int | float


def flatten(section: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    """`{"a": {"b": "x"}}` -> `{"a.b": "x"}`."""
    flat: dict[str, str] = {}
    for name, value in section.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = str(value)
    return flat


@lru_cache
def read_catalogue(lang: str) -> dict[str, str]:
    return flatten(json.loads((FOLDER / f"{lang}.json").read_text()))


class Texts:
    """One language's catalogue, with English where it has a gap."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._locale = Locale.parse(lang)
        self._texts = {**read_catalogue(ENGLISH), **read_catalogue(lang)}

    def has(self, key: str) -> bool:
        return key in self._texts

    def t(self, key: str, **arguments: Argument) -> str:
        """The sentence `key` stands for, its gaps filled. An unknown key is shown as it is."""
        return GAP.sub(lambda gap: self._fill(gap, arguments), self._find(key, arguments))

    def rich(self, key: str, *links: str, **arguments: Argument) -> Markup:
        """As HTML: `*word*` is strong, `[word]` leads to the next of `links`; arguments are escaped."""
        safe = {name: escape(self._written(value)) for name, value in arguments.items()}
        targets = iter(links)
        text = STRONG.sub(r"<strong>\1</strong>", str(escape(self._find(key, arguments))))
        text = LINK.sub(lambda label: f'<a href="{escape(next(targets))}">{label[1]}</a>', text)
        return Markup(GAP.sub(lambda gap: safe.get(gap[1], gap[0]), text))  # noqa: S704 - escaped above

    def _find(self, key: str, arguments: Mapping[str, Argument]) -> str:
        if "count" not in arguments:
            return self._texts.get(key, key)
        form = self._locale.plural_form(float(arguments["count"]))
        return self._texts.get(f"{key}_{form}") or self._texts.get(f"{key}_other", key)

    def _fill(self, gap: re.Match[str], arguments: Mapping[str, Argument]) -> str:
        return self._written(arguments[gap[1]]) if gap[1] in arguments else gap[0]

    def _written(self, value: Argument) -> str:
        return value if isinstance(value, str) else format_decimal(value, locale=self._locale)

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


def t(key: str, **arguments: Argument) -> str:
    """English, for where no reader's language is known."""
    return texts_in(ENGLISH).t(key, **arguments)


def choose_language(wanted: str | None, accept: str) -> str:
    """The language a reader asked for by hand, else the first we have of those the browser lists."""
    if wanted in LANGUAGES:
        return str(wanted)
    ranked = sorted((weigh(part) for part in accept.split(",")[:20]), reverse=True)
    return next((lang for weight, lang in ranked if weight > 0 and lang in LANGUAGES), ENGLISH)


def weigh(part: str) -> tuple[float, str]:
    """`pl-PL;q=0.8` -> `(0.8, "pl")`."""
    name, _, quality = part.partition(";q=")
    try:
        weight = float(quality or 1)
    except ValueError:
        weight = 0.0
    return weight, name.strip().split("-")[0].lower()
