"""Why something said on a socket is not done: the codes of `nack`, a row each.

`docs/wire.md` lists them from here; people read the sentence that the catalogue has for the code
(`errors.CODE`), programs the code.
"""

from dataclasses import dataclass
from typing import Annotated

from app.one_of import OneOf


@dataclass(frozen=True, slots=True)
class Refusal:
    """One code; `meaning` is what the document says of it."""

    code: str
    meaning: str
    is_for_now: bool = False  # the same may be sent again


REFUSALS: dict[str, Refusal] = {
    refusal.code: refusal
    for refusal in (
        Refusal("invalid", "the message is not well-formed"),
        Refusal("illegal", "the rules forbid it; `details.rule` has the rule's own code"),
        Refusal("not_your_turn", "another seat is due"),
        Refusal("not_seated", "you watch, or the game has not begun"),
        Refusal("stale", "the log has moved on since `base`"),
        Refusal("game_over", "the game has ended"),
        Refusal("aid_conflict", "this `action_id` stands for another move of yours"),
        Refusal("not_absent", "nobody is missing in the seat of that `takeover`"),
        Refusal("talk_off", "the host has switched talk off"),
        Refusal("rate_limited", "too many messages", is_for_now=True),
        Refusal(
            "unavailable",
            "the database does not answer; the move may or may not be in the log, so send the *same* move"
            " again",
            is_for_now=True,
        ),
        Refusal("draining", "this process is about to stop", is_for_now=True),
    )
}
NackCode = Annotated[str, OneOf(REFUSALS)]
