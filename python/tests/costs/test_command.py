"""What the user gives `make bench`, and what the terminal shows of a result."""

import io
import re
from pathlib import Path

import pytest
from noisy_results import result, row
from rich.console import Console
from wirebed_protocol import peer_pb2

from wirebed.bed import Bed
from wirebed.cases import Case
from wirebed.errors import UserError
from wirebed.peers.codecs import CodecRef, codecs_of
from wirebed_costs import command, ruler, table
from wirebed_costs.command import MINUTES, QUICK_MINUTES, BenchOptions
from wirebed_costs.lock import exclusive
from wirebed_costs.result import codecs, of_row
from wirebed_costs.rows import BenchRow
from wirebed_costs.workloads import Workload


def test_a_budget_is_minutes():
    assert BenchOptions().minutes == MINUTES == 95
    assert BenchOptions(budget="0.5").minutes == 0.5
    assert BenchOptions(quick=True).minutes == QUICK_MINUTES < 3


@pytest.mark.parametrize("budget", ["an hour", "0", "-1", "inf", "nan"])
def test_another_budget_is_refused_with_an_example(budget):
    with pytest.raises(UserError, match=f"BUDGET={budget}: say minutes, like BUDGET={MINUTES:g}"):
        _ = BenchOptions(budget=budget).minutes


def test_quick_has_its_own_budget():
    with pytest.raises(UserError, match="QUICK=1 has its own"):
        _ = BenchOptions(budget="5", quick=True).minutes


@pytest.mark.parametrize("run", [lambda: command.main(Bed.open(), BenchOptions()), lambda: ruler.main(None)])
def test_no_run_builds_while_another_measures(monkeypatch, tmp_path, run):
    monkeypatch.setattr(command, "BUILD", tmp_path)
    for module in (command, ruler):
        monkeypatch.setattr(module, "ensure", lambda *_, **__: pytest.fail("it was built"))
    with exclusive(), pytest.raises(UserError, match="another `make bench` is running"):
        run()


def test_the_ruler_measures_the_programs_that_have_one(tmp_path):
    assert {program.name for program in ruler._programs(Bed.open(), tmp_path)} >= {"java", "python"}


def test_a_peer_without_a_benchmark_program_has_no_sizes():
    """Nor a line in fixtures/bench/code.yaml, in which every codec of a result is looked up."""
    case = Case("M/one", "t.M", lambda: b"")
    offer = peer_pb2.Introduction(codecs=[peer_pb2.Codec(format="json", library="x", encodes=True)])
    run = object.__new__(command._Run)
    run.options, run.programs = BenchOptions(), {"python": None}
    run.rows = [BenchRow("python", "encode", "python:json/x", "M/one", "t.M")]
    sized = run._sized(codecs_of({"python": offer, "other": offer}), [Workload(case, ("sized",))])
    assert [ref.id for _, ref in sized] == ["python:json/x"]


def shown(**given) -> str:
    rows = [
        row("encode", mean=500, between=0.2, processes=3),
        row("decode", mean=1000, processes=1),
        row("decode", codec="java:json/gson", mean=5000, loses="gson-dates", wire=899),
        row("encode", codec="python:json/stdlib", peer="python", mean=9000, wire=1057),
        row("copy", codec=None, mean=250),
        row("memcpy", codec=None, mean=10),
    ]
    out = io.StringIO()
    table.show(result(rows, **given), Path("build/report/bench.json"), Console(file=out, width=120))
    return out.getvalue()


def lines(text: str, start: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if start in line]


def test_a_line_has_n_interval_and_multiples_of_copy_and_memcpy():
    text = shown()
    (encode,) = lines(text, "protobuf/protobuf-java")
    assert encode[1:4] == ["encode", "50", "3×5"]
    assert encode[5] == "wide"
    assert re.fullmatch(r"±\d+", encode[6])
    assert float(encode[8]) == pytest.approx(2, rel=0.3)
    assert float(encode[9]) == pytest.approx(50, rel=0.3)
    (decode,) = lines(text, " 1×5 ")
    assert decode[:3] == ["decode", "50", "1×5"]


def test_languages_have_tables_of_their_own_and_losses_are_marked():
    text = shown()
    assert "Stock/article_hessian, Java, one copy" in text
    assert "Stock/article_hessian, Python" in text
    assert lines(text, "json/gson")[0][1:3] == ["decode", "≠"]
    assert "own library" not in text
    assert "≠: the value read differs from the value written" in text


def test_refusals_and_the_machine_are_shown():
    refused = [{"id": f"java json/gson Stock/a {way}", "why": "the library keeps nothing more"} for way in "abc"]
    text = shown(refused=refused, load=[3.0, 1.0], quick=True, interrupted=True, not_reached=["x"])
    assert "3 refused:\n  java json/gson Stock/a a and 2 more: the library keeps nothing more" in text
    assert "other programs were at work (load 3.0) before this run began" in text
    assert "QUICK=1: these times are indicative only" in text
    assert "(indicative)" in text
    assert "interrupted" in text
    assert "1 rows were not reached before it was interrupted" in text
    where = "a processor, 2 cores, Linux; load 3.0 before and 1.0 after; commit 000000000000; 2026-01-01; 1200 s"
    assert f"{where}\n1, jmh 1 (-O2)" in text
    assert "others were at work" not in shown(load=[0.2, 3.0])


def test_a_row_is_stable_when_two_measurements_say_the_same():
    one = BenchRow("java", "encode", "java:json/a", "M/a", "t.M", wire=3, allocations=[(64.02, None)])
    assert of_row(one)["allocated"] == {"bytes": 64.02, "count": None, "stable": False}
    one.allocations.append((64.0, 2.0))
    assert of_row(one)["allocated"] == {"bytes": 64.0, "count": 2.0, "stable": True}
    one.allocations.append((80.0, 2.0))
    assert not of_row(one)["allocated"]["stable"]


def test_a_codec_lists_once_what_it_keeps():
    rows = [
        BenchRow("java", "encode", "java:json/a", kept="a mapper"),
        BenchRow("java", "decode", "java:json/a", kept="a mapper"),
        BenchRow("java", "encode", "java:json/a", reused=True, kept="a buffer, too"),
        BenchRow("java", "copy"),
    ]
    known = CodecRef("java", "json", "a", "2", True, True, "plain", False, False, "java:json/a", "json/a")
    assert codecs(rows, [], [known]) == [
        {"codec": "java:json/a", "version": "2", "model": "plain", "kept": "a mapper; reused: a buffer, too"}
    ]


def test_a_library_of_the_bed_is_called_its_own():
    out = io.StringIO()
    rows = [row("encode", codec="python:hessian2/wirebed", peer="python")]
    table.show(result(rows), Path("build/report/bench.json"), Console(file=out, width=120))
    assert "hessian2/wirebed is this bed's own library\n" in out.getvalue()


def test_sums_of_fewer_operations_come_last():
    one, both = "java:a/one", "java:a/both"
    rows = [
        row(operation, codec=codec, mean=mean)
        for codec, operation, mean in ((one, "decode", 1.0), (both, "encode", 90.0), (both, "decode", 90.0))
    ]
    assert table.by_time(rows) == [both, one]


def test_codecs_are_ordered_within_their_kind():
    """A layout or a library's own message, though faster, stands in no list of libraries from the plain object."""
    message, library, layout = "java:a/message", "java:a/library", "java:raw/unsafe"
    times = {"encode": {message: 1.0, library: 90.0, layout: 1.0}, "populate": {message: 200.0}}
    of = result(
        [row(operation, codec=codec, mean=mean) for operation in times for codec, mean in times[operation].items()]
    )
    for codec in of["codecs"]:
        codec["model"] = "message" if codec["codec"] == message else "plain"
    out = io.StringIO()
    table.show(of, Path("build/report/bench.json"), Console(file=out, width=120))
    words = (
        "libraries, from and to the plain object",
        "a/library",
        "a/message",
        "libraries, from and to their own messages",
        "a/message",
        "layouts that are generated for each class",
        "raw/unsafe",
    )
    assert re.findall("|".join(dict.fromkeys(words)), out.getvalue()) == list(words)
