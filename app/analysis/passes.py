"""The two ways to look at a game: a quick first one, and a deep one for whoever asks."""

from dataclasses import dataclass

# Part of the key under which an analysis is kept: one more whenever the same game would get other numbers,
# also by a change of the bots' judgement.
EVALUATOR = 2


@dataclass(frozen=True, slots=True)
class Pass:
    """How much is done for a game."""

    name: str
    worlds: int  # futures imagined for each moment
    rounds_ahead: int  # played on in each, this round counted
    effort: int  # placements judged in imagined games for all choices together; 0: the first judgement
    plies_at_once: int = 48  # between two looks at what else is to be done


FIRST = Pass("first", worlds=4, rounds_ahead=2, effort=0)
DEEP = Pass("deep", worlds=32, rounds_ahead=2, effort=10_000_000, plies_at_once=1)
PASSES = {one.name: one for one in (FIRST, DEEP)}
