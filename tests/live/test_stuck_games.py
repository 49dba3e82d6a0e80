"""Nobody can stop a game: not by names taken in advance, not by a crowd of questions; and where the table's
own move fails for another reason, it is tried again later and later, and an operator hears of it.
"""

import asyncio
import logging
import random
from contextlib import asynccontextmanager, suppress
from uuid import UUID, uuid5

import pytest

from app.games.entries import table_id
from app.games.schemas import ActBody
from app.games.timekeeper import CLAIM_DUE_SQL, CLAIM_SECONDS
from app.rules.planet import Placement
from tests.live.served import PATIENCE, Person, at_table, legal, seated_room, serve
from tests.live.test_absence import change, until_presence

RUN_OUT = """
UPDATE games SET due_at = now(), turn_started_at = now() - interval '31 s'
WHERE id = $1 AND head = $2 AND due_at - now() BETWEEN interval '10 s' AND interval '10 min'
"""
REFUSE = "ALTER TABLE events ADD CONSTRAINT refuse CHECK (body ->> 'by' = 'person')"
LOG = "SELECT seq, seat, action_id, body ->> 'by' AS by FROM events WHERE game_id = $1 ORDER BY seq"


@pytest.fixture
async def site(quick):
    async with serve(quick.model_copy(update={"bot_think_seconds": 0.0})) as site:
        yield site


def guessed(game: str, seq: int) -> str:
    """What the table's entry at `seq` was once called. Anybody could compute it."""
    return str(uuid5(UUID(game), f"due:{seq}"))


def failures(caplog):
    """What was logged of moves that the table could not make."""
    return [record for record in caplog.records if record.name == "app.games.stuck"]


class Loser:
    """Plays moves under the names of later entries, then says nothing. The other one plays on, calmly."""

    def __init__(self, site, room, clients):
        self.site, self.room, self.clients = site, room, clients

    async def view(self):
        return await self.room.people[0].get(f"/games/{self.clients[0].game}")

    async def play(self, action_id=None):
        """One move of whoever is due; returns their seat."""
        seen = await self.view()
        seat = seen["view"]["due"]
        placement = legal(seen["view"], random.Random(seen["head"]))
        assert (await self.clients[seat].act(placement, base=seen["head"], action_id=action_id))[
            "type"
        ] == "ack"
        return seat

    async def take_names(self, names):
        """Whoever moves second takes two names of turns that are theirs too; it is their move then."""
        game, first = self.clients[0].game, await self.play()
        loser = await self.play(names(game, 6))
        assert await self.play(names(game, 7)) == loser != first
        assert [await self.play(), await self.play()] == [first, first]
        return loser

    async def run_out(self):
        """Let the time of whoever is due be up (again, if it was just about to be set); what follows."""
        seq = (await self.view())["head"] + 1
        async with asyncio.timeout(PATIENCE):
            while self.clients[0].seq < seq:
                await change(self.site, RUN_OUT, self.clients[0].game, seq - 1)
                await asyncio.sleep(0.05)
        return await self.entry(seq)

    async def entry(self, seq):
        """The entry at `seq`, once it is there."""
        return (await self.clients[0].hear("event", seq=seq))["event"]


@asynccontextmanager
async def two_at_table(site, **options):
    room = await seated_room(site, 2, **options)
    async with (
        at_table(site, room.code, room.people[0]) as one,
        at_table(site, room.code, room.people[1]) as two,
    ):
        for seat in (0, 1):
            await until_presence(one, seat, "here")
        yield Loser(site, room, (one, two))


async def test_names_taken_in_advance_do_not_stop_the_clock(site):
    async with two_at_table(site, clock=30) as game:
        loser = await game.take_names(guessed)
        for _ in (6, 7):
            event = await game.run_out()
            assert (event["seat"], event["by"]) == (loser, "caretaker")


async def test_names_taken_in_advance_do_not_stop_the_caretaker_nor_the_bot_that_takes_over(site):
    async with two_at_table(site) as game:
        loser = await game.take_names(guessed)
        await game.room.people[loser].post(f"/rooms/{game.room.code}/leave")
        assert (await game.entry(6))["by"] == "caretaker"
        await game.clients[1 - loser].send(type="takeover", seat=loser, level="sapling")
        told = await game.clients[0].until(lambda m: m["type"] == "event" and m["seq"] in (7, 8))
        assert told["event"].get("by", "bot") != "person"
        assert (await game.entry(8))["seat"] == loser


async def test_name_of_a_takeover_taken_in_advance_does_not_stop_it(site):
    async with two_at_table(site) as game:
        (loser,) = {await game.play(str(uuid5(UUID(game.clients[0].game), "seat:2")))}
        await game.room.people[loser].post(f"/rooms/{game.room.code}/leave")
        await until_presence(game.clients[1 - loser], loser, "caretaker")
        body = {"seat": loser, "level": "grove"}
        answer = await game.room.people[1 - loser].ask("POST", f"/rooms/{game.room.code}/takeover", body)
        assert answer.status_code == 200, answer.text
        assert (await game.entry(2)) == {"kind": "seat", "seat": loser, "bot": "grove"}


async def test_no_client_can_say_a_name_of_the_table(site):
    """Neither by socket nor by request: what the table calls its entries is no id of a client's kind."""
    async with two_at_table(site, clock=30) as game:
        person: Person = game.room.people[(await game.view())["view"]["due"]]
        move = {"base": 0, "tile": 0, "face": 0, "turn": 0}
        for name in (table_id(1), table_id(1).ljust(36, "0")):
            sent = {"action_id": name, **move}
            answer = await person.ask("POST", f"/games/{game.clients[0].game}/acts", sent)
            assert answer.status_code == 422
            async with at_table(site, game.room.code, person) as client:
                await client.send(type="act", **sent)
                assert await client.closed() == 4400
        await game.run_out()
        (row,) = await change(site, LOG, UUID(game.clients[0].game))
        assert row["by"] == "caretaker"
        with pytest.raises(ValueError, match="action_id"):
            ActBody.model_validate({"action_id": row["action_id"], **move})


async def test_game_whose_log_has_names_of_the_old_kind_goes_on(site):
    async with two_at_table(site, clock=30) as game:
        await game.run_out()
        old = guessed(game.clients[0].game, 1)
        await change(site, "UPDATE events SET action_id = $1", old)
        await change(site, "UPDATE games SET last_action = $1", old)
        site.app.state.registry.cache.clear()
        for table in site.app.state.tables.open_tables.values():
            table.unfollow_game()
            await table.follow_current_game()
        await game.play()
        assert (await game.run_out())["by"] == "caretaker"


async def test_crowd_of_questions_does_not_keep_the_table_from_its_move(site, monkeypatch):
    """Whoever makes the game read its log without a pause, keeps it busy; the clock runs out all the same."""
    async with two_at_table(site, clock=30) as game:
        store, one = site.app.state.registry.store, game.clients[0]
        read_new_entries = store.read_new_entries

        async def read_slowly(fold):
            await asyncio.sleep(0.1)
            return await read_new_entries(fold)

        async def ask_for_ever():
            while True:
                await one.send(type="resync", **{"from": 0})
                await game.view()

        # A row that was given up is not taken again before the test is given up, too.
        patient = CLAIM_DUE_SQL.replace(f"{CLAIM_SECONDS} s", "1 hour")
        assert patient != CLAIM_DUE_SQL
        monkeypatch.setattr("app.games.timekeeper.CLAIM_DUE_SQL", patient)
        monkeypatch.setattr(store, "read_new_entries", read_slowly)
        asking = [asyncio.create_task(ask_for_ever()) for _ in range(2)]
        await asyncio.sleep(0.5)
        assert (await game.run_out())["by"] == "caretaker"
        for task in asking:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def test_move_of_the_table_that_fails_is_told_and_tried_later_and_later(site, caplog, monkeypatch):
    monkeypatch.setattr("app.games.stuck.FIRST_WAIT", 0.2)
    caplog.set_level(logging.ERROR)
    async with two_at_table(site, clock=30) as game:
        stuck = site.app.state.tables.timekeeper.stuck
        await change(site, REFUSE)
        async with asyncio.timeout(PATIENCE):
            while stuck.failures < 4:
                await change(site, RUN_OUT, game.clients[0].game, 0)
                await asyncio.sleep(0.02)
        assert stuck.count == 1
        told = failures(caplog)
        assert [record.context["tries"] for record in told[:4]] == [1, 2, 3, 4]
        assert {record.context["why"] for record in told} == {"invalid"}
        assert [record.context["again_in"] for record in told[:4]] == [0.2, 0.4, 0.8, 1.6]
        assert told[3].created - told[0].created >= 0.2 + 0.4 + 0.8
        metrics = (await site.http.get(f"{site.url}/metrics")).text
        assert "terrahedron_games_stuck 1.0" in metrics
        await change(site, "ALTER TABLE events DROP CONSTRAINT refuse")
        assert (await game.entry(1))["by"] == "caretaker"
        assert stuck.count == 0


async def test_bot_whose_move_is_illegal_is_helped_by_the_simplest_player(site, monkeypatch):
    async def choose(_self, _state, _seat, _level, _seed, _game):
        return Placement(0, 99, 9)

    monkeypatch.setattr("app.games.bot_pool.BotPool.choose_move", choose)
    async with two_at_table(site, clock=30) as game:
        assert (await game.run_out())["by"] == "caretaker"


async def test_game_that_cannot_be_replayed_is_told_and_stops_no_other(site, caplog):
    caplog.set_level(logging.ERROR)
    broken, whole = await seated_room(site), await seated_room(site)
    first, other = await broken.game(), await whole.game()
    await change(site, "UPDATE games SET head = 1 WHERE id = $1", first)  # an entry of its log is lost
    await change(site, "UPDATE games SET due_at = NULL, turn_started_at = now() - interval '1 h'")
    site.app.state.registry.cache.clear()
    tables = site.app.state.tables
    await tables.timekeeper._sweep()
    due = {row["id"]: row["due_at"] for row in await change(site, "SELECT id, due_at FROM games")}
    assert due[UUID(other)] is not None
    assert due[UUID(first)] is not None  # asked again later, not each time round
    assert {record.context["why"] for record in failures(caplog)} == {"LogBroken"}


async def test_game_by_rules_of_a_later_release_is_left_to_it(site):
    game = UUID(await (await seated_room(site)).game())
    fall_due = "UPDATE games SET rules_version = $2, due_at = '2020-01-01' WHERE id = $1"
    for _ in range(3):  # the server claims as well, each half second
        await change(site, fall_due, game, 99)
        assert game not in {row["id"] for row in await change(site, CLAIM_DUE_SQL)}
    await change(site, fall_due, game, 1)
    await change(site, CLAIM_DUE_SQL)
    assert (await change(site, "SELECT due_at > now() FROM games WHERE id = $1", game))[0][0] is True
