"""A report as JUnit XML: a suite for each format, a test for each case and writer, with all its legs and readers."""

import io
from pathlib import Path

from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite
from junitparser.junitparser import FinalResult

from wirebed.bed import files
from wirebed.bed.codec_id import short
from wirebed.report.cell import Cell, Line, cells_of
from wirebed.report.load import Report, repeat
from wirebed.report.phrases import happened, kept, title, unreviewed
from wirebed.view.outcome import Outcome


def write(report: Report, path: Path) -> None:
    suite_name = report.header.suite
    suites = JUnitXml(f"wirebed {suite_name}")
    tests: dict[tuple[str, ...], list[Line]] = {}
    for line in report.lines:
        key = (line.format, line.case, line.writer, line.source)
        tests.setdefault(key, []).append(line)
    by_format: dict[str, list[TestCase]] = {}
    for (format, case, writer, source), lines in tests.items():
        test = TestCase(" ".join(part for part in (case, short(writer), source) if part), f"{suite_name}.{format}")
        test.result = _result(report, lines)
        by_format.setdefault(format, []).append(test)
    by_format["run"] = _run(report)
    for name, test_cases in by_format.items():
        suite = TestSuite(f"{suite_name}.{name}")
        # All at once: add_testcase counts all tests of the suite anew.
        suite.add_testcases(test_cases)
        if name == "run":
            for what, text in (("kept", kept(report)), ("unreviewed", unreviewed(report))):
                if text:
                    suite.add_property(what, text)
        suites.add_testsuite(suite)
    whole = io.BytesIO()
    suites.write(whole, pretty=False)
    files.write(path, whole.getvalue())


def _result(report: Report, lines: list[Line]) -> list[FinalResult]:
    unexpected = [cell for line in lines if line.problems for cell in cells_of(line)]
    if unexpected:
        failure = Failure("; ".join(f"{title(cell)}: {happened(cell)}" for cell in unexpected)[:500])
        failure.text = clean("\n".join(text(report, cell) for cell in unexpected))
        return [failure]
    if all(line.outcome is Outcome.UNSUPPORTED for line in lines):
        return [Skipped(clean(lines[0].reason))]
    return []


def text(report: Report, cell: Cell) -> str:
    """The lines about a cell that is not as expected, with the command that repeats it."""
    places = [f"  {d.path} {d.kind}: expected {d.expected}, read {d.actual}"
              for d in cell.differences]  # fmt: skip
    again = f"  {repeat(report, cell)}"
    return "\n".join([title(cell), f"  {cell.reason}", *places, *cell.problems, again])


def _run(report: Report) -> list[TestCase]:
    """One test for each kind of fault that concerns the whole run."""
    tests = []
    faults = {"missing": report.footer.missing, **report.footer.faults}
    for key, lines in faults.items():
        test = TestCase(key, f"{report.header.suite}.run")
        if lines:
            failure = Failure(f"{len(lines)} {key}")
            failure.text = clean("\n".join(lines))
            test.result = [failure]
        tests.append(test)
    return tests


def clean(text: str) -> str:
    """The text with escapes for the characters that XML cannot carry."""
    return "".join(char if char in "\t\n" or 0x20 <= ord(char) < 0xFFFE and not 0xD800 <= ord(char) < 0xE000
                   else f"\\u{ord(char):04x}" for char in text)  # fmt: skip
