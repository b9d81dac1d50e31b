"""The indicative timing at the end of a run, for both suites. A peer runs many short batches of one operation, and
reports the processor time of the fastest batch and of the median one (peer.proto, Measure).

It is no benchmark, since each row takes only some milliseconds on a busy machine: it shows factors. A row whose median
is far from its fastest batch is left out, with the reason.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from msgspec.structs import replace
from wirebed_protocol import peer_pb2

from wirebed.bed.codec_id import NONE
from wirebed.cases.case import Case
from wirebed.peers import Lost, Pool, TaskJob
from wirebed.peers.codecs import CodecRef
from wirebed.report.footer import Timed

MILLISECONDS = 12
VALUES = ("Stock/article_hessian", "Testobject/article")
# The largest ratio of the median and the fastest batch of a row.
FAR = 1.5
# The most measurements of one row.
TRIES = 3


def measure(pool: Pool, codecs: list[CodecRef], cases: Sequence[Case]) -> list[Timed]:
    """One row for each codec and value: nanoseconds of an encode and of a decode, and the size.

    The peers are the processes of the run, which has warmed them: new ones would still be compiling.
    """
    values = [case for case in cases if case.name in VALUES]
    timed = [codec for codec in codecs if codec.encodes and codec.decodes and codec.format != NONE]
    wanted = [(codec, case) for case in values for codec in timed]
    rows = []
    for codec, case in wanted:
        job = TaskJob(codec.peer)
        taken = peer_pb2.Measure(view=case.view, milliseconds=MILLISECONDS)
        job.add(codec.key, case.message, case.options.get(codec.format), measure=taken)
        rows.append((Timed(codec=codec.id, format=codec.format, case=case.name), job))
    return taken_by(pool, rows)


def taken_by(pool: Pool, rows: Sequence[tuple[Timed, TaskJob]]) -> list[Timed]:
    """The rows with the times of their jobs, each of one measure, or with the reason why a row is left out. A row whose
    codec refused is not among them.

    A row that would be left out is measured again: a virtual machine may have compiled meanwhile.
    """
    times: list[Timed | None] = [replace(row, left_out="") for row, _ in rows]
    for _ in range(TRIES):
        again = [i for i, row in enumerate(times) if row is not None and row.left_out is not None]
        for i, job in zip(again, _done(pool, [_anew(rows[i][1]) for i in again]), strict=True):
            times[i] = _times(rows[i][0], job.answers[0])
    return [row for row in times if row is not None]


def _anew(job: TaskJob) -> TaskJob:
    """The same job, under ids that the peer has not seen."""
    made = TaskJob(job.peer)
    for task in job.tasks:
        made.add(task["codec"], task["message"], task["options"], measure=task["measure"])
    return made


def _done(pool: Pool, jobs: list[TaskJob]) -> list[TaskJob]:
    """Gives each peer one job at a time, so that a deadline holds for a single measure."""
    waiting: dict[str, deque[TaskJob]] = {}
    for job in jobs:
        waiting.setdefault(job.peer, deque()).append(job)
    for queue in waiting.values():
        pool.submit(queue.popleft())
    for _ in jobs:
        queue = waiting[pool.next().peer]
        if queue:
            pool.submit(queue.popleft())
    return jobs


def _times(row: Timed, answer: peer_pb2.Result | Lost) -> Timed | None:
    if isinstance(answer, Lost):
        return replace(row, left_out=answer.reason)
    if answer.WhichOneof("outcome") != "measured":
        return None
    timed = replace(row, size=answer.measured.size)
    for action in ("encode", "decode"):
        if not answer.measured.HasField(action):
            continue
        times = getattr(answer.measured, action)  # a field of it
        if times.median > FAR * times.least:
            least, median = times.least / 1000, times.median / 1000
            why = f"{action}: median {median:.2f} µs, more than {FAR} times the fastest batch, {least:.2f} µs"
            return replace(row, left_out=why)
        timed = replace(timed, **{f"{action}_ns": round(times.least), f"{action}_median_ns": round(times.median)})
    return timed


def left_out(rows: Iterable[Timed]) -> list[str]:
    """A line for each row that is left out."""
    return [f"left out: {row.what} ({row.left_out})" for row in rows if row.left_out is not None]
