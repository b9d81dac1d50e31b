"""What an interrupted replay has done already: a line for each part, under build/replay, until the replay has ended.

The file belongs to the corpus, to what is asked, and to the code, the schemas and the entries by which it is answered.
Where one of these is another, the replay begins anew.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

import msgspec

from wirebed.bed import files
from wirebed_replay import corpus
from wirebed_replay.cluster import Summary
from wirebed_replay.replayer import Done

_ENDING = ".part"


class Before:
    """The parts that are done. What is written in part is not taken."""

    def __init__(self, digest: str) -> None:
        self.path = corpus.FOLDER / f"{digest[:32]}{_ENDING}"
        self._out: BinaryIO | None = None

    def read(self) -> Iterator[Done]:
        data = self.path.read_bytes() if self.path.is_file() else b""
        for line in data.splitlines():
            with suppress(msgspec.MsgspecError):
                yield Done(*msgspec.json.decode(line, type=tuple[list[int], Summary]))

    def add(self, done: Done) -> None:
        with files.disk_errors(self.path):
            if self._out is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._out = self.path.open("ab")
            # The line feed before it ends a line that a kill has cut.
            self._out.write(b"\n" + msgspec.json.encode(tuple(done)) + b"\n")
            self._out.flush()
            os.fsync(self._out.fileno())

    def remove(self) -> None:
        if self._out is not None:
            self._out.close()
        self.path.unlink(missing_ok=True)
