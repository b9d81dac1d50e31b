"""How far a long command is, on stderr: bars where there is a terminal to draw them on, and lines that stay.

The words come from the commands: session.py (cells), trees/steps.py (builds), bench/progress.py (rounds).
"""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, Self

# Most commands draw nothing, and rich takes time to import.
if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID


class Show(Protocol):
    def __call__(self, words: str, done: int | None = None, total: int | None = None) -> None: ...


class Progress:
    """`name` begins every line. A build begins and ends steps from several threads, a run advances one bar."""

    def __init__(
        self, name: str, total: float | None = None, quiet: bool = False, silent: tuple[type[BaseException], ...] = ()
    ) -> None:
        """`total`: of the one bar of `advance` and `draw`. `silent`: the errors that end a step without a line."""
        self.name, self.total, self.quiet, self.silent = name, total, quiet, silent
        self.done = 0.0
        self._bars: Bars | None = None
        self._task: TaskID | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            if self._bars is not None:
                self._bars.stop()
                self._bars = None

    def note(self, text: str) -> None:
        """Prints a line that stays."""
        if self.quiet:
            return
        if self._bars is not None:
            self._bars.console.print(f"{self.name}: {text}", markup=False, highlight=False)
        else:
            print(f"{self.name}: {text}", file=sys.stderr, flush=True)

    @contextmanager
    def step(self, title: str, ended: str = "") -> Iterator[Show]:
        """A bar while it lasts, without a total until the function that it gives is called: `show(words, done, total)`.
        At its end there is a line with its time; `ended` comes before the time if the step did not fail."""
        bars, start = self._drawn(), time.monotonic()
        task = bars.add_task(title, total=None, state="") if bars else None

        def show(words: str, done: int | None = None, total: int | None = None) -> None:
            if bars and task is not None:
                bars.update(task, state=words, completed=done or 0, total=total)

        how: str | None = ended
        try:
            yield show
        except BaseException as error:
            how = None if isinstance(error, self.silent) else "failed after"
            raise
        finally:
            if how is not None:
                if self._bars and task is not None:
                    self._bars.remove_task(task)
                self.note(" ".join(filter(None, (f"{title}:", how, f"{time.monotonic() - start:.1f} s"))))

    def advance(self, count: int) -> None:
        self.draw(self.name, self.done + count, f"{self.done + count:,.0f}/{self.total:,}")

    def draw(self, text: str, done: float, state: str) -> bool:
        """Moves the bar; returns whether there is one."""
        self.done, bars = done, self._drawn()
        if bars is not None:
            if self._task is None:
                self._task = bars.add_task(text, total=self.total, state=state)
            bars.update(self._task, description=text, completed=done, state=state)
        return bars is not None

    def _drawn(self) -> "Bars | None":
        """The bars, which the first that needs them makes; None without a terminal."""
        if self.quiet or not sys.stderr.isatty():
            return None
        with self._lock:
            if self._bars is None:
                from rich.console import Console
                from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
                from rich.progress import Progress as Bars

                text, state = TextColumn("{task.description}", markup=False), TextColumn("{task.fields[state]}")
                console = Console(emoji=False, stderr=True)
                self._bars = Bars(text, BarColumn(), state, TimeElapsedColumn(), console=console, transient=True)
                self._bars.start()
        return self._bars
