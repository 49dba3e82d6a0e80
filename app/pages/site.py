"""The one place that turns a context into a page: templates, addresses, the reader's language and theme."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from babel import Locale
from jinja2 import DictLoader, Environment, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.config import Settings
from app.pages.assets import Assets
from app.pages.contexts import Page
from app.pages.packing import coding_for, pack_quickly
from app.pages.vendor import Vendor, read_list
from app.people.measures import Measure, Measures
from app.people.names import LONGEST_TYPED
from app.rules.parts import HABITATS
from app.security import own_origin
from app.texts import ENGLISH, LANGUAGES, Texts, texts_for, texts_in

ROOT = Path(__file__).resolve().parent.parent.parent
THEMES = ("day", "night")
HEADERS = {"Cache-Control": "no-store", "Vary": "Accept-Encoding, Accept-Language, Cookie"}


@dataclass(frozen=True, slots=True)
class PageReader:
    """Who a page is written for: their language, and day or night if they chose one by hand."""

    texts: Texts
    theme: str | None


def reader_of(request: Request) -> PageReader:
    theme = request.cookies.get("theme")
    return PageReader(texts_for(request), theme if theme in THEMES else None)


@lru_cache
def language_names() -> tuple[tuple[str, str], ...]:
    """Every language by its own name."""
    return tuple((code, (Locale.parse(code).display_name or code).capitalize()) for code in LANGUAGES)


def ground_of(tokens: str) -> dict[str, str]:
    """The colour of the ground by day and by night, for the browser's own frame round a page."""
    found = re.search(r"--ground: light-dark\((#\w+), (#\w+)\);", tokens)
    assert found, "tokens.css says what the ground is"
    return {"day": found[1], "night": found[2]}


def notices_for(request: Request) -> list[Measure]:
    """What whoever reads this page has to be told of what the operator did."""
    measures: Measures = request.app.state.measures
    return measures.notices_of(getattr(request.state, "person", None))


class PageFiles:
    """What all pages are made of, as it was when it was read: a new release in the folder is the next
    process's.
    """

    def __init__(self, root: Path) -> None:
        vendor = Vendor(read_list(root / "static/vendor.json"), root / "node_modules")
        self.assets = Assets(root / "static", vendor)
        self.ground = ground_of((root / "static/css/tokens.css").read_text())
        folder = root / "templates"
        templates = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.html")}
        self.templates = Environment(
            loader=DictLoader(templates),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.globals |= {
            "ground": self.ground,
            "asset": self.assets.url,
            "habitats": HABITATS,
            "longest_name": LONGEST_TYPED,
            "whole": self.assets.whole,
            "ahead": lru_cache(self.assets.next_pages),
            "vendor": vendor.url,
            "integrity": vendor.integrity,
            "fonts": self.fonts,
            "importmap": vendor.import_map(),
            "three": [*map(vendor.url, vendor.three)],
            "languages": language_names(),
            "catalogue": lambda code: texts_in(code).address,
        }

    @lru_cache  # noqa: B019 - they last as long as their process
    def fonts(self, lang: str) -> list[str]:
        """What a page in this language is written with, Latin letters among it for the name of the game."""
        return self.assets.fonts_for(f"{texts_in(lang).words} {texts_in(ENGLISH).words}")


read_files = cache(PageFiles)


class Site:
    """Templates and assets as one app shows them. All of it is read now, before the first request."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.files = read_files(ROOT)
        self.assets, self.ground = self.files.assets, self.files.ground
        for lang in LANGUAGES:
            texts_in(lang)

    def origin(self, request: Request) -> str:
        return own_origin(request, self.settings)

    def render(self, request: Request, template: str, page: Page, status: int = 200) -> HTMLResponse:
        """A whole page, or a fragment: the template decides, both take the same context."""
        body = self.text(request, template, page).encode()
        headers = {**HEADERS, "Content-Language": reader_of(request).texts.lang}
        coding = coding_for(request)
        if coding is None:
            return HTMLResponse(body, status_code=status, headers=headers)
        headers["Content-Encoding"] = coding
        return HTMLResponse(pack_quickly(body, coding), status_code=status, headers=headers)

    def text(self, request: Request, template: str, page: Page) -> str:
        reader = reader_of(request)
        return self.files.templates.get_template(template).render(
            page=page,
            notices=notices_for(request),
            t=reader.texts.t,
            rich=reader.texts.rich,
            texts=reader.texts,
            lang=reader.texts.lang,
            theme=reader.theme,
            origin=self.origin(request),
            address=self.origin(request) + page.path,
            is_link_in_language=request.query_params.get("lang") == reader.texts.lang,
        )


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site
