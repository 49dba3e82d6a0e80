"""Plans: the next move said beforehand, made when its turn comes, and nobody else's business until then."""

import asyncio
from uuid import UUID, uuid4

import pytest

from app.games.plans import LEASE, MOST_WISHES
from tests.live.push_service import push_service
from tests.live.pushing import subscribed
from tests.live.served import PATIENCE, at_table, seated_room, serve
from tests.live.test_absence import change
from tests.live.waiting import until

DAY = 86_400
SOON = "UPDATE games SET turn_started_at = turn_started_at - interval '2 s'"
LOG = "SELECT seat, action_id, body FROM events WHERE kind = 'move' ORDER BY seq"


class Slow:
    """A game with a day for a move, the host first, the others in the order of their seats."""

    def __init__(self, site, room, game, people):
        self.site, self.room, self.game, self.people = site, room, game, people

    async def view(self):
        return (await self.people[0].get(f"/games/{self.game}"))["view"]

    async def head(self):
        return (await self.people[0].get(f"/games/{self.game}"))["head"]

    async def tiles(self):
        view = await self.view()
        return [tile for tile, taker in zip(view["display"], view["taken"], strict=True) if taker is None]

    async def move(self, seat, tile, face=0, **more):
        """A move of one's own; in tests a turn's first second need not be waited for."""
        act = {"action_id": str(uuid4()), "tile": tile, "face": face, "turn": 0}
        base = await self.head()
        answer = await self.people[seat].ask(
            "POST", f"/games/{self.game}/acts", {**act, "base": base, **more}
        )
        await change(self.site, SOON)
        return answer

    async def plan(self, seat, *wishes, number=1):
        wishes = [dict(zip(("tile", "face", "turn"), wish, strict=True)) for wish in wishes]
        body = {"round": number, "wishes": wishes}
        return await self.people[seat].ask("PUT", f"/games/{self.game}/plan", body)

    async def withdraw(self, seat):
        return await self.people[seat].ask("DELETE", f"/games/{self.game}/plan")

    async def planned(self, seat):
        return await self.people[seat].get(f"/games/{self.game}/plan")

    async def until_head(self, head):
        async with asyncio.timeout(PATIENCE):
            while await self.head() < head:
                await asyncio.sleep(0.05)

    async def quiet(self):
        """Each process has looked for plans since."""
        for _ in range(2):
            await self.site.app.state.tables.timekeeper.planner.step()

    async def log(self):
        return [dict(row) for row in await change(self.site, LOG)]


async def slow_game(site, seats=3, **options):
    room = await seated_room(site, seats=seats, **{"clock": DAY, "starts": "host", **options})
    game = await room.game()
    sitters = (await change(site, "SELECT person_ids FROM games WHERE id = $1", UUID(game)))[0][0]
    people = {person.id: person for person in room.people}
    by_seat = [people[str(one)] for one in sitters]
    first = (await room.people[0].get(f"/games/{game}"))["view"]["due"]
    return Slow(site, room, game, by_seat), [(first + n) % seats for n in range(seats)]


async def test_first_wish_that_is_still_possible_is_made_as_a_move_of_its_person(site):
    slow, (one, two, three) = await slow_game(site)
    tiles = await slow.tiles()
    assert (await slow.planned(two)) == {"round": 1, "wishes": [], "lapsed": False, "open": True}
    kept = await slow.plan(two, (tiles[0], 4, 2), (tiles[1], 7, 3))
    assert kept.status_code == 200, kept.text
    assert kept.json() == await slow.planned(two)
    async with at_table(site, slow.room.code, slow.people[three]) as client:
        await slow.move(one, tiles[0])
        event = (await client.hear("event", seq=2))["event"]
        assert (event["seat"], event["by"], event["planned"]) == (two, "person", True)
        assert (event["tile"], event["face"], event["turn"]) == (tiles[1], 7, 3)
        assert client.told[-1]["action_id"] is None
    assert (await slow.planned(two)) == {"round": 1, "wishes": [], "lapsed": False, "open": False}
    record = await slow.people[one].get(f"/games/{slow.game}/record")
    assert record["planned"] == [1]
    entry = (await slow.log())[1]
    assert entry["action_id"] == "table:2"


async def test_several_planned_moves_follow_each_other_up_to_the_rounds_end_and_no_further(site):
    slow, (one, two, three) = await slow_game(site)
    tiles = await slow.tiles()
    await slow.plan(two, (tiles[1], 0, 0))
    await slow.plan(three, (tiles[1], 0, 0), (tiles[2], 0, 0))
    await slow.move(one, tiles[0])
    await slow.until_head(2)
    await change(site, SOON)
    await slow.until_head(3)
    view = await slow.view()
    assert (view["round"], view["due"]) == (2, two)
    assert [(await slow.planned(seat))["wishes"] for seat in (one, two, three)] == [[], [], []]
    await slow.quiet()
    assert await slow.head() == 3


async def test_plan_is_refused_where_it_could_mean_nothing(site):
    slow, (one, two, three) = await slow_game(site)
    tiles = await slow.tiles()
    undrawn = next(tile for tile in range(50) if tile not in tiles)
    for seat, wish, number, code in (
        (one, (tiles[0], 0, 0), 1, "no_plan"),  # it is their move
        (two, (tiles[0], 0, 0), 2, "stale"),
        (two, (undrawn, 0, 0), 1, "illegal"),
        (two, (tiles[0], 12, 0), 1, "illegal"),
        (two, (tiles[0], 0, 5), 1, "illegal"),
    ):
        refused = await slow.plan(seat, wish, number=number)
        assert (refused.status_code, refused.json()["code"]) == (409, code), refused.text
    for wishes in (
        [],
        [(tile, 0, 0) for tile in tiles[: MOST_WISHES + 1]],
        [(tiles[0], 0, 0), (tiles[0], 1, 0)],
    ):
        assert (await slow.plan(two, *wishes)).status_code == 422
    await slow.move(one, tiles[0])
    refused = await slow.plan(three, (tiles[1], 0, 0), (tiles[0], 0, 0))
    assert refused.json()["details"] == {"wish": 1, "rule": "tile_not_on_display"}
    refused = await slow.plan(one, (tiles[1], 1, 0))  # who has moved knows none of the next tiles
    assert refused.json()["code"] == "no_plan"
    stranger = (await seated_room(site, clock=DAY)).people[0]
    for method in ("GET", "PUT", "DELETE"):
        body = {"round": 1, "wishes": [{"tile": tiles[1], "face": 0, "turn": 0}]}
        answer = await stranger.ask(method, f"/games/{slow.game}/plan", body if method == "PUT" else None)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
    assert await change(site, "SELECT * FROM plans") == []


async def test_nobody_plans_where_a_move_is_one_of_minutes(site):
    slow, (_, two) = await slow_game(site, seats=2, clock=120)
    refused = await slow.plan(two, ((await slow.tiles())[0], 0, 0))
    assert (refused.status_code, refused.json()["code"]) == (409, "no_plan")


async def test_plan_is_changed_and_withdrawn_at_any_time_but_while_it_is_played(site):
    slow, (one, two, _) = await slow_game(site)
    tiles = await slow.tiles()
    await slow.plan(two, (tiles[1], 0, 0), (tiles[2], 0, 0))
    await slow.plan(two, (tiles[3], 5, 1))
    assert (await slow.planned(two))["wishes"] == [{"tile": tiles[3], "face": 5, "turn": 1}]
    assert (await slow.withdraw(two)).status_code == 204
    assert (await slow.withdraw(two)).status_code == 204
    await slow.move(one, tiles[0])
    await slow.quiet()
    assert await slow.head() == 1
    await change(site, "INSERT INTO plans SELECT $1, $2, $3, 1, '[[0, 0, 0]]', now(), now()",
                 UUID(slow.game), two, UUID(slow.people[two].id))  # fmt: skip
    refused = await slow.withdraw(two)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_plan")
    await change(site, f"UPDATE plans SET taken_at = now() - interval '{LEASE + 1} s', ply = 5")
    assert (await slow.withdraw(two)).status_code == 204
    assert await change(site, "SELECT * FROM plans") == []


async def test_what_its_player_does_at_the_table_comes_first(site):
    slow, (one, two, _) = await slow_game(site)
    tiles = await slow.tiles()
    await slow.plan(two, (tiles[1], 0, 0))
    base = (await slow.move(one, tiles[0])).json()["seq"]
    answers = await asyncio.gather(slow.move(two, tiles[2], 3, base=base), *(slow.quiet() for _ in range(3)))
    await slow.quiet()
    (entry,) = (await slow.log())[1:]
    is_own = answers[0].status_code == 200
    assert is_own == ('"planned"' not in entry["body"])
    assert (await slow.view())["taken"].count(two) == 1


async def test_own_move_before_the_plan_is_looked_at_ends_it(site):
    slow, (one, two, _) = await slow_game(site)
    tiles = await slow.tiles()
    planner = site.app.state.tables.timekeeper.planner
    await slow.plan(two, (tiles[1], 0, 0))
    base = await slow.head()
    act = {"action_id": str(uuid4()), "base": base, "tile": tiles[0], "face": 0, "turn": 0}
    await slow.people[one].post(f"/games/{slow.game}/acts", act)
    await planner.step()  # in the first second of a turn nothing is played
    assert await slow.head() == 1
    assert (await slow.move(two, tiles[2])).status_code == 200
    await slow.quiet()
    await planner.forget_outdated()
    assert await slow.head() == 2
    assert await change(site, "SELECT * FROM plans") == []


@pytest.mark.parametrize("how", ["leave", "kick"])
async def test_whoever_gets_up_or_is_sent_away_plans_nothing_any_more(site, how):
    slow, (one, two, _) = await slow_game(site)
    tiles = await slow.tiles()
    await slow.plan(two, (tiles[1], 0, 0))
    host = slow.room.people[0]
    if how == "leave":
        await slow.people[two].post(f"/rooms/{slow.room.code}/leave")
    else:
        await host.post(f"/rooms/{slow.room.code}/kick", {"seat": two})
    assert await change(site, "SELECT * FROM plans") == []
    # As it would stand there had a process of an older release done it.
    await change(site, "INSERT INTO plans SELECT $1, $2, $3, 1, $4::text::jsonb",
                 UUID(slow.game), two, UUID(slow.people[two].id), f"[[{tiles[1]}, 0, 0]]")  # fmt: skip
    await slow.move(one, tiles[0])
    await slow.quiet()
    assert [row["body"] for row in await slow.log() if '"planned"' in row["body"]] == []
    await site.app.state.tables.timekeeper.planner.forget_outdated()
    assert await change(site, "SELECT * FROM plans") == []


async def test_plan_outlives_whoever_was_about_to_play_it_and_is_played_once(quick, site):
    slow, (one, two, _) = await slow_game(site)
    tiles = await slow.tiles()
    await slow.plan(two, (tiles[1], 0, 0))
    await change(site, "UPDATE plans SET taken_at = now()")  # and then its process was killed
    await slow.move(one, tiles[0])
    await slow.quiet()
    assert await slow.head() == 1
    await change(site, f"UPDATE plans SET taken_at = now() - interval '{LEASE + 1} s'")
    async with serve(quick) as other:
        planners = [each.app.state.tables.timekeeper.planner for each in (site, other)]
        await asyncio.gather(*(planner.step() for planner in planners * 3))
    assert await slow.head() == 2
    assert await change(site, "SELECT * FROM plans") == []


async def test_seat_that_begins_to_rest_keeps_its_plan(site):
    slow, (one, two, _) = await slow_game(site)
    tiles = await slow.tiles()
    await slow.plan(two, (tiles[1], 0, 0))
    await slow.people[two].post(f"/games/{slow.game}/rest")
    await slow.move(one, tiles[0])
    await slow.until_head(3)
    assert '"planned"' in (await slow.log())[1]["body"]


async def test_whose_plan_has_lapsed_is_told_that_it_is_their_move_and_whose_has_not_is_not(quick, tmp_path):
    async with push_service(tmp_path) as service, serve(quick) as site:
        site.app.state.pusher.outside = service.outside
        slow, (one, two, three) = await slow_game(site)
        browsers = await subscribed(service, slow.people[two], slow.people[three])
        tiles = await slow.tiles()
        await slow.plan(two, (tiles[1], 0, 0))
        await slow.plan(three, (tiles[1], 0, 0), (tiles[0], 0, 0))
        await slow.move(one, tiles[0])
        await slow.until_head(2)
        (told,) = await until(lambda: service.told(browsers[1]))
        assert told.told["notification"]["title"] == "Your move"
        assert told.told["notification"]["body"].endswith("round 1: your plan fits no more")
        assert service.told(browsers[0]) == []
        assert (await slow.planned(three))["lapsed"] is True
        assert (await slow.move(three, tiles[2])).status_code == 200
        assert (await slow.planned(three)) == {"round": 2, "wishes": [], "lapsed": False, "open": True}
