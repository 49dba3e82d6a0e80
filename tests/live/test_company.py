"""Over sockets: phrases where strangers meet, whom the host lets nobody hear, whom one person does not."""

import asyncio
from contextlib import AsyncExitStack

from tests.live.served import PATIENCE, at_table, checked, seated_room, sign_in


def heard_from(client, name, since=0):
    """Who said or showed what of this name."""
    kinds = {"said": "text", "reacted": "reaction"}
    told = [m for m in client.told[since:] if m["type"] in kinds and m["name"] == name]
    return [m.get("phrase") or m[kinds[m["type"]]] for m in told]


async def test_strangers_say_phrases_and_nothing_else(site):
    room = await seated_room(site, public=True)
    names = [seat["name"] for seat in (await room.view())["seats"]]
    assert not {"Person 0", "Person 1"} & set(names)
    watcher = await sign_in(site, "Rude Word")
    async with AsyncExitStack() as stack:
        first, second, looking = [
            await stack.enter_async_context(at_table(site, room.code, who)) for who in (*room.people, watcher)
        ]
        await first.send(type="say", text="buy this")
        nack = await first.hear("nack")
        assert (nack["code"], nack["message"]) == (
            "phrases_only",
            "Strangers meet here: choose one of the phrases.",
        )
        await first.send(type="phrase", phrase="good_luck")
        said = await second.hear("said")
        assert (said["phrase"], said["text"], said["name"]) == ("good_luck", "Good luck, have fun!", names[0])
        await looking.send(type="react", reaction="wow")
        reacted = await first.hear("reacted")
        room_told = next(m for m in reversed(looking.told) if m["type"] == "room")
        assert reacted["name"] == room_told["room"]["you"]["name"] != "Rude Word"
        assert "Rude Word" not in str(first.told)
        await first.send(type="phrase", phrase="rude")
        assert (await first.hear("nack", since=first.told.index(nack) + 1))["code"] == "invalid"


async def test_hushed_person_is_told_so_and_heard_by_nobody(site):
    room = await seated_room(site)
    host, other = room.people
    async with at_table(site, room.code, host) as listening, at_table(site, room.code, other) as client:
        await host.post(f"/rooms/{room.code}/hush", {"seat": 1, "hushed": True})
        for message in (
            {"type": "say", "text": "me"},
            {"type": "phrase", "phrase": "no"},
            {"type": "react", "reaction": "wow"},
        ):
            since = len(client.told)
            await client.send(**message)
            assert (await client.hear("nack", since=since))["code"] == "hushed"
        await client.until(lambda m: m["type"] == "room" and m["room"]["you"]["hushed"])
        await host.post(f"/rooms/{room.code}/talk", {"text": "the last word"})
        await listening.hear("said", text="the last word")
        assert heard_from(listening, "Person 1") == []


async def test_muted_person_is_heard_by_all_but_one(site):
    room = await seated_room(site, 3)
    deaf, _, other = room.people
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(at_table(site, room.code, who)) for who in room.people]
        mute = await deaf.post(f"/rooms/{room.code}/mutes", {"seat": 1})
        (mine,) = [each for each in site.app.state.tables.conversations if str(each.person) == deaf.id]
        async with asyncio.timeout(PATIENCE):
            while not mine.muted:
                await asyncio.sleep(0.01)
        await clients[1].send(type="say", text="you cannot hear me")
        await clients[1].send(type="react", reaction="laugh")
        await clients[2].hear("reacted", reaction="laugh")
        await clients[2].hear("said", text="you cannot hear me")
        await other.post(f"/rooms/{room.code}/talk", {"text": "the last word"})
        await clients[0].hear("said", text="the last word")
        assert heard_from(clients[0], "Person 1") == []
        async with at_table(site, room.code, deaf) as again:  # also from the beginning
            await again.hear("said", text="the last word")
            assert heard_from(again, "Person 1") == []
        checked(await deaf.ask("DELETE", f"/people/me/mutes/{mute['id']}"))
        async with at_table(site, room.code, deaf) as again:
            await again.hear("said", text="you cannot hear me")


async def test_socket_of_a_newcomer_is_refused_while_the_room_is_shut(site):
    room = await seated_room(site)
    await room.people[0].post(f"/rooms/{room.code}/shut", {"shut": True})
    async with at_table(site, room.code, room.people[1]):
        pass
    for newcomer in (None, await sign_in(site)):
        async with at_table(site, room.code, newcomer, hello=False) as client:
            assert await client.closed() == 4403
            assert client.told == []
