"""A backup comes back: the log is shorter than what clients saw, or as long and another one. Whoever saw what
is no more gets the whole game anew, and nothing on top of a lost history.
"""

import json
import random
from contextlib import AsyncExitStack
from copy import copy
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from app.games.store import dsn
from app.rules.record import verify
from tests.faults.backup import Backup
from tests.faults.history import follow
from tests.live.served import Room, at_table, legal, seated_room, serve


@pytest.fixture
def backup(tmp_path):
    return Backup(tmp_path / "backup")


@pytest.fixture
def quick(settings):
    return settings.model_copy(
        update={"messages_per_second": 10_000.0, "requests_per_minute": 100_000, "drain_seconds": 1.0}
    )


async def play_to(head: int, room, clients, chance: random.Random) -> None:
    """Those at the table play on until the log is this long."""
    while (seen := await room.people[0].get(f"/games/{clients[0].game}"))["head"] < head:
        answer = await clients[seen["view"]["due"]].act(legal(seen["view"], chance), base=seen["head"])
        assert answer["type"] == "ack", answer
    for client in clients:
        await client.until(lambda m: m["type"] == "live" or (m["type"] == "event" and m["seq"] == head))


async def seat_both(stack, site, room):
    return [await stack.enter_async_context(at_table(site, room.code, person)) for person in room.people]


def position(client) -> dict[str, Any]:
    """What a client says that comes back."""
    return {
        "game": client.game, "last_seq": client.seq, "epoch": client.welcome["epoch"], "mark": client.mark,
    }  # fmt: skip


async def is_as_the_server_has_it(client, room) -> None:
    """What the client makes of what it heard is the game."""
    seen = await room.people[client.welcome["seat"]].get(f"/games/{client.game}")
    view = json.loads(json.dumps(client.view))
    since = max(at for at, message in enumerate(client.told) if message["type"] == "snapshot")
    for message in client.told[since:]:
        if message["type"] == "event":
            follow(view, message["event"])
    assert client.seq == seen["head"]
    for name in ("planets", "display", "taken", "due", "round"):
        assert view[name] == seen["view"][name], name


@pytest.mark.parametrize("head", [4, 6, 10, 11], ids=["behind", "shorter", "as long", "longer"])
async def test_tab_that_saw_a_lost_log_gets_the_whole_game_anew(quick, backup, head):
    """Restored at 4 while the tab had seen 10; meanwhile others have played on, differently."""
    async with AsyncExitStack() as stack:
        async with serve(quick) as site, AsyncExitStack() as first:
            room = await seated_room(site)
            clients = await seat_both(first, site, room)
            await play_to(4, room, clients, random.Random(1))
            await backup.take(quick.database_url)
            await play_to(10, room, clients, random.Random(2))
            lost = position(clients[0])
        await backup.restore(quick.database_url)
        site = await stack.enter_async_context(serve(quick))
        for person in room.people:
            person.site = site
        async with AsyncExitStack() as second:
            await play_to(head, room, await seat_both(second, site, room), random.Random(3))
        back = await stack.enter_async_context(at_table(site, room.code, room.people[0], **lost))
        assert back.welcome["mode"] == "snapshot"
        assert (await back.hear("snapshot"))["restored"] is True
        await is_as_the_server_has_it(back, room)
        answer = await room.people[0].get(
            f"/games/{lost['game']}?since={lost['last_seq']}&mark={lost['mark']}"
        )
        assert (answer["events"], answer["view"] is None) == (None, False)


async def test_tab_whose_log_is_still_there_is_only_told_what_it_missed(quick, backup):
    """It had seen 3 entries when the backup of 4 was taken: nothing that it knows is lost."""
    async with serve(quick) as site:
        room = await seated_room(site)
        async with AsyncExitStack() as stack:
            clients = await seat_both(stack, site, room)
            await play_to(3, room, clients, random.Random(1))
            known = position(clients[0])
            await play_to(4, room, clients, random.Random(1))
            await backup.take(quick.database_url)
            await play_to(7, room, clients, random.Random(2))
        await backup.restore(quick.database_url)
        async with at_table(site, room.code, room.people[0], **known) as back:
            assert back.welcome["mode"] == "replay"
            assert [m["seq"] for m in back.told if m["type"] == "event"] == [4]


@pytest.mark.parametrize("head", [4, 10], ids=["behind", "as long"])
async def test_restore_under_a_running_server_is_shown_to_everybody_at_the_table(
    quick, backup, head, make_database
):
    """Nobody says so to the server. What comes back is the backup, or what others made of it elsewhere."""
    async with serve(quick) as site, AsyncExitStack() as stack:
        room = await seated_room(site)
        clients = await seat_both(stack, site, room)
        await play_to(4, room, clients, random.Random(1))
        await backup.take(quick.database_url)
        await play_to(10, room, clients, random.Random(2))
        if head > 4:
            backup = await played_elsewhere(quick, backup, make_database(), room, head)
        before = [len(client.told) for client in clients]
        await backup.restore(quick.database_url)
        for client, since in zip(clients, before, strict=True):
            snapshot = await client.hear("snapshot", since=since)
            assert (snapshot["seq"], snapshot["restored"]) == (head, True)
            await is_as_the_server_has_it(client, room)
        await play_to(24, room, clients, random.Random(5))
        assert verify(await room.people[0].get(f"/games/{clients[0].game}/record")) == []


async def played_elsewhere(quick, backup, url: str, room, head: int) -> Backup:
    """Another server has been given the backup, and the same people have played on there."""
    await backup.restore(url)
    other = Backup(backup.folder.parent / "other")
    async with serve(quick.model_copy(update={"database_url": url})) as site, AsyncExitStack() as stack:
        there = Room(room.code, room.invite, [copy(person) for person in room.people])
        for person in there.people:
            person.site = site
        await play_to(head, there, await seat_both(stack, site, there), random.Random(3))
    await other.take(url)
    return other


async def test_move_judged_on_a_lost_log_is_not_committed_on_another(quick, backup, make_database):
    """As many entries, and the server has not looked since: the board that this was decided on is no more."""
    async with serve(quick) as site, AsyncExitStack() as stack:
        room = await seated_room(site)
        clients = await seat_both(stack, site, room)
        await play_to(4, room, clients, random.Random(1))
        await backup.take(quick.database_url)
        await play_to(10, room, clients, random.Random(2))
        backup = await played_elsewhere(quick, backup, make_database(), room, 10)
        await site.app.state.tables.tasks.stop()
        await backup.restore(quick.database_url)
        seen = (await site.app.state.registry.get(UUID(clients[0].game))).fold.state
        answer = await clients[seen.due].act(next(iter(seen.legal_placements())), base=10)
        assert (answer["type"], answer["code"]) == ("nack", "stale")
        for client in clients:
            await client.until(lambda m: m["type"] == "snapshot" and m["restored"])
            await is_as_the_server_has_it(client, room)


async def test_entry_under_the_same_id_is_not_the_same_entry(quick):
    """What the table itself does has ids that may come again; its moment does not."""
    async with serve(quick) as site, AsyncExitStack() as stack:
        room = await seated_room(site)
        clients = await seat_both(stack, site, room)
        await play_to(2, room, clients, random.Random(1))
        connection = await asyncpg.connect(dsn(quick.database_url))
        await connection.execute("UPDATE events SET at = at + interval '1 s' WHERE seq = 2")
        await connection.close()
        assert (await clients[0].hear("snapshot", restored=True))["seq"] == 2
