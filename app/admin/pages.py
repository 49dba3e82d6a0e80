"""The operator's pages, under `/admin`: in English, of tables and forms, without a script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl
from uuid import UUID

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, StrictUndefined

from app.admin import deeds, reading
from app.admin.deeds import Why
from app.admin.door import NotTheOperator, Operator, let_in, operator, token_of, try_token
from app.admin.reading import QUERIES, Listing
from app.errors import MalformedRequest, NotFound
from app.games.endpoints import any_game_of
from app.rooms import codes
from app.rooms.talking import REASONS
from app.routing import DbSession, TransactionalRoute

router = APIRouter(prefix="/admin", route_class=TransactionalRoute, include_in_schema=False)
PAGE = Path(__file__).with_name("page.html").read_text("utf-8")
LINKED = {"room": "/admin/rooms/", "person": "/admin/people/", "reported by": "/admin/people/",
          "game": "/admin/games/", "report": "/admin/reports/"}  # fmt: skip
HOURS = ("", "1", "24", "168", "720")
template = Environment(
    autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
).from_string(PAGE)


@dataclass(frozen=True)
class Form:
    """Something the operator can do: where it is sent, what is asked."""

    title: str
    to: str
    asks_reason: bool = True
    asks_hours: bool = False
    asks: str = ""


def shown(
    request: Request, title: str, listings: Sequence[Listing], forms: Sequence[Form] = (), **how: object
) -> Response:
    styles = [request.app.state.site.assets.url(f"css/{name}.css") for name in ("app", "operator")]
    body = template.render(
        title=title, listings=listings, forms=forms, styles=styles, linked=LINKED, reasons=REASONS,
        hours=HOURS,
        lists=list(QUERIES), is_in=how.get("is_in", True), says=how.get("says", ""),
    )  # fmt: skip
    # With `no-referrer`, as elsewhere, a browser would not say that its forms come from here.
    headers = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "same-origin"}
    return HTMLResponse(body, headers=headers)


async def typed(request: Request) -> dict[str, str]:
    """The fields of a form, each at most once."""
    try:
        pairs = parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=10)
    except ValueError:
        raise MalformedRequest(fields=[{"at": "body", "why": "not_a_form"}]) from None
    return dict(pairs)


def why_of(fields: dict[str, str], via: str) -> Why:
    hours = fields.get("hours", "")
    if hours and not hours.isdecimal():
        raise MalformedRequest(fields=[{"at": "hours", "why": "not_a_number"}])
    return Why(via, fields.get("reason", ""), float(hours) if hours else None)


@router.get("")
async def overview(request: Request, db: DbSession) -> Response:
    """How it stands, or the way in."""
    token_of(request)
    try:
        await operator(request)
    except NotTheOperator:
        return shown(
            request, "Operator", [], [Form("Sign in", "/admin", asks_reason=False, asks="token")], is_in=False
        )
    names = ("overview", "stuck", "reports", "measures")
    return shown(request, "Overview", [await reading.read(db, name) for name in names], [BAR_NETWORK])


BAR_NETWORK = Form("Bar a network", "/admin/networks", asks_hours=True, asks="network")


@router.post("")
async def sign_in(request: Request) -> Response:
    """Type the token."""
    token_of(request)
    await try_token(request, (await typed(request)).get("token", ""))
    response = RedirectResponse("/admin", status_code=303)
    let_in(request, response)
    return response


@router.get("/lists/{name}")
async def show_list(request: Request, db: DbSession, _via: Operator, name: str) -> Response:
    if name not in QUERIES:
        raise NotFound
    return shown(request, name.capitalize(), [await reading.read(db, name)])


@router.get("/rooms/{code}")
async def room(request: Request, db: DbSession, _via: Operator, code: str) -> Response:
    code = codes.normalised(code) or ""
    listings = await reading.read_room(db, code, words_of(request))
    return shown(request, f"Room {code}", listings, [Form("Close this room", f"/admin/rooms/{code}/close")])


@router.get("/games/{game}")
async def game(request: Request, _via: Operator, game: UUID) -> Response:
    fold = (await any_game_of(request, game)).fold
    return shown(request, "Game", [reading.read_game(fold)])


@router.get("/people/{person}")
async def person(request: Request, db: DbSession, _via: Operator, person: UUID) -> Response:
    listings = await reading.read_person(db, person, words_of(request))
    forms = [
        Form(title, f"/admin/people/{person}/{deed}", asks_hours=deed != "rename")
        for deed, title in (("rename", "Give another name"), ("silence", "Silence"), ("bar", "Bar"))
    ]
    return shown(request, "Person", listings, forms)


@router.get("/reports/{report}")
async def report(request: Request, db: DbSession, _via: Operator, report: int) -> Response:
    settle = Form("Settle this report", f"/admin/reports/{report}/settle", asks_reason=False)
    return shown(
        request, f"Report {report}", await reading.read_report(db, report, words_of(request)), [settle]
    )


@router.post("/people/{person}/{deed}")
async def about_person(request: Request, db: DbSession, via: Operator, person: UUID, deed: str) -> Response:
    why = why_of(await typed(request), via)
    match deed:
        case "rename":
            await deeds.rename(db, person, why)
        case "silence":
            await deeds.silence(db, person, why)
        case "bar":
            await deeds.bar(db, person, why)
        case _:
            raise NotFound
    return done(f"/admin/people/{person}")


@router.post("/networks")
async def about_network(request: Request, db: DbSession, via: Operator) -> Response:
    fields = await typed(request)
    await deeds.bar_network(db, fields.get("network", ""), why_of(fields, via))
    return done("/admin/lists/measures")


@router.post("/measures/{measure}/lift")
async def lift(db: DbSession, via: Operator, measure: int) -> Response:
    await deeds.lift(db, measure, via)
    return done("/admin/lists/measures")


@router.post("/rooms/{code}/close")
async def close(request: Request, db: DbSession, via: Operator, code: str) -> Response:
    await deeds.close_room(db, code, why_of(await typed(request), via))
    return done("/admin/lists/rooms")


@router.post("/reports/{report}/settle")
async def settle(db: DbSession, via: Operator, report: int) -> Response:
    await deeds.settle(db, report, via)
    return done("/admin/lists/reports")


def done(to: str) -> Response:
    return RedirectResponse(to, status_code=303)


def words_of(request: Request) -> frozenset[str]:
    return reading.words_in(request.app.state.settings.flag_words)
