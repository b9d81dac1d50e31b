"""The indicative timing at the end of a run, for both suites: many short batches of one operation inside a peer, by the
processor time of its thread (peer.proto, Measure). The fastest batch and the median are told.

Not a benchmark: some milliseconds a row, while the machine does what it does. Its use is to notice a factor. Where the
fastest batch and the median are far apart, the row is left out, with the reason.
"""

from collections import deque

from wirebed_protocol import peer_pb2

from wirebed.codec_id import NONE
from wirebed.peers import Job, Lost, Pool
from wirebed.peers.codecs import CodecRef

MILLISECONDS = 12
VALUES = ("Stock/article_hessian", "Testobject/article")
# The median of a row is at most this many times its fastest batch.
FAR = 1.5
# So often a row is taken at most.
TRIES = 3


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

    What would be left out is taken again, for a virtual machine may have compiled meanwhile.
    """
    told: list[dict | None] = [{"left_out": ""} for _ in jobs]
    for _ in range(TRIES):
        again = [i for i, one in enumerate(told) if one is not None and "left_out" in one]
        for i, job in zip(again, _done(pool, [_anew(jobs[i]) for i in again]), strict=True):
            told[i] = _told(job.answers[0])
    return told


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


def _told(answer: peer_pb2.Result | Lost) -> dict | None:
    if isinstance(answer, Lost):
        return {"left_out": answer.reason}
    if answer.WhichOneof("outcome") != "measured":
        return None
    told: dict = {"size": answer.measured.size}
    for way in ("encode", "decode"):
        if not answer.measured.HasField(way):
            continue
        times = getattr(answer.measured, way)
        if times.median > FAR * times.least:
            least, median = times.least / 1000, times.median / 1000
            return {
                "left_out": f"{way}: median {median:.2f} µs, more than {FAR} times the fastest batch, {least:.2f} µs"
            }
        told |= {f"{way}_ns": round(times.least), f"{way}_median_ns": round(times.median)}
    return told


def left_out(rows: list[dict], name: str = "codec") -> list[str]:
    """A line for each row that is left out."""
    return [f"left out: {row[name]} ({row['left_out']})" for row in rows if "left_out" in row]
