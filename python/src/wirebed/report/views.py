"""The views of a report that every suite has: markdown, JUnit XML, and what `--json` says of it."""

from pathlib import Path

from wirebed.bed import document, files
from wirebed.report import junit, machines
from wirebed.report.load import Report, repeat
from wirebed.report.phrases import happened, title


def write(report: Report, path: Path, markdown: str = "") -> None:
    """The files beside the report in `path`, with this text as markdown where there is one."""
    if markdown:
        files.write(path.with_suffix(".md"), markdown)
    junit.write(report, path.with_suffix(".xml"))
    _document(report, path)


def _document(report: Report, path: Path) -> None:
    footer = report.footer
    document.report(path)
    document.count(**footer.outcomes, cells=footer.cells, unexpected=footer.unexpected, unreviewed=footer.unreviewed)
    for cell in report.unexpected:
        head = f"{title(cell)}: {happened(cell)}"
        document.find("cell", "\n".join([head, *cell.problems]), repeat=repeat(report, cell))
    for kind, lines in {"missing": footer.missing, "machine": machines.lines(report), **footer.faults}.items():
        document.find_lines(kind, lines)
