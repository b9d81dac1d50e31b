"""The progress of `make bench`: a bar with the time left on a terminal, else a line every few seconds."""

import time

from wirebed_build.progress import Progress
from wirebed_costs.rounds import Rounds
from wirebed_costs.schedule import Slice

# Seconds between two lines where there is no terminal.
EVERY = 15.0


class BenchProgress(Progress):
    def __init__(self, budget: float):
        super().__init__("bench", total=budget)
        self.last = -EVERY

    def show(self, piece: Slice, number: int, rest: list[Slice], rounds: Rounds):
        """Shows which slice is measured next."""
        left = max(0.0, rounds.left)
        if rounds.most is not None and number + 1 >= rounds.most:
            left = min(left, rounds.costs.all(rest))
        rows = sum(len(part.rows) for part in rest)
        text = f"round {number + 1}, {rows} rows to go in it: {piece.mode} {piece.peer}"
        state = f"{int(left) // 60}:{int(left) % 60:02d} left"
        if not self.draw(text, (self.total or 0) - left, state) and time.monotonic() - self.last >= EVERY:
            self.last = time.monotonic()
            self.note(f"{text}; {state}")
