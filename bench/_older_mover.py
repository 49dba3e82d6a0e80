"""The bots of whatever tree is first on the path, asked line by line; see older_bot.py."""

import json
import sys
from typing import Any

from app.bots import match
from app.rules.deal import Seat, deal_from_seed
from app.rules.game import State, apply_move, new_game
from app.rules.parts import base_set
from app.rules.planet import Placement
from app.rules.views import view

# Bots whose thinking no clock cuts short, as the tree calls them.
BOTS: dict[str, Any] = getattr(match, "WITHOUT_CLOCK", None) or vars(match)["UNHURRIED"]


def main() -> None:
    state: State
    for line in sys.stdin:
        asked = json.loads(line)
        answer = None
        if asked["do"] == "deal":
            state = new_game(base_set(), deal_from_seed(bytes.fromhex(asked["seed"]), [""] * 2))
        elif asked["do"] == "move":
            state, _ = apply_move(state, Seat(asked["seat"]), Placement(*asked["placement"]))
        else:
            seen, bot = view(state, asked["seat"]), BOTS[asked["level"]]
            answer = bot.choose(seen, asked["seat"], seed=asked["seed"], budget_s=asked["budget"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
