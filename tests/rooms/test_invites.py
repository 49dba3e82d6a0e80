"""Links that give the right to sit: secret, revocable, and harmless to look at."""

import pytest

from tests.guests import NONCE, answered, refused, serving


def sit(room, guest, invite):
    return guest.ask("POST", f"{room.path}/sit", {"nonce": NONCE, **({"invite": invite} if invite else {})})


async def test_invite_shows_the_room_and_changes_nothing(client, maya, tom):
    room = await maya.make_room()
    before = await room.look(maya)
    for _ in range(3):
        seen = answered(await client.get(f"/api/invites/{room.invite}"))
        assert (seen["code"], seen["you"]) == (room.code, None)
        assert (await tom.get(f"/invites/{room.invite}"))["you"]["seat"] is None
    after = await room.look(maya)
    assert {**before, "game": None} == {**after, "game": None}


async def test_invite_is_needed_in_a_private_room(maya, tom):
    room = await maya.make_room()
    refused(await sit(room, tom, None), 403, "invite_needed")
    assert (await sit(room, tom, room.invite)).status_code == 200


async def test_invite_is_not_needed_in_a_public_room(maya, tom):
    room = await maya.make_room(public=True)
    assert (await sit(room, tom, None)).status_code == 200


async def test_wrong_invites_are_answered_alike(maya, tom, ida):
    room, foreign = await maya.make_room(), await ida.make_room()
    old = room.invite
    await maya.post(f"{room.path}/invite")
    answers = [await sit(room, tom, invite) for invite in (None, "x" * 22, old, foreign.invite)]
    assert {(answer.status_code, answer.content) for answer in answers} == {(403, answers[0].content)}
    refused(answers[0], 403, "invite_needed")


async def test_unknown_invites_are_answered_alike(client, maya):
    room = await maya.make_room()
    answered(await maya.ask("DELETE", f"{room.path}/invite"))
    paths = (room.invite, "x" * 22, "x", "%00", room.code, "x" * 3000)
    answers = [await client.get(f"/api/invites/{path}") for path in paths]
    assert {(answer.status_code, answer.content) for answer in answers} == {(404, answers[0].content)}


async def test_new_invite_kills_the_old_one(client, maya, tom):
    room = await maya.make_room()
    renewed = await maya.post(f"{room.path}/invite")
    assert renewed["invite_url"].endswith(f"/i/{renewed['invite']}")
    refused(await client.get(f"/api/invites/{room.invite}"), 404, "not_found")
    assert (await sit(room, tom, renewed["invite"])).status_code == 200


async def test_invite_taken_back_leaves_those_who_sit(maya, tom, ida):
    room = await maya.make_room()
    await room.seat(tom)
    answered(await maya.ask("DELETE", f"{room.path}/invite"))
    refused(await sit(room, ida, room.invite), 403, "invite_needed")
    assert (await room.names())[:2] == ["Maya", "Tom"]
    assert (await room.seat(tom, 2))["you"]["seat"] == 2


@pytest.mark.usefixtures("standing_clock")
@pytest.mark.parametrize("path", ["/api/invites/{:022}", "/api/rooms/{:05}"])
async def test_guessing_ends_after_a_while(settings, path):
    async with serving(settings) as guesser:
        statuses = [(await guesser.get(path.format(number))).status_code for number in range(22)]
    assert statuses == [404] * 20 + [429] * 2
