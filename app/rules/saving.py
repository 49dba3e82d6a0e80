"""A state as JSON and back without loss: the set, the deal and the moves; the rest is recomputed."""

from .deal import FEWEST_PLAYERS, MOST_PLAYERS, Deal, Seat
from .errors import IllegalMove, MalformedDocument, MalformedState
from .game import RULES_VERSION, State, apply_move, new_game
from .parts import TileNo, parse_set
from .planet import Placement
from .reading import Reader
from .record import read_deal
from .sphere import Face, Turn


def state_to_json(state: State) -> dict[str, object]:
    return {
        "rules_version": RULES_VERSION,
        "set": state.component_set.to_json(),
        "players": state.players,
        "deal": state.deal.to_json(),
        "moves": [move.to_json()[1:] for move in state.moves],
    }


def state_from_json(document: object) -> State:
    """Raises `MalformedState` unless the document is what `state_to_json` wrote."""
    fields = Reader(document, "state", MalformedState).fields(
        "rules_version", "set", "players", "deal", "moves"
    )
    fields["rules_version"].require(
        fields["rules_version"].value == RULES_VERSION, "is not a version these rules know"
    )
    try:
        component_set = parse_set(fields["set"].value)
    except MalformedDocument as error:
        raise MalformedState(f"state.{error.message}") from error
    players = fields["players"].number(FEWEST_PLAYERS, MOST_PLAYERS)
    state = new_game(component_set, deal_from_json(fields["deal"].value, players))
    return _replay(state, fields["moves"])


def deal_from_json(document: object, players: int) -> Deal:
    """Read what `Deal.to_json` wrote."""
    names = ("variants", "first", "order", "animals", "objectives")
    return read_deal(Reader(document, "deal", MalformedState).fields(*names), players)


def _replay(state: State, moves: Reader) -> State:
    for item in moves.items(at_most=12 * state.players):
        seat, tile, face, turn = (part.number(0, 99) for part in item.items(exactly=4))
        try:
            state, _ = apply_move(state, Seat(seat), Placement(TileNo(tile), Face(face), Turn(turn)))
        except IllegalMove as error:
            raise MalformedState(f"{item.path} is illegal: {error.message}") from error
    return state
