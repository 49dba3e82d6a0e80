"""Files that are made, not read: the scripts' catalogue, the manifest, the service worker and its page."""

import json
from itertools import chain

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.pages.assets import ASK_AGAIN, FOREVER, PRIVATE, make_asset, respond
from app.pages.contexts import ErrorPage
from app.pages.site import Site, reader_of
from app.texts import LANGUAGES, texts_in

# What the offline page is made of.
SHELL = ("css/app.css", "js/early.js", "signs/sprite.svg", "pictures/planet-empty.webp")


def texts_file(request: Request, name: str) -> Response | None:
    """The catalogue for scripts, under the address that names what is in it."""
    lang = name.split("-", maxsplit=1)[0]
    if lang not in LANGUAGES or texts_in(lang).address != f"/texts/{name}":
        return None
    return respond(request, make_asset(texts_in(lang).for_browser, ".json"), FOREVER)


def icon(site: Site, kind: str, size: int, use: str) -> dict[str, str]:
    address = site.assets.url(f"icons/icon-{kind}{size}.png")
    return {"src": address, "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}


def manifest(request: Request, site: Site, start: str = "/") -> Response:
    """What a phone needs to put us on its home screen. What opens with somebody's pass is theirs alone."""
    texts = reader_of(request).texts
    t = texts.t
    kinds = (("", "any"), ("maskable-", "maskable"))
    made = {
        "id": "/",
        "lang": texts.lang,
        "name": t("site.name"),
        "short_name": t("site.name"),
        "description": t("site.description"),
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": site.ground["night"],
        "theme_color": site.ground["night"],
        "icons": [icon(site, kind, size, use) for kind, use in kinds for size in (192, 512)],
    }
    life = ASK_AGAIN if start == "/" else PRIVATE
    return respond(request, make_asset(json.dumps(made).encode(), ".webmanifest"), life)


def service_worker(request: Request, site: Site) -> Response:
    """The worker, with what the offline page needs in each language; a new release is a new worker."""
    shell = [*map(site.assets.url, SHELL), site.assets.whole("js/pages/page.js")]
    words = {lang: [texts_in(lang).address, *site.files.fonts(lang)] for lang in LANGUAGES}
    picture = site.assets.url("icons/icon-192.png")
    facts = {"SHELL": shell, "WORDS": words, "VERSION": site.assets.version, "ICON": picture}
    lines = [f"self.{name} = {json.dumps(fact)};" for name, fact in facts.items()]
    content = "\n".join([*lines, site.assets.files["js/worker.js"].decode()])
    response = respond(request, make_asset(content.encode(), ".js"), ASK_AGAIN)
    kept = dict.fromkeys([*shell, *chain.from_iterable(words.values())])
    # A worker is bound by the policy it came with: it fetches its shell, and nothing else is its business.
    connect = " ".join(["'self'", *(url for url in kept if url.startswith("https:"))])
    response.headers["Content-Security-Policy"] = f"default-src 'none'; connect-src {connect}"
    return response


def offline(request: Request, site: Site) -> HTMLResponse:
    """What the worker shows when nothing can be reached."""
    t = reader_of(request).texts.t
    page = ErrorPage(
        title=t("pages.offline"),
        description=t("pages.offline_says"),
        path="/offline",
        is_listed=False,
        status=0,
        says=t("pages.offline_says"),
        can_retry=True,
    )
    return site.render(request, "error.html", page)
