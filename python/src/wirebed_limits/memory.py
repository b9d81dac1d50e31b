"""How much memory a process of a peer needs for a reading, from the request to the answer, beyond that for a small one.

Of most peers it is the resident memory at its peak, as the system counts it, in a process that reads inputs of one kind
only. A program with a heap of its own fills that by a rule of its own, and not by need. Where `heap:` of a peer.yaml
says how to bound it, the memory is the smallest heap with which the input is read, among heaps of which every second
is twice as large.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from wirebed.bed import ROOT
from wirebed.peers import PeerSpec, Pool
from wirebed.peers.codecs import CodecRef
from wirebed_build.languages.discovery import in_folder
from wirebed_limits.alone import Alone, is_answered
from wirebed_limits.inputs import Input

_MIB = 1 << 20
# In MiB. The last one stands for more than the others, and is not asked.
_HEAPS = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768)
_USUAL = 6  # times the bytes of an input, with which the search begins


class Measure(Protocol):
    """`clear`, `least`: as of a Series. What the system gives in advance, and the steps between heaps, are as large."""

    clear: int
    least: int

    def of(self, codec: CodecRef, input: Input, data: Sequence[bytes]) -> list[int]:
        """The bytes that each input needs more than the first; none where the system does not tell. Each input is
        larger than the one before."""

    def end(self) -> None: ...


class Resident:
    clear, least = 8 * _MIB, 2 * _MIB

    def __init__(self, spec: PeerSpec, tree: Path) -> None:
        self._alone = Alone(spec, tree)

    def of(self, codec: CodecRef, input: Input, data: Sequence[bytes]) -> list[int]:
        self._alone.end()
        peaks = [peak for each in data if (peak := self._peak(codec, input, each)) is not None]
        return [max(peak - peaks[0], 0) for peak in peaks[1:]] if len(peaks) == len(data) else []

    def _peak(self, codec: CodecRef, input: Input, data: bytes) -> int | None:
        """The bytes of the process at most, while it reads; None where it does not, or the system does not tell."""
        with suppress(OSError):
            if self._alone.pid is not None:
                Path(f"/proc/{self._alone.pid}/clear_refs").write_text("5")  # the peak so far is no more
            if is_answered(input, self._alone.read(codec, input, data)):
                status = Path(f"/proc/{self._alone.pid}/status").read_text()
                return int(status.partition("VmHWM:")[2].split()[0]) << 10
        return None

    def end(self) -> None:
        self._alone.end()


class Heap:
    clear, least = 32 * _MIB, 8 * _MIB

    def __init__(self, spec: PeerSpec, tree: Path, words: Sequence[str]) -> None:
        self._alone = [
            Alone(replace(spec, run=bounded(spec.run, words, mib)), tree) for mib in _HEAPS[:-1]
        ]  # each starts when it is first asked

    def of(self, codec: CodecRef, input: Input, data: Sequence[bytes]) -> list[int]:
        found = [self._smallest(codec, input, each) for each in data]
        return [(mib - found[0]) * _MIB for mib in found[1:]]

    def _smallest(self, codec: CodecRef, input: Input, data: bytes) -> int:
        """The MiB of the smallest heap with which the input is read."""

        def reads(at: int) -> bool:
            return is_answered(input, self._alone[at].read(codec, input, data))

        most = len(self._alone)
        at = min(bisect_left(_HEAPS, _HEAPS[0] + _USUAL * len(data) // _MIB), most - 1)
        if reads(at):
            while at > 0 and reads(at - 1):
                at -= 1
        else:
            at += 1
            while at < most and not reads(at):
                at += 1
        return _HEAPS[at]

    def end(self) -> None:
        for alone in self._alone:
            alone.end()


def bounded(run: Sequence[str], words: Sequence[str], mib: int) -> tuple[str, ...]:
    """The command of a peer with so large a heap: `words` stand for those of the command that begin alike."""
    begins = tuple(re.split(r"[{\d]", word)[0] for word in words)
    program, *others = run
    filled = (word.replace("{heap}", str(mib)) for word in words)
    return program, *filled, *(word for word in others if not word.startswith(begins))


@contextmanager
def measures(pool: Pool) -> Iterator[dict[str, Measure]]:
    """By the name of the peer."""
    words = {peer.name: peer.data.get("heap") for peer in in_folder(ROOT)}
    made: dict[str, Measure] = {}
    for name, spec in pool.specs.items():
        heap, tree = words.get(name), pool.trees[name]
        made[name] = Heap(spec, tree, heap) if heap else Resident(spec, tree)
    try:
        yield made
    finally:
        for measure in made.values():
            measure.end()
