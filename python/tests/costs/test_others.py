"""What other programs used: what the processors were busy, without what this program took of it."""

import noisy_results
import pytest

from wirebed_costs import columns, others, table, wording


@pytest.mark.parametrize(
    ("busy", "own", "cores"),
    [(15.0, 5.0, 1.0), (5.0, 5.0, 0.0), (4.0, 5.0, 0.0)],  # the kernel counts in ticks, so own time may be more
)
def test_cores_of_others(monkeypatch, busy, own, cores):
    times = iter([(100.0, 50.0, 7.0), (110.0, 50.0 + busy, 7.0 + own)])
    monkeypatch.setattr(others, "_now", lambda: next(times))
    assert others.Others().cores == cores


def test_an_instant_is_too_short(monkeypatch):
    times = iter([(100.0, 50.0, 7.0), (100.01, 50.02, 7.0)])
    monkeypatch.setattr(others, "_now", lambda: next(times))
    assert others.Others().cores == 0.0


def test_waiting_is_not_busy(monkeypatch, tmp_path):
    (stat := tmp_path / "stat").write_text("cpu  10 20 30 9999 8888 40 50 60 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n")
    monkeypatch.setattr(others, "_STAT", stat)
    monkeypatch.setattr(others.os, "sysconf", lambda name: 100)
    assert others._now()[1] == 2.1


def test_a_quiet_machine_is_no_doubt():
    assert others.doubt(None, "it") == others.doubt(0.05, "it") == ""
    assert others.doubt(1.0, "it") == "other programs used 1.0 cores while it measured: its times are unreliable"


@pytest.mark.parametrize(
    ("disturbed", "sentence"),
    [
        ((None, None), "other programs used 0.5 cores while this run measured: its times are unreliable"),
        ((False, False), ""),
        ((False, True), "other programs disturbed 1 of the 2 rows of this run: their times are unreliable (†)"),
    ],
    ids=str,
)
def test_a_result_says_which_rows_others_disturbed(disturbed, sentence):
    rows = [noisy_results.row(**({} if one is None else {"disturbed": [one] * 5})) for one in disturbed]
    found = list(table.doubts(noisy_results.result(rows, others=0.5, load=[0.0, 0.0])))
    assert found == ([sentence] if sentence else [])


def test_the_terminal_and_bench_csv_say_which_rows_others_disturbed():
    """The page takes both from here."""
    quiet, disturbed, older = (
        noisy_results.row(id=name, **of)
        for name, of in (
            ("a", {"disturbed": [False] * 3}), ("b", {"disturbed": [False, True, True]}), ("c", {}),
        )
    )  # fmt: skip
    told = [columns.COLUMNS["interval"].text(columns.CostRow(row)) for row in (quiet, disturbed, older)]
    assert [wording.DISTURBED in words for words in told] == [False, True, False]
    assert [columns.line(row)["disturbed"] for row in (quiet, disturbed, older)] == [0, 2, 0]


def test_which_processes_count():
    assert others.counted([False, True, False, False]) == [0, 2, 3]
    assert others.counted([False, True, False]) == [0, 1, 2]
