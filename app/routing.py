"""The two route classes: a strict body in, one transaction around the request, commit before the answer.

`TransactionalRoute` is that of every page, `ApiRoute` that of everything under `/api`. A request's session is
opened here and committed here, once, and only then is anything announced or answered.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Annotated, Any, cast

from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute
from sqlalchemy.exc import NotSupportedError
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import Database, is_stale_plan
from app.errors import BadJson, MalformedRequest, Unavailable, WrongMediaType
from app.rules.errors import MalformedJson
from app.rules.strict_json import NOT_UTF8, SYNTAX, parse_json
from app.security import SAFE_METHODS

log = logging.getLogger(__name__)
RouteHandler = Callable[[Request], Coroutine[Any, Any, Response]]


def request_session(request: Request) -> AsyncSession:
    """The session of this request; its route commits it."""
    return cast("AsyncSession", request.state.session)


DbSession = Annotated[AsyncSession, Depends(request_session)]


class TransactionalRoute(APIRoute):
    """A route with a transaction around it."""

    def get_route_handler(self) -> RouteHandler:
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            request.state.route = self.path_format
            await self.prepare(request)
            return await in_transaction(request, handler)

        return handle

    async def prepare(self, request: Request) -> None:
        """Look at the body before anything else does."""


class ApiRoute(TransactionalRoute):
    """A route of the API: its body, where it takes one, is strict JSON and nothing else."""

    async def prepare(self, request: Request) -> None:
        if request.method in SAFE_METHODS:
            return
        body = await request.body()
        if not body:
            return
        if not is_plain_json(request.headers.get("content-type", "")):
            raise WrongMediaType
        value = parse_body(body)
        if self.body_field is None and value != {}:
            raise MalformedRequest(fields=[{"at": "body", "why": "not_expected"}])
        request._json = value  # where Starlette keeps what it has parsed


def is_plain_json(content_type: str) -> bool:
    """`application/json`, at most with the charset it has anyway."""
    media_type, _, parameters = content_type.partition(";")
    if media_type.strip().lower() != "application/json":
        return False
    return parameters.strip().lower().replace('"', "") in ("", "charset=utf-8")


def parse_body(body: bytes) -> Any:
    """The body's value; 400 if it is no JSON, 422 if it is JSON that we do not take."""
    try:
        return parse_json(body)
    except MalformedJson as error:
        why = error.details["why"]
        if why in (SYNTAX, NOT_UTF8):
            raise BadJson from None
        raise MalformedRequest(fields=[{"at": "body", "why": why}]) from None


async def in_transaction(request: Request, handler: Callable[[Request], Awaitable[Response]]) -> Response:
    """The handler's answer, committed. Done again, once, if a migration went under a prepared statement."""
    try:
        return await run_once(request, handler)
    except NotSupportedError as error:
        if not is_stale_plan(error):
            raise
        log.info("a table changed under a prepared statement; once more")
        return await run_once(request, handler)


async def run_once(request: Request, handler: Callable[[Request], Awaitable[Response]]) -> Response:
    """One transaction: any error, raised or answered, takes everything back. Who only looks needs none: its
    begin and end would take as long as two queries.
    """
    database: Database = request.app.state.database
    if database.lacks_tables:
        raise Unavailable
    sessions = database.reading if request.method in SAFE_METHODS else database.sessions
    async with sessions() as session:
        request.state.session = session
        response = await handler(request)
        if response.status_code < 400:
            await database.commit(session)
        return response
