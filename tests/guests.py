"""People as tests need them: programs with a token, browsers with a cookie, and rooms full of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from app.config import Settings
from app.main import create_app

NONCE = "0123456789abcdef"
ORIGIN = "http://testserver"
BROWSER = {"Origin": ORIGIN, "Sec-Fetch-Site": "same-origin"}


@dataclass
class Guest:
    """Somebody who asks the app; `ask` returns the response, the rest insists on success."""

    client: httpx.AsyncClient
    id: str
    name: str
    token: str
    invites: dict[str, str] = field(default_factory=dict)

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"}
        return await self.client.request(
            method, f"/api{path}", headers=headers, **({} if body is None else {"json": body})
        )

    async def get(self, path: str) -> Any:
        return answered(await self.ask("GET", path))

    async def post(self, path: str, body: Any = None) -> Any:
        return answered(await self.ask("POST", path, body))

    async def make_room(self, *, sits: bool = True, **options: Any) -> "RoomOf":
        made = await self.post("/rooms", {**options, **({"nonce": NONCE} if sits else {})})
        return RoomOf(self, made["room"]["code"], made["invite"], made["room"])


@dataclass
class RoomOf:
    """A room its host has made."""

    host: Guest
    code: str
    invite: str
    view: dict[str, Any]

    @property
    def path(self) -> str:
        return f"/rooms/{self.code}"

    async def seat(self, guest: Guest, seat: int | None = None) -> Any:
        body = {"nonce": NONCE, "invite": self.invite, **({} if seat is None else {"seat": seat})}
        return await guest.post(f"{self.path}/sit", body)

    async def look(self, guest: Guest | None = None) -> Any:
        return await (guest or self.host).get(self.path)

    async def names(self) -> list[str | None]:
        return [seat["name"] for seat in (await self.look())["seats"]]


def answered(response: httpx.Response) -> Any:
    assert response.status_code < 400, response.text
    return response.json() if response.content else None


def refused(response: httpx.Response, status: int, code: str) -> None:
    """Exactly this error, in the one shape that errors have."""
    assert (response.status_code, response.json()["code"]) == (status, code), response.text
    assert set(response.json()) == {"code", "message", "details"}


async def join(client: httpx.AsyncClient, name: str | None = None) -> Guest:
    """A new program."""
    made = answered(await client.post("/api/people", json={} if name is None else {"name": name}))
    return Guest(client, made["id"], made["name"], made["token"])


@asynccontextmanager
async def serving(
    settings: Settings, base_url: str = ORIGIN, host: str = "127.0.0.1", **changes: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """Asks an app of its own, with some settings changed, from `host`."""
    app = create_app(settings.model_copy(update=changes))
    transport = httpx.ASGITransport(app=app, client=(host, 1))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=base_url) as asking,
    ):
        yield asking
