"""What is said of an upgrade, from the lines of a report alone."""

import pytest

from wirebed.report.cell import Difference, Line
from wirebed.report.footer import Footer
from wirebed.report.header import Header
from wirebed.report.load import Report
from wirebed.view.outcome import Outcome
from wirebed_upgrade import findings, pairs, rollout
from wirebed_upgrade.pairs import READS, WRITES, Change

OLD, NEW, OTHER = "java:json/gson", "java~gson-2.8.9:json/gson", "python:json/msgspec"
CODECS = {OLD: NEW}
NARROWED = Difference("real", "narrowed", "double", "1.5", "1")


def line(writer, readers, bytes="b", outcome=Outcome.EQUAL, **more):
    more = {"case": "Numbers/one", "value": "v", **more}
    return Line(format="json", writer=writer, readers=readers, bytes=bytes, outcome=outcome, **more)


def rejected(writer, readers, **more):
    how = {"stage": "parse", "manner": "typed", "by": "library", "reason": "no 12 at 'a'", **more}
    return line(writer, readers, outcome=Outcome.REJECTED, **how)


def report(*lines):
    return Report(Header(), list(lines), Footer())


def compare(*lines):
    return pairs.compare(report(*lines), CODECS)


def changes(*lines):
    return [(seen.change, seen.way, seen.other) for seen in compare(*lines).seen]


def test_what_is_the_same_is_no_change_and_each_bytes_count_once():
    compared = compare(line(OLD, (OLD, NEW, OTHER)), line(NEW, (OLD, NEW, OTHER)), line(OTHER, (OLD, NEW), bytes="c"))
    assert compared.seen == [] and compared.asked == 3  # two readings, and what both have written


def test_another_value_without_an_error_is_silent():
    differs = {"outcome": Outcome.DIFFERS, "read": "w", "differences": (NARROWED,)}
    assert changes(line(OTHER, (OLD,)), line(OTHER, (NEW,), **differs)) == [(Change.SILENT, READS, OTHER)]


def test_equal_values_that_the_objects_hold_otherwise_are_silent_too():
    assert changes(line(OTHER, (OLD,)), line(OTHER, (NEW,), expected="w"))[0][0] is Change.SILENT


def test_an_error_for_a_value_and_a_value_for_an_error():
    assert changes(line(OTHER, (OLD,)), rejected(OTHER, (NEW,))) == [(Change.REFUSED, READS, OTHER)]
    assert changes(rejected(OTHER, (OLD,)), line(OTHER, (NEW,))) == [(Change.ACCEPTED, READS, OTHER)]


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ({"reason": "other words"}, []),
        ({"manner": "untyped"}, [Change.OTHERWISE]),
        ({"stage": "use"}, [Change.OTHERWISE]),
    ],
)
def test_words_of_an_error_are_no_change_and_its_kind_and_stage_are(now, expected):
    assert [change for change, *_ in changes(rejected(OTHER, (OLD,)), rejected(OTHER, (NEW,), **now))] == expected


def test_other_bytes_that_all_read_alike_are_bytes_alone():
    assert changes(line(OLD, (OLD, NEW, OTHER)), line(NEW, (OLD, NEW, OTHER), bytes="c")) == [
        (Change.BYTES, WRITES, "")
    ]


def test_other_bytes_that_somebody_reads_otherwise_are_worse():
    read = line(NEW, (OTHER,), bytes="c", outcome=Outcome.DIFFERS, read="w", differences=(NARROWED,))
    assert changes(line(OLD, (OLD, OTHER)), line(NEW, (OLD,), bytes="c"), read) == [(Change.SILENT, WRITES, OTHER)]


def test_other_bytes_that_a_reader_takes_now_are_not_read_alike_by_all():
    old = [line(OLD, (OLD,)), rejected(OLD, (OTHER,))]
    assert changes(*old, line(NEW, (OLD, OTHER), bytes="c")) == [(Change.ACCEPTED, WRITES, OTHER)]


def test_a_crash_where_there_was_an_error_is_no_mere_error():
    crash = {"outcome": Outcome.CRASH, "reason": "signal 11"}
    assert changes(rejected(OTHER, (OLD,)), line(OTHER, (NEW,), **crash)) == [(Change.BROKEN, READS, OTHER)]
    formats = rollout.of(report(rejected(OTHER, (OLD,)), line(OTHER, (NEW,), **crash)), CODECS)
    assert rollout.sentence(formats).startswith("Rolling forward ends or stops a process 1 time, of 1 reading;")


def test_a_writer_that_refuses_now():
    refused = line(NEW, (OLD,), bytes="", outcome=Outcome.REFUSED, stage="write", manner="typed", by="library")
    assert changes(line(OLD, (OLD,)), refused) == [(Change.REFUSED, WRITES, "")]


def test_what_the_old_side_does_not_support_is_left_out_with_its_words():
    compared = compare(line(OTHER, (OLD,), outcome=Outcome.UNSUPPORTED, reason="no such method"), line(OTHER, (NEW,)))
    assert (compared.seen, compared.asked, compared.gone) == ([], 0, {"no such method": 1})


def test_what_the_new_side_alone_does_not_support_is_gone():
    unsupported = {"outcome": Outcome.UNSUPPORTED, "reason": "no such method"}
    assert changes(line(OTHER, (OLD,)), line(OTHER, (NEW,), **unsupported)) == [(Change.GONE, READS, OTHER)]
    (finding,) = findings.of(compare(line(OLD, (OLD,)), line(NEW, (OLD,), bytes="", **unsupported)).seen)
    assert (finding.change, finding.way, finding.cause) == (Change.GONE, WRITES, "no such method")


def test_cells_of_one_cause_are_one_finding_with_the_shortest_bytes_first():
    lines = []
    for number, size in enumerate((9, 3)):
        same = {"bytes": f"b{number}", "case": f"Numbers/{number}", "size": size}
        lines += [line(OTHER, (OLD,), **same), rejected(OTHER, (NEW,), reason=f"no {number} at 'x'", **same)]
    (finding,) = findings.of(compare(*lines).seen)
    assert (finding.change, finding.cause, finding.cases) == (Change.REFUSED, "no … at …", 2)
    assert finding.witness.now.case == "Numbers/1"


def test_what_a_codec_writes_is_one_finding_for_all_readers_whatever_their_words():
    lines = [line(OLD, (OLD, OTHER)), rejected(NEW, (OLD,), bytes="c", reason="no"), rejected(NEW, (OTHER,), bytes="c")]
    (finding,) = findings.of(compare(*lines).seen)
    assert (finding.change, finding.way, finding.cause, len(finding.seen)) == (Change.REFUSED, WRITES, "no", 2)


def test_findings_are_by_type_and_kind_and_the_most_harmful_come_first():
    other = Difference("name", "dropped", "string", '"a"', "")
    silent = {"outcome": Outcome.DIFFERS, "read": "w", "differences": (NARROWED, other)}
    lines = [line(OTHER, (OLD,)), line(OTHER, (NEW,), **silent)]
    lines += [line(OLD, (OTHER,), case="a/b"), line(NEW, (OTHER,), case="a/b", bytes="c")]
    causes = [(finding.change, finding.cause) for finding in findings.of(compare(*lines).seen)]
    assert causes == [(Change.SILENT, "double: narrowed"), (Change.SILENT, "string: dropped"), (Change.BYTES, "")]


@pytest.mark.parametrize("types", [3, 4])
def test_what_many_types_show_alike_is_one_finding(types):
    names = [f"t{number}" for number in range(types)]
    dropped = tuple(Difference(name, "dropped", name, "1", "") for name in names)
    lines = [line(OTHER, (OLD,)), line(OTHER, (NEW,), outcome=Outcome.DIFFERS, read="w", differences=dropped)]
    found = findings.of(compare(*lines).seen)
    if types == 3:
        assert [finding.cause for finding in found] == [f"{name}: dropped" for name in names]
    else:
        assert [(finding.cause, len(finding.seen)) for finding in found] == [("dropped (4 types: t0, t1, t2, …)", 1)]


@pytest.mark.parametrize("messages", [3, 4])
def test_what_is_said_alike_of_many_messages_is_one_finding(messages):
    lines = []
    for name in ("Map", "Node", "Text", "Text2")[:messages]:
        case, words = f"{name}/empty", f"no b.HashMap to a.{name}"
        lines += [line(OTHER, (OLD,), case=case), rejected(OTHER, (NEW,), case=case, reason=words)]
    found = findings.of(compare(*lines).seen)
    if messages == 3:
        assert len(found) == 3
    else:
        (finding,) = found
        assert (finding.cause, len(finding.seen)) == ("no b.HashMap to … (4 types: a.Map, a.Node, a.Text, …)", 4)


def test_the_roll_out_is_held_against_the_old_side_alone():
    lines = [line(OLD, (OLD,)), rejected(OLD, (NEW,)), line(NEW, (OLD,), bytes="c", expected="w"), line(NEW, (NEW,))]
    formats = rollout.of(report(*lines), CODECS)
    assert (formats["json"].forward, formats["json"].back) == (rollout.Way(1, 0, 1), rollout.Way(1, 1, 0))
    assert rollout.sentence(formats) == (
        "Rolling forward meets 1 refusal, of 1 reading; rolling back changes 1 value in silence, of 1 reading."
    )


def test_others_take_part_in_the_roll_out_and_bytes_of_no_codec_do_not():
    lines = [line(OLD, (OTHER,)), rejected(NEW, (OTHER,), bytes="c"), line(OTHER, (OLD,)), rejected(OTHER, (NEW,))]
    lines += [line("bytes", (OLD,)), rejected("bytes", (NEW,))]
    formats = rollout.of(report(*lines), CODECS)
    assert (formats["json"].forward, formats["json"].back) == (rollout.Way(1, 0, 1), rollout.Way(1, 0, 1))


def test_a_roll_out_to_code_that_does_not_load_is_not_safe():
    lines = [line(OLD, (OLD,)), line(OLD, (NEW,), outcome=Outcome.UNSUPPORTED, reason="no such method")]
    formats = rollout.of(report(*lines), CODECS)
    said = "Rolling forward finds 1 reading impossible, since code does not load, of 1 reading; "
    assert rollout.sentence(formats) == f"{said}rolling back was not asked."


def test_a_safe_roll_out_says_how_much_was_asked():
    formats = rollout.of(report(line(OLD, (OLD, NEW)), line(NEW, (OLD, NEW))), CODECS)
    assert rollout.sentence(formats) == "Rolling forward is safe (1 reading); rolling back is safe (1 reading)."
    assert rollout.sentence({}) == "Rolling forward was not asked; rolling back was not asked."
