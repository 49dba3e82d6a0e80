"""One moment of a game in words, by its own address: `/g/ID/ply/17` is the game after its seventeenth move,
`/g/ID/award/lynx` after the move with which the lynx found its home. For link previews and for whoever reads
without scripts; everything that is said here everybody at the table has seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from app.errors import NotFound
from app.games.log import Fold
from app.pages.game_contexts import Moment
from app.rules.parts import Requirement, base_set
from app.rules.scoring import LAST_ROUND
from app.texts import STRONG, Noun, Texts

ToldEvent = dict[str, Any]
PLAIN = r"\1"  # without stars


@dataclass(frozen=True, slots=True)
class Asked:
    """A moment that an address asks for: after so many moves, or the one that told of an animal."""

    ply: int | None = None
    animal: str | None = None

    @property
    def path(self) -> str:
        return f"ply/{self.ply}" if self.animal is None else f"award/{self.animal}"


def plies_of(fold: Fold) -> list[ToldEvent]:
    """The moves of a game, each with what followed, as everybody was told."""
    moves = (one.text for one in fold.entries if one.entry.kind == "move")
    return [orjson.loads(text)["event"] for text in moves]


def awards_of(event: ToldEvent) -> list[ToldEvent]:
    return [then for then in event["then"] if then["kind"] == "award"]


def requirement_of(animal: str) -> Requirement | None:
    """What an animal asks for, by its name in addresses."""
    return next((card for card, key in base_set().animals.items() if key == animal), None)


def ply_of_award(plies: Sequence[ToldEvent], card: Requirement | None) -> int | None:
    """After how many moves an animal found its home, or was told last to have found none."""
    told = [
        count
        for count, event in enumerate(plies, start=1)
        if any(award["animal"] == card for award in awards_of(event))
    ]
    return told[-1] if told else None


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells of moments to one reader, who may have sat in seat `mine`."""

    texts: Texts
    names: Sequence[str]
    mine: int | None

    def moment(self, fold: Fold, asked: Asked) -> Moment:
        """What was asked for; raises `NotFound` for what has not happened, as for what never will."""
        plies = plies_of(fold)
        card = requirement_of(asked.animal) if asked.animal is not None else None
        ply = asked.ply if asked.animal is None else ply_of_award(plies, card)
        if ply is None or ply > len(plies):
            raise NotFound
        if ply == 0:
            return Moment(ply=ply, award=card, heading=self.texts.t("log.at_start"), says=())
        event = plies[ply - 1]
        heading = self.about("log.moment", event["seat"], round=event["round"])
        sentences = (self.move(event), *map(self.award, awards_of(event)))
        says = tuple(f"{STRONG.sub(PLAIN, one).rstrip('.')}." for one in sentences)
        return Moment(ply=ply, award=card, heading=heading, says=says)

    def about(self, key: str, seat: int, **words: Any) -> str:
        """The sentence for a seat: in the second person when it is the reader's."""
        if seat == self.mine:
            return self.texts.t(f"{key}_you", **words)
        return self.texts.t(key, name=self.names[seat], **words)

    def move(self, event: ToldEvent) -> str:
        key = "log.caretaker_placed" if event["by"] == "caretaker" else "log.placed"
        key = "log.planned" if event.get("planned") else key
        return self.about(key, event["seat"], face=event["face"])

    def award(self, award: ToldEvent) -> str:
        animal = Noun(f"animals.{base_set().animals[award['animal']]}")
        if award["seat"] is not None:
            return self.about("log.chose", award["seat"], animal=animal)
        if award["round"] == LAST_ROUND:
            return self.texts.t("log.to_box", animal=animal)
        is_wanted = any(claim and claim[0] > 0 for claim in award["claims"])
        key = "log.tied_moves" if is_wanted else "log.nobody_moves"
        return self.texts.t(key, animal=animal, round=award["round"] + 1)
