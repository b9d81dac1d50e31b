"""The progress of `make bench`: a bar with the time left on a terminal, else a line every few seconds."""

import sys
import time

from wirebed.bench.rounds import Rounds
from wirebed.bench.schedule import Slice

# Seconds between two lines where there is no terminal.
EVERY = 15.0


class Progress:
    def __init__(self, budget: float):
        self.budget, self.bar, self.last = budget, None, -EVERY
        self.wanted = sys.stderr.isatty()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.bar is not None:
            self.bar.stop()
            self.bar = None

    def note(self, text: str) -> None:
        """Prints a line above the bar."""
        if self.bar is not None:
            self.bar.console.print(f"bench: {text}", markup=False, highlight=False)
        else:
            print(f"bench: {text}", file=sys.stderr, flush=True)

    def show(self, one: Slice, number: int, rest: list[Slice], rounds: Rounds) -> None:
        """Shows which slice is measured next."""
        left = max(0.0, rounds.left)
        if rounds.most is not None and number + 1 >= rounds.most:
            left = min(left, rounds.costs.all(rest))
        rows = sum(len(part.rows) for part in rest)
        text = f"round {number + 1}, {rows} rows to go in it: {one.mode} {one.peer}"
        if self.wanted:
            self._draw(text, left)
        elif time.monotonic() - self.last >= EVERY:
            self.last = time.monotonic()
            self.note(f"{text}; {_minutes(left)} left")

    def _draw(self, text: str, left: float) -> None:
        if self.bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            columns = (
                BarColumn(),
                TextColumn("{task.fields[left]} left"),
                TextColumn("{task.description}", markup=False),
            )
            self.bar = Bar(*columns, console=Console(emoji=False, stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task(text, total=self.budget, left="")
        self.bar.update(self.task, description=text, completed=self.budget - left, left=_minutes(left))


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
