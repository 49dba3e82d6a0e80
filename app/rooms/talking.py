"""What may be said at a table: how long a line may be, the signs that need no words, and the phrases that
everybody reads in their own language.

A new sign is a row here and its words in the catalogue, `reactions.NAME`; a new phrase the same, with
`phrases.NAME`.
"""

from dataclasses import dataclass
from typing import Annotated

from app.one_of import OneOf
from app.rules.parts import base_set

LONGEST_LINE = 240  # characters


@dataclass(frozen=True, slots=True)
class Reaction:
    """A sign. Before the start an animal brings it; without one it is offered at the table alone."""

    name: str
    animal: str | None = None

    @property
    def habitat(self) -> str:
        """Where its animal lives."""
        return next(asked[0] for asked, animal in base_set().animals.items() if animal == self.animal)


REACTIONS = (
    Reaction("hello", "panda"),
    Reaction("nice", "fox"),
    Reaction("wow", "owl"),
    Reaction("laugh", "octopus"),
    Reaction("think"),
    Reaction("oops"),
    Reaction("thanks", "penguin"),
    Reaction("hurry", "crab"),
)
PHRASES = (
    "good_luck", "lets_start", "one_moment", "im_back", "take_your_time", "your_move",
    "beautiful", "well_played", "so_close", "lucky", "sorry", "never_mind",
    "yes", "no", "good_game", "again", "must_go", "goodbye",
)  # fmt: skip
# Why somebody is reported, and why an operator does something about them: the words are `misconduct.NAME`.
REASONS = ("insult", "spam", "spoils", "name", "other")
ReportReason = Annotated[str, OneOf(REASONS)]
PhraseName = Annotated[str, OneOf(PHRASES)]
ReactionName = Annotated[str, OneOf(reaction.name for reaction in REACTIONS)]
