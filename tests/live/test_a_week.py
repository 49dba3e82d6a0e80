"""A week of a game with a day for a move, four people, two processes, one of them killed in the middle:
moves, plans, a rest, nights and caretakers, each turn told to whoever is due. Days pass in the database: all
times that stand there move back by one. No move is lost or made twice, and nobody is told what is not
theirs.
"""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import asyncpg
import httpx

from app.games.pauses import moment_after
from app.games.store import dsn
from tests.faults.player import make_room
from tests.faults.processes import serving
from tests.live.push_service import push_service
from tests.live.served import PATIENCE, serve

DAY = 86_400
SEATS = 4
NIGHTS = "Asia/Tokyo"
A_DAY_PASSES = (
    "UPDATE games SET started_at = started_at - interval '1 day', due_at = due_at - interval '1 day'",
    "UPDATE games SET turn_started_at = turn_started_at - interval '1 day'",
    "UPDATE events SET at = at - interval '1 day'",
    "UPDATE presence SET seen_at = seen_at - interval '1 day', gone_at = gone_at - interval '1 day'",
    "UPDATE plans SET made_at = made_at - interval '1 day', taken_at = taken_at - interval '1 day'",
    "UPDATE push_notices SET send_at = send_at - interval '1 day'",
)
TURN = "SELECT turn_started_at, due_at FROM games WHERE id = $1"
RESTS = "SELECT at FROM events WHERE game_id = $1 AND seat = $2 AND body ? 'rest'"
TELL_NOW = """
UPDATE push_notices SET send_at = now() WHERE send_at IS NOT NULL AND leased_until IS NULL AND kind = 'move'
"""
HEAD = "SELECT head FROM games WHERE id = $1"
A_MOMENT_PASSES = (
    "UPDATE games SET turn_started_at = turn_started_at - interval '2 s', due_at = due_at - interval '2 s'"
)
IS_PLANNED = """
SELECT EXISTS (SELECT FROM plans WHERE game_id = $1 AND lapsed_at IS NULL
    AND ply = (SELECT count(*) FROM events WHERE game_id = $1 AND kind = 'move'))
"""
LAPSED = "SELECT count(*) FROM plans WHERE lapsed_at IS NOT NULL"
WHO = ("person", "planned", "caretaker")


class Week:
    """What is asked of the two processes, and what has to come of it."""

    def __init__(self, site, other, room, database, service):
        self.site, self.other, self.room, self.database, self.service = site, other, room, database, service
        self.chance = random.Random(15)
        self.game = UUID(room.game)
        self.acks = {}  # action id and seq of each move of one's own
        self.plans = {}  # by seat and round: what was planned when its turn came
        self.turns_told = set()  # by seat and number of moves: turns that had to be told
        self.outcomes = Counter()

    @property
    def urls(self):
        return [self.site.url, *([self.other.url] if self.other.is_alive else [])]

    async def ask(self, seat, method, path, body=None):
        answer = await self.room.people[seat].ask(self.chance.choice(self.urls), method, path, body)
        assert answer.status_code < 500, answer.text
        return answer

    async def look(self):
        state = (await self.ask(0, "GET", f"/games/{self.game}")).json()
        return state["head"], state["view"]

    def some_placement(self, view, seat, tile=None):
        free = [face for face in range(12) if view["planets"][seat][5 * face] == "."]
        tile = self.chance.choice(open_tiles(view)) if tile is None else tile
        return tile, self.chance.choice(free), self.chance.randrange(5)

    async def plan_some(self):
        """Some of those who are still to move this round plan, change their minds, and plan otherwise."""
        _, view = await self.look()
        for seat in range(SEATS):
            if seat == view["due"] or seat in view["taken"] or self.chance.random() < 0.15:
                continue
            if self.chance.random() < 0.2:
                assert (await self.ask(seat, "DELETE", f"/games/{self.game}/plan")).status_code == 204
                self.plans.pop((seat, view["round"]), None)
                continue
            tiles = self.chance.sample(
                open_tiles(view), min(self.chance.randint(1, 3), len(open_tiles(view)))
            )
            wishes = [self.some_placement(view, seat, tile) for tile in tiles]
            body = {"round": view["round"], "wishes": [named(wish) for wish in wishes]}
            kept = await self.ask(seat, "PUT", f"/games/{self.game}/plan", body)
            assert kept.json()["wishes"] == body["wishes"], kept.text
            self.plans[seat, view["round"]] = wishes

    async def move(self, is_last_word=False):
        """Whoever is due moves, and sends it twice: to both processes at once, if there are two."""
        head, view = await self.look()
        act = {"action_id": str(uuid4()), "base": head, **named(self.some_placement(view, view["due"]))}
        person, path = self.room.people[view["due"]], f"/games/{self.game}/acts"
        asked = [asyncio.ensure_future(person.ask(url, "POST", path, act)) for url in self.urls * 2]
        if is_last_word:
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            await self.other.kill()
        answers = []
        for each in asked:
            with suppress(httpx.TransportError):
                answers.append((await each).json())
        assert {one["seq"] for one in answers} == {head + 1}
        self.acks[act["action_id"]] = head + 1

    async def settle(self):
        """Plans whose turn has come are made, one after the other, or lapse."""
        async with asyncio.timeout(PATIENCE):
            while await self.database.fetchval(IS_PLANNED, self.game):
                await self.database.execute(A_MOMENT_PASSES)
                await self.site.app.state.tables.timekeeper.planner.step()
                await asyncio.sleep(0.02)
        self.outcomes["lapsed"] += await self.database.fetchval(LAPSED)

    async def tell(self):
        """Whoever is due hears of it, once a turn."""
        _, view = await self.look()
        seat = view["due"]
        self.turns_told.add((seat, sum(map(len, view["placements"]))))
        wanted = sum(one == seat for one, _ in self.turns_told)
        async with asyncio.timeout(PATIENCE):
            while len(self.told(seat)) < wanted:
                await self.site.app.state.pusher.step()
                await self.database.execute(TELL_NOW)
                await asyncio.sleep(0.02)

    def told(self, seat):
        path = f"/push/seat-{seat}"
        titles = [one.told["notification"]["title"] for one in self.service.pushed if one.path == path]
        return [title for title in titles if title == "Your move"]

    async def rest(self):
        _, view = await self.look()
        assert (await self.ask(view["due"], "POST", f"/games/{self.game}/rest", {})).status_code == 200
        await self.deadline()

    async def deadline(self):
        """A day after the turn began, without nights and rests: so the database has it."""
        _, view = await self.look()
        async with asyncio.timeout(PATIENCE):
            while True:
                (began, due_at), *_ = await self.database.fetch(TURN, self.game)
                rests = [row["at"] for row in await self.database.fetch(RESTS, self.game, view["due"])]
                until = moment_after(began, DAY, rests, NIGHTS)
                if due_at is not None and abs(until - due_at) < timedelta(seconds=8):
                    return until
                await asyncio.sleep(0.05)

    async def day_passes(self):
        """Whose time is over then has their move made by the caretaker."""
        until = await self.deadline() - timedelta(days=1)
        async with self.database.transaction():
            head = await self.database.fetchval(HEAD, self.game)
            for statement in A_DAY_PASSES:
                await self.database.execute(statement)
        for url in self.urls:  # every process reads the log anew, as it stands now
            await self.room.people[0].get(url, f"/games/{self.game}")
        async with asyncio.timeout(PATIENCE):
            while until < datetime.now(UTC) and await self.database.fetchval(HEAD, self.game) == head:
                await asyncio.sleep(0.05)

    async def check_log(self, first_display):
        """Each move is one that was acknowledged, the first that was possible of a plan, or a caretaker's."""
        state = (await self.ask(0, "GET", f"/games/{self.game}?since=0")).json()
        assert [one["seq"] for one in state["events"]] == list(range(1, state["head"] + 1))
        own, planned, there = {}, [], list(first_display)
        for one in [one for one in state["events"] if one["event"]["kind"] == "move"]:
            event = one["event"]
            plan = self.plans.get((event["seat"], event["round"]), [])
            possible = [wish for wish in plan if wish[0] in there]
            if event.get("planned"):
                assert (event["tile"], event["face"], event["turn"]) == possible[0]
                assert event["by"] == "person"
                planned.append(sum(self.outcomes[who] for who in WHO))
            else:
                assert possible == [], "somebody else has moved, though a plan was there"
            if one["action_id"]:
                own[one["action_id"]] = one["seq"]
            self.outcomes["planned" if event.get("planned") else event["by"]] += 1
            there.remove(event["tile"])
            there = next((list(then["display"]) for then in event["then"] if then["kind"] == "round"), there)
        assert own == self.acks
        record = (await self.ask(0, "GET", f"/games/{self.game}/record")).json()
        assert record["planned"] == planned


def open_tiles(view):
    return [tile for tile, taker in zip(view["display"], view["taken"], strict=True) if taker is None]


def named(placement):
    return dict(zip(("tile", "face", "turn"), placement, strict=True))


async def test_week_of_a_slow_game_loses_and_doubles_nothing(quick, database_url, tmp_path):
    async with (
        push_service(tmp_path) as service,
        serve(quick) as site,
        serving(tmp_path, database_url, TERRAHEDRON_PUSH="false") as (other,),
    ):
        site.app.state.pusher.outside = service.outside
        room = await make_room([site.url, other.url], SEATS, clock=DAY, nights=NIGHTS)
        for seat, person in enumerate(room.people):
            wish = service.browser(f"seat-{seat}").subscription
            assert (await person.ask(site.url, "PUT", "/push/subscription", wish)).status_code == 204
        database = await asyncpg.connect(dsn(database_url))
        try:
            week = Week(site, other, room, database, service)
            display = (await week.look())[1]["display"]
            for day in range(7):
                await week.tell()
                await week.plan_some()
                if day == 1:
                    await week.rest()
                if day not in {5, 6}:  # then nobody comes
                    await week.move(is_last_word=day == 3)
                    await week.settle()
                    await week.tell()
                await week.day_passes()
                await week.settle()
            await week.check_log(display)
        finally:
            await database.close()
        assert not other.is_alive
        for seat in range(SEATS):
            assert len(week.told(seat)) == sum(one == seat for one, _ in week.turns_told)
        assert min(week.outcomes[who] for who in WHO) > 0, week.outcomes
