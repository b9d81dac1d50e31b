"""Every reader of every peer answers hostile bytes, in time that is linear in their size, and in bounded memory.

The clock is the processor time of the peer. An answer that takes long is no finding by itself, since a machine may be
slow: the reader is then asked for half of the input too, and a time that is not linear is one.
"""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import hostile_bytes
import hostile_text
import pytest
from wirebed_protocol import peer_pb2

from wirebed.bed import ROOT
from wirebed.peers import PeerFailed, PeerProcess, discover

TREE = ROOT / "build" / "trees" / "interop"
N = 400_000
# Up to here, the growth of the time is not looked at: the largest input takes about four seconds.
PROCESSOR_SECONDS = 8.0
# Whatever the machine, an input of this size does not take longer.
MOST_PROCESSOR_SECONDS = 60.0
# Twice the input takes twice the time where that is linear, and four times where it is quadratic.
MOST_GROWTH = 3.0
# Only a machine that is busy with something else takes this long.
SECONDS = 120.0

EXHAUSTED = ("OutOfMemoryError", "MemoryError", "bad_alloc")
INPUTS = {
    "json": lambda: hostile_text.json(proto=False),
    "protojson": lambda: hostile_text.json(proto=True),
    "xml": lambda: hostile_text.xml("interop.plain."),
    "xml-lean": lambda: hostile_text.xml(""),
    "xml-jaxb": lambda: hostile_text.xml(""),
    "prototext": hostile_text.prototext,
    "hessian2": hostile_bytes.hessian2,
    "java-serial": hostile_bytes.java_stream,
    "java-serial-custom": hostile_bytes.java_data,
    "java-external": hostile_bytes.java_stream,
    "java-external-tuned": hostile_bytes.java_data,
    "java-external-direct": hostile_bytes.java_data,
    "raw": hostile_bytes.raw,
    "cereal": hostile_bytes.cereal,
    "pickle": hostile_bytes.pickle,
    "protobuf": hostile_bytes.protobuf,
}
# The bytes of an input, by its size.
Inputs = Callable[[int], bytes]
_ids = itertools.count(2)


class Peers:
    """The peers of the built interop tree, each started when it is first used."""

    def __init__(self) -> None:
        self.processes = {spec.name: PeerProcess(spec, TREE) for spec in discover() if not spec.left_out}
        self.introductions = {}
        for name, process in self.processes.items():
            process.start()
            self.introductions[name] = process.hello(SECONDS)

    def readers(self, format: str) -> list[tuple[str, str, bool]]:
        """Yields peer, codec, and whether it reads values without a schema."""
        return [
            (peer, f"{codec.format}/{codec.library}", codec.bare)
            for peer, introduction in self.introductions.items()
            for codec in introduction.codecs
            if codec.format == format and codec.decodes
        ]

    def problem(self, peer: str, codec: str, message: str, inputs: Inputs) -> str | None:
        """Describes what is wrong with the answer to an input; empty if nothing is."""
        problem, taken = self.answer(peer, codec, message, inputs(N))
        if problem is not None or taken <= PROCESSOR_SECONDS:
            return problem
        # Both are asked by now warm code.
        problem, half = self.answer(peer, codec, message, inputs(N // 2))
        again, taken = self.answer(peer, codec, message, inputs(N))
        if (
            problem is None
            and again is None
            and taken <= max(PROCESSOR_SECONDS, min(MOST_GROWTH * half, MOST_PROCESSOR_SECONDS))
        ):
            return None
        return problem or again or f"{taken:.1f} s of processor time, and {half:.1f} s for half of the input"

    def answer(self, peer: str, codec: str, message: str, data: bytes) -> tuple[str | None, float]:
        """Returns what is wrong with an answer whatever its time, and the seconds of processor time that it took."""
        process = self.processes[peer]
        if not process.alive:
            process.start()
            process.hello(SECONDS)
        request = peer_pb2.Request(id=next(_ids))
        request.batch.tasks.add(id=1, codec=codec, message=message, decode=data)
        before = _processor_seconds(process.process.pid)
        try:
            (result,) = process.exchange(request, SECONDS).results.results
        except PeerFailed as error:
            return error.reason, 0.0
        taken = _processor_seconds(process.process.pid) - before
        outcome = result.WhichOneof("outcome")
        if outcome not in ("decoded", "decode_error"):
            return str(result)[:300], taken
        if result.decode_error.type.endswith(EXHAUSTED):
            return f"memory: {result.decode_error.type}", taken
        return None, taken


def _encoded(made: str | bytes) -> bytes:
    return made.encode() if isinstance(made, str) else made


def _processor_seconds(pid: int) -> float:
    """The processor time of all threads of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def peers() -> Iterator[Peers]:
    started = Peers()
    yield started
    for process in started.processes.values():
        process.kill()


def test_every_format_has_inputs(peers: Peers) -> None:
    formats = {codec.format for one in peers.introductions.values() for codec in one.codecs if codec.decodes}
    assert formats - {"none"} == set(INPUTS)


@pytest.mark.parametrize("format", INPUTS)
def test_every_reader_answers_in_time(peers: Peers, format: str) -> None:
    readers = peers.readers(format)
    problems = []
    for name, message, make in INPUTS[format]():
        inputs = functools.cache(lambda size, make=make: _encoded(make(size)))
        for peer, codec, bare in readers:
            for asked in (f"interop.{message}", *([""] if bare else [])):
                problem = peers.problem(peer, codec, asked, inputs)
                if problem is not None:
                    problems.append(f"{peer}:{codec} {asked or 'without a schema'}, {name}: {problem}")
    assert problems == []
