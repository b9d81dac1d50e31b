"""Runs the two strict readers of Hessian 2 on the same inputs, and finds those that they do not read alike.

STATED lists the differences between the two languages that cpp/hessian2/README.md states, and no others.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from inputs import Input
from wirebed_protocol import peer_pb2

from wirebed.peers.process import PeerProcess
from wirebed.peers.spec import discover

CODEC = "hessian2/wirebed"
BATCH = 500
SECONDS = 120

# Which reader refuses, and its message, when the other one accepts the input.
STATED = [
    # A datetime only has the years 1 to 9999.
    ("python", re.compile(r"are out of the range of datetime")),
]


@dataclass(frozen=True)
class Difference:
    """An input that the two readers do not read alike, and the answer of each."""

    message: str
    data: bytes
    said: dict[str, str]

    def __str__(self) -> str:
        command = f"make why FORMAT=hessian2 {f'MESSAGE={self.message} ' if self.message else ''}HEX={self.data.hex()}"
        return "\n".join([command, *(f"    {name}: {text}" for name, text in self.said.items())])


class Readers:
    """Both peers, running. Each reads the inputs in batches, at the same time as the other."""

    def __init__(self, tree: Path) -> None:
        specs = {spec.name: spec for spec in discover()}
        self._peers = {name: PeerProcess(specs[name], tree) for name in ("cpp", "python")}
        # One thread per peer, which has one batch at a time.
        self._threads = {name: ThreadPoolExecutor(1) for name in self._peers}
        for peer in self._peers.values():
            peer.start()

    def close(self) -> None:
        for name, peer in self._peers.items():
            self._threads[name].shutdown()
            peer.kill()

    def run(self, inputs: Iterable[Input], size: int) -> Iterator[tuple[Input, dict[str, peer_pb2.Result]]]:
        """Yields each input with the answer of each peer. The next batch is made while the peers work."""
        inputs = itertools.islice(inputs, size)
        asked: tuple[list[Input], dict] | None = None
        while batch := list(itertools.islice(inputs, BATCH)):
            following = batch, self._ask(batch)
            if asked:
                yield from self._answers(*asked)
            asked = following
        if asked:
            yield from self._answers(*asked)

    def _ask(self, batch: list[Input]) -> dict:
        request = peer_pb2.Request(id=1)
        for number, (message, data) in enumerate(batch):
            request.batch.tasks.add(id=number, codec=CODEC, message=message, decode=data)
        return {name: self._threads[name].submit(peer.exchange, request, SECONDS) for name, peer in self._peers.items()}

    def _answers(self, batch: list[Input], asked: dict) -> Iterator[tuple[Input, dict[str, peer_pb2.Result]]]:
        replies = {name: answer.result().results.results for name, answer in asked.items()}
        for number, one in enumerate(batch):
            yield one, {name: results[number] for name, results in replies.items()}

    def differences(self, inputs: Iterable[Input], size: int, most: int) -> tuple[list[Difference], int]:
        """Up to `most` differences, each shortened, and the number of inputs that both readers accept."""
        found: dict[tuple[str, bytes], Difference] = {}
        read = 0
        for (message, data), results in self.run(inputs, size):
            if (parted := apart(results)) is None:
                read += results["cpp"].HasField("decoded")
            elif len(found) < most:
                short = self._shortened(message, data, parted)
                said = next(said for _, said in self.run([(message, short)], 1))
                found[message, short] = Difference(message, short, {name: _said(one) for name, one in said.items()})
        return list(found.values()), read

    def _shortened(self, message: str, data: bytes, parted: str) -> bytes:
        """The input without all parts that can be removed while the readers still differ in the same way."""
        size = max(1, len(data) // 2)
        while size:
            at = 0
            while at < len(data):
                places = range(at, len(data), size)
                pieces = [(message, data[:place] + data[place + size :]) for place in places]
                answers = list(self.run(pieces, len(pieces)))
                at = next(
                    (place for place, (_, said) in zip(places, answers, strict=True) if apart(said) == parted),
                    len(data),
                )
                data = data[:at] + data[at + size :]
            size //= 2
        return data


def apart(results: dict[str, peer_pb2.Result]) -> str | None:
    """How the answers differ; None if they agree, or differ as stated."""
    kinds = {name: result.WhichOneof("outcome") for name, result in results.items()}
    for name, kind in kinds.items():
        if kind not in ("decoded", "decode_error"):
            return f"{name}: {kind}"
    refusing = [name for name, kind in kinds.items() if kind == "decode_error"]
    if len(refusing) == 1:
        reason = results[refusing[0]].decode_error.reason
        if any(name == refusing[0] and words.search(reason) for name, words in STATED):
            return None
        return f"{refusing[0]} refuses"
    if not refusing and results["cpp"].decoded != results["python"].decoded:
        return "values"
    return None


def _said(result: peer_pb2.Result) -> str:
    if result.HasField("decoded"):
        return f"reads {result.decoded[:300]!r}"
    failure = getattr(result, result.WhichOneof("outcome"))
    return f"{result.WhichOneof('outcome')}: {getattr(failure, 'type', '')} {failure.reason[:200]}"
