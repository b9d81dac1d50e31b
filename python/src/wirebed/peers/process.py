"""One peer process: it runs in a session of its own, gets one request at a time, and is killed when it misbehaves.

`end` is for other threads: it kills the process and lets no other start, so that a run ends whatever its peers do.
"""

import collections
import contextlib
import os
import signal
import subprocess
import threading
from functools import partial
from pathlib import Path
from typing import IO, Any

from google.protobuf import proto
from google.protobuf.message import DecodeError
from wirebed_protocol import peer_pb2

from wirebed.peers.deadline import Deadline, ProcessorDeadline
from wirebed.peers.pipe import DeadlinePassed, Pipe
from wirebed.peers.spec import PeerSpec
from wirebed.view.outcome import Outcome
from wirebed_build import loaded, os_sessions
from wirebed_build.trees.identity import neutral

_STDERR_KEPT = 64 << 10
_STDERR_LOGGED = 4 << 20


class PeerFailed(Exception):
    """The peer died, hung or broke the protocol. `outcome` is that of the task that caused it.

    `starved`: it was out of time, and for at least half of that time it had work and the machine gave it no processor.
    """

    def __init__(self, outcome: Outcome, reason: str, starved: bool = False) -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason
        self.starved = starved


class Ended(Exception):
    """The run ended the peer; no task caused that."""


class PeerProcess:
    """A running peer. Every failure of `exchange` leaves it killed; the next `start` is a fresh process.

    After `end` both raise Ended.
    """

    def __init__(self, spec: PeerSpec, tree: Path, log: Path | None = None) -> None:
        self.spec, self.tree, self.log = spec, tree, log
        self.process: subprocess.Popen[bytes] | None = None
        self.pipe: Pipe | None = None
        self.errors: collections.deque[bytes] = collections.deque()
        self.errors_size = 0
        self.logged = 0
        self.drain: threading.Thread | None = None
        self.ended = False
        self.loaded = loaded.Loaded()  # by all processes so far, as of their last introductions
        # Held by `start` and `kill` in the peer's own thread, and by `end` in another.
        self.lock = threading.Lock()

    @property
    def alive(self) -> bool:
        return self.process is not None

    def start(self) -> None:
        command = self.spec.command(self.tree)
        try:
            with self.lock:
                if self.ended:
                    raise Ended
                self.process = os_sessions.start(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    cwd=self.spec.root,
                    env=self.spec.environment,
                    bufsize=0,
                )
        except OSError as error:
            text = f"the {self.spec.name} peer: cannot start {command[0]}: {error.strerror}"
            raise PeerFailed(Outcome.CRASH, text) from None
        stdin, stdout, stderr = self.process.stdin, self.process.stdout, self.process.stderr
        assert stdin is not None and stdout is not None and stderr is not None, "all three are pipes"
        self.pipe = Pipe(stdout.fileno(), stdin.fileno())
        self.errors.clear()
        self.errors_size = 0
        self.drain = threading.Thread(target=self._drain, args=(stderr,), daemon=True)
        self.drain.start()

    def hello(self, seconds: float) -> peer_pb2.Introduction:
        reply = self.exchange(peer_pb2.Request(id=1, hello=peer_pb2.Hello()), seconds)
        if reply.WhichOneof("kind") != "introduction":
            raise self.fail(Outcome.CRASH, "answered hello with something else")
        self.loaded |= loaded.told_by(reply.introduction)
        # Builds of every checkout introduce themselves alike, since they share what is kept.
        for codec in (*reply.introduction.codecs, *reply.introduction.class_codecs):
            if codec.loaded.path:
                codec.loaded.path = neutral(codec.loaded.path, self.tree)
        if self.process is not None:
            self.loaded |= loaded.of_session(self.process.pid)
        return reply.introduction

    def exchange(self, request: peer_pb2.Request, seconds: float, own_time: bool = False) -> peer_pb2.Reply:
        """The reply to this request. Raises PeerFailed, after which the process is gone.

        `own_time`: the seconds are of the peer's own processor time.
        """
        try:
            return self._exchange(request, seconds, own_time)
        except PeerFailed:
            if self.ended:
                raise Ended from None
            raise

    def _exchange(self, request: peer_pb2.Request, seconds: float, own_time: bool) -> peer_pb2.Reply:
        process, pipe = self.process, self.pipe
        assert process is not None and pipe is not None, "only a process that was started is asked"
        if process.poll() is not None:
            raise self.fail(Outcome.CRASH, "had ended before it was asked")
        pid = process.pid
        stream: Any = pipe  # the stubs want a BytesIO, the library only its `read` and `write`
        waited = partial(os_sessions.waited, pid)
        used = partial(os_sessions.used, pid)
        pipe.deadline = ProcessorDeadline(seconds, waited, used) if own_time else Deadline(seconds, waited)
        try:
            proto.serialize_length_prefixed(request, stream)
            reply = proto.parse_length_prefixed(peer_pb2.Reply, stream)
        except DeadlinePassed:
            raise self.fail(Outcome.TIMEOUT, pipe.deadline.description(), pipe.deadline.starved) from None
        except (BrokenPipeError, ConnectionResetError):
            raise self.fail(Outcome.CRASH, "ended before it had read its tasks") from None
        except (DecodeError, ValueError, EOFError, OverflowError, MemoryError) as error:
            raise self.fail(Outcome.CRASH, f"what it wrote to stdout is no reply ({error})") from None
        if reply is None:
            raise self.fail(Outcome.CRASH, "ended with tasks outstanding")
        if reply.id != request.id:
            raise self.fail(Outcome.CRASH, "its reply carries the id of another request")
        return reply

    def fail(self, outcome: Outcome, reason: str, starved: bool = False) -> PeerFailed:
        """Kills the session. The error says how the process ended, and with which words, if it ended by itself."""
        code = None
        if outcome is Outcome.CRASH and self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self.process.wait(timeout=0.5)
                reason += _ending(code)
        self.kill()
        # What a process wrote that others stopped is about something else.
        last = self.last_words() if code not in (None, -signal.SIGKILL) else ""
        text = f"the {self.spec.name} peer: {reason}"
        return PeerFailed(outcome, f"{text}: {last}" if last else text, starved)

    def last_words(self) -> str:
        """The last line of stderr that says something, as a report can carry it."""
        lines = b"".join(self.errors).decode(errors="replace").splitlines()
        words = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith(("at ", "..."))]
        return words[-1][:300] if words else ""

    def end(self) -> None:
        """Kills the session for good, from any thread. The thread that waits for an answer cleans up."""
        with self.lock:
            self.ended = True
            if self.process is not None:
                os_sessions.kill(self.process)

    def kill(self) -> None:
        """Kills the whole session; nothing that it still writes is taken for an answer."""
        with self.lock:
            process, self.process = self.process, None
        if process is None:
            return
        os_sessions.kill(process)
        process.wait()
        os_sessions.forget(process.pid)
        if self.drain is not None:
            self.drain.join(timeout=1)
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()

    def stop(self, seconds: float = 2.0) -> None:
        """Closes stdin, waits for the exit, and kills what is left."""
        if self.process is None or self.process.stdin is None:
            return
        self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=seconds)
        self.kill()

    def _drain(self, stream: IO[bytes]) -> None:
        """Empties stderr, so that a peer never blocks on it; keeps its end for errors and logs its beginning."""
        while True:
            try:
                data = os.read(stream.fileno(), 1 << 16)
            except (OSError, ValueError):
                return
            if not data:
                return
            self.errors.append(data)
            self.errors_size += len(data)
            while self.errors_size > _STDERR_KEPT and len(self.errors) > 1:
                self.errors_size -= len(self.errors.popleft())
            if self.log is not None and self.logged < _STDERR_LOGGED:
                self.logged += len(data)
                with self.log.open("ab") as out:
                    out.write(data)


def _ending(code: int) -> str:
    return f" (signal {-code}, {signal.Signals(-code).name})" if code < 0 else f" (exit code {code})"
