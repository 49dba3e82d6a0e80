"""What a seat knows of a game, as plain numbers that a bot can copy and play on in its head.

Built from the seat's view alone. What a view hides (tiles still in their piles, animals face down) is not
here; a bot that looks ahead fills it in with a guess, see `imagined`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from app.rules.game import FIRST_COLUMN, PILES, TILES_A_ROUND, leftovers_for_piles
from app.rules.parts import HABITAT_NUMBER, HABITATS, REQUIREMENTS, Tiers
from app.rules.scoring import LAST_ROUND, winner_of
from app.rules.sphere import FACE_COUNT

from .bitboard import CARD_NUMBER, Regions, claim_sizes, laid, layouts, regions_of

SeenGame = Mapping[str, Any]  # what a seat may see: `app.rules.views.view`, as JSON or as it is


@dataclass(slots=True)
class Situation:
    """One moment of a game. `lay` makes a move in place; `copy` keeps the moment."""

    players: int
    round: int  # one more than the last when the game is over
    due: int
    moved: int  # how many have laid their tile this round
    open: list[int]  # tiles still on display
    tiles: Sequence[str]
    thresholds: Sequence[Tiers]
    objective: int | None  # the own one
    masks: list[list[int]]  # a seat's five masks
    regions: list[list[Regions]]
    free: list[int]  # a seat's free faces, one bit each
    columns: list[list[int | None]]  # cards by round; None lies face down
    won: list[list[int]]  # a seat's cards
    later: list[list[int]]  # tiles in the piles of rounds 11 and 12
    unseen: list[int]  # tiles that may still lie in a pile
    piles: dict[int, list[int]] = field(default_factory=dict)  # the tiles imagined for rounds to come

    @property
    def is_over(self) -> bool:
        return self.round > LAST_ROUND

    @property
    def still_to_move(self) -> list[int]:
        """The seats that lay a tile in this round after the due one."""
        return [(self.due + i) % self.players for i in range(1, self.players - self.moved)]

    def coming(self) -> list[tuple[int, int]]:
        """Every face-up card still to be awarded, with the rounds until then."""
        columns = enumerate(self.columns[self.round :])
        return [(card, away) for away, column in columns for card in column if card is not None]

    def copy(self) -> Situation:
        return replace(
            self,
            open=self.open[:],
            masks=[row[:] for row in self.masks],
            regions=[row[:] for row in self.regions],
            free=self.free[:],
            columns=[column[:] for column in self.columns],
            won=[row[:] for row in self.won],
            later=[pile[:] for pile in self.later],
        )

    def laid(self, tile: int, face: int, turn: int) -> tuple[list[int], list[Regions]]:
        """The due seat's planet with the tile on it."""
        return laid(self.masks[self.due], self.regions[self.due], layouts(self.tiles[tile])[face][turn])

    def lay(self, tile: int, face: int, turn: int) -> None:
        """The due seat's move; after the last seat's follow the awards and the next round."""
        self.masks[self.due], self.regions[self.due] = self.laid(tile, face, turn)
        self.free[self.due] ^= 1 << face
        self.open.remove(tile)
        self.moved += 1
        self.due = (self.due + 1) % self.players
        if self.moved == self.players:
            self._end_round()

    def _end_round(self) -> None:
        self._put_leftovers_away()
        cards, self.columns[self.round] = self.columns[self.round], []
        for card in cards:
            if card is not None:
                self._award(card)
        self.round += 1
        self.moved = 0
        self.due = (self.due + 1) % self.players  # the first player passes on
        if not self.is_over:
            self.open = list(
                self.later[self.round - PILES - 1] if self.round > PILES else self.piles.get(self.round, ())
            )

    def _put_leftovers_away(self) -> None:
        eleven, twelve = self.later
        first, second = leftovers_for_piles(self.round, len(self.open), len(eleven), len(twelve))
        eleven += self.open[:first]
        twelve += self.open[first : first + second]

    def _award(self, card: int) -> None:
        claims = [claim_sizes(card, *planet) for planet in zip(self.masks, self.regions, strict=True)]
        seat = winner_of(REQUIREMENTS[card], claims, self.round)
        if seat is not None:
            self.won[seat].append(card)
        elif self.round < LAST_ROUND:
            self.columns[self.round + 1].append(card)

    def imagined(self, chance: Random) -> Situation:
        """A copy in which all that is hidden is filled in by chance."""
        twin = self.copy()
        unseen = chance.sample(self.unseen, len(self.unseen))
        coming = range(self.round + 1, PILES + 1)
        twin.piles = {number: [unseen.pop() for _ in range(TILES_A_ROUND)] for number in coming}
        met = {card for column in self.columns for card in column} | {
            card for row in self.won for card in row
        }
        unmet = [card for card in CARD_NUMBER.values() if card not in met]
        chance.shuffle(unmet)
        twin.columns = [[unmet.pop() if card is None else card for card in column] for column in twin.columns]
        return twin


def situation_of(view: SeenGame, seat: int) -> Situation:
    """What the view of a seat that is due tells. The seat is named because a watcher's view tells as much."""
    planets = view["planets"]
    masks = [[_mask_of(areas, habitat) for habitat in HABITATS] for areas in planets]
    won: list[list[int]] = [[] for _ in planets]
    for award in view["awards"]:
        if award["seat"] is not None:
            won[award["seat"]].append(CARD_NUMBER[award["animal"]])
    return Situation(
        players=view["players"],
        round=view["round"],
        due=seat,
        moved=sum(taker is not None for taker in view["taken"]),
        open=[tile for tile, taker in zip(view["display"], view["taken"], strict=True) if taker is None],
        tiles=view["tiles"],
        thresholds=[
            tuple((areas, points) for areas, points in view["thresholds"][habitat]) for habitat in HABITATS
        ],
        objective=None if view["objective"] is None else HABITAT_NUMBER[view["objective"]],
        masks=masks,
        regions=[[regions_of(mask) for mask in row] for row in masks],
        free=[sum(1 << face for face in range(FACE_COUNT) if areas[5 * face] == ".") for areas in planets],
        columns=[*([] for _ in range(FIRST_COLUMN)), *_columns(view)],
        won=won,
        later=[list(pile) for pile in view["leftovers"]],
        unseen=_unseen(view),
    )


def _mask_of(areas: str, habitat: str) -> int:
    return sum(1 << area for area, letter in enumerate(areas) if letter == habitat)


def _columns(view: SeenGame) -> list[list[int | None]]:
    return [[None if card is None else CARD_NUMBER[card] for card in column] for column in view["columns"]]


def _unseen(view: SeenGame) -> list[int]:
    seen = {tile for placements in view["placements"] for tile, _face, _turn in placements}
    seen.update(view["display"], *view["leftovers"])
    return [tile for tile in range(len(view["tiles"])) if tile not in seen]
