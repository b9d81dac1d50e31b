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
from wirebed_peer_test.examiner import Group
from wirebed_peer_test.introduction import introduced
from wirebed_peer_test.question import Failure, Violation, brief

# A JVM may have to start while other programs compile.
SECONDS = 60.0
IDS = (0, 1, 2**63, 2**64 - 1)
SIZES = (0, 1, 2, 1000)

Exchange = tuple[str, str, Violation | None]  # the question, the answer, and its violation


class PipeQuestions:
    """Asks a peer, and adds the failures to `group`. `takes`: whether a question of that name is chosen."""

    def __init__(self, spec: PeerSpec, tree: Path, takes: Callable[[str], bool]):
        self.spec, self.tree, self.takes = spec, tree, takes
        self.group = Group("pipe")

    def ask(self) -> Group:
        talks = {
            "hello": self._hello,
            "batches": _batches,
            "columns": _columns,
            "neither-kind": _neither_kind,
            "pieces": _pieces,
        }
        self._talk({what: talk for what, talk in talks.items() if self.takes(f"pipe {what}")})
        ends = {f"end-{what}": (data, good) for what, data, good in _ends()}
        chosen = {what: end for what, end in ends.items() if self.takes(f"pipe {what}")}
        # Each end of input needs a process of its own; two run at a time.
        with ThreadPoolExecutor(2) as pool:
            for what, exchange in zip(chosen, pool.map(lambda end: self._end(*end), chosen.values()), strict=True):
                self._take(what, *exchange)
        return self.group

    def _talk(self, talks: dict[str, Callable[[PeerProcess], Iterator[Exchange]]]):
        """Asks all questions in one process, and starts another one when it has ended."""
        process = PeerProcess(self.spec, self.tree)
        for what, talk in talks.items():
            try:
                if not process.alive:
                    process.start()
                for exchange in talk(process):
                    self._take(what, *exchange)
            except PeerFailed as error:
                self._take(what, "a request", error.reason, Violation(Clause.REPLY, "a reply"))
        process.stop()

    def _take(self, what: str, question: str, answer: str, wrong: Violation | None):
        self.group.counts[what] += 1
        if wrong is not None:
            self.group.failures.setdefault(what, []).append(Failure(f"pipe {what}", question, answer, wrong))

    def _hello(self, process: PeerProcess) -> Iterator[Exchange]:
        first = process.hello(SECONDS)
        shown = " ".join(str(first).split())[:2000]
        yield from (("hello", shown, wrong) for wrong in introduced(first, self.spec.name, self.tree))
        same = process.hello(SECONDS) == first
        yield "hello again", "another introduction", None if same else Violation(Clause.HELLO, "the same one")

    def _end(self, data: bytes, good: bool) -> Exchange:
        """Gives a process `data` as its whole input, and checks how it ends."""
        asked, command = f"{brief(data)}, and the end of stdin", self.spec.command(self.tree)
        try:
            done = subprocess.run(command, input=data, capture_output=True, cwd=self.spec.root, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return asked, f"nothing within {SECONDS:.0f} s", Violation(Clause.END, "its end")
        came = f"exit code {done.returncode}, {len(done.stdout)} bytes on stdout, {len(done.stderr)} on stderr"
        if good:
            ended, wanted = done.returncode == 0 and done.stdout, Violation(Clause.END, "exit code 0")
        else:
            ended = done.returncode > 0 and done.stderr.strip() and not done.stdout
            wanted = Violation(Clause.BROKEN_END, "another exit code than 0, and a line")
        return asked, came, None if ended else wanted


def _batches(process: PeerProcess) -> Iterator[Exchange]:
    for request_id, size in itertools.product(IDS, SIZES):
        yield _batch(process, request_id, [(2**64 - 1 - index * 7) if index % 2 else index for index in range(size)])


def _batch(process: PeerProcess, request_id: int, ids: list[int]) -> Exchange:
    request = peer_pb2.Request(id=request_id, batch=peer_pb2.Batch())
    request.batch.tasks.extend(peer_pb2.Task(id=id_, codec="no/such") for id_ in ids)
    reply = process.exchange(request, SECONDS)
    asked, kind = f"a batch of {len(ids)} tasks in request {request_id}", reply.WhichOneof("kind")
    if kind != "results":
        return asked, f"a reply of the kind {kind}", Violation(Clause.RESULTS, "results")
    came = [result.id for result in reply.results.results]
    wrong = Violation(Clause.RESULTS, f"{len(ids)} results with the ids {ids[:3]} …")
    return asked, f"{len(came)} results with the ids {came[:3]} …", None if came == ids else wrong


def _columns(process: PeerProcess) -> Iterator[Exchange]:
    """Columns of every size, whose codec or action no peer has."""
    wanted = [([b""] * size, [(at, "unsupported") for at in range(size)]) for size in SIZES]
    wrong = Violation(Clause.COLUMN, "unsupported for each value of each column")
    for request_id, action in itertools.product(IDS, (*peer_pb2.Column.Action.values(), 1000)):
        request = peer_pb2.Request(id=request_id, columns=peer_pb2.Columns())
        for size in SIZES:
            request.columns.columns.add(codec="no/such", action=action, values=[b""] * size)
        came = [
            (list(answer.values), [(failure.id, failure.WhichOneof("outcome")) for failure in answer.failures])
            for answer in process.exchange(request, SECONDS).column_answers.columns
        ]
        asked = f"columns of {SIZES} values with the action {action} in request {request_id}"
        answer = f"{len(came)} answers with {[len(values) for values, _ in came]} values"
        yield asked, answer, None if came == wanted else wrong


def _neither_kind(process: PeerProcess) -> Iterator[Exchange]:
    for request_id in IDS:
        kind = process.exchange(peer_pb2.Request(id=request_id), SECONDS).WhichOneof("kind")
        wrong = Violation(Clause.REPLY, "a reply with its id alone") if kind else None
        yield f"request {request_id} of neither kind", f"a reply with {kind}", wrong


def _pieces(process: PeerProcess) -> Iterator[Exchange]:
    """Sends requests byte by byte."""
    process.pipe = _OneByOne(process.pipe.source, process.pipe.sink)
    for request_id in IDS:
        yield _batch(process, request_id, [1, 2])


class _OneByOne(pipe.Pipe):
    """Writes the peer's input byte by byte."""

    def write(self, data: bytes) -> int:
        return sum(super(_OneByOne, self).write(bytes([byte])) for byte in data)


def _ends() -> Iterator[tuple[str, bytes, bool]]:
    """(name, the whole input, whether the peer should exit with 0)"""
    request = peer_pb2.Request(id=1, hello=peer_pb2.Hello()).SerializeToString()
    hello = bytes([len(request)]) + request
    yield "after-hello", hello, True
    yield "in-a-length", b"\xff", False
    yield "in-a-request", hello[:-1], False
    yield "no-request", b"\x05" + b"\xff" * 5, False
    yield "no-length", b"\xff" * 20, False
