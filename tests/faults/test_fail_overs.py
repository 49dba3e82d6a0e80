"""What is kept of fail-overs (`scripts/bench failover --results`), and the table of them."""

from bench._fail_overs import SAYS, FailOver, note, noted, table


def test_fail_overs_are_kept_line_by_line(tmp_path):
    file = tmp_path / "failover.jsonl"
    assert noted(file) == []
    told = [FailOver("kill", "2026-01-01 00:00", 50, 21.4, 22.0, True, 7.5), FailOver("cut", "", 50)]
    for each in told:
        note(file, [each])
    assert noted(file) == told


def test_table_has_a_row_for_each_kind_and_all_together_but_not_for_replaced_processes():
    told = [FailOver("kill", "", 50, silent, silent + 1, False, 2 * silent) for silent in (20.0, 30.0, 21.0)]
    told += [
        FailOver("cut", "", 50, broken=["it did not come to its end"]),
        FailOver("rolling", "", 50, 99.0, 99.0),
    ]
    rows = dict(zip(("crash", "kill", "freeze", "cut", "all"), table(told).splitlines()[2:], strict=True))
    assert rows["crash"] == f"| `crash`: {SAYS['crash']} | 0 | 0 |  |  |  |"
    assert rows["kill"].endswith("| 3 | 0 | 21.0 s, 30.0 s | 22.0 s, 31.0 s | 42.0, 60.0 |")
    assert rows["cut"].endswith("| 1 | 1 |  |  |  |")
    assert rows["all"] == "| all | 4 | 1 | 21.0 s, 30.0 s | 22.0 s, 31.0 s | 42.0, 60.0 |"
