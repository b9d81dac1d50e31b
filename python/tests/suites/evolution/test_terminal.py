"""The views of an evolution report: a line for each step, surprises with a command, and the counts."""

import io

import pytest
import sample_report as sample
from msgspec.structs import replace
from sample_report import CPP, PYTHON, cell, differs, step

from wirebed.bed import Bed
from wirebed.report import blocks
from wirebed.report.steps import buf_verdicts
from wirebed.report.steps.predict import predict
from wirebed.report.steps.step_verdict import by_leg
from wirebed.suites.evolution import markdown, terminal
from wirebed_safe_change import buf


@pytest.fixture
def bed(tmp_path):
    """With verdicts of buf: s01 is flagged, s06 passes."""
    (tmp_path / "proto").mkdir()
    bed = Bed.open(tmp_path)
    rules = {
        "s01": {c: ["FIELD_SAME_NAME"] for c in buf_verdicts.CATEGORIES},
        "s06": {c: [] for c in buf_verdicts.CATEGORIES},
    }
    buf_verdicts.path_of(bed).parent.mkdir(parents=True)
    buf_verdicts.path_of(bed).write_text(buf.render(buf_verdicts.Verdicts("1.2.3", rules, dict.fromkeys(rules, "00"))))
    return bed


def shown(report, bed, width=140) -> str:
    out = io.StringIO()
    terminal.show(report, *seen(report, buf_verdicts.load(bed)), blocks.console(width, file=out))
    return out.getvalue()


def seen(report, verdicts):
    worst = by_leg(report.lines)
    return worst, predict(report.steps, worst, verdicts)


def line(text, beginning):
    return next(" ".join(one.split()) for one in text.splitlines() if one.strip().startswith(beginning))


def test_a_line_for_each_step(tmp_path, bed):
    text = shown(sample.report(tmp_path, sample.STEPS, sample.ADD + sample.NARROW), bed)
    assert line(text, "s01") == "s01 add a field DF UP ="
    assert line(text, "s06") == "s06 int32 to int64 = TR✗* TR"
    assert "TR narrowed" in text and "The run took 2.5 s." in text and "as expected" in text


def test_formats_stand_beside_each_other_and_what_did_not_run_is_a_dot(tmp_path, bed):
    cells = [*sample.ADD, cell("s06/v1.a", "backward", format="json", outcome="unsupported")]
    text = shown(sample.report(tmp_path, sample.STEPS, cells), bed)
    assert line(text, "step") == "step change json protobuf"
    assert line(text, "s01") == "s01 add a field · · · DF UP ="
    assert line(text, "s06") == "s06 int32 to int64 – · · · · ·"


def test_formats_that_do_not_fit_make_a_table_of_their_own(tmp_path, bed):
    cells = [*sample.ADD, *(replace(one, format="protojson") for one in sample.ADD)]
    report = sample.report(tmp_path, sample.STEPS, cells)
    text = shown(report, bed, 30)
    assert [" ".join(one.split()) for one in text.splitlines() if one.strip().startswith("s01")] == ["s01 DF UP ="] * 2
    assert line(shown(report, bed), "s01") == "s01 add a field DF UP = DF UP ="


def test_a_surprise_has_its_witness_its_neighbours_and_a_command(tmp_path, bed):
    strange = differs(
        "s06/v2.big", "relay-old", "reinterpreted", "7", "-4", relay=PYTHON, problems=["no entry states it"]
    )
    beside = cell("s06/v2.big", "relay-old", relay=CPP)
    text = shown(sample.report(tmp_path, sample.STEPS, [strange, beside]), bed)
    assert "s06/v2.big relay-old protobuf java/protobuf-java > python/upb > python/upb: differs" in text
    assert "a (int64) reinterpreted: expected 7, read -4" in text
    assert "same bytes, other relays: cpp/libprotobuf equal" in text
    assert "make evolution STEP=s06/v2.big FORMAT=protobuf LEG=relay-old WRITER=java/protobuf-java" in text
    assert "1 surprises, 1 cells" in text and "not as expected" in text


def test_what_is_alike_is_told_once_and_the_worst_first(tmp_path, bed):
    problems = ["no entry states it"]
    lost = [differs(f"s06/v2.{n}", "forward", "dropped", problems=problems) for n in "abcdefgh"]
    failed = [cell("s06/v2.b", "forward", reader=r, outcome="rejected", problems=problems) for r in (PYTHON, CPP)]
    others = [cell("s06/v2.z", "forward", writer=PYTHON)]
    text = shown(sample.report(tmp_path, sample.STEPS, lost + failed + others), bed)
    assert "2 surprises, 10 cells" in text and text.count("make evolution STEP=") == 2
    assert text.index("s06/v2.b forward") < text.index("s06/v2.a forward")
    assert "8 cells alike: samples v2.a, v2.b, v2.c, v2.d, v2.e, v2.f and 2 more; writers java/protobuf-java;" in text
    assert "2 cells alike: samples v2.b; writers java/protobuf-java\n" in text


def test_who_refused_is_told(tmp_path, bed):
    refused = cell("s06/v2.a", "relay-old", relay=CPP, outcome="refused", side="relay", stage="write", problems=["new"])
    assert "refused by the relay at write" in shown(sample.report(tmp_path, sample.STEPS, [refused]), bed)


def test_the_counts_of_the_checkers(tmp_path, bed):
    text = shown(sample.report(tmp_path, sample.STEPS, sample.ADD + sample.NARROW), bed)
    # pass, missed, of it corrupting, flag, false alarm, of it all equal, conditional, of these with harm
    assert line(text, "documents") == "documents protobuf 1 0 0 0 0 0 1 1"
    assert line(text, "buf WIRE ") == "buf WIRE protobuf 1 1 1 1 1 0"
    assert line(text, "format") == "format backward forward relay-old relay-new"
    assert line(text, "protobuf") == "protobuf 2 / 0 / 0 / 0 1 / 0 / 0 / 1 1 / 0 / 1 / 0 1 / 0 / 0 / 0"


def test_timing_is_of_reading_the_other_version(tmp_path, bed):
    times = {("v2", "v1"): 1000, ("v2", "v2"): 2000, ("v1", "v2"): 3500}
    rows = [
        {"codec": CPP, "reader": r, "bytes": b, "decode_ns": ns, "decode_median_ns": ns + 100}
        for (r, b), ns in times.items()
    ]
    report = sample.report(tmp_path, sample.STEPS, sample.ADD, times={"seconds": 1.0, "timing": rows})
    assert line(shown(report, bed), "cpp:protobuf") == "cpp:protobuf/libprotobuf 1.00 (1.10) 2.00 (2.10) 3.50 (3.60)"


def test_uncovered_expectations_are_told(tmp_path, bed):
    report = sample.report(tmp_path, sample.STEPS, sample.ADD, uncovered=["s06:12: no sample shows narrowed"], exit=1)
    assert "s06:12: no sample shows narrowed" in shown(report, bed)


def test_markdown_has_the_prediction_step_by_step(tmp_path, bed):
    report = sample.report(tmp_path, sample.STEPS, sample.ADD + sample.NARROW + [cell("s06/v1.big", "mutate-new")])
    text = markdown.summary(report, *seen(report, buf_verdicts.load(bed)))
    assert "# evolution: as expected" in text
    assert "| `s01` | add a field | DF UP = |" in text
    assert "| `s06` | mutate-new | protobuf | = |  |" in text
    assert "| buf WIRE | protobuf | strict | 2 | 1 | 1 | 1 | 1 | 0 | 0 | 0 |" in text
    row = next(one for one in text.splitlines() if one.startswith("| `s06` | protobuf: [conditional]"))
    assert "**breaking** TR✗*" in row and "| pass | pass | pass | pass |" in row
    assert "and in silence: v2.big forward java/protobuf-java > python/upb: a narrowed, expected 4294967301" in row
    assert "languages differ: narrowed java/protobuf-java, python/upb; fails cpp/libprotobuf" in row
    assert "#### buf WIRE, protobuf: 1 missed" in text and "#### buf WIRE, protobuf: 1 false alarms" in text


def test_nothing_is_predicted_for_a_bed_that_says_nothing(tmp_path):
    (tmp_path / "proto").mkdir()
    report = sample.report(tmp_path, [step("s01")], sample.ADD)
    assert "Prediction" not in shown(report, Bed.open(tmp_path))
    assert "buf was not asked" in markdown.summary(report, *seen(report, buf_verdicts.Verdicts()))


def test_of_another_bed_the_command_names_it_and_words_stay_words(tmp_path, bed):
    failed = cell("s01/v1.a", "backward", outcome="rejected", reason="INVALID:a: no field", problems=["no entry"])
    report = sample.report(tmp_path, sample.STEPS, [failed])
    report.header = replace(report.header, variables=("BED=/my/bed", "INCLUDE=/my/inc"))
    text = shown(report, bed)
    assert "make evolution BED=/my/bed INCLUDE=/my/inc STEP=s01/v1.a FORMAT=protobuf" in text
    assert "INVALID:a: no field" in text
