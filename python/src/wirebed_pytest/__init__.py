"""A plugin of pytest: each cell of a report is a test, so a team sees its bed beside its other tests.

`pytest -p wirebed_pytest build/report/interop.jsonl` collects the cells of that report. A cell that is not as expected
fails, with the same words and command as in `make interop`. One that an entry states fails as expected (xfail), by the
name of the entry. Nothing runs: the report says what the codecs did.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wirebed.errors import UserError
from wirebed.report import junit, load
from wirebed.report.cell import Cell
from wirebed.report.load import Report
from wirebed.report.phrases import happened, title
from wirebed.view.outcome import Outcome

_START = b'{"header":{"report":'


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "ReportFile | None":
    """A report that is named on the command line, or that lies in a folder of tests."""
    if file_path.suffix != ".jsonl":
        return None
    with file_path.open("rb") as file:
        return ReportFile.from_parent(parent, path=file_path) if file.read(len(_START)) == _START else None


class ReportFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        try:
            report = load(self.path)
        except UserError as error:
            raise self.CollectError(str(error)) from None
        for cell in report.cells:
            yield _Cell.from_parent(self, name=title(cell), report=report, cell=cell)
        for fault, lines in {"missing": report.footer.missing, **report.footer.faults}.items():
            if lines:
                yield _Fault.from_parent(self, name=fault, lines=lines)


class NotAsExpected(Exception):
    """The lines about a cell or a run that is not as expected."""


class _Item(pytest.Item):
    """A test without any code of the user: what it says is in its words, and no traceback is of use."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> Any:
        words = excinfo.errisinstance((NotAsExpected, pytest.xfail.Exception))
        return str(excinfo.value) if words else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.name


class _Cell(_Item):
    def __init__(self, report: Report, cell: Cell, **of_pytest: Any) -> None:
        super().__init__(**of_pytest)
        self.report, self.cell = report, cell

    def runtest(self) -> None:
        cell = self.cell
        if cell.problems:
            raise NotAsExpected(f"{happened(cell)}\n{junit.text(self.report, cell)}")
        if cell.outcome is Outcome.UNSUPPORTED:
            pytest.skip(cell.reason)
        if cell.outcome is not Outcome.EQUAL:
            pytest.xfail(f"{happened(cell)}: {', '.join(cell.entries) or 'as the objects of both languages hold it'}")


class _Fault(_Item):
    def __init__(self, lines: tuple[str, ...], **of_pytest: Any) -> None:
        super().__init__(**of_pytest)
        self.lines = lines

    def runtest(self) -> None:
        raise NotAsExpected("\n".join(self.lines))
