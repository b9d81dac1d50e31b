"""Evolution on the page: squares, verdicts, witnesses and predictions are those of wirebed.report.steps."""

import pytest
import sample_report as sample
import typed
from made_up import HEADER, rows, sent, whole
from msgspec.structs import replace
from sample_report import CPP, JAVA, PYTHON, cell, differs, step
from steps import REASON, Steps

from wirebed.report.cell import Line
from wirebed.report.steps.buf_verdicts import CATEGORIES, Verdicts
from wirebed.report.steps.predict import COUNTED, LEVELS, predict
from wirebed.report.steps.step_verdict import by_leg, together
from wirebed.report.steps.table_letters import code, shown
from wirebed.report.value_store import ValuesWriter
from wirebed.view.writer import ViewWriter
from wirebed_page import evolution, evolution_predictions, evolution_steps
from wirebed_page.runs import Runs

V1 = "message M { int32 a = 1; }\nmessage Old { int32 x = 1; }\n"
V2 = "message M { int64 a = 1; }\nmessage New { int32 x = 1; }\n"
S06 = f"""
change: int32 to int64
docs:
  protobuf: {{says: safe, at: 'https://example.org/safe'}}
migration: {{renamed: {{Old: New}}}}
samples:
  v1: {{small: 'a: 1'}}
  v2: {{big: {{text: 'a: 4294967301', ought: {{v1: 'a: 5'}}}}}}
mutate:
  - {{name: clears, sample: v2.big, clear: [a], gives: ''}}
expect:
  - {{{REASON}, format: protobuf, kind: narrowed, path: a}}
"""
CODECS = [{"codec": codec, "format": "protobuf", "version": "1", "model": "message"} for codec in (JAVA, PYTHON, CPP)]
PEERS = [{"peer": f"{name}@v1", "language": name, "runtime": "1"} for name in ("java", "python", "cpp")]


@pytest.fixture(scope="module")
def bed(tmp_path_factory):
    """A bed with one step, of which no peer is built."""
    made = Steps(tmp_path_factory.mktemp("evolution") / "bed")
    made.step("s06", S06, v1=V1, v2=V2)
    yield made.bed
    made.remove()


class MadeUp:
    """A report of `make evolution` in a folder, with the values beside it."""

    def __init__(self, folder, bed):
        self.folder, self.bed = folder, bed
        self._values = ValuesWriter(folder / "evolution.values.zst")

    def view(self, number: int) -> str:
        """The name of the view of a message of s06."""
        out = ViewWriter()
        out.record("evolution.s06.M")
        out.field(1)
        out.integer(number)
        out.end()
        return self.value(out.finish())

    def value(self, data: bytes) -> str:
        return self._values.name(data)

    def section(self, cells, steps=(), with_values=True, **header):
        """The section of the page, and what the page lacks."""
        (self._values.keep if with_values else self._values.drop)()
        mine = {"suite": "evolution", "bed": self.bed.name, "codecs": CODECS, "peers": PEERS}
        text = typed.text(HEADER | mine | header, [*steps, *cells], {"cells": len(cells), "exit": 0})
        (self.folder / "evolution.jsonl").write_text(text, encoding="utf-8")
        runs = Runs(self.bed, self.folder)
        return evolution.section(runs, self.bed), runs.missing


@pytest.fixture
def made(tmp_path, bed):
    return MadeUp(tmp_path, bed)


def squares(tmp_path, cells, steps=sample.STEPS):
    """(step, format, direction) -> what the browser knows of the square; and the worst of each leg."""
    report, worst = sample.report(tmp_path, steps, cells), by_leg(cells)
    block = sent(evolution_steps.block(report, evolution_steps.squares(report, worst)))
    columns = {name: whole(column) for name, column in block["squares"].items()}
    witnesses, found = rows(block["witnesses"]), {}
    for at, number in enumerate(columns["step"]):
        names = (
            block["steps"][number]["step"],
            block["formats"][columns["format"][at]],
            block["directions"][columns["direction"][at]]["name"],
        )
        text, verdict = block["codes"][columns["code"][at]]
        numbers = {name: columns[name][at] for name in ("witness", "silent", "dissent")}
        found[names] = {"code": text, "verdict": verdict, "cells": columns["cells"][at]}
        found[names] |= {name: witnesses[n] for name, n in numbers.items() if n >= 0 and name != "dissent"}
        found[names] |= {"dissent": block["dissents"][numbers["dissent"]]} if numbers["dissent"] >= 0 else {}
    return found, worst


def test_a_square_is_what_worst_says(tmp_path):
    found, worst = squares(tmp_path, sample.NARROW + sample.ADD)
    assert {name for _, _, name in found} >= {"all", "backward", "forward", "relay", "relay-old", "relay-new"}
    for (name, format, direction), square in found.items():
        legs = evolution_steps.DIRECTIONS[direction]
        one = together(worst.get((name, format, leg)) for leg in legs)
        assert (square["code"], square["verdict"], square["cells"]) == (code(one), str(one.verdict), one.cells)
        assert square.get("witness", {}).get("shown") == (shown(one.witness) if one.witness else None)


def test_a_step_has_its_witnesses(tmp_path):
    found, _ = squares(tmp_path, sample.NARROW + sample.ADD)
    step = found["s06", "protobuf", "all"]
    assert (step["verdict"], step["code"]) == ("breaking", "TR✗*")
    assert step["witness"] == {
        "case": "s06/v2.big",
        "leg": "forward",
        "writer": JAVA,
        "reader": CPP,
        "shown": "rejected: out of range",
    }
    assert step["silent"]["shown"] == "a narrowed, expected 4294967301, read 5"
    assert step["dissent"] == "narrowed java/protobuf-java, python/upb; fails cpp/libprotobuf"
    assert found["s01", "protobuf", "all"]["verdict"] == "safe"


def test_what_has_no_effect_of_the_change_has_no_verdict(tmp_path):
    cells = [cell("s06/v1.a", "same-v1", source="x.bin"), cell("s06/v1.a", "backward", outcome="unsupported")]
    found, _ = squares(tmp_path, cells)
    assert {key[2]: (one["code"], one["verdict"]) for key, one in found.items()} == {
        "same-v1": ("·", ""),
        "backward": ("–", ""),
        "all": ("–", ""),
    }


def test_formats_that_documents_speak_of_come_first(tmp_path):
    cells = [cell("s06/v1.a", "backward", format=format) for format in ("json", "protobuf", "cereal")]
    report = sample.report(tmp_path, sample.STEPS, cells)
    found = evolution_steps.squares(report, by_leg(cells))
    assert evolution_steps.formats_of(report, found) == ["protobuf", "cereal", "json"]


def predictions(cells, steps=sample.STEPS):
    rules = {name: {category: [] for category in CATEGORIES} for name in ("s01", "s06")}
    rules["s01"]["WIRE"] = ["FIELD_SAME_NAME"]
    prediction = predict(steps, by_leg(cells), Verdicts("1.0", rules))
    return prediction, sent(evolution_predictions.block(prediction))


def test_counts_and_lists_are_those_of_the_scores():
    prediction, block = predictions(sample.NARROW + sample.ADD)
    assert block["heads"] == list(COUNTED) and block["counts"] == [list(one.counted) for one in prediction.scores]
    first = len(COUNTED) - len(block["words"])
    for score, counts in zip(prediction.scores, block["counts"], strict=True):
        of = [row["said"][score.level].get(score.checker, []) for row in block["rows"] if row["format"] == score.format]
        assert [sum(number in one for one in of) for number in range(len(block["words"]))] == counts[first:]


def test_what_was_said_wrongly_stands_first():
    _, block = predictions(sample.NARROW + sample.ADD)
    words = [block["words"][number] for number in block["order"]]
    assert words[:2] == ["missed", "false alarm"]
    said = {row["step"]: row["said"]["strict"]["buf WIRE"] for row in block["rows"]}
    assert {name: block["words"][numbers[-1]] for name, numbers in said.items()} == {
        "s06": "missed",
        "s01": "false alarm",
    }
    seen = next(row for row in block["rows"] if row["step"] == "s06")
    assert (seen["verdict"], seen["witness"]["shown"]) == ("breaking", "rejected: out of range")
    assert set(seen["said"]) == set(LEVELS)


def big(made: MadeUp) -> Line:
    """An old reader of a number that is too large."""
    return differs(
        "s06/v2.big", "forward", "narrowed", "4294967301", "5",
        value=made.view(4294967301), read=made.view(5), bytes=made.value(b"\x08\x85\x80\x80\x80\x10"), size=6,
        entries=["s06:12", "gone:1"],
    )  # fmt: skip


STEPS = [replace(step("s06", "int32 to int64", "safe"), versions=("v1", "v2"))]


def test_the_cell_of_a_witness_has_its_values(made):
    section, missing = made.section([big(made)], STEPS)
    blocks = sent(section.blocks)
    cells = blocks["evolution-cells"]
    column = {name: whole(numbers)[0] for name, numbers in cells["columns"].items()}
    views, bytes_ = blocks["evolution-views"], blocks["evolution-bytes-protobuf"]
    assert views[column["value"]]["places"] == [["a", "4294967301"]]
    assert views[column["read"]]["places"] == [["a", "5"]]
    assert bytes_["size"][column["bytes"]] == 6 and bytes_["hex"][column["bytes"]] == "088580808010"
    detail = rows(cells["details"])[column["detail"]]
    assert (detail["letter"], detail["sign"]) == ("TR", "≠")
    entries = [rows(blocks["evolution-entries"])[number] for number in detail["entries"]]
    assert entries[0]["states"] == "differs (narrowed)" and entries[1] == {"name": "gone:1"}
    assert cells["legs"]["forward"] == {"writer": "v2", "relay": "", "reader": "v1", "into": ""}
    assert "evolution" not in missing and "evolution values" not in missing


def test_a_relay_through_json_passes_on_json(made):
    line = replace(big(made), leg="json-old", relay=PYTHON, relayed=made.value(b'{"a":5}'))
    section, _ = made.section([line], STEPS)
    blocks = sent(section.blocks)
    number = whole(blocks["evolution-cells"]["columns"]["relayed"])[0]
    assert blocks["evolution-bytes-protojson"]["text"][number] == '{"a":5}'


def test_the_step_of_the_bed(made):
    section, _ = made.section([big(made)], STEPS)
    found = sent(section.blocks)["evolution-schemas"]["s06"]
    (diff,) = found["diffs"]
    assert diff["old"].endswith("s06/v1.proto") and diff["lines"][0][0] == "same"
    assert [line for line in diff["lines"] if line[0] != "same"] == [
        ["gone", "message M { int32 a = 1; }"],
        ["gone", "message Old { int32 x = 1; }"],
        ["new", "message M { int64 a = 1; }"],
        ["new", "message New { int32 x = 1; }"],
    ]
    assert found["migrations"] == [{"renamed": {"evolution.s06.Old": "evolution.s06.New"}, "apart": []}]
    assert found["samples"] == [
        {"name": "s06/v1.small", "text": "a: 1"},
        {"name": "s06/v2.big", "text": "a: 4294967301", "ought": {"v1": "a: 5"}},
    ]
    assert found["mutations"] == [
        {"name": "s06/v2.big.clears", "relay": "v1", "set": "", "clear": ["a"], "gives": ""},
    ]


def test_the_card_says_what_the_documents_missed(made):
    section, _ = made.section([big(made)], STEPS)
    assert section.card.rows == {"protobuf": [("corrupting", "≠", 1)]}
    said = "Of the changes that the format's documentation calls safe, these were "
    said += "lossy, corrupting or breaking: protobuf, 1 of 1."
    assert section.card.answer == said


def test_a_part_of_a_run_with_a_step_that_the_bed_no_longer_has(made):
    cells = [cell("gone/v1.a", "backward", format="json", writer="java:json/x", reader="java:json/x")]
    section, _ = made.section(cells, [step("gone")])
    blocks = sent(section.blocks)
    assert blocks["evolution"]["formats"] == ["json"] and "gone" not in blocks["evolution-schemas"]
    assert blocks["evolution-predictions"]["rows"] == [] and "make buf" in blocks["evolution-predictions"]["nothing"]
    assert section.card.answer == "1 change was tried."


def test_without_the_values_beside_the_report(made):
    section, missing = made.section([big(made)], STEPS, with_values=False)
    blocks = sent(section.blocks)
    assert {view["size"] for view in blocks["evolution-views"]} == {None}
    assert blocks["evolution-bytes-protobuf"]["size"] == [None]
    assert "no values" in missing["evolution values"]


def test_a_report_of_another_bed_or_none(made, tmp_path):
    section, missing = made.section([big(made)], STEPS, bed="other")
    assert section is None and "is of the bed other" in missing["evolution"]
    runs = Runs(made.bed, tmp_path / "empty")
    assert (
        evolution.section(runs, made.bed) is None
        and f"`make evolution BED={made.bed.root}`" in runs.missing["evolution"]
    )


def test_a_bed_whose_steps_cannot_be_read(made):
    broken = made.bed.fixtures / "evolution" / "broken.yaml"
    broken.write_text("change: no schema\n")
    try:
        section, missing = made.section([big(made)], STEPS)
    finally:
        broken.unlink()
    assert section is None and "there is no schema of this step" in missing["evolution"]
