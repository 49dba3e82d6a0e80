"""What may be said at a table: how long a line may be, and the signs that need no words.

A new sign is a row here and its words in the catalogue, `reactions.NAME`.
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
ReactionName = Annotated[str, OneOf(reaction.name for reaction in REACTIONS)]
