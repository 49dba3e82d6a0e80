"""The rules of docs/record.md once more, in plain sets and loops, without a look at app/rules.

Two programs written apart from one page must agree on every game. This one is the slow and obvious of the
two: the oracle of the tests and the baseline of the benchmark. It trusts its input; judging it is app/rules'.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

HABITATS = "OFDMG"

AROUND = [
    [1, 2, 3, 4, 5],
    [0, 5, 10, 6, 2],
    [0, 1, 6, 7, 3],
    [0, 2, 7, 8, 4],
    [0, 3, 8, 9, 5],
    [0, 4, 9, 10, 1],
    [11, 7, 2, 1, 10],
    [11, 8, 3, 2, 6],
    [11, 9, 4, 3, 7],
    [11, 10, 5, 4, 8],
    [11, 6, 1, 5, 9],
    [10, 9, 8, 7, 6],
]

Area = tuple[int, int]  # face, slot
Move = tuple[int, int, int, int]  # seat, tile, face, turn
Thing = TypeVar("Thing")


def neighbours(area: Area) -> list[Area]:
    """The three areas that share an edge with this one."""
    face, slot = area
    across = AROUND[face][slot]
    return [(face, (slot + 1) % 5), (face, (slot - 1) % 5), (across, AROUND[across].index(face))]


@dataclass
class PlainPlanet:
    """Which habitat lies on which area; areas of uncovered faces are not in the dict."""

    habitat_at: dict[Area, str] = field(default_factory=dict)

    def lay(self, letters: str, face: int, turn: int) -> None:
        for i, letter in enumerate(letters):
            self.habitat_at[face, (i + turn) % 5] = letter

    def is_free(self, face: int) -> bool:
        return (face, 0) not in self.habitat_at

    def regions(self, habitat: str) -> list[set[Area]]:
        """Areas of one habitat, grouped by who can be reached without leaving it."""
        unseen = {area for area, letter in self.habitat_at.items() if letter == habitat}
        found = []
        while unseen:
            region: set[Area] = set()
            to_visit = [unseen.pop()]
            while to_visit:
                area = to_visit.pop()
                region.add(area)
                for other in neighbours(area):
                    if other in unseen:
                        unseen.remove(other)
                        to_visit.append(other)
            found.append(region)
        return found

    def touched(self, region: set[Area]) -> set[str]:
        """The habitats on the areas around a region."""
        around = {other for area in region for other in neighbours(area)} - region
        return {self.habitat_at[area] for area in around if area in self.habitat_at}

    def claim(self, requirement: str) -> list[int]:
        regions = self.regions(requirement[0])
        if requirement[1] == "#":
            return [len(regions)]
        wanted = requirement[1] == "+"
        fitting = [r for r in regions if (requirement[2] in self.touched(r)) == wanted]
        return sorted((len(region) for region in fitting), reverse=True)

    def count(self, habitat: str) -> int:
        return sum(letter == habitat for letter in self.habitat_at.values())

    def letters(self) -> str:
        return "".join(self.habitat_at.get((n // 5, n % 5), ".") for n in range(60))


def all_requirements() -> list[str]:
    cards = []
    for habitat in HABITATS:
        others = [other for other in HABITATS if other != habitat]
        cards += [habitat + "#"]
        cards += [f"{habitat}+{other}" for other in others]
        cards += [f"{habitat}-{other}" for other in others]
    return cards


def award(requirement: str, claims: Sequence[Sequence[int]], is_last_round: bool) -> int | None:
    """The seat that wins the card, or None where it moves on (in round 12: goes to the box)."""
    depth = 3 if is_last_round and requirement[1] != "#" else 1
    still_in = list(range(len(claims)))
    for entry in range(depth):
        entries = {seat: claims[seat][entry] if entry < len(claims[seat]) else 0 for seat in still_in}
        best = max(entries.values())
        still_in = [seat for seat in still_in if entries[seat] == best]
        if best == 0:
            return None
        if len(still_in) == 1:
            return still_in[0]
    return None


# The deal


def random_words(seed: bytes, nonces: Sequence[str]) -> Iterator[int]:
    block = 0
    while True:
        text = f"planet-deal/1:{','.join(nonces)}:{block}"
        digest = hmac.new(seed, text.encode("ascii"), hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def deal(seed: bytes, nonces: Sequence[str], variants: Sequence[str] = ()) -> dict[str, Any]:
    """The deal's fields as in a record."""
    words = random_words(seed, nonces)

    def uniform(n: int) -> int:
        limit = 2**32 - 2**32 % n
        word = next(words)
        while word >= limit:
            word = next(words)
        return word % n

    def shuffled(things: Iterable[Thing]) -> list[Thing]:
        result = list(things)
        for i in range(len(result) - 1, 0, -1):
            j = uniform(i + 1)
            result[i], result[j] = result[j], result[i]
        return result

    order = shuffled(range(50))
    cards = iter(shuffled(all_requirements()))
    heights = [2] * 10 if "mystery" in variants else [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]
    animals = [[next(cards) for _ in range(height)] for height in heights]
    objectives = shuffled(HABITATS)[: len(nonces)]
    first = uniform(len(nonces))
    return {
        "order": order,
        "animals": animals,
        "objectives": None if "beginner" in variants else objectives,
        "first": first,
    }


# The game


class PlainGame:
    """A game from its first move to its last: play() takes the placements in the order they are made."""

    def __init__(
        self, tiles: Sequence[str], thresholds: Mapping[str, Any], dealt: Mapping[str, Any], players: int
    ) -> None:
        self.tiles, self.thresholds, self.players = tiles, thresholds, players
        self.objectives, self.first = dealt["objectives"], dealt["first"]
        self.piles = [list(dealt["order"][5 * n : 5 * n + 5]) for n in range(10)] + [[], []]
        self.columns = {round_: list(cards) for round_, cards in enumerate(dealt["animals"], start=3)}
        self.planets = [PlainPlanet() for _ in range(players)]
        self.round, self.placed = 1, 0
        self.display = list(self.piles[0])
        self.awards: list[dict[str, Any]] = []
        self.scores: list[dict[str, Any]] | None = None
        self.winners: list[int] | None = None

    @property
    def due(self) -> int | None:
        if self.scores is not None:
            return None
        due: int = (self.first + self.round - 1 + self.placed) % self.players
        return due

    def placements(self) -> list[tuple[int, int, int]]:
        """Every tile, face and turn the seat that is due may choose."""
        if self.due is None:
            return []
        planet = self.planets[self.due]
        free = [face for face in range(12) if planet.is_free(face)]
        return [(tile, face, turn) for tile in self.display for face in free for turn in range(5)]

    def play(self, tile: int, face: int, turn: int) -> None:
        assert self.due is not None
        self.planets[self.due].lay(self.tiles[tile], face, turn)
        self.display.remove(tile)
        self.placed += 1
        if self.placed == self.players:
            self.end_round()

    def end_round(self) -> None:
        if self.round <= 10:
            for tile in self.display:
                pile = self.piles[10] if len(self.piles[10]) < 5 else self.piles[11]
                if len(pile) < 5:  # otherwise the tile goes back to the box
                    pile.append(tile)
        for animal in self.columns.get(self.round, []):
            self.award_animal(animal)
        if self.round == 12:
            self.score()
            return
        self.round, self.placed = self.round + 1, 0
        self.display = list(self.piles[self.round - 1])

    def award_animal(self, animal: str) -> None:
        claims = [planet.claim(animal) for planet in self.planets]
        seat = award(animal, claims, self.round == 12)
        self.awards.append({"round": self.round, "animal": animal, "seat": seat, "claims": claims})
        if seat is None and self.round < 12:
            self.columns[self.round + 1].append(animal)

    def score(self) -> None:
        self.scores = [self.score_of(seat) for seat in range(self.players)]
        best = max((score["total"], score["animals"]) for score in self.scores)
        self.winners = [s["seat"] for s in self.scores if (s["total"], s["animals"]) == best]

    def score_of(self, seat: int) -> dict[str, Any]:
        won = [entry["animal"] for entry in self.awards if entry["seat"] == seat]
        objective = self.objectives[seat] if self.objectives else None
        areas = self.planets[seat].count(objective) if objective else None
        objective_points = 0
        if objective:
            tiers = self.thresholds[objective]
            objective_points = max((points for least, points in tiers if areas >= least), default=0)
            animal_points = sum(1 if animal[0] == objective else 2 for animal in won)
        else:
            animal_points = len(won)
        return {
            "seat": seat,
            "objective": objective,
            "areas": areas,
            "objective_points": objective_points,
            "animals": len(won),
            "animal_points": animal_points,
            "total": objective_points + animal_points,
        }


def play_all(
    tiles: Sequence[str],
    thresholds: Mapping[str, Any],
    dealt: Mapping[str, Any],
    players: int,
    moves: Iterable[Move],
) -> PlainGame:
    """The game after these moves."""
    game = PlainGame(tiles, thresholds, dealt, players)
    for _seat, tile, face, turn in moves:
        game.play(tile, face, turn)
    return game
