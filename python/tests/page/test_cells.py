"""Cells as columns of numbers: each number is of something that the page has."""

import msgspec
import pytest
from made_up import HEADER, MadeUp, rows, sent, whole

from wirebed.report import words
from wirebed.report.header import Header
from wirebed.report.load import repeat
from wirebed_page import interop
from wirebed_page.cells import Cells
from wirebed_page.values import Shown


class Read:
    """The cells of a report, as the browser reads them."""

    def __init__(self, report: MadeUp, **how):
        run, shown = report.runs().interop, Shown()
        self.lines = run.report.lines
        cells = Cells(shown, self.lines, **how)
        block = sent(cells.block())
        self.things, self.details = block["things"], rows(block["details"])
        self.columns = {name: whole(column) for name, column in block["columns"].items()}
        self.entries = cells.entries.things
        values = sent(shown.blocks("interop", run, {"": None}))
        self.views = values["interop-views"]
        self.bytes = {name.removeprefix("interop-bytes-"): one for name, one in values.items() if "-bytes-" in name}

    def at(self, name: str, row: int):
        number = self.columns[name][row]
        return None if number < 0 else self.things[name][number]

    def detail(self, row: int) -> dict:
        return self.details[self.columns["detail"][row]]


@pytest.fixture
def report(tmp_path) -> MadeUp:
    """Two writers that agree, one that does not, a golden, a refusal with half an output, and a half-filled object."""
    made = MadeUp(tmp_path)
    value, other = made.text("a"), made.text("b")
    bytes_, others = made.value(b'"a"'), made.value(b'"b"')
    made.line(value=value, bytes=bytes_, size=3, readers=["py:json/two", "java:json/one"])
    made.line(writer="py:json/two", value=value, bytes=made.value(b' "a"'), size=4)
    differences = [{"path": "", "kind": "reinterpreted", "type": "text", "expected": "a", "actual": "b"}]
    differs = {"outcome": "differs", "lost": ["reinterpreted"], "differences": differences, "more_differences": 2}
    made.line(readers=["py:json/3"], value=value, bytes=others, size=3, read=other, entries=["turns"], **differs)
    made.line(source="fixtures/golden/M/one/json/x.json", value=value, bytes=others, size=3)
    failed = {"outcome": "refused", "stage": "write", "manner": "typed", "by": "library", "reason": "no"}
    half = {"what": "output", "size": 1, "data": made.value(b'"')}
    made.line("M/two", value=made.text("c"), left=half, **failed)
    rejected = failed | {"outcome": "rejected", "stage": "parse", "derived": True}
    half = {"what": "object", "size": 9, "data": made.text("half")}
    made.line("M/three", writer="given", bytes=made.value(b"{"), size=1, left=half, reject=True, **rejected)
    return made


def test_a_row_says_what_its_line_says(report):
    read = Read(report)
    for row, line in enumerate(read.lines):
        for name in ("case", "format", "writer", "source", "readers", "leg"):
            assert read.at(name, row) == (sent(getattr(line, name)) or None), (row, name)
        assert read.columns["size"][row] == (-1 if line.size is None else line.size)
        detail = read.detail(row)
        for name in ("outcome", "reason", "differences", "more_differences", "reject"):
            assert detail.get(name) == (sent(getattr(line, name)) or None), (row, name)
        assert detail["happened"] == words.in_line(line)
        assert [tuple(one) for one in detail["said"]] == words.statements(line)
    assert [read.detail(row)["sign"] for row in range(len(read.lines))] == ["=", "=", "≠", "=", "✗", "="]
    assert [read.entries[number] for number in read.detail(2)["entries"]] == ["turns"]
    assert read.columns["detail"][0] == read.columns["detail"][1] == read.columns["detail"][3]


@pytest.mark.parametrize("every_value", [False, True])
def test_each_number_is_of_a_view_or_of_bytes(report, every_value):
    read = Read(report, every_value=every_value)
    for row, line in enumerate(read.lines):
        for name in ("value", "expected", "read"):
            number = read.columns[name][row]
            assert -1 <= number < len(read.views)
            assert (number >= 0) <= bool(getattr(line, name))
        number = read.columns["bytes"][row]
        assert -1 <= number < len(read.bytes[line.format]["size"])
        if number >= 0:
            assert read.bytes[line.format]["size"][number] == line.size
    assert all(view["places"] for view in read.views)


@pytest.mark.parametrize(("every_value", "second_too"), [(False, False), (True, True)])
def test_of_an_exact_row_the_page_has_the_bytes_of_the_first_or_of_all(report, every_value, second_too):
    numbers = Read(report, every_value=every_value).columns["bytes"]
    assert [number >= 0 for number in numbers] == [True, second_too, True, True, False, True]


def test_what_a_failure_left_is_a_view_or_bytes(report):
    read = Read(report)
    output, object = read.detail(4)["left"], read.detail(5)["left"]
    assert read.bytes["json"]["text"][output["bytes"]] == '"'
    assert read.views[object["view"]]["places"] == [["", '"half"']]


def test_the_same_failure_that_left_something_else_is_another_detail(tmp_path):
    made = MadeUp(tmp_path)
    failed = {"outcome": "refused", "stage": "write", "manner": "typed", "by": "library", "reason": "no"}
    for text in (b"1", b"2"):
        made.line(left={"what": "output", "size": 1, "data": made.value(text)}, **failed)
    read = Read(made)
    assert [read.bytes["json"]["text"][read.detail(row)["left"]["bytes"]] for row in (0, 1)] == ["1", "2"]


NAMES = ["M/plain", "M/two words", "M/it's", "M/$HOME", "M/[a]*?", "M/ü", "M/;ls", "M/\u202e", "M/"]


def test_a_command_names_a_case_as_the_terminal_does(tmp_path):
    """The page puts the words together (browser/cell/cell.js); the name is as `repeat` has it."""
    made = MadeUp(tmp_path)
    for name in NAMES:
        made.line(name)
    report = made.runs().interop.report
    quoted = interop.quoted(NAMES)
    for cell in report.cells:
        words = f"CASE={quoted.get(cell.case, cell.case)} FORMAT=json WRITER=java/one READER=py/two"
        assert repeat(report, cell) == f"make interop {words}"
    assert set(NAMES) - set(quoted) == {"M/plain", "M/"}


def test_codecs_have_names_versions_and_models():
    found = interop.codecs(msgspec.convert(HEADER, Header))
    assert found["py:raw/three"]["name"] == "py/three" and found["py:raw/three"]["model"] == ""
    assert (found["java:json/one"]["language"], found["java:json/one"]["model"]) == ("Java", "plain")
