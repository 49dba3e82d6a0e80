"""A game against bots, as the front page offers it: how strong they are, and which rules.

All of it goes by the rows of `app.bots.levels`: a bot that is added there is offered here by itself.
"""

from collections.abc import Sequence

from app.bots.levels import CHARACTERS, LADDER, Level
from app.pages.contexts import Choice, ChoiceGroup
from app.pages.home_contexts import BotGame
from app.rules.deal import MOST_PLAYERS
from app.rules.variants import VARIANTS
from app.texts import Texts

OPPONENTS = range(1, MOST_PLAYERS)
# What may be switched on in a game of one's own; without objectives is the first of those ready-made.
OWN_VARIANTS = tuple(name for name, variant in VARIANTS.items() if variant.has_objectives)
USUAL = 2  # opponents, unless somebody wants another number


def bot_games(texts: Texts, ladder: Sequence[Level] = LADDER) -> tuple[BotGame, ...]:
    """Three ready-made games; the first one is for whoever has never played."""
    return (
        bot_game(texts, "first", ladder[0], variants="beginner", is_chosen=True),
        bot_game(texts, "easy", ladder[1]),
        bot_game(texts, "strong", ladder[-1]),
    )


def bot_game(texts: Texts, name: str, level: Level, variants: str = "", is_chosen: bool = False) -> BotGame:
    return BotGame(
        name=name,
        title=texts.t(f"home.bots_{name}"),
        says=texts.t(f"home.bots_{name}_says", bot=texts.t(f"bots.{level.name}"), count=USUAL),
        level=level.name,
        bots=USUAL,
        variants=variants,
        is_chosen=is_chosen,
    )


def level_choices(texts: Texts) -> tuple[ChoiceGroup, ...]:
    """Every bot there is, with what it is like."""
    middle = LADDER[len(LADDER) // 2]
    groups = (("ladder", LADDER), ("characters", CHARACTERS))
    return tuple(
        ChoiceGroup(
            text=texts.t(f"room.bots_{name}"),
            choices=tuple(level_choice(texts, level, is_chosen=level is middle) for level in levels),
        )
        for name, levels in groups
    )


def level_choice(texts: Texts, level: Level, is_chosen: bool) -> Choice:
    bot, says = texts.t(f"bots.{level.name}"), texts.t(f"bots.{level.name}_says")
    text = texts.t("home.bots_level_is", bot=bot, says=says)
    return Choice(value=level.name, text=text, is_chosen=is_chosen)


def opponent_choices(texts: Texts) -> tuple[ChoiceGroup, ...]:
    choices = tuple(
        Choice(value=str(count), text=texts.t("home.bots_count", count=count), is_chosen=count == USUAL)
        for count in OPPONENTS
    )
    return (ChoiceGroup(text="", choices=choices),)
