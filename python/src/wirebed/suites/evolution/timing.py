"""The indicative timing: how long each language takes to read old and new bytes, with the old and the new schema.

By the same mechanism as `make interop`. Its use is to notice a factor between reading one's own bytes and those of
another version.
"""

from collections.abc import Callable

from wirebed_protocol import peer_pb2

from wirebed.peers import Lost, Pool, TaskJob
from wirebed.peers.codecs import CodecRef, Codecs
from wirebed.report.footer import Timed
from wirebed.report.timing import MILLISECONDS, taken_by
from wirebed.suites.evolution.model import Sample, Step
from wirebed.suites.evolution.plan import EvolutionPlan

STEP = "s01_add_field"
PAIRS = (("v2", "v1"), ("v2", "v2"), ("v1", "v2"))  # reader, bytes


def measure(pool: Pool, plan: EvolutionPlan, takes: Callable[[str], bool] = lambda codec: True) -> list[Timed]:
    """Rows of codec, reader, bytes and nanoseconds of a reading, or why the row is left out. `takes` chooses codecs."""
    codecs, formats = plan.codecs, {format_.base for format_ in plan.formats}
    of_messages = [step for step in plan.steps if not step.class_name]
    step = next((step for step in of_messages if step.name == STEP), next(iter(of_messages), None))
    if step is None:
        return []
    versions = ("v1", "v2")
    samples = {version: sample for version in versions if (sample := _largest(step, version)) is not None}
    if len(samples) < len(versions):
        return []
    rows = []
    for ref in codecs.all:
        built = {version: codec for version in versions if (codec := codecs.by_id.get((version, ref.id))) is not None}
        if not takes(ref.id) or ref.format not in formats or not ref.decodes or len(built) < len(versions):
            continue
        written = {version: _written(pool, codecs, built[version], samples[version]) for version in versions}
        for reader, version in PAIRS:
            if (data := written[version]) is not None:
                row = Timed(codec=ref.id, reader=reader, bytes=version)
                rows.append((row, _job(built[reader], step.roots[reader], data)))
    return taken_by(pool, rows)


def _largest(step: Step, version: str) -> Sample | None:
    samples = [sample for sample in step.samples if sample.version == version and not sample.case.wire]
    return max(samples, key=lambda sample: len(sample.case.view), default=None)


def _written(pool: Pool, codecs: Codecs, codec: CodecRef, sample: Sample) -> bytes | None:
    """The sample by the codec itself, or for one that only reads by another of its format."""
    same = codecs.find(codec.tree, codec.format, encodes=True)
    writer = codec if codec.encodes else next(iter(same), None)
    if writer is None:
        return None
    job = TaskJob(writer.process)
    job.add(writer.key, sample.case.message, encode=sample.case.view)
    pool.submit(job)
    answer = pool.next().answers[0]
    return None if isinstance(answer, Lost) or answer.WhichOneof("outcome") != "encoded" else answer.encoded


def _job(codec: CodecRef, message: str, data: bytes) -> TaskJob:
    job = TaskJob(codec.process)
    job.add(codec.key, message, measure=peer_pb2.Measure(wire=data, milliseconds=MILLISECONDS))
    return job
