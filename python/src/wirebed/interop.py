"""`wirebed interop`: builds what is needed, runs the matrix, judges it, reports it."""

import sys
import time

from wirebed.bed import REPORTS, ROOT, Bed
from wirebed.matrix.plan import Selection
from wirebed.session import Session

SUITE = "interop"


def main(bed: Bed, case=None, format=None, writer=None, reader=None) -> int:
    """The exit code: 0 as expected, 1 unexpected, 2 (raised as UserError) harness, 3 not all ran."""
    from wirebed.build import ensure
    from wirebed.schema import Schema

    tree = ensure(bed)
    selection = Selection(case, format, writer, reader)
    with Session(bed, tree, ROOT) as session:
        schema = Schema.load(tree)
        session.prepare(schema, selection)
        return execute(session)


def execute(session: Session) -> int:
    """Runs and reports what a session has prepared."""
    from wirebed.report import load

    path = REPORTS / f"{SUITE}.jsonl"
    started = time.monotonic()
    try:
        code = session.run(path, started)
    except KeyboardInterrupt:
        session.abandon()
        print(f"\ninterrupted; what had run is in {path}, without a footer", file=sys.stderr)
        return 130
    except BaseException:
        session.discard()
        raise
    show(load(path))
    return code


def show(report) -> None:
    """The views of a report: terminal, markdown, JUnit XML."""
    from rich.console import Console

    from wirebed.report import junit, markdown, terminal

    folder = REPORTS
    (folder / f"{SUITE}.md").write_text(markdown.summary(report), encoding="utf-8")
    junit.write(report, folder / f"{SUITE}.xml")
    console = Console(emoji=False, highlight=False)
    # A file or a log has no width; a narrow one would only break the tables.
    terminal.show(report, console if console.is_terminal else Console(emoji=False, highlight=False, width=140))
