"""The score over all games of a room: by people, wherever they sat, and of finished games alone."""

from typing import Any
from uuid import UUID

from fastapi import FastAPI
from sqlalchemy import text

from app.rooms.schemas import SeriesView
from app.rooms.snapshot import GameSnapshot
from app.rooms.views import series_view
from app.texts import t
from tests.guests import NONCE, Guest
from tests.pages.conftest import HTML, Parsed

MAYA, TOM = UUID(int=1), UUID(int=2)


def game(
    number: int, sat: tuple[UUID | None, ...], names: str, winners: tuple[int, ...] | None, fork: Any = None
):
    bots = tuple(None if one != "Grove" else "grove" for one in names.split())
    fields: dict[str, Any] = {"number": number, "sat_ids": sat, "bots": bots, "winners": winners}
    fields["fork"] = fork
    return GameSnapshot.model_construct(**fields, names=tuple(names.split()))


def test_series_follows_people_from_seat_to_seat_under_their_last_name() -> None:
    played = [
        game(1, (MAYA, TOM, None), "Maya Tom Grove", (0,)),
        game(2, (TOM, MAYA, None), "Tim Maya Grove", (0, 2)),
        game(3, (MAYA, TOM), "Maya Tim", (0,)),
        game(4, (MAYA, TOM), "Maya Tim", None),  # left unfinished
        game(5, (MAYA, TOM), "Maya Tim", (1,), fork={"moves": 3}),
    ]
    assert series_view(played) == [
        SeriesView(name="Maya", bot=None, won=2, games=3),
        SeriesView(name="Grove", bot="grove", won=1, games=2),
        SeriesView(name="Tim", bot=None, won=1, games=3),
    ]


def test_one_game_is_no_series_and_a_forgotten_person_stands_in_none() -> None:
    assert series_view([game(1, (MAYA, TOM), "Maya Tom", (0,))]) == []
    played = [game(number, (MAYA, None), "Maya Someone", (1,)) for number in (1, 2)]
    assert series_view(played) == [SeriesView(name="Maya", bot=None, won=0, games=2)]


async def test_series_stands_in_the_room_for_everybody(
    app: FastAPI, maya: Guest, tom: Guest, ida: Guest
) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    for winner in ("Maya", "Maya"):
        await maya.post(f"{room.path}/start")
        async with app.state.database.transaction() as db:
            end = text("""UPDATE games SET state = 'over', ended_at = now(), due_at = NULL, result =
                jsonb_build_object('winners', jsonb_build_array(CASE WHEN players -> 0 ->> 'name' = :name
                    THEN 0 ELSE 1 END)) WHERE state = 'running'""")
            await db.execute(end, {"name": winner})
        await maya.post(f"{room.path}/again")
        for guest in (maya, tom):
            await guest.post(f"{room.path}/nonce", {"nonce": NONCE})
    expected = [
        {"name": "Maya", "bot": None, "won": 2, "games": 2},
        {"name": "Tom", "bot": None, "won": 0, "games": 2},
    ]
    for guest in (maya, tom, ida):
        assert (await room.look(guest))["series"] == expected
        headers = {**HTML, "Authorization": f"Bearer {guest.token}"}
        page = Parsed((await maya.client.get(f"/r/{room.code}", headers=headers)).text)
        assert t("room.series_of", won=2, games=2) in page.words
    await tom.ask("DELETE", "/people/me")
    assert (await room.look())["series"] == expected[:1]
