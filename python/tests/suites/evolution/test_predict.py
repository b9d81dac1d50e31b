"""Prediction against observation: what is missed, and what is a false alarm."""

import sample_report as sample
from msgspec.structs import replace
from sample_report import cell, differs, step

from wirebed.report.steps.buf_verdicts import Verdicts
from wirebed.report.steps.predict import effects, predict
from wirebed.report.steps.step_verdict import by_leg


def scores(steps, cells, verdicts=None):
    found = predict(steps, by_leg(cells), verdicts or Verdicts()).scores
    return {(score.checker, score.format, score.level): score for score in found}


def said(**rules):
    categories = ("FILE", "PACKAGE", "WIRE_JSON", "WIRE")
    return Verdicts("1.0", {name: {c: found.get(c, []) for c in categories} for name, found in rules.items()})


def test_a_pass_with_harm_is_missed():
    wire = scores(sample.STEPS, sample.NARROW + sample.ADD, said(s01={}, s06={}))["buf WIRE", "protobuf", "strict"]
    assert (wire.passes, wire.missed, wire.flags) == (["s01", "s06"], ["s06"], [])


def test_a_flag_without_harm_is_a_false_alarm():
    verdicts = said(s01={"WIRE": ["FIELD_SAME_NAME"]}, s06={"WIRE": ["FIELD_WIRE_COMPATIBLE_TYPE"]})
    wire = scores(sample.STEPS, sample.NARROW + sample.ADD, verdicts)["buf WIRE", "protobuf", "strict"]
    assert (wire.flags, wire.false_alarms, wire.missed) == (["s01", "s06"], ["s01"], [])
    assert wire.equal == []  # an added field is not seen by old readers, if kept
    same = scores([step("s")], [cell("s/v1.a", "backward")], said(s={"WIRE": ["FIELD_SAME_NAME"]}))
    assert same["buf WIRE", "protobuf", "strict"].equal == ["s"]


def test_a_loss_is_harm_at_one_level_only():
    found = scores([step("s", says="safe")], [differs("s/v1.a", "backward", "dropped")], said(s={}))
    for checker in ("documents", "buf WIRE"):
        assert found[checker, "protobuf", "strict"].missed == ["s"]
        assert found[checker, "protobuf", "lenient"].missed == []


def test_conditional_is_neither_but_wants_a_sample_that_does_harm():
    steps = [step("s01", says="conditional"), step("s06", says="conditional")]
    docs = scores(steps, sample.NARROW + sample.ADD)["documents", "protobuf", "strict"]
    assert (docs.passes, docs.flags, docs.conditional, docs.violated) == ([], [], ["s01", "s06"], ["s06"])


def test_each_category_is_held_to_the_formats_that_it_is_about():
    cells = [cell("s/v1.a", "backward"), cell("s/v1.a", "backward", format="protojson", outcome="rejected")]
    found = scores([step("s")], cells, said(s={}))
    missed = {(checker, format_): bool(s.missed) for (checker, format_, level), s in found.items() if level == "strict"}
    assert missed == {
        ("buf FILE", "protobuf"): False,
        ("buf FILE", "protojson"): True,
        ("buf PACKAGE", "protobuf"): False,
        ("buf PACKAGE", "protojson"): True,
        ("buf WIRE_JSON", "protojson"): True,
        ("buf WIRE", "protobuf"): False,
    }


def test_legs_that_no_checker_speaks_of_do_not_count():
    legs = ("mutate-old", "mutate-new", "chain-up", "chain-down", "skip-up", "skip-down", "json-old", "json-new")
    cells = [cell("s/v1.a", "backward"), *(cell("s/v1.a", leg, outcome="rejected") for leg in legs)]
    assert scores([step("s", says="safe")], cells)["documents", "protobuf", "strict"].missed == []


def test_what_an_unchanged_schema_shows_too_is_no_harm(tmp_path):
    def missed(entries):
        cells = [differs("s/v1.a", "backward", "dropped", entries=entries)]
        report = sample.report(tmp_path, [replace(step("s", says="safe"), unchanged=("s:7",))], cells)
        return predict(report.steps, effects(report, by_leg(report.lines)), Verdicts()).scores[0].missed

    assert (missed(["s:7"]), missed(["s:7", "s:8"]), missed([])) == ([], ["s"], ["s"])


def test_chains_are_in_no_count():
    chain = replace(step("s06", says="safe"), versions=("v1", "v2", "v3"))
    assert predict([chain], by_leg(sample.NARROW), said(s06={})).observed == {}


def test_what_did_not_run_or_was_not_asked_is_in_no_count():
    verdicts = said(s06={})
    found = scores([*sample.STEPS, step("s99", says="safe")], sample.NARROW, verdicts)
    assert found["buf WIRE", "protobuf", "strict"].passes == ["s06"]
    assert found["documents", "protobuf", "strict"].passes == []


def test_a_step_that_the_writer_alone_refuses_was_not_observed():
    found = predict([step("s")], by_leg([cell("s/v1.a", "backward", outcome="refused")]), Verdicts())
    assert found.observed == {}
