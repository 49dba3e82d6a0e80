"""Pages in the language of the link: what they say of themselves, names from the right, letters needed."""

import re

import pytest

from app.pages.assets import FONT_RANGES, letters_of
from app.texts import LANGUAGES, Texts, read_catalogue, texts_in
from tests.guests import Guest, answered
from tests.pages.conftest import Parsed, Read
from tests.pages.test_game_page import play

HEBREW, ARABIC = "עדה 7", "غرفة 12"
# An element whose text keeps to itself: a block, or one that says which way it is read.
BLOCKS = "title|h1|h2|h3|p|li|dd|dt|option|button|code"


async def preview(read: Read, path: str) -> tuple[Parsed, dict[str, str]]:
    """A page, and what is shown of it where somebody sends its link."""
    page = Parsed((await read(path)).text)
    told = {str(meta["property"]): str(meta["content"]) for meta in page.all("meta") if "property" in meta}
    return page, told


def has_no_english(texts: Texts, told: dict[str, str]) -> bool:
    """A preview that is told in another language holds no sentence of English."""
    words = set(re.findall(r"\b(?:the|and|you|with|seat|free|game)\b", " ".join(told.values())))
    return texts.lang == "en" or not words - {"free"}


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_link_is_shown_in_its_language(read: Read, maya: Guest, tom: Guest, lang: str) -> None:
    texts = texts_in(lang)
    room = await maya.make_room(public=True, free=True)
    await room.seat(tom)
    name = room.view["name"]
    invite = f"/i/{room.invite}"
    titles = {
        "/": texts.t("home.title"),
        "/rules": texts.t("rules.title"),
        "/about": texts.t("about.title"),
        f"/r/{room.code}": name,
        invite: texts.t("invite.title", host="Maya"),
    }
    for path, title in titles.items():
        page, told = await preview(read, f"{path}?lang={lang}")
        assert page.all("html", lang=lang)
        assert told["og:title"] == title
        assert told["og:url"] == f"http://testserver{path}?lang={lang}"
        assert told["og:locale"] == texts.country
        assert told["og:image:alt"] == texts.t("site.preview")
        other = {link["hreflang"]: link["href"] for link in page.all("link", rel="alternate")}
        assert other == {
            "x-default": f"http://testserver{path}",
            **{code: f"http://testserver{path}?lang={code}" for code in LANGUAGES},
        }
        assert has_no_english(texts, told), told
    _, told = await preview(read, f"{invite}?lang={lang}")
    seats = len(room.view["seats"])
    assert texts.t("invite.free", count=seats - 2).lower() in told["og:description"].lower()
    _, told = await preview(read, f"/r/{room.code}")
    assert told["og:url"] == f"http://testserver/r/{room.code}"


async def test_finished_game_is_shown_in_the_language_of_its_link(
    read: Read, maya: Guest, tom: Guest
) -> None:
    room = await maya.make_room()
    await room.seat(tom)
    game = await play(room, [maya, tom])
    for lang in LANGUAGES:
        page, told = await preview(read, f"/g/{game}?lang={lang}")
        texts, heading = texts_in(lang), told["og:title"].split(" · ")[0]
        wins = [texts.t("end.wins", name=name) for name in ("Maya", "Tom")]
        assert heading in [*wins, texts.t("end.shared", names=["Maya", "Tom"], count=2)]
        assert page.all("html", lang=lang)
        assert told["og:url"].endswith(f"?lang={lang}")


@pytest.mark.parametrize(
    ("lang", "country"), [("en", "en_GB"), ("pl", "pl_PL"), ("pt", "pt_PT"), ("ru", "ru_RU")]
)
def test_previews_name_language_and_country(lang: str, country: str) -> None:
    assert texts_in(lang).country == country


async def test_errors_and_passes_stand_in_no_list_of_languages(read: Read) -> None:
    for path in ("/nowhere", "/p/0123456789abcdef01234567"):
        assert not Parsed((await read(path)).text).all("link", rel="alternate")


async def test_manifest_says_its_language(read: Read) -> None:
    for lang in LANGUAGES:
        made = (await read("/manifest.webmanifest", Cookie=f"language={lang}")).json()
        assert (made["lang"], made["description"]) == (lang, texts_in(lang).t("site.description"))


def loose(html: str, name: str) -> list[str]:
    """Where a name from the right could turn round what stands beside it."""
    found = []
    for match in re.finditer(re.escape(name), html):
        before, after = html[: match.start()], html[match.end() :]
        if before.endswith("\u2068") and after.startswith("\u2069"):
            continue
        tag = re.search(r"<(\w+)([^<>]*)>\s*$", before)
        is_all = (
            after.lstrip().startswith("</") and tag and (re.fullmatch(BLOCKS, tag[1]) or "dir=" in tag[2])
        )
        is_attribute = before.endswith('"') and after.startswith(('"', ".json"))
        if not (is_all or is_attribute):
            found.append(f"{before[-80:]}{name}{after[:30]}")
    return found


@pytest.mark.parametrize("lang", ["en", "pl"])
async def test_names_from_the_right_keep_to_themselves_on_every_page(
    read: Read, maya: Guest, tom: Guest, lang: str
) -> None:
    for guest, name in ((maya, HEBREW), (tom, f"{ARABIC} ب")):
        answered(await guest.ask("PATCH", "/people/me", {"name": name}))
    room = await maya.make_room(public=True, free=True)
    await room.seat(tom)
    paths = ["/", f"/r/{room.code}", f"/i/{room.invite}", "/games"]
    found = [spot for path in paths for spot in loose((await read(f"{path}?lang={lang}", maya)).text, HEBREW)]
    game = await play(room, [maya, tom])
    for path in (f"/g/{game}", "/games", f"/r/{room.code}"):
        for guest in (maya, tom):
            html = (await read(f"{path}?lang={lang}", guest)).text
            html = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
            found += [spot for name in (HEBREW, f"{ARABIC} ب") for spot in loose(html, name)]
    assert found == []


@pytest.mark.parametrize(
    ("lang", "scripts"),
    [("en", ["latin"]), ("de", ["latin"]), ("pl", ["latin-ext", "latin"]), ("ru", ["cyrillic", "latin"])],
)
async def test_page_asks_early_for_the_letters_of_its_language(
    read: Read, lang: str, scripts: list[str]
) -> None:
    page = Parsed((await read(f"/?lang={lang}")).text)
    fonts = [str(link["href"]) for link in page.all("link", rel="preload") if link["as"] == "font"]
    assert [re.findall(r"onest-([a-z-]+)-wght", font)[0] for font in fonts] == scripts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_typeface_has_every_letter_of_the_language(lang: str) -> None:
    drawn = set().union(*map(letters_of, FONT_RANGES.values()))
    drawn |= {ord(sign) for sign in "·→●…–“”„‟"}  # also where the typeface is another
    written = {ord(letter) for text in read_catalogue(lang).values() for letter in text}
    assert sorted(map(chr, written - drawn)) == []
