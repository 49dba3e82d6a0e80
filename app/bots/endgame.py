"""The last round, counted out: nothing is drawn any more, and only the others' objectives are hidden.

Every way to play on is looked at, and every way in which the objectives may be dealt counts by how likely it
is (likelier those that the planets point at). Each seat knows its own and takes what is best for it on
average over the rest, expecting the others to do the same. Best is the share of the victory first, then
points ahead. The round before the last is counted out as well where it is short enough for the time there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import prod
from random import Random
from typing import NamedTuple

from app.rules.scoring import LAST_ROUND

from .bitboard import CARD_HABITAT, CARD_KIND, COUNT, Regions, claim_sizes, faces_of
from .judgement import Judged
from .payoffs import EACH_HABITAT, suspicion
from .situation import Situation

AHEAD = 0.01  # of a victory: what each point of the lead counts beside it
EVEN = 1e-9  # values no farther apart are the same; then the first placement is taken
COUNTED_OUT = 11  # from this round on, if it is short enough
WAYS_A_PLACEMENT = 12  # endings, each with one deal of objectives, that cost as much as judging a placement

Dealt = tuple[int | None, ...]  # an objective for every seat
Values = list[tuple[float, ...]]  # for every deal of objectives, what each seat gets


class EndgameOption(NamedTuple):
    """What a planet's last tile does, as far as the result goes. Turns are often alike in that."""

    placement: tuple[int, int, int]
    ranks: tuple[int, ...]  # in the race for each card; the greater wins
    points: tuple[int, ...]  # of the objective, by habitat


class Endgame:
    """The end of one game as its seats may expect it."""

    def __init__(self, now: Situation, ahead: float = AHEAD) -> None:
        self.now = now
        self.ahead = ahead
        self.deals = list(_deals(now))
        weights = [
            prod(suspicion(now, seat, habitat) for seat, habitat in enumerate(deal) if habitat is not None)
            for deal in self.deals
        ]
        self.weights = [weight / sum(weights) for weight in weights]
        self._seen: dict[tuple[object, ...], Values] = {}

    def ways(self) -> float:
        """How much there is to look at, at most."""
        now = self.now
        ways = _different_ways(now) if now.round == LAST_ROUND else float(_ways(now))
        return ways * len(self.deals)

    def judged(self) -> list[Judged]:
        """Every placement of the due seat with what it comes to, in the order of the rules."""
        now = self.now
        own = [(at, w) for at, (deal, w) in enumerate(zip(self.deals, self.weights, strict=True))
               if deal[now.due] == now.objective]  # fmt: skip
        total = sum(weight for _, weight in own)
        judged = []
        for placement, values in self._branches(now):
            worth = sum(weight * values[at][now.due] for at, weight in own) / total
            judged.append((worth, *placement))
        return judged

    def best(self, chance: Random) -> Judged:
        """One of the placements that come to most."""
        judged = self.judged()
        most = max(worth for worth, *_ in judged)
        return chance.choice([one for one in judged if one[0] >= most - EVEN])

    def _branches(self, now: Situation) -> Iterator[tuple[tuple[int, int, int], Values]]:
        if now.round == LAST_ROUND:
            yield from self._last_branches(now)
            return
        for tile, face, turn in _placements(now):
            after = now.copy()
            after.lay(tile, face, turn)
            yield (tile, face, turn), self._values(after)

    def _values(self, now: Situation) -> Values:
        return self._taken(now.due, list(self._branches(now)))

    def _taken(self, seat: int, branches: list[tuple[tuple[int, int, int], Values]]) -> Values:
        """Each deal of objectives as it goes on: `seat` takes the best for the objective it then has."""
        chosen: dict[int | None, Values] = {}
        for objective in {deal[seat] for deal in self.deals}:
            known = [(at, self.weights[at]) for at, deal in enumerate(self.deals) if deal[seat] == objective]
            worths = [
                (sum(weight * values[at][seat] for at, weight in known), number)
                for number, (_, values) in enumerate(branches)
            ]
            total = sum(weight for _, weight in known)
            best = max(worth for worth, _ in worths)
            first = next(number for worth, number in worths if worth >= best - EVEN * total)
            chosen[objective] = branches[first][1]
        return [chosen[deal[seat]][at] for at, deal in enumerate(self.deals)]

    # The last round: what each seat may do is worked out once, and the ways to combine it looked up.

    def _last_branches(self, now: Situation) -> Iterator[tuple[tuple[int, int, int], Values]]:
        order = [now.due, *now.still_to_move]
        table = _Table(now, [_options(now, seat) for seat in order], order)
        yield from self._next_branches(table, {})

    def _after(self, table: _Table, laid: dict[int, EndgameOption]) -> Values:
        if len(laid) == len(table.order):
            return self._end(table, laid)
        return self._taken(table.order[len(laid)], list(self._next_branches(table, laid)))

    def _next_branches(
        self, table: _Table, laid: dict[int, EndgameOption]
    ) -> Iterator[tuple[tuple[int, int, int], Values]]:
        """What the next seat may do. Placements that leave the same tiles and come to the same are one."""
        seat, is_last = table.order[len(laid)], len(laid) + 1 == len(table.order)
        gone = {option.placement[0] for option in laid.values()}
        met: dict[tuple[object, ...], Values] = {}
        for option in table.options[len(laid)]:
            if option.placement[0] not in gone:
                alike = _effect(option, is_last)
                if alike not in met:
                    met[alike] = self._after(table, {**laid, seat: option})
                yield option.placement, met[alike]

    def _end(self, table: _Table, laid: dict[int, EndgameOption]) -> Values:
        totals, animals = table.result(laid)
        key = (totals, animals)
        known = self._seen.get(key)
        if known is None:
            known = self._seen[key] = [_shares(deal, totals, animals, self.ahead) for deal in self.deals]
        return known


class _Table:
    """The last round's table: the cards, what was won before, and what each seat may still do."""

    def __init__(self, now: Situation, options: list[list[EndgameOption]], order: list[int]) -> None:
        self.options, self.order, self.players = options, order, now.players
        self.cards = [card for card in now.columns[LAST_ROUND] if card is not None]
        self.won = [len(cards) for cards in now.won]
        self.points = [
            [_animal_points(now, seat, habitat) for habitat in EACH_HABITAT] for seat in self._seats
        ]
        self.is_beginner = now.objective is None
        still = set(order)
        self.whole = {seat: _whole(now, seat) for seat in self._seats if seat not in still}

    @property
    def _seats(self) -> range:
        return range(self.players)

    def result(self, laid: dict[int, EndgameOption]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """Every seat's points, by the objective that it may have, and its animals."""
        planets = [laid.get(seat) or self.whole[seat] for seat in self._seats]
        totals = [
            [a + b for a, b in zip(self.points[seat], planets[seat].points, strict=True)]
            for seat in self._seats
        ]
        animals = self.won[:]
        for number, card in enumerate(self.cards):
            ranks = [planet.ranks[number] for planet in planets]
            best = max(ranks)
            if best and ranks.count(best) == 1:
                seat = ranks.index(best)
                animals[seat] += 1
                row, habitat = totals[seat], CARD_HABITAT[card]
                for objective in EACH_HABITAT:
                    row[objective] += 1 if self.is_beginner or objective == habitat else 2
        return tuple(map(tuple, totals)), tuple(animals)


def _deals(now: Situation) -> Iterator[Dealt]:
    if now.objective is None:
        return iter([(None,) * now.players])
    return permutations(EACH_HABITAT, now.players)


def _animal_points(now: Situation, seat: int, objective: int) -> int:
    if now.objective is None:
        return len(now.won[seat])
    return sum(1 if CARD_HABITAT[card] == objective else 2 for card in now.won[seat])


def _placements(now: Situation) -> Iterator[tuple[int, int, int]]:
    """In the order of the rules."""
    return product(now.open, faces_of(now.free[now.due]), range(5))


def _options(now: Situation, seat: int) -> list[EndgameOption]:
    view = now.copy()
    view.due = seat
    return [
        _option(now, placement, *view.laid(*placement))
        for placement in product(now.open, faces_of(now.free[seat]), range(5))
    ]


def _whole(now: Situation, seat: int) -> EndgameOption:
    """A planet that nobody lays anything on any more."""
    return _option(now, (-1, -1, -1), now.masks[seat], now.regions[seat])


def _option(
    now: Situation, placement: tuple[int, int, int], masks: list[int], regions: list[Regions]
) -> EndgameOption:
    cards = [card for card in now.columns[LAST_ROUND] if card is not None]
    ranks = tuple(_rank(card, claim_sizes(card, masks, regions)) for card in cards)
    if now.objective is None:
        return EndgameOption(placement, ranks, (0,) * len(EACH_HABITAT))
    points = [_tier(now.thresholds[habitat], masks[habitat].bit_count()) for habitat in EACH_HABITAT]
    return EndgameOption(placement, ranks, tuple(points))


def _rank(card: int, sizes: Sequence[int]) -> int:
    """A claim as one number: whose is the greatest, alone, has the card; 0 never does."""
    if CARD_KIND[card] == COUNT:
        return sizes[0]
    first, second, third = (*sizes[:3], 0, 0, 0)[:3]
    return (first * 64 + second) * 64 + third


def _tier(tiers: Sequence[tuple[int, int]], areas: int) -> int:
    return max((points for least, points in tiers if areas >= least), default=0)


def _shares(
    deal: Dealt, totals: tuple[tuple[int, ...], ...], animals: tuple[int, ...], ahead: float
) -> tuple[float, ...]:
    """What each seat has of the victory, and of the lead, if the objectives are these."""
    points = [row[objective or 0] for row, objective in zip(totals, deal, strict=True)]
    ranks = list(zip(points, animals, strict=True))
    best = max(ranks)
    share = 1 / ranks.count(best)
    first, second = sorted(points, reverse=True)[:2]
    return tuple(
        (share if rank == best else 0.0) + ahead * (rank[0] - (second if rank[0] == first else first))
        for rank in ranks
    )


def _effect(option: EndgameOption, is_last: bool) -> tuple[object, ...]:
    """All that matters of an option: the tile it takes from those who follow, and what comes of it."""
    return (None if is_last else option.placement[0], option.ranks, option.points)


def _different_ways(now: Situation) -> float:
    """In the last round, by how many placements of each seat differ in what comes of them."""
    order, ways = [now.due, *now.still_to_move], 1.0
    for gone, seat in enumerate(order):
        effects = {_effect(option, seat == order[-1]) for option in _options(now, seat)}
        ways *= len(effects) * (1 - gone / len(now.open))
    return ways


def _ways(now: Situation) -> int:
    """How many ways there are to play on from here to the end, at most."""
    ways, tiles, free = 1, len(now.open), [faces.bit_count() for faces in now.free]
    for seat in [now.due, *now.still_to_move]:
        ways *= tiles * free[seat] * 5
        tiles, free[seat] = tiles - 1, free[seat] - 1
    for number in range(now.round, LAST_ROUND):
        tiles = len(now.later[number - LAST_ROUND])
        for seat in range(now.players):
            ways *= (tiles - seat) * free[seat] * 5
            free[seat] -= 1
    return ways
