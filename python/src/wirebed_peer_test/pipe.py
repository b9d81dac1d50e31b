"""Questions about the process itself: hello, batches of every size, requests in pieces, and the end of input.

All other groups build on this one, so it comes first, and they are not asked when it fails.
"""

import itertools
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from wirebed_protocol import peer_pb2

from wirebed.peers import PeerFailed, PeerProcess, PeerSpec, pipe
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.examiner import Group, name_of
from wirebed_peer_test.question import Failure, Violation, brief

# A JVM may have to start while other programs compile.
SECONDS = 60.0
MANY = 1000
IDS = (0, 1, 2**63, 2**64 - 1)

Found = tuple[str, str, Violation]  # the question, the answer, the violation


class PipeQuestions:
    """Asks a peer, and adds the failures to `group`. `takes`: whether a question of that name is chosen."""

    def __init__(self, spec: PeerSpec, tree: Path, takes: Callable[[str], bool]):
        self.spec, self.tree, self.takes = spec, tree, takes
        self.group = Group("pipe")

    def ask(self) -> Group:
        talks = {
            "hello": self._hello,
            "batches": self._batches,
            "columns": self._columns,
            "neither-kind": self._neither_kind,
            "pieces": self._pieces,
        }
        self._talk({what: talk for what, talk in talks.items() if self.takes(f"pipe {what}")})
        ends = {f"end-{what}": (data, good) for what, data, good in _ends()}
        chosen = {what: end for what, end in ends.items() if self.takes(f"pipe {what}")}
        # Each end of input needs a process of its own; two run at a time.
        with ThreadPoolExecutor(2) as pool:
            for what, wrong in zip(chosen, pool.map(lambda end: self._end(*end), chosen.values()), strict=True):
                self._count(what)
                self._fail(what, wrong)
        return self.group

    def _talk(self, talks: dict[str, Callable[[PeerProcess], Iterator[Found | None]]]):
        """Asks all questions in one process, and starts another one when it has ended."""
        process = PeerProcess(self.spec, self.tree)
        for what, talk in talks.items():
            try:
                if not process.alive:
                    process.start()
                for found in talk(process):
                    self._count(what)
                    self._fail(what, found)
            except PeerFailed as error:
                self._count(what)
                self._fail(what, ("a request", error.reason, Violation(Clause.REPLY, "a reply")))
        process.stop()

    def _count(self, what: str):
        self.group.counts[what] += 1

    def _fail(self, what: str, found: Found | None):
        if found is not None:
            question, answer, wrong = found
            self.group.failures.setdefault(what, []).append(Failure(f"pipe {what}", question, answer, wrong))

    def _hello(self, process: PeerProcess) -> Iterator[Found | None]:
        first = process.hello(SECONDS)
        shown = " ".join(str(first).split())[:2000]
        yield from (("hello", shown, wrong) if wrong else None for wrong in introduced(first, self.spec.name))
        same = process.hello(SECONDS) == first
        yield None if same else ("hello again", "another introduction", Violation(Clause.HELLO, "the same one"))

    def _batches(self, process: PeerProcess) -> Iterator[Found | None]:
        for request_id in IDS:
            for size in (0, 1, 2, MANY):
                ids = [(2**64 - 1 - index * 7) if index % 2 else index for index in range(size)]
                yield self._batch(process, request_id, ids)

    @staticmethod
    def _batch(process: PeerProcess, request_id: int, ids: list[int]) -> Found | None:
        request = peer_pb2.Request(id=request_id, batch=peer_pb2.Batch())
        request.batch.tasks.extend(peer_pb2.Task(id=one, codec="no/such") for one in ids)
        reply = process.exchange(request, SECONDS)
        asked = f"a batch of {len(ids)} tasks in request {request_id}"
        if reply.WhichOneof("kind") != "results":
            return asked, f"a reply of the kind {reply.WhichOneof('kind')}", Violation(Clause.RESULTS, "results")
        came = [result.id for result in reply.results.results]
        if came != ids:
            answer = f"{len(came)} results with the ids {came[:3]} …"
            return asked, answer, Violation(Clause.RESULTS, f"{len(ids)} results with the ids {ids[:3]} …")
        return None

    @staticmethod
    def _columns(process: PeerProcess) -> Iterator[Found | None]:
        """Columns of every size, whose codec or action no peer has."""
        sizes = (0, 1, 2, MANY)
        for request_id, action in itertools.product(IDS, (*peer_pb2.Column.Action.values(), 1000)):
            request = peer_pb2.Request(id=request_id, columns=peer_pb2.Columns())
            for size in sizes:
                request.columns.columns.add(codec="no/such", action=action, values=[b""] * size)
            reply = process.exchange(request, SECONDS)
            came = [
                (list(one.values), [(failure.id, failure.WhichOneof("outcome")) for failure in one.failures])
                for one in reply.column_answers.columns
            ]
            asked = f"columns of {sizes} values with the action {action} in request {request_id}"
            wanted = [([b""] * size, [(at, "unsupported") for at in range(size)]) for size in sizes]
            answer = f"{len(came)} answers with {[len(values) for values, _ in came]} values"
            wrong = Violation(Clause.COLUMN, "unsupported for each value of each column")
            yield None if came == wanted else (asked, answer, wrong)

    @staticmethod
    def _neither_kind(process: PeerProcess) -> Iterator[Found | None]:
        for request_id in IDS:
            reply = process.exchange(peer_pb2.Request(id=request_id), SECONDS)
            kind = reply.WhichOneof("kind")
            asked = f"request {request_id} of neither kind"
            yield (
                (asked, f"a reply with {kind}", Violation(Clause.REPLY, "a reply with its id alone")) if kind else None
            )

    @staticmethod
    def _pieces(process: PeerProcess) -> Iterator[Found | None]:
        """Sends requests byte by byte."""
        process.pipe = _OneByOne(process.pipe.source, process.pipe.sink)
        for request_id in IDS:
            yield PipeQuestions._batch(process, request_id, [1, 2])

    def _end(self, data: bytes, good: bool) -> Found | None:
        """Gives a process `data` as its whole input, and checks how it ends."""
        asked = f"{brief(data)}, and the end of stdin"
        try:
            done = subprocess.run(
                self.spec.command(self.tree), input=data, capture_output=True, cwd=self.spec.root, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            return asked, f"nothing within {SECONDS:.0f} s", Violation(Clause.END, "its end")
        came = f"exit code {done.returncode}, {len(done.stdout)} bytes on stdout, {len(done.stderr)} on stderr"
        if good:
            replied = bool(done.stdout) == bool(data)
            return None if done.returncode == 0 and replied else (asked, came, Violation(Clause.END, "exit code 0"))
        failed = done.returncode > 0 and done.stderr.strip() and not done.stdout
        return None if failed else (asked, came, Violation(Clause.BROKEN_END, "another exit code than 0, and a line"))


# The settings that change a value; guards only refuse.
_CONVERTS = (peer_pb2.Setting.CODE, peer_pb2.Setting.OPTION)


class _OneByOne(pipe.Pipe):
    """Writes the peer's input byte by byte."""

    def write(self, data: bytes) -> int:
        return sum(super(_OneByOne, self).write(bytes([byte])) for byte in data)


def _ends() -> Iterator[tuple[str, bytes, bool]]:
    """(name, the whole input, whether the peer should exit with 0)"""
    hello = _framed(peer_pb2.Request(id=1, hello=peer_pb2.Hello()))
    yield "after-hello", hello, True
    yield "in-a-length", b"\xff", False
    yield "in-a-request", hello[:-1], False
    yield "no-request", b"\x05" + b"\xff" * 5, False
    yield "no-length", b"\xff" * 20, False


def _framed(request: peer_pb2.Request) -> bytes:
    data = request.SerializeToString()
    return bytes([len(data)]) + data


def introduced(introduction: peer_pb2.Introduction, name: str) -> Iterator[Violation | None]:
    """For each fact of an introduction its violation, or None."""
    for key in ("peer", "language", "runtime"):
        yield None if getattr(introduction, key) else Violation(Clause.HELLO, f"`{key}`, which is empty")
    yield None if introduction.peer == name else Violation(Clause.HELLO, f"the peer {name}")
    for codecs in (introduction.codecs, introduction.class_codecs):
        names = [name_of(codec) for codec in codecs]
        for codec in codecs:
            yield _codec(codec)
            once = names.count(name_of(codec)) == 1
            yield None if once else Violation(Clause.CODECS, f"{name_of(codec)} once")
    none = {codec.model: codec for codec in introduction.codecs if codec.format == "none"}
    for model in sorted({codec.model for codec in introduction.codecs} - {peer_pb2.MODEL_UNSPECIFIED}):
        wanted = f"none/{peer_pb2.Model.Name(model).lower()}"
        codec = none.get(model)
        there = codec is not None and name_of(codec) == wanted and codec.encodes and codec.decodes
        yield None if there else Violation(Clause.CODECS, f"{wanted}, in both directions")
    yield None if introduction.codecs else Violation(Clause.CODECS, "a codec")


def _codec(codec: peer_pb2.Codec) -> Violation | None:
    for key in ("format", "library", "version", "model"):
        if not getattr(codec, key):
            return Violation(Clause.HELLO, f"`{key}` of {name_of(codec)}, which is empty")
    for one in codec.settings:
        if not (one.role and one.name and one.why):
            return Violation(Clause.HELLO, f"role, name and reason of the setting {one.name} of {name_of(codec)}")
        if {*one.reads, *one.writes} and one.role not in _CONVERTS:
            return Violation(
                Clause.HELLO, f"conversions only of code and options, not of {one.name} of {name_of(codec)}"
            )
        if not {*one.reads, *one.writes} <= {*peer_pb2.Setting.Converted.values()[1:]}:
            return Violation(Clause.HELLO, f"known conversions of the setting {one.name} of {name_of(codec)}")
    return None if codec.encodes or codec.decodes else Violation(Clause.HELLO, f"a direction of {name_of(codec)}")
