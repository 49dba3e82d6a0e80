"""Everything that may be refused, by its code: a row each, for requests, pages and sockets alike.

The row says the status of an answer over HTTP and whether the same may be sent again. The sentence that
people read stands in the catalogue, `errors.CODE`, in each language. `docs/wire.md` lists all of them from
here, with a row's `meaning` where the sentence would not tell a program enough.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """One code."""

    code: str
    status: int
    meaning: str = ""
    is_for_now: bool = False  # the same may be sent again
    is_nack: bool = False  # a socket says it, too


def nack(code: str, status: int, meaning: str, is_for_now: bool = False) -> Refusal:
    """A code by which sockets answer a message, and REST the same wish."""
    return Refusal(code, status, meaning, is_for_now, is_nack=True)


REFUSALS: dict[str, Refusal] = {
    refusal.code: refusal
    for refusal in (
        # What is said at a table
        nack("invalid", 422, "the message is not well-formed"),
        nack("illegal", 409, "the rules forbid it; `details.rule` has the rule's own code"),
        nack("not_your_turn", 409, "another seat is due"),
        nack("not_seated", 403, "you watch, or the game has not begun"),
        nack("stale", 409, "the log has moved on since `base`"),
        nack("game_over", 409, "the game has ended"),
        nack("aid_conflict", 409, "this `action_id` stands for another move of yours"),
        nack("not_absent", 409, "nobody is missing in the seat of that `takeover`"),
        nack("talk_off", 409, "the host has switched talk off"),
        nack("phrases_only", 409, "strangers meet in this public room, and say ready-made phrases alone"),
        nack("hushed", 403, "the host lets nobody hear you here"),
        nack("silenced", 403, "the operator lets nobody hear you; `details.reason` and `details.until`"),
        nack("rate_limited", 429, "too many messages", is_for_now=True),
        nack(
            "unavailable",
            503,
            "the database does not answer; the move may or may not be in the log, so send the *same* move"
            " again",
            is_for_now=True,
        ),
        nack("draining", 503, "this process is about to stop", is_for_now=True),
        # Any request
        Refusal("bad_request", 400),
        Refusal("bad_json", 400, "the body is not JSON"),
        Refusal("not_signed_in", 401, "no token or cookie, or one that is good no more"),
        Refusal("not_allowed", 403),
        Refusal("foreign_origin", 403, "a browser sent it from another site"),
        Refusal("not_found", 404, "unknown and forbidden alike"),
        Refusal("wrong_method", 405),
        Refusal("conflict", 409),
        Refusal("gone", 410),
        Refusal("too_large", 413, "the body is longer than `details.limit` bytes"),
        Refusal("wrong_media_type", 415, "the body must be plain `application/json`"),
        Refusal("packed_body", 415, "the body must not be compressed"),
        Refusal("malformed", 422, "some of the body is missing or not allowed; `details.fields` says where"),
        Refusal("too_many", 429, "too many requests; `Retry-After` says when there is room", is_for_now=True),
        Refusal("rules_too_new", 503, "the game goes by newer rules than this process has", is_for_now=True),
        Refusal("internal", 500, "a defect of the server; `details.request` is the request's id in its log"),
        # People
        Refusal("bad_name", 422, "`details.why` is `empty`, `too_long`, `unseen` or `too_many_marks`"),
        Refusal("pass_gone", 410),
        # Rooms
        Refusal("too_many_rooms", 429, is_for_now=True),
        Refusal("kicked", 403, "the host has sent you away"),
        Refusal("barred", 403, "the operator has shut you out; `details.reason` and `details.until`"),
        Refusal("room_shut", 403, "the host lets nobody new in"),
        Refusal("yourself", 409, "that is you"),
        Refusal("too_many_muted", 409, "you have muted `details.limit` people"),
        Refusal("bad_webhook", 422, "`details.why` is `address`, `private`, `unreachable` or `topic`"),
        Refusal("bad_mention", 422, "that kind of chat calls nobody so"),
        Refusal("too_many_webhooks", 409, "a room tells `details.limit` chats"),
        Refusal("invite_needed", 403, "the room is private, and this is not its invite"),
        Refusal("not_host", 403),
        Refusal("no_such_seat", 409, "`details.seats` says how many there are"),
        Refusal("seat_taken", 409),
        Refusal("seat_empty", 409),
        Refusal("own_seat", 409, "the host does not take their own seat; they leave"),
        Refusal("room_full", 409),
        Refusal("room_closed", 409),
        Refusal("not_open", 409, "the game has begun; `details.state` is the room's"),
        Refusal("too_few", 409, "two must play, and one of them a person"),
        Refusal("not_sealed", 409, "somebody's nonce is missing; `details.seats` says whose"),
        Refusal("game_running", 409),
        Refusal("no_such_moment", 409, "nothing can go on from there: that game ends with it"),
        Refusal("fork_fixed", 409, "a fork has the seats and the rules of the game that it goes on from"),
        Refusal("daily_fixed", 409, "the world of a day is played alone, in a room of its own, and once"),
        Refusal("daily_over", 409, "that day is over: its world can be played freely once it is closed"),
        Refusal(
            "daily_first", 409, "a world is played freely once the try that counts is over, or the day closed"
        ),
        Refusal("daily_sealed", 409, "others play the same deal until the day is closed"),
        Refusal("circle_link_old", 410, "the circle has another link now"),
        Refusal("circle_full", 409, "`details.limit` people are in it"),
        Refusal("too_many_circles", 409, "you are in `details.limit` circles"),
        Refusal("hints_off", 409, "the host allows no hints, or no game runs"),
        Refusal("hints_awaited", 409, "`details.seats` says who has not agreed to hints yet"),
        Refusal("no_rest", 409, "a seat rests twice in a game, and only where a move may take hours or days"),
        Refusal(
            "no_plan",
            409,
            "a plan is for your move of this round, before it is due, where a move may take hours or days",
        ),
        Refusal(
            "rated_unasked", 409, "rated games are for those who asked: `PUT /api/people/me/rating` first"
        ),
        Refusal("rated_fixed", 409, "in a rated room that is the same for all"),
        Refusal("rated_not_full", 409, "a rated game begins once each seat is a person's"),
        Refusal("not_begun", 409),
        Refusal("not_over", 409, "what it tells is secret until the game has ended by its last move"),
        # The rules' own, as `details.rule` of `illegal` and for records and sets that are read
        Refusal("rules_error", 422),
        Refusal("illegal_move", 409),
        Refusal("malformed_move", 422),
        Refusal("no_such_tile", 422),
        Refusal("tile_not_on_display", 409),
        Refusal("no_such_face", 422),
        Refusal("face_taken", 409),
        Refusal("no_such_turn", 422),
        Refusal("malformed_json", 422),
        Refusal("malformed_planet", 422),
        Refusal("malformed_set", 422),
        Refusal("malformed_deal", 422),
        Refusal("malformed_record", 422),
        Refusal("record_disagrees", 422),
    )
}
NACKS = {code: refusal for code, refusal in REFUSALS.items() if refusal.is_nack}
