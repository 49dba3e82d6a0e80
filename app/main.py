"""Puts the app together: settings in, an ASGI application out.

Nothing is kept in modules: what lives as long as the app hangs on `app.state`, so that a test, or a process,
can have several.

    census      app.shown_metrics.Census
    settings    app.config.Settings       database    app.database.Database
    metrics     app.metrics.Metrics       limits      app.limits.Limits
    readiness   app.readiness.Readiness   callers     app.callers.Callers
    guesses     app.guesses.Guesses       siblings    app.workers.siblings.Siblings, or None
    presence    app.games.presence.Presence  person_hooks  what a new name, or a farewell, means elsewhere
    measures    app.people.measures.Measures    turns       app.turns.Turns
    registry    app.games.registry.GameRegistry    tables    app.live.tables.Tables
    pusher      app.push.pusher.Pusher    webhook_sender  app.push.webhook_sender.WebhookSender
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import Any
from uuid import UUID

from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app import VERSION, errors, metrics, pages
from app.access_log import AccessLogMiddleware
from app.admin import pages as admin
from app.callers import Callers
from app.config import Settings
from app.daily import endpoints as daily
from app.daily.keeper import WorldKeeper
from app.database import Database
from app.games import analysis_endpoints as analyses
from app.games import endpoints as games
from app.games import plan_endpoints as plans
from app.games.analyst import Analyst
from app.games.deadlines import Timing
from app.games.entries import LoggedEntry
from app.games.live_game import LiveGame
from app.games.log import Fold
from app.games.registry import GameRegistry
from app.games.store import LogStore
from app.games.timekeeper import LEFT_FOR_GOOD
from app.guesses import Guesses
from app.limits import Limits
from app.live import endpoints as talk
from app.live import gateway
from app.live.bus import Bus, bus_for
from app.live.decisions import Decisions
from app.live.room_facts import read_room_facts
from app.live.tables import Tables
from app.metrics import Metrics
from app.people import endpoints as people
from app.people.measures import Measures
from app.push import endpoints as push
from app.push import webhook_endpoints as webhooks
from app.push.pusher import Pusher
from app.push.webhook_sender import WebhookSender, way_out
from app.ratings import endpoints as ratings
from app.readiness import Readiness
from app.revisions import upgrade_if_behind
from app.rooms import company_endpoints as company
from app.rooms import endpoints as rooms
from app.rooms import person_hooks, seating, service, sweeper
from app.security import SecurityMiddleware
from app.shown_metrics import show_all, show_webhooks
from app.slowness import SlowStatements
from app.turns import Turns

log = logging.getLogger(__name__)
ROUTERS = (
    metrics.router, people.router, people.passes, rooms.router, rooms.inside, rooms.invites,
    rooms.first, rooms.forked, rooms.rated_games, rooms.mine, ratings.router, company.router,
    admin.router, games.router, plans.router, games.mine, analyses.router, talk.router, push.router,
    webhooks.router, daily.router, daily.circles,
)  # fmt: skip
DESCRIPTION = """\
An open table for the board game Planet. Programs sign in with `POST /api/people` and send the token they
get as `Authorization: Bearer`. A game is followed and played over the WebSocket of its room,
`/ws/rooms/{code}`.
"""


def create_app(settings: Settings | None = None, bus: Bus | None = None) -> FastAPI:
    """The whole application. `settings.database_url` must be set by now. `bus` joins it with other processes,
    or else what the settings name.
    """
    settings = settings or Settings()
    if settings.database_url is None:
        raise ValueError("The app needs a database; `python -m app serve` brings one along.")
    app = FastAPI(
        title="Terrahedron",
        version=VERSION,
        description=DESCRIPTION,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.settings = settings
    app.state.database = Database(settings.database_url, pool_size=settings.pool_size)
    app.state.readiness = Readiness(app.state.database)
    app.state.metrics = Metrics()
    app.state.limits = Limits(settings)
    app.state.callers = Callers()
    app.state.guesses = Guesses(settings.misses_per_minute)
    app.state.person_hooks = (person_hooks.PERSON_HOOKS,)
    app.state.siblings = None
    app.state.measures = Measures(app.state.database)
    open_tables(app, settings, bus or bus_for(settings.redis_url))
    errors.install(app)
    for router in ROUTERS:  # its routes as they are: `include_router` would make each a second time
        app.router.routes.extend(router.routes)
    # The last one added is the first to see a request.
    turns = app.state.turns = Turns(app.state.tables.crowd)
    app.state.metrics.show("requests_waiting", "Requests that wait for their turn.", lambda: turns.waiting)
    app.add_middleware(SecurityMiddleware, settings=settings, limits=app.state.limits, turns=turns)
    app.add_middleware(AccessLogMiddleware, metrics=app.state.metrics)
    pages.install(app, settings)
    app.add_middleware(gateway.SocketsFirst)
    app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=settings.forwarded_allow_ips)
    return app


def open_tables(app: FastAPI, settings: Settings, bus: Bus) -> None:
    """The live half: games, tables, and how they hear of what rooms and people have committed."""
    database: Database = app.state.database
    timing = Timing(settings.bot_think_seconds, settings.game_abandoned_hours * 3600)
    registry = app.state.registry = GameRegistry(
        database.url, writers=settings.writers, timing=timing, callers=app.state.callers
    )
    registry.store.lacks_tables = lambda: database.lacks_tables
    app.state.tables = database.announcer = Tables(
        registry,
        bus,
        partial(read_room_facts, registry.store),
        Decisions(database),
        app.state.measures,
        grace=settings.grace_seconds,
        rate=settings.messages_per_second,
        drain_seconds=settings.drain_seconds,
    )

    app.state.census = show_all(app.state.metrics, database, app.state.tables)
    app.state.metrics.show("analyses_made", "Analyses of games made.", lambda: app.state.analyst.made)

    async def note_end(fold: Fold) -> None:
        try:
            await service.mark_room_over(registry.store, fold.id)
        finally:
            app.state.tables.hint_room(fold.room_id)

    registry.on_end.append(note_end)
    analyst = app.state.analyst = Analyst(registry.store)
    if settings.analyses_per_hour:
        registry.on_end.append(analyst.note_end)

    app.state.keeper = WorldKeeper(registry.store)
    tell_outside(app, settings, registry.store)

    async def note_return(room: UUID, seat: int) -> None:
        async with database.transaction() as db:
            await seating.came_back(db, room, seat)

    def look_who_moved(live_game: LiveGame, logged: LoggedEntry) -> None:
        seat, away = logged.entry.seat, live_game.deadlines.away
        entry = logged.entry
        is_own = entry.is_by_person and not entry.is_planned
        if is_own and seat is not None and away.get(seat) == LEFT_FOR_GOOD:
            registry.spawn(note_return(live_game.fold.room_id, seat))

    registry.on_entry.append(look_who_moved)


def tell_outside(app: FastAPI, settings: Settings, store: LogStore) -> None:
    """Who is told what happens while they are elsewhere: browsers, and chats."""
    pusher = app.state.pusher = Pusher(store)
    app.state.metrics.show("pushes_sent", "Messages taken by push services.", lambda: pusher.sent)
    hint: Callable[[UUID], None] = app.state.tables.hint_room
    sender = app.state.webhook_sender = WebhookSender(store, way_out(settings), hint)
    show_webhooks(app.state.metrics, sender)


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """From a reachable, safe, migrated database to no connection left open."""
    settings: Settings = app.state.settings
    database: Database = app.state.database
    readiness: Readiness = app.state.readiness
    try:
        if settings.migrate:
            await upgrade_if_behind(database.url)
        await database.check_durable()
        if await readiness.why_not() is None:
            log.info("ready", extra={"context": {"database": database.where}})
        tables: Tables = app.state.tables
        watching = running(app.state.metrics.watch_loop())
        sweeping = running(sweeper.sweep(database, settings))
        analyst: Analyst = app.state.analyst
        pusher: Pusher = app.state.pusher
        telling = pusher if settings.push else nullcontext()
        sender: WebhookSender = app.state.webhook_sender
        chats = sender if settings.webhooks else nullcontext()
        drawing = app.state.keeper if settings.daily else nullcontext()
        slow = running(SlowStatements(tables.registry.store.fetch).watch())
        async with (
            tables, watching, slow, running(readiness.watch()), sweeping, analyst, telling, chats, drawing,
        ):  # fmt: skip
            yield
    finally:
        await readiness.close()
        await database.close()


@asynccontextmanager
async def running(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """`work`, as a task of its own for as long as this lasts."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
