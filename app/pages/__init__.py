"""Everything a person sees that is not the API: pages, fragments, static files, errors in words."""

from fastapi import FastAPI

from app.config import Settings
from app.pages import circles, daily, endpoints, passes, printing, showing
from app.pages.errors import ErrorPages
from app.pages.site import Site
from app.security import page_policy

ROUTERS = (
    endpoints.files, endpoints.router, endpoints.parts, printing.router, showing.files, showing.router,
    daily.router, circles.router, passes.router,
)  # fmt: skip


def install(app: FastAPI, settings: Settings) -> None:
    """Give `app` its pages. Comes last: what turns errors into pages must stand around all else."""
    app.state.site = site = Site(settings)
    app.state.page_policy = page_policy(*site.assets.vendor.loaded_by_pages())
    for router in ROUTERS:
        app.router.routes.extend(router.routes)
    app.add_middleware(ErrorPages, site=site)
