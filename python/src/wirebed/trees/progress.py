"""What a build shows: nothing when there is nothing to do; on a terminal a line per running step with its time."""

import sys
import threading
import time
from contextlib import contextmanager

from wirebed.trees.process import Stopped


class Progress:
    """Steps begin and end from several threads."""

    def __init__(self, quiet: bool = False):
        self._quiet = quiet
        self._live = None
        self._lock = threading.Lock()

    @contextmanager
    def step(self, title: str):
        if self._quiet:
            yield
            return
        task = self._begin(title)
        start = time.monotonic()
        try:
            yield
        except Stopped:
            raise
        except BaseException:
            self._end(task, f"{title}: failed after {time.monotonic() - start:.1f} s")
            raise
        self._end(task, f"{title}: {time.monotonic() - start:.1f} s")

    def note(self, text: str) -> None:
        if not self._quiet:
            self._print(text)

    def close(self) -> None:
        with self._lock:
            if self._live:
                self._live.stop()
                self._live = None

    def _begin(self, title: str):
        if not sys.stderr.isatty():
            return None
        with self._lock:
            if self._live is None:
                from rich.console import Console
                from rich.progress import Progress as Bars
                from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

                self._live = Bars(
                    SpinnerColumn(),
                    TextColumn("{task.description}", markup=False),
                    TimeElapsedColumn(),
                    console=Console(emoji=False, stderr=True),
                    transient=True,
                )
                self._live.start()
        return self._live.add_task(title, total=None)

    def _end(self, task, text: str) -> None:
        if self._live and task is not None:
            self._live.remove_task(task)
        self._print(text)

    def _print(self, text: str) -> None:
        if self._live:
            self._live.console.print(f"build: {text}", markup=False, highlight=False)
        else:
            print(f"build: {text}", file=sys.stderr, flush=True)
