"""A process of a peer that is asked one reading at a time, beside the pool, so that what it uses is of that reading."""

import time
from pathlib import Path
from typing import NamedTuple

from wirebed.peers import ColumnJob, PeerFailed, PeerProcess, PeerSpec
from wirebed.peers.answer import Answer, column_answer
from wirebed.peers.codecs import CodecRef
from wirebed.peers.job import Column
from wirebed.view.outcome import Outcome
from wirebed_build import os_sessions
from wirebed_limits.inputs import CLAIMED, Input

_HELLO_SECONDS = 60.0
_SECONDS = 20.0  # in which a reading ends, or is none


class Reading(NamedTuple):
    """`seconds`: of the processor, from the request to the answer; of the clock where the system does not tell."""

    answer: bytes | Answer
    seconds: float


class Alone:
    def __init__(self, spec: PeerSpec, tree: Path) -> None:
        self._process = PeerProcess(spec, tree)

    @property
    def pid(self) -> int | None:
        return self._process.process.pid if self._process.process is not None else None

    def read(self, codec: CodecRef, input: Input, data: bytes) -> Reading | None:
        """None where the process ends over it or does not answer in time; the next reading has another process."""
        job = ColumnJob(codec.process, [Column("decode", codec.key, input.message, {}, "", [data])])
        request = job.request()
        try:
            if not self._process.alive:
                self._process.start()
                self._process.hello(_HELLO_SECONDS)
            pid = self.pid
            assert pid is not None, "it has started"
            began, ran = time.perf_counter(), os_sessions.ran(pid)
            reply = self._process.exchange(request, _SECONDS)
            took, now = time.perf_counter() - began, os_sessions.ran(pid)
        except PeerFailed:
            return None
        seconds = sum(of_thread - ran.get(thread, 0.0) for thread, of_thread in now.items())
        return Reading(column_answer(job.read(reply, 0, 1)[0], "decode"), seconds or took)

    def end(self) -> None:
        self._process.stop(seconds=0)


def is_answered(input: Input, reading: Reading | None) -> bool:
    """Whether the input was read; whether it was refused, where it claims what it has not."""
    if reading is None or isinstance(reading.answer, bytes):
        return reading is not None
    return input.kind == CLAIMED and reading.answer.outcome is Outcome.REJECTED and reading.answer.manner != "exhausted"
