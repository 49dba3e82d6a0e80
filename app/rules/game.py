"""The game: its state, whose move it is, who begins a round, what is legal, and what follows from a move.

A state is the fold of a deal and the moves so far; it never changes, a move gives the next one.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .deal import Deal, Seat
from .errors import GameOver, MalformedMove, NoSuchSeat, NoSuchTile, NotYourTurn, TileNotOnDisplay
from .events import (
    AnimalAwarded,
    Destination,
    Event,
    GameEnded,
    LeftoversPut,
    MysteryTurned,
    RoundBegun,
    TilePlaced,
)
from .parts import TILE_COUNT, ComponentSet, Requirement, TileNo
from .planet import EMPTY_PLANET, Placement, Planet, claim, free_faces
from .scoring import LAST_ROUND, Award, Score, scores_of, winner_of, winners_of
from .sphere import TURNS

FIRST_COLUMN = 3
TILES_A_ROUND = 5
TURNED_UP_AHEAD = 2  # rounds: then a card that lay face down is turned up
PILES = 10

Leftovers = tuple[tuple[TileNo, ...], tuple[TileNo, ...]]
Columns = tuple[tuple[Requirement, ...], ...]


class Move(NamedTuple):
    """One entry of a game's log: who laid what where, and in which round."""

    round: int
    seat: Seat
    placement: Placement

    def to_json(self) -> list[int]:
        return [self.round, self.seat, *self.placement]


class State(NamedTuple):
    """A game at one moment.

    `shown` are the tiles of this round and `takers` who took each; `columns` hold, for rounds 3 to 12,
    the cards still to be awarded; `leftovers` what lies in the piles of rounds 11 and 12.
    """

    component_set: ComponentSet
    deal: Deal
    round: int
    planets: tuple[Planet, ...]
    shown: tuple[TileNo, ...]
    takers: tuple[Seat | None, ...]
    leftovers: Leftovers
    columns: Columns
    awards: tuple[Award, ...]
    moves: tuple[Move, ...]

    @property
    def players(self) -> int:
        return self.deal.players

    @property
    def is_over(self) -> bool:
        return len(self.moves) == LAST_ROUND * self.players

    @property
    def first(self) -> Seat:
        """Who opens this round: the first player passes to the next seat after each round."""
        return first_in(self.deal, self.round)

    @property
    def due(self) -> Seat | None:
        """Whose move it is."""
        return due_after(self.deal.first, self.deal.players, len(self.moves))

    @property
    def display(self) -> tuple[TileNo, ...]:
        """The tiles that can still be taken this round, in display order."""
        return tuple([tile for tile, taker in zip(self.shown, self.takers, strict=True) if taker is None])

    @property
    def scores(self) -> tuple[Score, ...]:
        """What everybody has; for others than the seat itself a secret before the end."""
        return scores_of(self.component_set, self.deal, self.planets, self.awards)

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return winners_of(self.scores) if self.is_over else None

    def is_hidden(self, column: int, place: int) -> bool:
        """Whether the card at `place` of the column of round `column` still lies face down."""
        return self.deal.hides_second_cards and place == 1 and column >= self.round + TURNED_UP_AHEAD

    def legal_placements(self) -> Iterator[Placement]:
        """Everything that the due seat may do, in a fixed order."""
        if self.due is not None:
            for tile in self.display:
                for face in free_faces(self.planets[self.due]):
                    for turn in TURNS:
                        yield Placement(tile, face, turn)


def due_after(first: Seat, players: int, moves: int) -> Seat | None:
    """Whose move it is after so many: seats move in turn, and each round the next one opens."""
    if moves == LAST_ROUND * players:
        return None
    return Seat((first + moves // players + moves) % players)


def first_in(deal: Deal, number: int) -> Seat:
    """Who opens round `number`."""
    return Seat((deal.first + number - 1) % deal.players)


def new_game(component_set: ComponentSet, deal: Deal) -> State:
    return State(
        component_set=component_set,
        deal=deal,
        round=1,
        planets=(EMPTY_PLANET,) * deal.players,
        shown=deal.order[:TILES_A_ROUND],
        takers=(None,) * TILES_A_ROUND,
        leftovers=((), ()),
        columns=deal.animals,
        awards=(),
        moves=(),
    )


def fold(component_set: ComponentSet, deal: Deal, moves: Iterable[tuple[Seat, Placement]]) -> State:
    """The state after `moves`; raises at the first that is illegal."""
    state = new_game(component_set, deal)
    for seat, placement in moves:
        state, _ = apply_move(state, seat, placement)
    return state


def apply_move(state: State, seat: Seat, placement: Placement) -> tuple[State, tuple[Event, ...]]:
    """Check a move and make it: the next state, and what everybody at the table may see of it."""
    tile, face, turn = placement = _checked(state, seat, placement)
    planet = state.planets[seat].place(state.component_set.tiles[tile], face, turn)
    after = _laid(state, seat, placement, planet)
    placed = TilePlaced(state.round, seat, tile, face, turn)
    if len(after.moves) % state.deal.players:
        return after, (placed,)
    events: list[Event] = [placed]
    return _end_round(after, events), tuple(events)


def _checked(state: State, seat: Seat, placement: Placement) -> Placement:
    """The placement, if this seat may make it; face and turn are left for the planet to judge."""
    if not isinstance(placement, tuple | list) or len(placement) != 3:
        raise MalformedMove("A move names a tile, a face and a turn.")
    tile, face, turn = placement
    if type(seat) is not int or not 0 <= seat < state.players:
        raise NoSuchSeat(f"Seats are numbered 0 to {state.players - 1}.")
    due = state.due
    if due is None:
        raise GameOver("The game is over.")
    if seat != due:
        raise NotYourTurn(f"It is seat {due}'s move.", due=due)
    if type(tile) is not int or not 0 <= tile < TILE_COUNT:
        raise NoSuchTile(f"Tiles are numbered 0 to {TILE_COUNT - 1}.")
    if tile not in state.shown or state.takers[state.shown.index(tile)] is not None:
        raise TileNotOnDisplay(f"Tile {tile} is not on display any more.", tile=tile)
    return placement if type(placement) is Placement else Placement(tile, face, turn)


def check_plan(state: State, seat: Seat, placement: Placement) -> None:
    """Raise what would be wrong with this placement if it were the seat's move now."""
    tile, face, turn = placement
    if tile not in state.display:
        raise TileNotOnDisplay(f"Tile {tile} is not on display any more.", tile=tile)
    state.planets[seat].place(state.component_set.tiles[tile], face, turn)


def _laid(state: State, seat: Seat, placement: Placement, planet: Planet) -> State:
    component_set, deal, number, planets, shown, takers, leftovers, columns, awards, moves = state
    at = shown.index(placement.tile)
    planets = (*planets[:seat], planet, *planets[seat + 1 :])
    takers = (*takers[:at], seat, *takers[at + 1 :])
    moves = (*moves, Move(number, seat, placement))
    return State(component_set, deal, number, planets, shown, takers, leftovers, columns, awards, moves)


def _end_round(state: State, events: list[Event]) -> State:
    """Leftovers away, life awarded, the next mystery turned up, the next round begun, or the end."""
    component_set, deal, number, planets, shown, takers, leftovers, columns, awards, moves = state
    leftovers = _put_leftovers_away(state, events)
    if number >= FIRST_COLUMN:
        columns, awards = _award_column(state, events)
    if number == LAST_ROUND:
        scores = scores_of(component_set, deal, planets, awards)
        events.append(GameEnded(deal.objectives, scores, winners_of(scores)))
    else:
        _turn_mystery_up(deal, number, columns, events)
        number += 1
        shown, leftovers = _next_display(deal, number, leftovers)
        takers = (None,) * TILES_A_ROUND
        events.append(RoundBegun(number, first_in(deal, number), shown))
    return State(component_set, deal, number, planets, shown, takers, leftovers, columns, awards, moves)


def _put_leftovers_away(state: State, events: list[Event]) -> Leftovers:
    """To the pile of round 11 until it has five, then to that of round 12, then to the box."""
    left = state.display
    eleven, twelve = state.leftovers
    to_eleven, to_twelve = leftovers_for_piles(state.round, len(left), len(eleven), len(twelve))
    parts = (
        (11, left[:to_eleven]),
        (12, left[to_eleven:][:to_twelve]),
        (None, left[to_eleven + to_twelve :]),
    )
    for pile, tiles in parts:
        if tiles:
            events.append(LeftoversPut(pile, tiles))
    return eleven + parts[0][1], twelve + parts[1][1]


def leftovers_for_piles(number: int, left: int, eleven: int, twelve: int) -> tuple[int, int]:
    """Of the tiles left in a round, how many go to the piles of rounds 11 and 12, as full as these are."""
    if number > PILES:
        return 0, 0
    to_eleven = min(left, TILES_A_ROUND - eleven)
    return to_eleven, min(left - to_eleven, TILES_A_ROUND - twelve)


def _award_column(state: State, events: list[Event]) -> tuple[Columns, tuple[Award, ...]]:
    columns = list(state.columns)
    here = state.round - FIRST_COLUMN
    cards, columns[here] = columns[here], ()
    awards = [_look_at(state, card) for card in cards]
    for award in awards:
        goes_to = _destination(award)
        events.append(AnimalAwarded(award, goes_to))
        if goes_to == "next":
            # Tied, or wanted by nobody: the card sinks to the bottom of the next column.
            columns[here + 1] = (*columns[here + 1], award.animal)
    return tuple(columns), (*state.awards, *awards)


def _destination(award: Award) -> Destination:
    if award.seat is not None:
        return "planet"
    return "box" if award.round == LAST_ROUND else "next"


def _look_at(state: State, card: Requirement) -> Award:
    claims = tuple([claim(planet, card) for planet in state.planets])
    return Award(state.round, card, winner_of(card, claims, state.round), claims)


def _turn_mystery_up(deal: Deal, number: int, columns: Columns, events: list[Event]) -> None:
    """At the end of round r the face-down card of round r + 2 is turned up."""
    upcoming = number + TURNED_UP_AHEAD
    if deal.hides_second_cards and FIRST_COLUMN <= upcoming <= LAST_ROUND:
        events.append(MysteryTurned(upcoming, columns[upcoming - FIRST_COLUMN][1]))


def _next_display(deal: Deal, number: int, leftovers: Leftovers) -> tuple[tuple[TileNo, ...], Leftovers]:
    """The tiles of round `number`, and the leftovers that still lie in their piles then."""
    if number <= PILES:
        return deal.order[TILES_A_ROUND * (number - 1) : TILES_A_ROUND * number], leftovers
    if number == PILES + 1:
        return leftovers[0], ((), leftovers[1])
    return leftovers[1], ((), ())


def pile_counts(state: State) -> list[int]:
    """How many tiles lie in the pile of each round; the tiles on display are in none."""
    dealt = [TILES_A_ROUND if number > state.round else 0 for number in range(1, PILES + 1)]
    return [*dealt, len(state.leftovers[0]), len(state.leftovers[1])]
