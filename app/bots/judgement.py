"""What a placement is worth to a seat: its chances of every coming animal, weighed by what is at stake,
and its objective. All bots but the gentlest compare placements by this one number, in points.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .ground import (
    APART,
    CARD_HABITAT,
    CARD_KIND,
    CARD_OTHER,
    COUNT,
    FACES_AROUND,
    TOUCHING,
    Regions,
    areas_of,
    faces_of,
    laid,
    layouts,
)
from .situation import Situation
from .tickets import ROOM_OF, ROOMS, SOLID, STRIDE, expected_points, standing, ticket_table

ALL_FACES = (1 << 12) - 1
NEVER_NONE = 1e-6  # so that a share of no tickets at all is none

Stakes = Sequence[float]  # by habitat: what an animal of it is worth to the judging seat
Race = tuple[
    int, int, float, tuple[float, ...], float
]  # habitat, other, stake, own tickets by standing, rivals' tickets
Judged = tuple[float, int, int, int]  # a placement's worth, tile, face, turn; the better is the greater


class Races(NamedTuple):
    """The coming cards as one seat sees them, by kind."""

    counts: list[Race]
    touching: list[Race]
    apart: list[Race]

    def that_change_with(self, habitats: set[int]) -> "Races":
        """Only those that a tile with these habitats can change."""
        return Races(
            [race for race in self.counts if race[0] in habitats],
            [race for race in self.touching if race[0] in habitats or race[1] in habitats],
            [race for race in self.apart if race[0] in habitats or race[1] in habitats],
        )


def races_of(now: Situation, seat: int, stakes: Stakes) -> Races:
    """The races as they will be once `seat` has laid its tile of this round."""
    races = Races([], [], [])
    for card, away in now.coming():
        races[CARD_KIND[card]].append(_race(now, seat, card, away, stakes))
    return races


def _race(now: Situation, seat: int, card: int, away: int, stakes: Stakes) -> Race:
    """What is at stake, the own tickets by standing, and the rivals' together."""
    habitat, kind, other = CARD_HABITAT[card], CARD_KIND[card], CARD_OTHER[card]
    still = now.still_to_move
    theirs = NEVER_NONE
    for rival in range(now.players):
        if rival != seat:
            masks = now.masks[rival]
            table = ticket_table(SOLID, kind, away, away + (rival in still))
            space = areas_of(now.free[rival])
            theirs += table[standing(kind, now.regions[rival][habitat], masks[other], space)]
    return habitat, other, stakes[habitat], ticket_table(SOLID, kind, away, away), theirs


def judge_card(
    now: Situation, card: int, away: int, placement: tuple[int, int, int], stakes: Stakes
) -> float:
    """What a placement of the due seat changes in the race for one card, in points."""
    races = Races([], [], [])
    races[CARD_KIND[card]].append(_race(now, now.due, card, away, stakes))
    free = now.free[now.due]
    before = chances(races, now.masks[now.due], now.regions[now.due], areas_of(free))
    return chances(races, *now.laid(*placement), areas_of(free ^ 1 << placement[1])) - before


def judge(now: Situation, seat: int, races: Races, objective: int | None) -> list[Judged]:
    """Every placement that matters, with what it changes in points."""
    masks, regions, free = now.masks[seat], now.regions[seat], now.free[seat]
    faces = list(faces_that_differ(free))
    judged = []
    for tile in now.open:
        letters = now.tiles[tile]
        changing = races.that_change_with({"OFDMG".index(letter) for letter in letters})
        before = chances(changing, masks, regions, areas_of(free)) - _objective_worth(
            now, seat, objective, letters
        )
        for face, turns in faces:
            space = areas_of(free ^ 1 << face)
            layout = layouts(letters)[face]
            for turn in turns:
                after = chances(changing, *laid(masks, regions, layout[turn]), space)
                judged.append((after - before, tile, face, turn))
    return judged


def faces_that_differ(free: int) -> Iterator[tuple[int, range]]:
    """Faces and turns worth trying: where nothing lies around, one face and one turn stand for all."""
    is_lonely_tried = False
    for face in faces_of(free):
        if FACES_AROUND[face] & ~free & ALL_FACES:
            yield face, range(5)
        elif not is_lonely_tried:
            is_lonely_tried = True
            yield face, range(1)


def _objective_worth(now: Situation, seat: int, objective: int | None, letters: str) -> float:
    if objective is None:
        return 0.0
    areas = now.masks[seat][objective].bit_count() + letters.count("OFDMG"[objective])
    return expected_points(now.thresholds[objective], now.free[seat].bit_count() - 1)[areas]


def chances(races: Races, masks: list[int], regions: list[Regions], space: int) -> float:
    """Chances times stakes, over all the races. The innermost loops of every bot, so each is written out."""
    worth = 0.0
    for habitat, _, stake, table, rivals in races.counts:
        tickets = table[len(regions[habitat]) * STRIDE]
        worth += stake * tickets / (tickets + rivals)
    return (
        worth
        + _of_touching(races.touching, masks, regions, space)
        + _of_apart(races.apart, masks, regions, space)
    )


def _of_touching(races: list[Race], masks: list[int], regions: list[Regions], space: int) -> float:
    worth = 0.0
    for habitat, other, stake, table, rivals in races:
        tickets = table[0]
        if own := regions[habitat]:
            beside = masks[other]
            largest, border = own[0]
            index = largest * ROOMS
            for size, halo in own:
                if halo & beside:
                    index += size * STRIDE
                    border = halo
                    break
            tickets = table[index + ROOM_OF[(border & space).bit_count()]]
        worth += stake * tickets / (tickets + rivals)
    return worth


def _of_apart(races: list[Race], masks: list[int], regions: list[Regions], space: int) -> float:
    worth = 0.0
    for habitat, other, stake, table, rivals in races:
        tickets = table[0]
        if own := regions[habitat]:
            beside = masks[other]
            largest, border = own[0]
            index = largest * ROOMS
            for size, halo in own:
                if not halo & beside:
                    index += size * STRIDE
                    border = halo
                    break
            tickets = table[index + ROOM_OF[(border & space).bit_count()]]
        worth += stake * tickets / (tickets + rivals)
    return worth


assert (COUNT, TOUCHING, APART) == (0, 1, 2)  # the order of the fields of Races
