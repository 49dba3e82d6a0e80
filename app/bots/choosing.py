"""Which of several placements a bot takes when it likes them nearly alike: its secret seed decides.

A bot that always took the best would tell its objective: whoever asks the same bot for each objective in turn
sees which of them explains every move. So each placement has a chance that falls with what it is worth less
than the best, and no placement has none.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from .judgement import Judged

CLOSE = 0.1  # points; what is worth so much less than the best is taken a third as often


def chances(judged: Sequence[Judged], close: float = CLOSE) -> list[float]:
    """How likely each placement is taken, beside 1 for the best."""
    best = max(judged)[0]
    return [exp((worth - best) / close) for worth, *_ in judged]


def one_of(judged: Sequence[Judged], chance: Random, close: float = CLOSE) -> Judged:
    """One of the placements, most often one of the best."""
    return chance.choices(judged, chances(judged, close))[0]
