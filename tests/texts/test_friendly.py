"""Names for whoever does not care to think of one."""

import re
from itertools import product

import pytest

from app.people.names import clean
from app.texts import LANGUAGES, texts_in
from app.texts.friendly import GROUPS, person_name, room_name, words
from tests.guests import join

ENOUGH_PEOPLE, ENOUGH_ROOMS = 1500, 800


@pytest.mark.parametrize("lang", LANGUAGES)
def test_friendly_people_are_many_and_each_is_a_name(lang):
    texts = texts_in(lang)
    pairs = [
        pair
        for group in GROUPS
        for pair in product(words(texts, f"adjectives_{group}"), words(texts, f"creatures_{group}"))
    ]
    made = {texts.t("friendly.person", adjective=one, creature=other) for one, other in pairs}
    assert len(made) == len(pairs) >= ENOUGH_PEOPLE
    assert {clean(name) for name in made} == made
    assert person_name(texts) in made


@pytest.mark.parametrize("lang", LANGUAGES)
def test_friendly_rooms_are_many_and_each_is_a_name(lang):
    texts = texts_in(lang)
    pairs = list(product(words(texts, "lights"), words(texts, "places")))
    made = {texts.t("friendly.room", light=light, place=place) for light, place in pairs}
    assert len(made) == len(pairs) >= ENOUGH_ROOMS
    assert {clean(name) for name in made} == made
    assert room_name(texts) in made


async def test_people_and_rooms_are_called_in_the_language_of_whoever_comes(client):
    guest = await join(client)
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", guest.name)
    room = await guest.make_room()
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", room.view["name"])
