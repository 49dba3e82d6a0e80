"""A record as a text to read in a terminal, round by round."""

from collections.abc import Iterator

from app.rules.game import Move, State
from app.rules.record import Record
from app.rules.scoring import LAST_ROUND, Award, Score
from app.texts import t


def record_as_text(record: Record) -> str:
    return "\n".join(_lines(record))


def _lines(record: Record) -> Iterator[str]:
    names = [_name(player.name, player.bot) for player in record.players]
    state = record.state
    width = max(len(name) for name in names)
    yield ", ".join(names)
    yield ", ".join([f"set {state.component_set.name}", *state.deal.variants])
    if record.fork is not None:
        yield f"a fork of {record.fork.game}, after move {record.fork.moves}"
    for number in range(1, state.round + 1):
        yield from _round_lines(record, names, width, number)
    yield ""
    if state.is_over:
        yield from (_score_line(score, names, width) for score in state.scores)
        winners = [names[seat] for seat in state.winners or ()]
        yield f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}"
    elif record.ended:
        yield "The table was abandoned."
    else:
        yield f"{names[state.due or 0]} is to move."


def _round_lines(record: Record, names: list[str], width: int, number: int) -> Iterator[str]:
    state = record.state
    yield f"\nRound {number}, {names[(state.deal.first + number - 1) % state.players]} opens"
    for index, move in enumerate(state.moves):
        if move.round == number:
            yield from (
                f"  {names[one.seat]} has left; {one.bot} plays on"
                for one in record.takeovers
                if one.moves == index
            )
            yield _move_line(state, move, names, width) + (
                " (caretaker)"
                if index in record.caretaker
                else " (as planned)"
                if index in record.planned
                else ""
            )
    yield from (_award_line(state, award, names) for award in state.awards if award.round == number)


def _move_line(state: State, move: Move, names: list[str], width: int) -> str:
    tile, face, turn = move.placement
    letters = state.component_set.tiles[tile]
    return f"  {names[move.seat]:<{width}}  tile {tile:>2} {letters} on face {face:>2}, turned {turn}"


def _award_line(state: State, award: Award, names: list[str]) -> str:
    animal = state.component_set.animals[award.animal].replace("_", " ")
    claims = ", ".join(
        f"{name} {'/'.join(map(str, c)) or 0}" for name, c in zip(names, award.claims, strict=True)
    )
    chose = "moves on" if award.round < LAST_ROUND else "goes to the box"
    verdict = chose if award.seat is None else f"chose {names[award.seat]}"
    return f"  * {animal} ({award.animal}) {verdict}: {claims}"


def _score_line(score: Score, names: list[str], width: int) -> str:
    animals = f"{score.animals} animals for {score.animal_points}"
    line = f"{names[score.seat]:<{width}}  {score.total:>2} points: {animals}"
    if score.objective is None:
        return line
    return f"{line}, {t(f'habitats.{score.objective}')} {score.areas} areas for {score.objective_points}"


def _name(name: str, bot: str | None) -> str:
    return name if bot is None else f"{name} (bot)"
