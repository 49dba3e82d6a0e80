"""What stays of a game in its row once it is over: points and winners, who won which animals, and the largest
region of each habitat. Lists and statistics of many games are made of this alone, without reading any log.
"""

from __future__ import annotations

import logging
from uuid import UUID

import orjson

from app.games.log import IS_READABLE, LogBroken
from app.games.store import LogStore
from app.rules.game import State
from app.rules.parts import HABITATS
from app.rules.planet import Planet
from app.rules.scoring import winners_of

log = logging.getLogger(__name__)

BATCH = 20
FIRST = UUID(int=0)
# Ended before their rows said more than points, or under an older release beside this one.
NEXT_PLAIN_SQL = f"""
SELECT id FROM games WHERE state = 'over' AND result -> 'won' IS NULL AND id > $1 AND {IS_READABLE}
ORDER BY id LIMIT {BATCH}
"""  # noqa: S608 (a number of ours)
WRITE_SQL = "UPDATE games SET result = $2::text::jsonb WHERE id = $1 AND state = 'over'"


def outcome_of(state: State) -> str:
    """As the row has it, in JSON."""
    scores = state.scores
    return orjson.dumps(
        {
            "scores": [score.to_json() for score in scores],
            "winners": winners_of(scores),
            "won": [
                [award.animal for award in state.awards if award.seat == seat]
                for seat in range(state.players)
            ],
            "regions": [largest_regions(planet) for planet in state.planets],
        }
    ).decode()


def largest_regions(planet: Planet) -> dict[str, int]:
    """How many areas the largest region of each habitat has."""
    found = {str(habitat): planet.largest_region(habitat) for habitat in HABITATS}
    return {habitat: size for habitat, size in found.items() if size}


class Completion:
    """Goes through games whose rows say too little, a batch a step, and begins anew after the last."""

    def __init__(self, store: LogStore) -> None:
        self.store = store
        self.reached = FIRST

    async def step(self) -> None:
        """Write down what a batch of them came to."""
        games = [row["id"] for row in await self.store.fetch(NEXT_PLAIN_SQL, self.reached)]
        self.reached = games[-1] if len(games) == BATCH else FIRST
        for game in games:
            await self._complete(game)

    async def _complete(self, game: UUID) -> None:
        try:
            fold = await self.store.load(game)
        except LogBroken:
            log.warning("a finished game cannot be replayed", extra={"context": {"game": str(game)}})
            return
        if fold is not None and fold.state is not None and fold.state.is_over:
            await self.store.run(WRITE_SQL, game, outcome_of(fold.state))
