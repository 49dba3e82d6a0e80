"""A server of the next release, which plays by other rules: `python -m tests.faults.next_rules serve …`.

It is the server as it is, and knows two versions of the rules. By the second what is left of a round fills
the pile of round 12 before that of round 11.
"""

from __future__ import annotations

import sys

from app.rules import versions

NEXT_RULES = 2
BOTH = frozenset({versions.FIRST_RULES, NEXT_RULES})


def learn_rules() -> None:
    """From now on this process judges games by either."""
    from app.rules import game
    from app.rules.events import Event, LeftoversPut

    by_the_first = game._put_leftovers_away

    def put_away(state: game.State, events: list[Event]) -> game.Leftovers:
        if state.deal.rules != NEXT_RULES or state.round > game.PILES:
            return by_the_first(state, events)
        left, (eleven, twelve) = state.display, state.leftovers
        to_twelve = min(len(left), game.TILES_A_ROUND - len(twelve))
        to_eleven = min(len(left) - to_twelve, game.TILES_A_ROUND - len(eleven))
        parts = (
            (12, left[:to_twelve]),
            (11, left[to_twelve:][:to_eleven]),
            (None, left[to_twelve + to_eleven :]),
        )
        events += [LeftoversPut(pile, tiles) for pile, tiles in parts if tiles]
        return eleven + parts[1][1], twelve + parts[0][1]

    game._put_leftovers_away = put_away


if __name__ == "__main__":
    versions.RULES_VERSION, versions.KNOWN_RULES = NEXT_RULES, BOTH
    from app.cli import main

    learn_rules()
    sys.exit(main(sys.argv[1:]))
