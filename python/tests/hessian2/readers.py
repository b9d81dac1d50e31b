"""Runs the strict readers of Hessian 2 on the same inputs, and finds those that they do not read alike."""

from __future__ import annotations

import itertools
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from agreement import CPP, Results, apart, stated
from inputs import Input
from wirebed_protocol import peer_pb2

from wirebed.peers.process import PeerFailed, PeerProcess

CODEC = "hessian2/wirebed"
BATCH = 500
SECONDS = 120

Answers = dict[str, "Future[list[peer_pb2.Result]]"]


@dataclass(frozen=True)
class Difference:
    """An input that the readers do not read alike, and the answer of each."""

    input: Input
    how: str
    said: dict[str, str]

    def __str__(self) -> str:
        message = f"MESSAGE={self.input.message} " if self.input.message else ""
        command = f"make why FORMAT=hessian2 {message}HEX={self.input.data.hex()}"
        return "\n".join([f"{self.how}: {command}", *(f"    {name}: {text}" for name, text in self.said.items())])


@dataclass
class Found:
    """What a run found: the numbers of inputs, of those that C++ accepts, and of differences of each kind."""

    asked: int = 0
    accepted: int = 0
    stated: Counter[str] = field(default_factory=Counter)
    apart: Counter[str] = field(default_factory=Counter)
    shown: list[Difference] = field(default_factory=list)

    def __str__(self) -> str:
        """The numbers, and the first difference of each kind that is not stated."""
        numbers = f"{self.asked:,} inputs, {self.accepted:,} accepted, {self.apart.total():,} read apart"
        counts = [f"{count:,} {how}" for how, count in [*self.stated.most_common(), *self.apart.most_common()]]
        return "\n".join([", ".join([numbers, *counts]), *map(str, self.shown)])


class Readers:
    """The peers, running. Each reads the inputs in batches, at the same time as the others."""

    def __init__(self, peers: Mapping[str, PeerProcess]) -> None:
        self._peers = peers
        # One thread per peer, which has one batch at a time.
        self._threads = {name: ThreadPoolExecutor(1) for name in peers}
        for peer in peers.values():
            peer.start()

    def close(self) -> None:
        for name, peer in self._peers.items():
            self._threads[name].shutdown()
            peer.kill()

    def peak_memory(self, name: str) -> int:
        """The most bytes that the process of a peer held at once."""
        status = Path(f"/proc/{self._process(name).pid}/status").read_text()
        return next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmHWM:"))

    def stop(self) -> dict[str, int]:
        """Ends the input of each peer, and returns the code with which it exits."""
        codes = {}
        for name in self._peers:
            process = self._process(name)
            assert process.stdin is not None, "it is a pipe"
            process.stdin.close()
            codes[name] = process.wait(SECONDS)
        return codes

    def _process(self, name: str) -> subprocess.Popen[bytes]:
        process = self._peers[name].process
        assert process is not None, "it was started"
        return process

    def run(self, inputs: Iterable[Input], size: int) -> Iterator[tuple[Input, Results]]:
        """Yields each input with the answer of each peer. The next batch is made while the peers work."""
        inputs = itertools.islice(inputs, size)
        asked: tuple[list[Input], Answers] | None = None
        while batch := list(itertools.islice(inputs, BATCH)):
            following = batch, self._ask(batch)
            if asked:
                yield from _answers(*asked)
            asked = following
        if asked:
            yield from _answers(*asked)

    def _ask(self, batch: Sequence[Input]) -> Answers:
        return {name: self._threads[name].submit(_asked, peer, batch) for name, peer in self._peers.items()}

    def differences(self, inputs: Iterable[Input], size: int, most: int) -> Found:
        """Asks `size` inputs, and shows up to `most` differences, the first of each kind, shortened."""
        found = Found()
        for one, results in self.run(inputs, size):
            found.asked += 1
            how = apart(one, results)
            if how is None:
                found.accepted += results[CPP].HasField("decoded")
                found.stated.update(filter(None, [stated(one, results)]))
                continue
            found.apart[how] += 1
            if found.apart[how] == 1 and len(found.shown) < most:
                short = self._shortened(one, how)
                said = next(said for _, said in self.run([short], 1))
                found.shown.append(Difference(short, how, {name: _said(result) for name, result in said.items()}))
        return found

    def _shortened(self, one: Input, how: str) -> Input:
        """The input without all parts that can be removed while the readers still differ in the same way."""
        size = max(1, len(one.data) // 2)
        while size:
            at = 0
            while at < len(one.data):
                places = range(at, len(one.data), size)
                pieces = [one._replace(data=one.data[:place] + one.data[place + size :]) for place in places]
                answers = list(self.run(pieces, len(pieces)))
                at = next(
                    (place for place, (short, said) in zip(places, answers, strict=True) if apart(short, said) == how),
                    len(one.data),
                )
                one = one._replace(data=one.data[:at] + one.data[at + size :])
            size //= 2
        return one


def _asked(peer: PeerProcess, batch: Sequence[Input]) -> list[peer_pb2.Result]:
    """The answers of a peer. Where it ends or hangs, the one input that does this has an internal error."""
    request = peer_pb2.Request(id=1)
    for number, one in enumerate(batch):
        request.batch.tasks.add(id=number, codec=CODEC, message=one.message, decode=one.data, options=one.options)
    try:
        return list(peer.exchange(request, SECONDS).results.results)
    except PeerFailed as failed:
        peer.start()
        if len(batch) > 1:
            half = len(batch) // 2
            return _asked(peer, batch[:half]) + _asked(peer, batch[half:])
        return [peer_pb2.Result(internal_error=peer_pb2.Failure(reason=failed.reason))]


def _answers(batch: Sequence[Input], asked: Answers) -> Iterator[tuple[Input, Results]]:
    answers = {name: answer.result() for name, answer in asked.items()}
    for number, one in enumerate(batch):
        results = {name: given[number] for name, given in answers.items()}
        for result in results.values():
            result.id = 0
        yield one, results


def _said(result: peer_pb2.Result) -> str:
    if result.HasField("decoded"):
        return f"reads {result.decoded[:300]!r}"
    failure = getattr(result, result.WhichOneof("outcome"))
    return f"{result.WhichOneof('outcome')}: {getattr(failure, 'type', '')} {failure.reason[:200]}"
