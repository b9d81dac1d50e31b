"""The worst of a step's cells, its witness, and who dissents."""

import sample_report as sample
from msgspec.structs import replace
from sample_report import CPP, JAVA, PYTHON, cell, differs

from wirebed.report.steps.step_verdict import by_leg, severity, together
from wirebed.report.steps.table_letters import code, dissenters, witness
from wirebed.report.steps.verdicts import verdict
from wirebed.view.outcome import Kind, word


def of(*cells):
    legs = by_leg(cells)
    assert len(legs) == 1
    return next(iter(legs.values()))


def test_verdicts_are_ranges_of_the_kinds():
    names = {kind: str(verdict(kind)) for kind in Kind if kind}
    assert [word(k) for k, v in names.items() if v == "safe"] == ["preserved", "default-filled"]
    assert [word(k) for k, v in names.items() if v == "corrupting"] == [
        "unread",
        "narrowed",
        "unusable",
        "stale",
        "reinterpreted",
    ]
    assert names[Kind.REORDERED] == names[Kind.COLLAPSED] == "lossy"
    assert str(verdict(severity(cell("s/v1.a", "backward")))) == "safe"
    assert str(verdict(severity(cell("s/v1.a", "backward", outcome="crash")))) == "breaking"


def test_the_worst_of_several_differences_counts():
    one = differs("s/v1.a", "backward", "preserved")
    two = (*one.differences, replace(one.differences[0], kind="dropped"))
    assert of(replace(one, differences=two)).kind == Kind.DROPPED


def test_the_worst_cell_is_the_witness():
    one = of(
        cell("s/v1.a", "backward"), differs("s/v1.b", "backward", "dropped"), differs("s/v1.c", "backward", "stale")
    )
    assert (str(one.verdict), one.witness.case, code(one)) == ("corrupting", "s/v1.c", "SW")
    assert witness(one.witness) == "v1.c backward java/protobuf-java > python/upb: a stale, expected 7, read 5"


def test_a_failure_hides_no_silent_damage():
    narrowed = by_leg(sample.NARROW)["s06", "protobuf", "forward"]
    assert (str(narrowed.verdict), code(narrowed)) == ("breaking", "TR✗*")
    assert witness(narrowed.witness).endswith("cpp/libprotobuf: rejected: out of range")
    assert dissenters(narrowed) == "narrowed java/protobuf-java, python/upb; fails cpp/libprotobuf"


def test_what_fails_only_when_it_is_used_is_unusable():
    polluted = cell("s/v1.a", "backward", outcome="rejected", stage="use")
    assert (str(of(polluted).verdict), code(of(polluted))) == ("corrupting", "HP")
    assert witness(of(polluted).witness).endswith("rejected")
    assert code(of(polluted, cell("s/v1.b", "backward", outcome="rejected", stage="parse"))) == "HP✗"


def test_a_failure_beside_a_loss_is_a_failure():
    assert code(of(differs("s/v1.a", "backward", "dropped"), cell("s/v1.b", "backward", outcome="rejected"))) == "✗"


def test_all_agree():
    assert of(*(cell("s/v1.a", "backward", reader=reader) for reader in (JAVA, PYTHON, CPP))).dissent == {}


def test_they_may_agree_on_one_sample_and_not_on_another():
    one = of(
        differs("s/v1.a", "backward", "reinterpreted"),
        differs("s/v1.a", "backward", "reinterpreted", reader=JAVA),
        cell("s/v1.b", "backward"),
        differs("s/v1.b", "backward", "dropped", reader=JAVA),
    )
    assert one.dissent == {"equal": ["python/upb"], "dropped": ["java/protobuf-java"]}


def test_of_a_relay_leg_the_relays_are_compared():
    one = of(
        cell("s/v2.a", "relay-old", relay=JAVA, reader=JAVA),
        differs("s/v2.a", "relay-old", "dropped", relay=CPP, reader=JAVA),
        differs("s/v2.a", "relay-old", "dropped", relay=CPP, reader=PYTHON),
    )
    assert one.dissent == {"equal": ["java/protobuf-java"], "dropped": ["cpp/libprotobuf"]}


def test_what_is_no_effect_of_the_change_is_left_out():
    one = of(
        cell("s/v1.a", "backward", outcome="refused"),
        cell("s/v1.a", "backward", outcome="unsupported"),
        cell("s/v1.a", "backward", outcome="rejected", source="s/v1.a/protobuf/java-01234567.bin"),
    )
    assert (one.cells, one.unsupported, code(one)) == (0, 1, "–")
    assert str(of(cell("s/v1.a", "relay-new", relay=CPP, outcome="refused", side="relay")).verdict) == "breaking"
    assert str(of(differs("s/v1.a", "backward", "dropped", derived=True)).verdict) == "safe"
    assert by_leg([cell("s/v1.a", "", format="none")]) == {}


def test_legs_together():
    legs = by_leg(sample.NARROW + sample.ADD)
    relay = together([legs.get(("s06", "protobuf", leg)) for leg in ("relay-old", "relay-new", "chain-up")])
    assert (str(relay.verdict), relay.cells, code(relay)) == ("corrupting", 2, "TR")
    assert together([None, None]) is None and code(None) == "·"
