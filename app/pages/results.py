"""The page of one game, by its own address: what came of it, and everything to check its deal with.

Whoever has the id of a game may look at it, here as over the API; it stands in no list that others can see.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from app.games import game_views
from app.games.analyses import KeptAnalysis
from app.games.log import Fold
from app.games.models import Game
from app.pages.analyses import AnalysisPart, analysis_part
from app.pages.contexts import Animal, forked_from, players_called
from app.pages.game_contexts import Chance, ForkDeal, GamePage, Objective, ResultRow
from app.pages.moments import Asked, Teller
from app.pages.offers import level_choices
from app.pages.printing import LOOKS
from app.people.service import Identity
from app.rooms.locked_room import is_sent_away
from app.rooms.models import Room
from app.rules.deal import Seat
from app.rules.forks import Fork
from app.rules.game import State
from app.rules.parts import Habitat, Requirement, base_set
from app.rules.scoring import Score
from app.sheets.drawing import PAPERS
from app.texts import Noun, Texts

# What anybody with a terminal may type: the first line needs nothing of ours.
SEAL_OF = """python3 -c "import hashlib; print(hashlib.sha256(bytes.fromhex('{seed}')).hexdigest())\""""
VERIFY = 'python -m app record verify "{file}"'


class FoundGame(NamedTuple):
    """A game with its room and its log; what is `kept` of its analyses is None where there can be none."""

    room: Room
    game: Game
    fold: Fold
    kept: Mapping[str, KeptAnalysis] | None


def game_page(texts: Texts, found: FoundGame, me: Identity | None, asked: Asked | None = None) -> GamePage:
    """A game that has begun, as everybody may see it; raises `NotFound` for a moment that has not come."""
    room, game, fold, kept = found
    result = Result.of(texts, game, fold, me.person if me else None)
    heading, says, rows, proof = result.heading, result.says, result.rows, game_views.proof_of(fold)
    moment = Teller(texts, result.names, result.mine).moment(fold, asked) if asked else None
    about = result.points if result.is_counted else says
    return GamePage(
        title=texts.t("game.title", heading=moment.heading if moment else heading, room=room.name),
        description=" ".join(moment.says) or about if moment else about,
        path=f"/g/{game.id}/{asked.path}" if asked else f"/g/{game.id}",
        look="game",
        script="js/pages/game.js",
        is_listed=False,
        has_planet=True,
        preview=preview_of(game.id, result.winners[0]) if result.winners else "",
        game=str(game.id),
        mine=result.mine,
        moment=moment,
        is_over=fold.is_over,
        heading=heading,
        says=says,
        room_name=room.name,
        number=game.number,
        ended_at=game.ended_at,
        rows=rows,
        room_code=room.code if may_enter(room, result.mine, me) else None,
        commitment=proof["commitment"],
        seed=proof["seed"],
        chances=result.chances(proof["nonces"] or []),
        file=(file := f"{room.name} {game.number}.json"),
        commands=(SEAL_OF.format(seed=proof["seed"]), VERIFY.format(file=file)),
        looks=LOOKS,
        papers=tuple(PAPERS),
        analysis=None if kept is None else result.analysis(kept),
        fork=forked_from(texts, fold.fork.game, fold.fork.moves) if fold.fork else None,
        fork_deal=fork_deal(texts, fold.fork) if fold.fork else None,
        fork_seat=result.mine or 0,
        last_fork=-1 if fold.is_sealed else last_moment(fold),
        daily=fold.daily.isoformat() if fold.daily else "",
        is_sealed=fold.is_sealed,
        bots=level_choices(texts),
    )


def preview_of(game: UUID, seat: int) -> str:
    """Where the portrait of a finished planet is (`showing.py`)."""
    return f"/g/{game}/planet/{seat}.png"


def fork_deal(texts: Texts, fork: Fork) -> ForkDeal:
    """How its deal hangs together with that of the game before."""
    return ForkDeal(
        says=texts.t("game.fair_fork", moves=fork.moves),
        seals=tuple(seal.commitment for _, seal in fork.seals),
        comes=texts.t("game.fair_fork_kept" if fork.coming == "same" else "game.fair_fork_anew"),
    )


def last_moment(fold: Fold) -> int:
    """After so many moves, at most, somebody else can go on."""
    assert fold.state is not None
    return len(fold.state.moves) - fold.state.is_over


def may_enter(room: Room, seat: int | None, me: Identity | None) -> bool:
    """The room's code is for those who have played in it; that of a public room is everybody's."""
    is_known = seat is not None or bool(room.options["public"])
    return is_known and room.state != "closed" and not is_sent_away(room, me.person if me else None)


def seat_in(game: Game, person: UUID | None) -> int | None:
    """Where somebody sat when the game began."""
    return game.sat_ids.index(person) if person is not None and person in game.sat_ids else None


@dataclass(frozen=True, slots=True)
class Result:
    """A game in words for one reader, who may have sat in seat `mine`."""

    texts: Texts
    fold: Fold
    state: State
    names: list[str]
    mine: int | None

    @classmethod
    def of(cls, texts: Texts, game: Game, fold: Fold, person: UUID | None) -> "Result":
        assert fold.state is not None
        return cls(texts, fold, fold.state, players_called(texts, game), seat_in(game, person))

    def analysis(self, kept: Mapping[str, KeptAnalysis]) -> AnalysisPart:
        return analysis_part(self.texts, self.fold, kept, self.names, self.mine)

    @property
    def is_counted(self) -> bool:
        return self.state.is_over

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.state.winners or ()

    @property
    def scores(self) -> tuple[Score, ...]:
        """Nobody's before the end: until then they tell of what is secret."""
        return self.state.scores if self.is_counted else ()

    @property
    def heading(self) -> str:
        t = self.texts.t
        if not self.is_counted:
            return t("game.abandoned" if self.fold.is_over else "game.running")
        winners = self.winners
        if len(winners) > 1:
            others = [self.names[seat] for seat in winners if seat != self.mine]
            return t(
                "end.shared_with" if self.mine in winners else "end.shared", names=others, count=len(others)
            )
        return t("end.wins_you") if winners[0] == self.mine else t("end.wins", name=self.names[winners[0]])

    @property
    def says(self) -> str:
        """What the heading leaves open: why one of two with equal points has won, or why nobody has."""
        t = self.texts.t
        if self.fold.phase == "abandoned":
            return t("game.abandoned_says")
        if not self.is_counted:
            return t("game.running_says", round=self.state.round)
        return self.reason

    @property
    def reason(self) -> str:
        """By what somebody has won who has as many points as another."""
        best = max(score.total for score in self.scores)
        level = sorted((score.animals for score in self.scores if score.total == best), reverse=True)
        if len(self.winners) > 1:
            return self.texts.t("end.equal")
        if len(level) > 1:
            return self.texts.t("end.more_animals", count=best, most=level[0], fewer=level[1])
        return ""

    @property
    def points(self) -> str:
        """Everybody's points in one line, as a preview of the link shows them."""
        each = [self.texts.t("game.score", name=row.name, points=row.total or 0) for row in self.rows]
        return self.texts.commas(each)

    # Seat by seat.

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        """Everybody, the best first; without a result in the order of the seats."""
        rows = [self.row(seat) for seat in range(len(self.names))]
        return tuple(sorted(rows, key=lambda row: (-(row.total or 0), -len(row.animals) * self.is_counted)))

    def row(self, seat: int) -> ResultRow:
        score = self.scores[seat] if self.is_counted else None
        won = [award.animal for award in self.state.awards if award.seat == seat]
        return ResultRow(
            seat=seat,
            is_bot=self.fold.players[seat].bot is not None,
            name=self.names[seat],
            is_you=seat == self.mine,
            is_winner=seat in self.winners,
            notes=tuple(self.notes(seat)),
            total=score.total if score else None,
            objective=self.objective(score, score.objective) if score and score.objective else None,
            animals=tuple(self.animal(card, score) for card in won),
        )

    def notes(self, seat: int) -> list[str]:
        """Who else moved in this seat."""
        t, entries = self.texts.t, [one.entry for one in self.fold.entries if one.entry.seat == seat]
        helped = sum(entry.by == "caretaker" for entry in entries)
        bots = [entry.bot for entry in entries if entry.bot is not None]
        return [
            *([t("end.bot")] if self.fold.players[seat].bot else []),
            *(t("game.bot_played_on", bot=Noun(f"bots.{bot}")) for bot in bots),
            *([t("end.caretaker_moves", count=helped)] if helped else []),
        ]

    def animal(self, card: Requirement, score: Score | None) -> Animal:
        """One of one's own secret habitat is worth 1, another 2; in the beginner's game each is worth 1."""
        key = base_set().animals[card]
        name = Noun(f"animals.{key}")
        if score is None:
            return Animal(key=key, letter=card[0], label=self.texts.t(name.key))
        points = 1 if score.objective in (None, card[0]) else 2
        label = self.texts.t("game.animal", animal=name, count=points)
        return Animal(key=key, letter=card[0], label=label, points=points)

    def objective(self, score: Score, letter: Habitat) -> Objective:
        points, count = score.objective_points, score.areas or 0
        return Objective(
            letter=letter,
            name=self.texts.t(f"habitats.{letter}"),
            points=points,
            areas=self.texts.t("counted.areas", count=count),
            brings=self.texts.t("game.objective_brings", count=points, areas=Noun("counted.areas", count)),
        )

    def chances(self, nonces: list[str]) -> tuple[Chance, ...]:
        """What everybody's browser added to the deal. A bot adds nothing."""
        pairs = zip(self.names, nonces, strict=False)
        return tuple(Chance(name=name, nonce=nonce) for name, nonce in pairs if nonce)
