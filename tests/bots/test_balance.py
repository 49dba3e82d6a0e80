"""The balance report counts what happened in the games it is given."""

from app.bots.match import Contestant
from bench.balance import last_state, report


def test_balance_report_counts_games_and_wins():
    games = [last_state(Contestant("grove"), 2, deal) for deal in range(3)]
    text = report(games, 2)
    assert all(state.is_over for state in games)
    assert text.startswith("2 seats, 3 games")
    points = sum(score.objective_points for state in games for score in state.scores)
    told = [line.split() for line in text.splitlines() if "objective points" in line]
    assert abs(sum(float(words[1]) * int(words[-2]) for words in told) - points) < 0.2
