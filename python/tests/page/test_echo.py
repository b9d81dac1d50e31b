"""Echo on the page: outcomes by transport, and the times that a report has."""

import json
from pathlib import Path

import pytest
from made_up import rows, sent

from wirebed.bed import Bed
from wirebed_costs.others import MOST
from wirebed_page import echo, vega
from wirebed_page.runs import Runs

JAVA, PYTHON = "java:java-serial/jdk", "python:protobuf/upb"
PINNED = "written-in-line-a-shared-object-is-written-twice"
LATENCIES = {"count": 1000, "mean": 2_000.4, "p50": 1_000, "p90": 2_000, "p99": 5_000, "p99.9": 9_000, "max": 9_999}


@pytest.fixture(autouse=True)
def _no_vega(monkeypatch):
    monkeypatch.setattr(vega, "script", lambda: "the script")


def cell(outcome: str = "equal", leg: str = "socket", readers=(JAVA,), **more) -> dict:
    found = {"case": "Persons/random_9", "leg": leg, "format": "java-serial", "writer": JAVA, "readers": list(readers)}
    return {**found, "outcome": outcome, "objects": {outcome: 9}, "sent": 10, "received": 11, **more}


def load(codec: str = JAVA, milliseconds=(80.0, 90.0, 70.0), **more) -> dict:
    return {
        "kind": "closed", "payload": "Persons/random_1000", "client": codec, "server": codec, "transport": "socket",
        "bind": "127.0.0.1", "connections": 1, "milliseconds": list(milliseconds), "throughput": 9.0,
        "round_trip": dict(LATENCIES), "whole": dict(LATENCIES), "failed": 0, "wrong": 0, **more,
    }  # fmt: skip


def section(folder: Path, cells, loads=(), bed: str = "interop"):
    peers = [
        {"peer": "java", "language": "Java", "runtime": "17"},
        {"peer": "python", "language": "Python", "runtime": "3"},
    ]
    codecs = [
        {"codec": one, "format": one.partition(":")[2].partition("/")[0], "version": "1"} for one in (JAVA, PYTHON)
    ]
    header = {
        "report": 1,
        "suite": "echo",
        "bed": bed,
        "variables": [],
        "filters": {},
        "peers": peers,
        "codecs": codecs,
    }
    outcomes: dict[str, int] = {}
    for one in cells:
        outcomes[one["outcome"]] = outcomes.get(one["outcome"], 0) + len(one["readers"])
    lines = [{"header": header}, *cells, *({"load": one} for one in loads), {"footer": {"outcomes": outcomes}}]
    (folder / "echo.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    runs = Runs(Bed.open(), folder)
    return echo.section(runs, Bed.open()) or runs.missing["echo"]


def test_the_card_counts_the_cells_of_each_transport(tmp_path):
    cells = [cell(readers=[JAVA, PYTHON]), cell("differs"), cell("differs", leg="http"), cell(leg="socket@0.0.0.0")]
    card = section(tmp_path, cells).card
    assert card.rows == {"socket": [("exact", "=", 3), ("differs", "≠", 1)], "http": [("differs", "≠", 1)]}
    assert card.answer == "Cells: 5, of which 3 equal (3 exact), 2 differs. This run took no times."


def test_a_cell_says_what_happened_why_and_how_to_repeat_it(tmp_path):
    differences = [{"path": "a", "kind": "narrowed", "type": "int32", "expected": "1", "actual": "2"}]
    wrong = cell("differs", readers=[JAVA, PYTHON], entries=[PINNED, "gone"], differences=differences)
    found = section(tmp_path, [wrong, cell("rejected", stage="parse", manner="typed", by="library")]).blocks["echo"]
    differs, rejected = found["cells"]
    assert rejected["happened"] == "rejected at parse (typed, by the library)" and rejected["sign"] == "✗"
    assert sent(differs["differences"]) == differences and differs["objects"] == {"differs": 9}
    entries = rows(sent(found["entries"]))
    assert [entries[one]["name"] for one in differs["entries"]] == [PINNED, "gone"]
    assert entries[0]["reason"] and entries[1] == {"name": "gone"}
    assert [one.partition("SERVER=")[2] for one in differs["repeat"]] == ["java/jdk", "python/upb"]


def test_times_are_those_of_the_report(tmp_path):
    for p50 in (1_000, 7_000):
        found = section(tmp_path, [cell()], [load(whole={**LATENCIES, "p50": p50})])
        (timed,) = found.blocks["echo"]["loads"]
        assert timed["whole"]["p50"] == p50 and timed["round_trip"]["mean"] == 2_000
        assert found.card.answer.endswith("Rows with times: 1.") and found.blocks[vega.BLOCK] == "the script"


def test_the_articles_figure_is_beside_the_median_of_the_rounds(tmp_path):
    (figure,) = section(tmp_path, [cell()], [load(), load(PYTHON)]).blocks["echo"]["article"]
    assert (figure["serializer"], figure["protocol"], figure["published"]) == ("Java", "SOCKET", 1982)
    assert (figure["low"], figure["ours"], figure["high"]) == (70.0, 80.0, 90.0)


def test_rows_that_other_programs_disturbed_are_named(tmp_path):
    """By the rule of the terminal."""
    loads = [load(others=[0.0, MOST]), load(PYTHON, others=[0.0, MOST - 0.01]), load(PYTHON, kind="open")]
    found = section(tmp_path, [cell()], loads).blocks["echo"]
    assert [one["disturbed"] for one in found["loads"]] == [True, False, False]
    assert found["disturbed"].startswith("other programs disturbed 1 of the 3 rows of this run")
    assert section(tmp_path, [cell()], loads[1:]).blocks["echo"]["disturbed"] == ""


def test_a_run_without_times_has_no_charts(tmp_path):
    missing = {key: value for key, value in load().items() if key not in ("whole", "round_trip", "milliseconds")}
    found = section(tmp_path, [cell()], [{**missing, "not_measured": "there was no time left"}])
    assert vega.BLOCK not in found.blocks and found.blocks["echo"]["article"] == []
    assert found.blocks["echo"]["loads"][0]["not_measured"] == "there was no time left"


def test_a_report_of_another_bed_is_missing(tmp_path):
    assert "is of the bed mine-1" in section(tmp_path, [cell()], bed="mine-1")


def test_without_a_report_there_is_nothing(tmp_path):
    runs = Runs(Bed.open(), tmp_path)
    assert echo.section(runs, Bed.open()) is None and "`make echo`" in runs.missing["echo"]
