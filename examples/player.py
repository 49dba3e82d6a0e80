"""A player for Terrahedron: meets others, plays legal moves to the end. docs/wire.md describes the wire.
player.py BASE_URL --new SEATS [--mystery] [--beginner] [--record FILE]   makes a room, prints its invite link
player.py INVITE_LINK [--record FILE]                                     sits down there"""

import argparse
import asyncio
import json
import random
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import websockets


def choose(view: dict[str, Any]) -> dict[str, int]:
    """Any legal placement: an open tile, a free face, a turn. Put your own mind here."""
    tiles = [tile for tile, taker in zip(view["display"], view["taken"], strict=True) if taker is None]
    free = [face for face in range(12) if view["planets"][view["due"]][5 * face] == "."]
    return {"tile": random.choice(tiles), "face": random.choice(free), "turn": random.randrange(5)}


async def ask(api: httpx.AsyncClient, method: str, path: str, body: Any = None) -> Any:
    return (await api.request(method, f"/api{path}", json=body)).raise_for_status().json()


async def turn(api: httpx.AsyncClient, socket: Any, game: str, act: dict[str, Any]) -> bool:
    """Look, and move if it is our turn (in the same turn the same move again); false once all is over."""
    seen = await ask(api, "GET", f"/games/{game}")
    if seen["seat"] == seen["view"]["due"]:
        if act.get("base") != seen["head"]:
            act.update(type="act", action_id=str(uuid4()), base=seen["head"], **choose(seen["view"]))
        await socket.send(json.dumps(act))
    return not seen["view"]["over"]


async def play(api: httpx.AsyncClient, code: str) -> Any:
    """Stay at the table until the game is over, whatever breaks meanwhile; returns the game's id."""
    url, game, act = str(api.base_url).replace("http", "ws", 1) + f"ws/rooms/{code}", "", dict[str, Any]()
    hello = {"type": "hello", "v": 1, "tab": str(uuid4()), "game": None, "last_seq": None, "epoch": None}
    key = {"Authorization": api.headers["Authorization"]}
    async for ws in websockets.connect(url, additional_headers=key):
        try:
            await ws.send(json.dumps(hello))
            async for told in ws:
                heard = json.loads(told)
                game = heard.get("game") or game
                await asyncio.sleep(heard["type"] == "nack")  # refused: look again in a second
                if heard["type"] in ("snapshot", "event", "nack") and not await turn(api, ws, game, act):
                    return game
        except (websockets.ConnectionClosed, httpx.HTTPError):
            await asyncio.sleep(random.random())


async def main(options: argparse.Namespace) -> None:
    url, nonce, kinds = httpx.URL(options.url), uuid4().hex, options.kinds or []
    async with httpx.AsyncClient(base_url=url.join("/"), timeout=20) as api:
        api.headers["Authorization"] = f"Bearer {(await ask(api, 'POST', '/people', {}))['token']}"
        if options.new:
            made = await ask(api, "POST", "/rooms", {"seats": options.new, "variants": kinds, "nonce": nonce})
            print(made["invite_url"], flush=True)
            room = f"/rooms/{made['room']['code']}"
            while not all(seat["sealed"] for seat in (await ask(api, "GET", room))["seats"]):
                await asyncio.sleep(0.2)
            await ask(api, "POST", f"{room}/start", {})
        else:
            room = f"/rooms/{(await ask(api, 'GET', f'/invites/{url.path[3:]}'))['code']}"
            await ask(api, "POST", f"{room}/sit", {"invite": url.path[3:], "nonce": nonce})
        game = await play(api, room.rsplit("/", 1)[-1])
        Path(options.record).write_text(json.dumps(await ask(api, "GET", f"/games/{game}/record")))


parser = argparse.ArgumentParser()
parser.add_argument("url")
parser.add_argument("--new", type=int)
parser.add_argument("--record", default="/dev/null")
for name in ("mystery", "beginner"):
    parser.add_argument(f"--{name}", dest="kinds", action="append_const", const=name)
asyncio.run(main(parser.parse_args()))
