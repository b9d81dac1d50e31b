"""The indicative timing: how long each language takes to read old and new bytes, with the old and the new schema.

Taken by batches of one and the same reading, so it holds the making of a view, too. Not a benchmark: its use is to
notice a factor between reading one's own bytes and those of another version.
"""

from wirebed.evolution.codecs import Codec, Codecs
from wirebed.evolution.model import Sample, Step
from wirebed.evolution.plan import Plan
from wirebed.peers import Job, Lost, Pool

STEP = "s01_add_field"
READINGS, ROUNDS = 200, 5
PAIRS = (("v2", "v1"), ("v2", "v2"), ("v1", "v2"))  # reader, bytes


def measure(pool: Pool, plan: Plan) -> list[dict]:
    """Rows of codec, reader, bytes and nanoseconds of a reading."""
    codecs, formats = plan.codecs, {one.base for one in plan.formats}
    of_messages = [step for step in plan.steps if not step.class_name]
    step = next((step for step in of_messages if step.name == STEP), next(iter(of_messages), None))
    if step is None:
        return []
    samples = {version: _largest(step, version) for version in ("v1", "v2")}
    if not all(samples.values()):
        return []
    rows = []
    for ref in codecs.all:
        ways = {version: codecs.by_id.get((version, ref.id)) for version in samples}
        if ref.format not in formats or not ref.decodes or not all(ways.values()):
            continue
        data = {version: _written(pool, codecs, ways[version], samples[version]) for version in samples}
        for reader, written in PAIRS:
            if data[written] is not None:
                nanos = _read(pool, ways[reader], step.roots[reader], data[written])
                if nanos is not None:
                    rows.append({"codec": ref.id, "reader": reader, "bytes": written, "decode_ns": nanos})
    return rows


def _largest(step: Step, version: str) -> Sample | None:
    some = [sample for sample in step.samples if sample.version == version and not sample.case.wire]
    return max(some, key=lambda sample: len(sample.case.view), default=None)


def _written(pool: Pool, codecs: Codecs, codec: Codec, sample: Sample) -> bytes | None:
    """The sample by the codec itself, or for one that only reads by another of its format."""
    same = codecs.find(codec.version, codec.ref.format, encodes=True)
    writer = codec if codec.ref.encodes else next(iter(same), None)
    if writer is None:
        return None
    job = Job(writer.process)
    job.add(writer.ref.key, sample.case.message, encode=sample.case.view)
    answer = _done(pool, job).answers[0]
    return None if isinstance(answer, Lost) or answer.WhichOneof("outcome") != "encoded" else answer.encoded


def _read(pool: Pool, codec: Codec, message: str, data: bytes) -> int | None:
    fastest = None
    for _ in range(ROUNDS):
        job = Job(codec.process)
        for _ in range(READINGS):
            job.add(codec.ref.key, message, decode=data)
        done = _done(pool, job)
        if any(isinstance(a, Lost) or a.WhichOneof("outcome") != "decoded" for a in done.answers):
            return None
        fastest = min(fastest or done.seconds, done.seconds)
    return round(fastest / READINGS * 1e9)


def _done(pool: Pool, job: Job) -> Job:
    pool.submit(job)
    return pool.next()
