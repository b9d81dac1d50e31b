"""Cost on the page: its figures are those of the result, and its sentences say no more than the intervals do."""

import json
import sys
from types import SimpleNamespace

import noisy_results
import pytest

from wirebed.bed import ROOT, Bed
from wirebed_costs import statistics
from wirebed_costs.figures import round_trips
from wirebed_costs.figures.round_trips import DIRECTIONS
from wirebed_costs.figures.rows import Rows
from wirebed_page import best, cost, vega
from wirebed_page import runs as runs_of
from wirebed_page.runs import Runs

CASE = "Stock/article_hessian"
PROTOBUF, JACKSON, GSON, RAW = (
    f"java:{name}" for name in ("protobuf/protobuf-java", "json/jackson", "json/gson", "raw/unsafe")
)
SAME = {"between": 0.0, "within": 0.001}  # of a row whose processes agree


@pytest.fixture(autouse=True)
def checked_in(monkeypatch, tmp_path):
    """The file of the result that is checked in, which is not there."""
    monkeypatch.setattr(vega, "script", lambda: "")
    monkeypatch.setattr(runs_of, "BENCH", tmp_path / "result.json")
    return tmp_path / "result.json"


def row(operation: str, codec: str | None, mean: float, **given) -> dict:
    return noisy_results.row(operation, given.pop("case", CASE), codec, mean, **{**SAME, **given})


def result(means: dict[str, float], sizes: dict[str, int] | None = None, **given) -> dict:
    rows = [row("copy", None, 10.0)]
    for number, (codec, mean) in enumerate(means.items()):
        peer = codec.partition(":")[0]
        rows += [row(one, codec, mean, seed=number, peer=peer) for one in ("encode", "decode")]
    measured = [{"codec": one, "case": CASE, "raw": raw, "gzip": 1, "zstd": 1} for one, raw in (sizes or {}).items()]
    return noisy_results.result(rows, sizes=measured, **given)


def section(folder, of: dict):
    (folder / "bench.json").write_text(json.dumps(of))
    return cost.section(Runs(Bed.open(), folder), Bed.open())


def block(folder, of: dict) -> dict:
    found = section(folder, of).blocks["cost"]
    json.dumps(found, allow_nan=False)
    return found


def test_the_rows_are_those_of_the_result(tmp_path):
    for factor in (1, 3):
        of = result({PROTOBUF: 100.0 * factor, GSON: 900.0})
        found = {one["id"]: one for one in block(tmp_path, of)["rows"]}
        assert found.keys() == {one["id"] for one in of["rows"]}
        for one in of["rows"]:
            summary = statistics.summarize(one)
            assert found[one["id"]]["mean"] == pytest.approx(summary.mean, rel=1e-5)
            assert found[one["id"]]["low"] == pytest.approx(summary.low, rel=1e-5)
        multiple = found[f"java protobuf/protobuf-java {CASE} encode"]["copy"]
        assert multiple[0] == pytest.approx(10 * factor, rel=0.01) and multiple[1] < multiple[0] < multiple[2]


def test_the_card_names_the_smallest_and_the_fastest(tmp_path):
    of = result({PROTOBUF: 100.0, GSON: 900.0}, {PROTOBUF: 50, GSON: 99, "cpp:raw/memcpy": 40})
    card = section(tmp_path, of).card
    assert (
        f"For {CASE}, the fewest bytes of 2 codecs of libraries are those of protobuf/protobuf-java: 50." in card.answer
    )
    assert "read it, from and to the plain object: in Java protobuf/protobuf-java (of 2)." in card.answer
    turned = result({PROTOBUF: 900.0, GSON: 100.0}, {PROTOBUF: 1_099, GSON: 1_050})
    answer = section(tmp_path, turned).card.answer
    assert "are those of json/gson: 1,050." in answer and "in Java json/gson (of 2)." in answer


def test_codecs_of_one_size_are_all_named(tmp_path):
    json = {f"java:json/{one}": 22 for one in ("gson", "jackson")}
    answer = section(tmp_path, result({GSON: 1.0}, {**json, PROTOBUF: 22, "java:xml/xstream": 23})).card.answer
    assert "are those of json (gson and jackson) and protobuf/protobuf-java: 22." in answer


def test_times_whose_intervals_meet_are_no_order(tmp_path):
    of = result({PROTOBUF: 100.0, JACKSON: 100.5, GSON: 300.0})
    for one in of["rows"]:
        if one["codec"] in (PROTOBUF, JACKSON):
            one["samples"] = noisy_results.samples(100.0 if one["codec"] == PROTOBUF else 101.0, 5, between=0.1)
    found = block(tmp_path, of)["best"][CASE]["Java"]
    assert found["both"]["names"] == "protobuf/protobuf-java or json/jackson"
    assert found["both"]["figure"] == found["write"]["figure"] + found["read"]["figure"]


def test_both_directions_may_tell_what_one_does_not():
    """The interval of a sum is narrower than the sum of the intervals."""
    of = result({PROTOBUF: 100.0, GSON: 120.0})
    for one in of["rows"]:
        mean = 120.0 if one["codec"] == GSON else 100.0
        one["samples"] = [[0.95 * mean], [mean], [1.05 * mean]]
    trips = round_trips.of(Rows(of), CASE, "Java")
    one, both = (best.fastest(trips, directions) for directions in (DIRECTIONS[:1], DIRECTIONS))
    assert [[named.codec for named in found.codecs] for found in (one, both)] == [[PROTOBUF, GSON], [PROTOBUF]]


def test_a_codec_whose_time_others_disturbed_or_that_loses_something_is_named_with_a_mark(tmp_path):
    of = result({PROTOBUF: 100.0, GSON: 900.0}, {PROTOBUF: 50, GSON: 50})
    plain = section(tmp_path, of).card.answer
    assert "≠" not in plain and "†" not in plain
    for one in of["rows"]:
        one["disturbed"] = [one["codec"] == PROTOBUF and one["operation"] == "decode"] * 5
        one["loses"] = "a deviation" if one["codec"] == GSON else None
    found = block(tmp_path, of)
    names = {what: of_what["names"] for what, of_what in found["best"][CASE]["Java"].items()}
    assert names == {
        "write": "protobuf/protobuf-java",
        "read": "protobuf/protobuf-java †",
        "both": "protobuf/protobuf-java †",
        "size": "protobuf/protobuf-java and json/gson ≠",
    }
    assert all(f" {sign} marks a codec" in found["sentences"][CASE] for sign in "≠†")


def test_a_library_of_the_bed_is_called_its_own(tmp_path):
    of = result({"cpp:hessian2/wirebed": 1.0, "cpp:json/nlohmann": 9.0})
    found = block(tmp_path, of)
    assert found["sentences"][CASE].endswith("hessian2/wirebed is this bed's own library.")
    assert [trip["name"] for trip in found["trips"][CASE]["C++"]] == [
        "hessian2/wirebed, this bed's own",
        "json/nlohmann",
    ]
    assert "own library" not in block(tmp_path, result({PROTOBUF: 1.0}))["sentences"][CASE]


def test_nanoseconds_of_two_languages_are_not_ranked(tmp_path):
    found = block(tmp_path, result({PROTOBUF: 100.0, "cpp:protobuf/libprotobuf": 10.0}, {PROTOBUF: 1}))["best"][CASE]
    assert list(found[""]) == ["size"]
    assert found["Java"]["write"]["names"] == "protobuf/protobuf-java"
    assert found["C++"]["write"]["names"] == "protobuf/libprotobuf"


def test_a_row_on_foreign_bytes_or_with_reuse_is_in_no_chart(tmp_path):
    of = result({PROTOBUF: 100.0})
    more = {"reused": {"reused": True}, "cold": {"cold": True}, "of": {"written_by": ["cpp:protobuf/libprotobuf"]}}
    of["rows"] += [row("decode", PROTOBUF, 50.0, id=f"row {name}", **given) for name, given in more.items()]
    (trip,) = block(tmp_path, of)["trips"][CASE]["Java"]
    assert (trip["write"], trip["read"]) == tuple(
        f"java protobuf/protobuf-java {CASE} {one}" for one in ("encode", "decode")
    )


def test_messages_are_apart_from_plain_objects_and_layouts_from_libraries(tmp_path):
    of = result({PROTOBUF: 10.0, GSON: 300.0, RAW: 20.0}, {PROTOBUF: 50, GSON: 99, RAW: 30})
    next(one for one in of["codecs"] if one["codec"] == PROTOBUF)["model"] = "message"
    of["rows"] += [row(one, PROTOBUF, 100.0, seed=7) for one in ("populate", "convert")]
    found = block(tmp_path, of)
    assert [(trip["name"], trip["kind"]) for trip in found["trips"][CASE]["Java"]] == [
        ("protobuf/protobuf-java", 0),
        ("json/gson", 0),
        ("protobuf/protobuf-java, its own message", 1),
        ("raw/unsafe", 2),
    ]
    best = found["best"][CASE]["Java"]
    assert best["both"] == {"figure": pytest.approx(200, rel=0.01), "names": "protobuf/protobuf-java"}
    assert best["size"] == {"figure": 50, "names": "protobuf/protobuf-java"}


def test_a_result_without_the_conversion_has_no_round_trip_from_the_plain_object(tmp_path):
    of = result({PROTOBUF: 10.0})
    of["codecs"][0]["model"] = "message"
    assert [trip["kind"] for trip in block(tmp_path, of)["trips"][CASE]["Java"]] == [1]


def test_a_single_value_has_an_interval_without_an_end(tmp_path):
    of = result({PROTOBUF: 100.0})
    of["rows"][1]["samples"] = [[100.0]]
    found = block(tmp_path, of)["rows"][1]
    assert found["mean"] == 100.0 and found["high"] is None and found["spread"] == "wide unknown"


def test_a_row_without_samples_is_left_out(tmp_path):
    of = result({PROTOBUF: 100.0, GSON: 200.0})
    of["rows"][-1]["samples"] = [[], []]
    assert of["rows"][-1]["id"] not in {one["id"] for one in block(tmp_path, of)["rows"]}


def test_each_codec_has_its_version_and_the_files_of_its_source(tmp_path):
    of = result(
        {PROTOBUF: 100.0, "java:json/of-a-user": 1.0}, code=[{"codec": PROTOBUF, "written": 80, "generated": 9}]
    )
    of["codecs"][1]["version"] = "4.36.2"
    found = block(tmp_path, of)["codecs"]
    assert found[PROTOBUF]["version"] == "4.36.2" and found[PROTOBUF]["written"] == 80
    assert found[PROTOBUF]["sources"] and all((ROOT / path).is_file() for path in found[PROTOBUF]["sources"])
    assert found["java:json/of-a-user"]["sources"] == [] and "written" not in found["java:json/of-a-user"]


def test_the_articles_figures_are_beside_ours(tmp_path):
    found = block(tmp_path, result({GSON: 9_000.0}, {GSON: 899}))["articles"]
    bars = {one["name"]: {bar["label"]: bar for bar in one["bars"]} for one in found}
    serialize = bars["s2-time"]["Gson, serialize"]
    assert serialize["published"] == {"published": 865} and serialize["ours"] == pytest.approx(9.0, rel=0.01)
    assert serialize["low"] < serialize["ours"] < serialize["high"] and serialize["case"] == CASE
    assert "XStream, serialize" not in bars["s2-time"] and bars["s3-time"] == {}


def test_the_articles_are_no_subject_of_another_bed(tmp_path):
    """Its runs cannot measure what the articles did."""
    (tmp_path / "proto").mkdir()
    bed = Bed.open(tmp_path)
    (tmp_path / "bench.json").write_text(json.dumps(result({GSON: 9_000.0}, {GSON: 899}, bed=bed.name)))
    found = cost.section(Runs(bed, tmp_path), bed).blocks["cost"]
    assert found["rows"] and found["articles"] == []


def test_a_result_of_other_values_shows_its_own(tmp_path):
    of = result({PROTOBUF: 100.0})
    for one in of["rows"]:
        one["case"] = "Mine/one"
    assert block(tmp_path, of)["first"] == "Mine/one"


def test_a_quick_run_is_called_indicative(tmp_path):
    found = section(tmp_path, result({PROTOBUF: 100.0}, quick=True))
    assert found.card.answer.count("indicative only") == 1 and "quick run" not in found.card.answer
    assert any("indicative only" in doubt for doubt in found.blocks["cost"]["doubts"])
    assert "indicative" not in section(tmp_path, result({PROTOBUF: 100.0})).card.answer


def test_refused_rows_are_told_with_the_reason(tmp_path):
    refused = [{"id": "java json/gson x encode", "why": "it remembers"}]
    assert any("it remembers" in doubt for doubt in block(tmp_path, result({GSON: 1.0}, refused=refused))["doubts"])


def test_a_result_of_another_bed_is_not_shown(tmp_path):
    (tmp_path / "bench.json").write_text(json.dumps(result({PROTOBUF: 1.0}, bed="mine-1")))
    runs = Runs(Bed.open(), tmp_path)
    assert cost.section(runs, Bed.open()) is None and "of the bed mine-1" in runs.missing["bench"]


def shown(folder) -> tuple[str, str]:
    """The codec of the result that is shown, and why it is the one that is checked in."""
    runs = Runs(Bed.open(), folder)
    (found,) = cost.section(runs, Bed.open()).blocks["cost"]["codecs"]
    assert "bench" not in runs.missing
    return found, runs.checked_in.get("bench", "")


def test_without_a_result_of_this_machine_the_one_that_is_checked_in_is_shown_and_called_so(tmp_path, checked_in):
    assert cost.section(Runs(Bed.open(), tmp_path), Bed.open()) is None
    checked_in.write_text(json.dumps(result({PROTOBUF: 1.0})))
    found = cost.section(Runs(Bed.open(), tmp_path), Bed.open())
    assert any("is checked in; make bench makes one" in doubt for doubt in found.blocks["cost"]["doubts"])
    assert not any("checked in" in doubt for doubt in block(tmp_path, result({GSON: 1.0}))["doubts"])


@pytest.mark.parametrize(("local", "why"), [
    ({"started": "2025-12-31T23:59:59+00:00"}, "is older, of 2025-12-31"),
    ({"quick": True}, "is of a quick run"),
    ({"interrupted": True}, "is of a run that was interrupted"),
    ({"filters": {"CODEC": "java/*", "BENCH": "encode"}}, "is of a run with CODEC=java/* BENCH=encode"),
    ({"not_reached": ["a row"]}, "is of a run that had no time for all of its rows"),
    ({"result": 99}, "cannot be shown: "),
    ({"bed": "another"}, "cannot be shown: "),
])  # fmt: skip
def test_a_worse_result_of_this_machine_does_not_hide_the_one_that_is_checked_in(tmp_path, checked_in, local, why):
    later = {"started": "2026-06-01T00:00:00+00:00"}
    (tmp_path / "bench.json").write_text(json.dumps(result({GSON: 1.0}, **later | local)))
    checked_in.write_text(json.dumps(result({PROTOBUF: 1.0})))
    found, said = shown(tmp_path)
    assert found == PROTOBUF and said.startswith(f"This result is checked in; that of this machine {why}")
    answer = section(tmp_path, result({GSON: 1.0}, **later | local)).card.answer
    assert why.removesuffix(": ") in answer


def test_a_whole_and_newer_result_of_this_machine_is_shown(tmp_path, checked_in):
    (tmp_path / "bench.json").write_text(json.dumps(result({GSON: 1.0}, started="2026-06-01T00:00:00+00:00")))
    for kept in (json.dumps(result({PROTOBUF: 1.0})), "damaged"):
        checked_in.write_text(kept)
        assert shown(tmp_path) == (GSON, "")


def test_a_damaged_result_is_told_where_none_is_checked_in(tmp_path):
    (tmp_path / "bench.json").write_text("{")
    runs = Runs(Bed.open(), tmp_path)
    assert cost.section(runs, Bed.open()) is None and "cannot be shown" in runs.missing["bench"]


def test_an_empty_result_is_no_section(tmp_path):
    assert section(tmp_path, noisy_results.result([])) is None


def test_the_script_of_the_charts_is_made_once(tmp_path, monkeypatch):
    monkeypatch.undo()
    made = []
    fake = SimpleNamespace(
        __version__="1", javascript_bundle=lambda snippet: made.append(snippet) or f"script {len(made)}"
    )
    monkeypatch.setitem(sys.modules, "vl_convert", fake)
    assert [vega.script(tmp_path / "page") for _ in range(2)] == ["script 1"] * 2
    (kept,) = (tmp_path / "page").iterdir()
    kept.write_bytes(b"damaged")
    assert vega.script(tmp_path / "page") == "script 2"
    fake.__version__ = "2"
    assert vega.script(tmp_path / "page") == "script 3"
