"""The pages of seat passes: taking one's seat on another device, and in our app on this one's home screen.

Apple's small devices tell nobody anything but from an app on the home screen, and give that app cookies of
its own: it would not know whose seats are whose. So it is installed from a page whose manifest says to start
at `/p/TOKEN/start`, where the app's first start uses a pass up. That address stays the app's own for ever;
from then on it only leads home. What follows `/p/` stands in no log and in no cache.
"""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi import Path as PathParameter
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.errors import TooMany
from app.pages import generated_files
from app.pages.assets import PRIVATE
from app.pages.contexts import InstallPage, PassPage
from app.pages.site import reader_of, site_of
from app.people import repository as people
from app.people.deps import OptionalPerson
from app.people.service import token_hash
from app.rooms.codes import normalised
from app.rooms.entrance import guesses_of
from app.routing import DbSession, TransactionalRoute
from app.security import address

router = APIRouter(route_class=TransactionalRoute, include_in_schema=False)
PassInPath = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]+$", max_length=64)]
HOME = "/"
HOME_WITHOUT_SEATS = "/?pass=gone"


def pass_page(request: Request, token: str = "", *, starts: bool = False, then: str = "/games") -> PassPage:
    texts = reader_of(request).texts
    return PassPage(
        title=texts.t("pass.title"),
        description=texts.t("site.description"),
        path=f"/p/{token}" if token else "/p",
        script="js/pages/pass.js",
        is_listed=False,
        token=token,
        starts=starts,
        then=then,
    )


def table_of(room: str) -> str:
    """Where a room is; home for what is no code."""
    code = normalised(room)
    return f"/r/{code}" if code else HOME


def of_pass(token: str, what: str, room: str) -> str:
    """An address of this pass, which leads on to that room."""
    code = normalised(room)
    return f"/p/{token}/{what}" + (f"?{urlencode({'room': code})}" if code else "")


def lead_to(where: str) -> RedirectResponse:
    return RedirectResponse(where, status_code=303, headers={"Cache-Control": PRIVATE})


@router.get("/p")
async def any_pass(request: Request) -> HTMLResponse:
    """Where a link is pasted by whoever cannot open it: an app on a home screen has no line for addresses."""
    return site_of(request).render(request, "pass.html", pass_page(request))


@router.get("/p/{token}")
async def seat_pass(request: Request, token: PassInPath) -> HTMLResponse:
    """Only shows the button; the pass is used up by pressing it, not by looking."""
    return site_of(request).render(request, "pass.html", pass_page(request, token))


@router.get("/p/{token}/install")
async def install(
    request: Request, db: DbSession, me: OptionalPerson, token: PassInPath, room: str = ""
) -> Response:
    """How the table comes onto the home screen, for whoever has made this pass. (A device that does not read
    manifests opens its app here.)
    """
    start = of_pass(token, "start", room)
    owner = await people.owner_of_pass(db, token_hash(token))
    if owner is None or me is None or me.person != owner:
        return lead_to(start)
    texts = reader_of(request).texts
    page = InstallPage(
        title=texts.t("install.title"),
        description=texts.t("site.description"),
        path=f"/p/{token}/install",
        script="js/pages/install.js",
        is_listed=False,
        manifest=of_pass(token, "app.webmanifest", room),
        start=start,
        back=table_of(room),
    )
    return site_of(request).render(request, "install.html", page)


@router.get("/p/{token}/app.webmanifest")
async def manifest(request: Request, token: PassInPath, room: str = "") -> Response:
    """That of an app which starts with this pass. Asked for by the device itself, without a cookie."""
    return generated_files.manifest(request, site_of(request), of_pass(token, "start", room))


@router.get("/p/{token}/start")
async def start(
    request: Request, db: DbSession, me: OptionalPerson, token: PassInPath, room: str = ""
) -> Response:
    """Where the app opens, at first and ever after. Whoever is somebody else already is asked before they
    become its owner; a pass that is good no more leads home.
    """
    owner = await people.owner_of_pass(db, token_hash(token))
    if owner is not None and (me is None or me.person != owner):
        page = pass_page(request, token, starts=me is None, then=table_of(room))
        return site_of(request).render(request, "pass.html", page)
    if owner is None and me is None:
        count_miss(request)
        return lead_to(HOME_WITHOUT_SEATS)
    return lead_to(HOME if owner is None else table_of(room))


def count_miss(request: Request) -> None:
    """Raises TooMany for whoever tries many."""
    refusal = guesses_of(request).missed(address(request))
    if isinstance(refusal, TooMany):
        raise refusal
