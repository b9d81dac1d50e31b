"""The parts of a report for tests, made of what their JSON says."""

import msgspec

from wirebed.report import Report
from wirebed.report.cell import Cell, Line
from wirebed.report.footer import Footer
from wirebed.report.header import Header
from wirebed.report.of_suites import Load, Step


def line(**json) -> Line:
    return msgspec.convert(json, Line)


def cell(**json) -> Cell:
    return msgspec.convert(json, Cell)


def step(**json) -> Step:
    return msgspec.convert(json, Step)


def report(header: dict, lines: list[Line], footer: dict) -> Report:
    return Report(msgspec.convert(header, Header), lines, msgspec.convert(footer, Footer))


def text(header: Header | dict, parts: list[Line | Step | Load | dict], footer: Footer | dict) -> str:
    """The lines of a report."""
    rows = [{"header": header}, *({"load": part} if isinstance(part, Load) else part for part in parts)]
    return "".join(f"{msgspec.json.encode(row).decode()}\n" for row in [*rows, {"footer": footer}])
