"""How far a command is, by the end of its log: `[12/41] …`, as ninja writes, is a count; other lines are shown.

Maven and javac do not say how many files there are, so their bars have no total.
"""

import re
from collections.abc import Callable
from pathlib import Path

# Called with a few words, and what is done of how much where that is known.
Watch = Callable[..., None]
EVERY = 0.2
_COUNT = re.compile(r"^\[(\d+)/(\d+)\]")
# Maven's mark of a line; its lines of dashes and its warnings say nothing about how far it is.
_MARK, _IDLE = re.compile(r"^\[INFO\]\s*"), re.compile(r"^-|^\[WARNING\]|^$")
_LONGEST = 60


class Follower:
    """Reads what was added to a log since the last look, and shows its last line."""

    def __init__(self, log: Path, watch: Watch) -> None:
        self.log, self.watch, self.at, self.rest = log, watch, 0, b""

    def look(self) -> None:
        with self.log.open("rb") as file:
            file.seek(self.at)
            added = file.read()
        self.at += len(added)
        *lines, self.rest = (self.rest + added).split(b"\n")
        plain = (_MARK.sub("", line.decode(errors="replace").strip()) for line in lines)
        words = [line for line in plain if not _IDLE.search(line)]
        counts = [count for line in words if (count := _COUNT.match(line))]
        if counts:
            done, total = map(int, counts[-1].groups())
            self.watch(f"{done:,}/{total:,}", done, total)
        elif words:
            self.watch(words[-1][:_LONGEST])
