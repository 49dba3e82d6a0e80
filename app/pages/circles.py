"""The page to which a circle's link leads."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.daily import circles
from app.errors import Gone, NotFound
from app.pages.contexts import Page
from app.pages.daily import require_daily
from app.pages.site import reader_of, site_of
from app.people.deps import OptionalPerson
from app.routing import DbSession, TransactionalRoute

router = APIRouter(route_class=TransactionalRoute, include_in_schema=False)


@dataclass(frozen=True, kw_only=True)
class CirclePage(Page):
    """Where a circle's link leads: joining takes a press."""

    link: str
    circle: str
    here: str
    your_name: str
    is_member: bool
    is_lasting: bool = False


@router.get("/c/{link}")
async def circle(request: Request, db: DbSession, me: OptionalPerson, link: str) -> HTMLResponse:
    """Only shows the button; nobody joins by looking."""
    require_daily(request)
    found = await circles.found(db, link)
    if found is None:
        raise Gone("circle_link_old") if await circles.is_old(db, link) else NotFound
    texts = reader_of(request).texts
    is_member = me is not None and any(one.id == found.id for one in await circles.mine(db, me.person))
    page = CirclePage(
        title=texts.t("daily.circle_title", circle=found.name),
        description=texts.t("daily.circle_says"),
        path=f"/c/{link}",
        script="js/pages/daily.js",
        is_listed=False,
        link=link,
        circle=found.name,
        here=texts.t("daily.circle_people", count=found.people),
        your_name=me.name if me else "",
        is_member=is_member,
    )
    return site_of(request).render(request, "circle.html", page)
