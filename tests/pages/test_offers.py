"""Games against bots, offered from whatever bots there are."""

from app.bots.levels import LADDER, LEVELS, Level
from app.pages.offers import bot_games, level_choices
from app.texts import texts_in


def test_offers_follow_the_ladder() -> None:
    ladder = (Level("sapling"), Level("grove"), Level("gaia"))
    games = bot_games(texts_in("en"), ladder)
    assert [game.level for game in games] == ["sapling", "grove", "gaia"]
    assert [game.variants for game in games] == ["beginner", "", ""]
    assert bot_games(texts_in("en"))[-1].level == LADDER[-1].name


def test_every_bot_can_be_chosen() -> None:
    choices = [choice for group in level_choices(texts_in("en")) for choice in group.choices]
    assert [choice.value for choice in choices] == list(LEVELS)
    assert sum(choice.is_chosen for choice in choices) == 1
