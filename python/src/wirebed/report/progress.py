"""The progress of a run of cells: a bar where there is a terminal to draw it on."""

import sys


class Progress:
    def __init__(self, total: int, wanted: bool):
        self.total, self.bar = total, None
        self.wanted = wanted and sys.stderr.isatty()

    def __enter__(self) -> "Progress":
        if self.wanted:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("cells"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task("cells", total=self.total)
        return self

    def __exit__(self, *_):
        if self.bar is not None:
            self.bar.stop()

    def advance(self, count: int):
        if self.bar is not None:
            self.bar.advance(self.task, count)
