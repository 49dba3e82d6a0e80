"""From a room's view to what its pages show: before the start, in the list, behind an invite."""

from typing import TypedDict

from app.bots.levels import CHARACTERS, LADDER, LEVELS
from app.games.deadlines import is_slow
from app.pages.contexts import NUMBER_WORDS, SeatMark, called, forked_from
from app.pages.games import result_of
from app.pages.home_contexts import InvitePage, OpenRoomCard
from app.pages.options import option_rows
from app.pages.room_contexts import PlayedHere, RoomPage, SeatCard, Standing, TablePage
from app.rooms.codes import grouped
from app.rooms.options import Options
from app.rooms.schemas import PastGameView, RoomCard, RoomView, SeatView, WatchersView, YouView
from app.texts import Noun, Texts, capital

MOST_PLAYED_HERE = 5
MOST_NAMED = 6


def is_taken(seat: SeatView) -> bool:
    return bool(seat.name or seat.bot)


def name_of(texts: Texts, seat: SeatView) -> str | None:
    return called(texts, seat.bot, seat.name)


def host_of(room: RoomView) -> str | None:
    return next((seat.name for seat in room.seats if seat.host), None)


def presence_in_row(seat: SeatView, offered: int | None) -> str:
    if is_taken(seat):
        return "here"
    return "offered" if seat.seat == offered else "empty"


def marks_of(room: RoomView, offered: int | None = None) -> tuple[SeatMark, ...]:
    return tuple(
        SeatMark(
            seat=seat.seat,
            presence=presence_in_row(seat, offered),
            is_bot=bool(seat.bot),
        )
        for seat in room.seats
    )


def variant_text(texts: Texts, options: Options) -> str:
    named = [texts.t(f"options.short_{variant}") for variant in options.variants]
    return texts.commas(named) or texts.t("options.short_standard")


def chips_of(texts: Texts, options: Options) -> tuple[str, ...]:
    """The options somebody wants to know before sitting down."""
    races = "short_races" if options.races else "short_no_races"
    clock = f"short_clock_{options.clock or 'none'}"
    rated = (texts.t("rating.mark"),) if options.rated else ()
    return variant_text(texts, options), texts.t(f"options.{clock}"), texts.t(f"options.{races}"), *rated


def options_line(texts: Texts, options: Options) -> str:
    return capital(texts.commas(chips_of(texts, options)[:2]))


def room_card(texts: Texts, card: RoomCard) -> OpenRoomCard:
    """One line of the list of open rooms; only how many sit is known here, not on which chairs."""
    taken = len(card.sitting)
    count = taken + card.free
    return OpenRoomCard(
        code=card.code,
        name=card.name,
        label=variant_text(texts, card.options),
        marks=tuple(
            SeatMark(seat=seat, presence="here" if seat < taken else "empty") for seat in range(count)
        ),
        taken=taken,
        can_sit=card.free > 0,
        is_rated=card.options.rated,
        pace=texts.t(f"options.short_clock_{card.options.clock}") if is_slow(card.options.clock) else "",
    )


# --- behind an invite ---------------------------------------------------------------------------------------


def invite_state(room: RoomView, you: YouView | None) -> str:
    if you and you.seat is not None:
        return "mine"
    if room.state != "open":
        return "playing" if room.state == "playing" else "over"
    return "free" if not all(is_taken(seat) for seat in room.seats) else "full"


def invite_page(
    texts: Texts, room: RoomView, invite: str, suggested_name: str, is_newcomer: bool = False
) -> InvitePage:
    host, name = host_of(room), room.name
    taken = [seat for seat in room.seats if is_taken(seat)]
    here = [name_of(texts, seat) or "" for seat in taken if not seat.host]
    free = Noun("invite.free", len(room.seats) - len(taken))
    state = invite_state(room, room.you)
    first_free = next((seat.seat for seat in room.seats if not is_taken(seat)), None)
    title = texts.t("invite.title", host=host) if host else texts.t("invite.title_nobody", room=name)
    options = options_line(texts, room.options)
    return InvitePage(
        title=title,
        description=texts.t("invite.description", room=name, options=options, free=free),
        path=f"/i/{invite}",
        look="invite",
        script="js/pages/invite.js",
        is_listed=False,
        has_planet=True,
        state=state,
        code=room.code,
        room_name=name,
        host=host,
        invite=invite,
        here=texts.list(here),
        here_count=len(here),
        marks=marks_of(room, first_free if state == "free" else None),
        chips=chips_of(texts, room.options),
        your_name=suggested_name,
        is_newcomer=is_newcomer,
        is_guarded=room.options.is_guarded,
    )


def lost_invite_page(texts: Texts) -> InvitePage:
    """For an invite that leads nowhere: taken back, or never given; which of them is nobody's business."""
    return InvitePage(
        title=texts.t("invite.revoked"),
        description=texts.t("invite.revoked_says"),
        path="/",
        look="invite",
        script="js/pages/invite.js",
        is_listed=False,
        state="revoked",
        code="",
        room_name="",
        host=None,
        invite="",
    )


# --- before the start ---------------------------------------------------------------------------------------


def seat_status(texts: Texts, seat: SeatView, is_you: bool) -> str:
    if seat.bot:
        return texts.t(f"bots.{seat.bot}_says")
    if not seat.name:
        return ""
    if is_you:
        return texts.t("room.you_host" if seat.host else "room.is_you")
    if seat.presence != "here":
        return texts.t("room.is_away")
    return texts.t("room.is_host" if seat.host else "room.is_here")


def is_missing(seat: SeatView) -> bool:
    """Somebody sits here who is away, or has not joined the coming game."""
    return seat.name is not None and seat.bot is None and (seat.presence != "here" or not seat.sealed)


def seat_card(texts: Texts, room: RoomView, seat: SeatView) -> SeatCard:
    is_you = seat_of_reader(room) == seat.seat
    is_host, is_free = does_reader_host(room), not is_taken(seat)
    may_sit = room.options.public or seat_of_reader(room) is not None
    return SeatCard(
        seat=seat.seat,
        name=name_of(texts, seat),
        status=seat_status(texts, seat, is_you),
        presence="empty" if is_free else "here" if is_you else seat.presence,
        is_you=is_you,
        is_bot=bool(seat.bot),
        can_kick=is_host and not is_free and not is_you,
        can_unseat=is_host and not is_you and is_missing(seat),
        can_sit=is_free and may_sit,
        can_take_bot=is_host and is_free and not room.options.rated,
    )


def seat_of_reader(room: RoomView) -> int | None:
    return room.you.seat if room.you else None


def does_reader_host(room: RoomView) -> bool:
    return room.you is not None and room.you.host


def is_present(room: RoomView, seat: SeatView) -> bool:
    """Whoever reads this page is here, whether a socket has said so yet or not."""
    return is_taken(seat) and (seat.presence == "here" or seat.seat == seat_of_reader(room))


def lead_of(texts: Texts, room: RoomView) -> str:
    if room.game.number > 1:
        return texts.t("room.again", number=room.game.number)
    if seat_of_reader(room) is None:
        return texts.t("room.watching")
    here = sum(is_present(room, seat) for seat in room.seats)
    return texts.t(f"room.here_{NUMBER_WORDS[here]}")


def not_back(room: RoomView) -> list[str]:
    """Who sat in the last game and has not joined the coming one. The reader joins by reading this."""
    others = [seat for seat in room.seats if seat.seat != seat_of_reader(room) and not seat.bot]
    return [seat.name for seat in others if seat.name and not seat.sealed]


def watchers_of(texts: Texts, watchers: WatchersView) -> str:
    """Who looks on, by name as far as there is room; those without one are counted."""
    names = watchers.names[:MOST_NAMED]
    rest = watchers.count - len(names)
    if not names or rest <= 0:
        key = "room.watched_by" if names else "room.watchers"
        return texts.t(key, names=names, count=watchers.count) if watchers.count else ""
    return texts.t("room.watched_by_more", names=texts.commas(names), count=rest)


def start_says(texts: Texts, room: RoomView) -> str:
    """What whoever may start should know before: who is missing, or that seats are free."""
    if room.options.rated and not all(map(is_taken, room.seats)):
        return texts.t("errors.rated_not_full")
    if missing := not_back(room):
        return texts.t("room.not_back", names=missing, count=len(missing))
    away = [seat.name for seat in room.seats if seat.name and not is_present(room, seat)]
    if away:
        return texts.t("room.away", names=away, count=len(away))
    return texts.t("room.full_says" if all(map(is_taken, room.seats)) else "room.start_says")


class RoomShell(TypedDict):
    """What a room's page says of itself, before the start and from then on."""

    title: str
    description: str
    path: str
    is_listed: bool
    has_planet: bool
    code: str


def shell_of(texts: Texts, room: RoomView) -> RoomShell:
    options = options_line(texts, room.options)
    return {
        "title": room.name,
        "description": texts.t("room.description", room=room.name, options=options),
        "path": f"/r/{room.code}",
        "is_listed": False,
        "has_planet": True,
        "code": room.code,
    }


def named(texts: Texts, game: PastGameView) -> list[str]:
    pairs = zip(game.bots, game.players, strict=True)
    return [called(texts, bot, name) or "" for bot, name in pairs]


def played_here(texts: Texts, room: RoomView) -> tuple[PlayedHere, ...]:
    """The last games of this room, the latest first."""
    ended = [(game, game.ended_at) for game in room.games if game.ended_at]
    return tuple(
        PlayedHere(
            game=str(game.id),
            number=game.number,
            result=result_of(texts, named(texts, game), game.winners or (), None),
            ended_at=ended_at,
        )
        for game, ended_at in ended[: -MOST_PLAYED_HERE - 1 : -1]
    )


def standings(texts: Texts, room: RoomView) -> tuple[Standing, ...]:
    return tuple(
        Standing(
            name=called(texts, one.bot, one.name) or "",
            won=one.won,
            says=texts.t("room.series_of", won=one.won, games=one.games),
        )
        for one in room.series
    )


def room_page(texts: Texts, room: RoomView, origin: str, has_chats: bool = True) -> RoomPage:
    # In a fork every planet is played: where nobody sits, by a bot.
    taken = len(room.seats) if room.game.fork else sum(is_taken(seat) for seat in room.seats)
    return RoomPage(
        **shell_of(texts, room),
        look="room",
        script="js/pages/room.js",
        is_live=True,
        version=room.version,
        name=room.name,
        lead=lead_of(texts, room),
        seats=tuple(seat_card(texts, room, seat) for seat in room.seats),
        options=option_rows(texts, room.options),
        is_host=does_reader_host(room),
        is_seated=seat_of_reader(room) is not None,
        is_public=room.options.public,
        has_talk=room.options.talk,
        is_guarded=room.options.is_guarded,
        is_rated=room.options.rated,
        may_start=does_reader_host(room) or (room.options.rated and seat_of_reader(room) is not None),
        start_text=texts.t(f"room.start_with_{NUMBER_WORDS[taken]}" if taken > 1 else "room.start_needs"),
        start_says=start_says(texts, room) if taken > 1 else "",
        can_start=taken >= (len(room.seats) if room.options.rated else 2) and not not_back(room),
        host_name=host_of(room),
        watchers=watchers_of(texts, room.watchers),
        watch_address=f"{origin}/r/{room.code}",
        watch_path=f"/r/{grouped(room.code)}",
        your_name=(room.you.name if room.you else None) or "",
        ladder=tuple(level.name for level in LADDER),
        characters=tuple(level.name for level in CHARACTERS),
        played=played_here(texts, room),
        series=standings(texts, room),
        fork=forked_from(texts, room.game.fork.game, room.game.fork.moves) if room.game.fork else None,
        has_chats=has_chats and (does_reader_host(room) or bool(room.you and room.you.chats)),
        chats_off=room.you.chats_off if has_chats and room.you else 0,
    )


def table_page(texts: Texts, room: RoomView, can_tell: bool, has_chats: bool) -> TablePage:
    return TablePage(
        **shell_of(texts, room),
        look="table",
        script="js/pages/table.js",
        bots=tuple(LEVELS),
        can_tell=can_tell,
        has_chats=has_chats,
    )
