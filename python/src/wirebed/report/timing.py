"""The indicative timing at the end of a run, for both suites: many short batches of one operation inside a peer, by the
processor time of its thread (peer.proto, Measure). The fastest batch and the median are told.

Not a benchmark: some milliseconds a row, while the machine does what it does. Its use is to notice a factor. Where the
fastest batch and the median are far apart, the row is left out, with the reason.
"""

from collections import deque

from wirebed_protocol import peer_pb2

from wirebed.matrix.codecs import NONE, CodecRef
from wirebed.peers import Job, Lost, Pool

MILLISECONDS = 8
VALUES = ("Stock/article_hessian", "Testobject/article")
# The median of a row is at most this many times its fastest batch.
FAR = 1.5
ROUNDS = 2


def measure(pool: Pool, codecs: list[CodecRef], cases: list) -> list[dict]:
    """One row for each codec and value: nanoseconds of an encode and of a decode, and the size.

    In the processes of the run, which a full run has warmed: others would be measured while they still compile.
    """
    values = [case for case in cases if case.name in VALUES]
    timed = [codec for codec in codecs if codec.encodes and codec.decodes and codec.format != NONE]
    wanted = [(codec, case) for case in values for codec in timed]
    jobs = []
    for codec, case in wanted:
        job = Job(codec.peer)
        taken = peer_pb2.Measure(view=case.view, milliseconds=MILLISECONDS)
        job.add(codec.key, case.message, case.options.get(codec.format), measure=taken)
        jobs.append(job)
    rows = []
    for (codec, case), times in zip(wanted, taken_by(pool, jobs), strict=True):
        if times is not None:
            rows.append({"codec": codec.id, "format": codec.format, "case": case.name, **times})
    return rows


def taken_by(pool: Pool, jobs: list[Job]) -> list[dict | None]:
    """What each job of one measure told: `encode_ns`, `encode_median_ns`, `decode_ns`, `decode_median_ns` and `size`,
    or `left_out` with the reason. None where the codec refused.

    All rows are taken in rounds, so that a slow second of the machine does not meet all batches of a row. What would
    be left out is taken once more, for a virtual machine may have compiled meanwhile.
    """
    answers: list[list] = [[] for _ in jobs]
    wanted = list(range(len(jobs)))
    for number in range(ROUNDS + 1):
        for i, job in zip(wanted, _done(pool, [_anew(jobs[i]) for i in wanted]), strict=True):
            answers[i].append(job.answers[0])
        if number + 1 >= ROUNDS:
            wanted = [i for i in wanted if "left_out" in (_told(answers[i]) or {})]
    return [_told(some) for some in answers]


def _anew(job: Job) -> Job:
    """The same job, under ids that the peer has not seen."""
    made = Job(job.peer)
    for one in job.tasks:
        made.add(one["codec"], one["message"], one["options"], measure=one["measure"])
    return made


def _done(pool: Pool, jobs: list[Job]) -> list[Job]:
    """A peer has one job at a time, so that a deadline is one of a single measure."""
    waiting: dict[str, deque[Job]] = {}
    for job in jobs:
        waiting.setdefault(job.peer, deque()).append(job)
    for some in waiting.values():
        pool.submit(some.popleft())
    for _ in jobs:
        some = waiting[pool.next().peer]
        if some:
            pool.submit(some.popleft())
    return jobs


def _told(answers: list[peer_pb2.Result | Lost]) -> dict | None:
    """Of all rounds of a row: the fastest batch, and the median of the round that was disturbed least."""
    rounds = [a.measured for a in answers if not isinstance(a, Lost) and a.WhichOneof("outcome") == "measured"]
    if not rounds:
        return {"left_out": answers[-1].reason} if isinstance(answers[-1], Lost) else None
    told: dict = {"size": rounds[0].size}
    for way in ("encode", "decode"):
        times = [getattr(one, way) for one in rounds if one.HasField(way)]
        if not times:
            continue
        least, median = min(one.least for one in times), min(one.median for one in times)
        if median > FAR * least:
            reason = f"median {median / 1000:.2f} µs, more than {FAR} times the fastest batch, {least / 1000:.2f} µs"
            return {"left_out": f"{way}: {reason}"}
        told |= {f"{way}_ns": round(least), f"{way}_median_ns": round(median)}
    return told


def left_out(rows: list[dict], name: str = "codec") -> list[str]:
    """A line for each row that is left out."""
    return [f"left out: {row[name]} ({row['left_out']})" for row in rows if "left_out" in row]
