"""`wirebed replay`: every record of a corpus by every reader, and what they do not read alike."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed_build.progress import Progress
from wirebed_build.trees.fingerprint import FileHashes
from wirebed_cluster.client import Workers, connected, in_order
from wirebed_replay import framing, prepare, recognise, report, spent
from wirebed_replay.asked import Asked
from wirebed_replay.cluster import Key, Sum, Where
from wirebed_replay.corpus import Asks, Corpus, Index
from wirebed_replay.distributed_engine import DistributedEngine
from wirebed_replay.engine import Engine, Introduced, Task
from wirebed_replay.framing import confluent
from wirebed_replay.progress import Before
from wirebed_replay.witness import Witness

AnyEngine = Engine | DistributedEngine

# The code that answers, and what it is answered by: where it is another, an interrupted replay begins anew.
_FROM = ("python/src/wirebed", "python/src/wirebed_replay", "fixtures/deviations", "fixtures/laws")


def main(bed: Bed, of: Asked, workers: Workers | None) -> int:
    """The exit code: 0 every record is read as is expected, 1 some are not, 3 some places of the corpus have none.

    `workers`: of a cluster, which replay, in place of this process.
    """
    started = time.monotonic()
    with engine(bed, of, workers) as at_work:
        whole, made = replayed(at_work)
        readers = list(at_work.introduced.readers)
    corpus, index = at_work.task.corpus, at_work.task.index
    for gap in (*index.gaps, *corpus.appended()):
        hint = recognise.fitting(corpus.sources[gap.file]) if not (gap.damage.at or gap.damage.skipped) else ""
        damage = gap.damage._replace(why=gap.damage.why + hint)
        whole.lose(damage, Where(index.records, corpus.names[gap.file], gap.damage.at))
    return report.write(report.Replayed(bed, of, corpus, readers, whole.summary(), made, spent.since(started)))


@contextmanager
def engine(bed: Bed, of: Asked, workers: Workers | None) -> Iterator[AnyEngine]:
    """Mistakes of the user are reported before any compiler or reader starts."""
    corpus = _corpus(of, prepare.of(bed, of).schema)
    if workers is None:
        with Engine(Task(bed, of, corpus, _index(corpus))) as here:
            yield here
    else:
        with connected(workers) as client:
            yield DistributedEngine(Task(bed, of, corpus, _index(corpus, partial(in_order, client))), client)


def _index(corpus: Corpus, asks: Asks = map) -> Index:
    index = corpus.index(asks)
    recognise.check_index(corpus, index)
    return index


def _corpus(of: Asked, schema: Schema) -> Corpus:
    header = None
    if of.framing and framing.has_header(of.framing):
        if not of.schemas:
            raise UserError(f"FRAMING={of.framing} needs SCHEMAS=, a file with the message of each schema id")
        header = confluent.Header(confluent.load(Path(of.schemas).expanduser(), schema), of.format == "protobuf")
    elif of.schemas:
        raise UserError(f"SCHEMAS={of.schemas} is for a FRAMING= with {framing.CONFLUENT}")
    corpus = Corpus(of.corpus, framing.of(of.framing, header))
    recognise.check_files(corpus, of.format)
    return corpus


def replayed(at_work: AnyEngine) -> tuple[Sum, Mapping[Key, Witness]]:
    """What the corpus has shown, and the witness of each cluster."""
    before = Before(_digest(at_work.task, at_work.introduced))
    whole = _run(at_work.task.index, at_work, before)
    made = at_work.witnesses(whole.summary().clusters)
    before.remove()
    return whole, made


def _digest(task: Task, introduced: Introduced) -> str:
    """Of all from which the answer follows."""
    of, hashes = task.asked, FileHashes()
    files = [*(ROOT / name for name in _FROM), task.bed.fixtures / "deviations", task.bed.fixtures / "laws"]
    files += [Path(of.schemas).expanduser()] if of.schemas else []
    stated = hashes.of(files, introduced.sources, repr(sorted(of.given.items())), repr(of.privacy))
    hashes.save()
    return FileHashes.of_texts(stated, task.corpus.digest, *introduced.answering)


def _run(index: Index, at_work: AnyEngine, before: Before) -> Sum:
    """Goes on where an interrupted replay was."""
    whole, done = Sum(), set[int]()
    for part in before.read():
        # Two replays of the same at the same time have both written theirs.
        if done.isdisjoint(part.shards):
            whole.add(part.summary)
            done.update(part.shards)
    left = [shard for shard in index.shards if shard.number not in done]
    if done:
        records = index.records - sum(shard.records for shard in left)
        print(f"replay: goes on after {records:,} records of an interrupted run", file=sys.stderr, flush=True)
    with Progress("records", index.records) as bar:
        bar.advance(index.records - sum(shard.records for shard in left))
        for part in at_work.run(left):
            before.add(part)
            whole.add(part.summary)
            done.update(part.shards)
            bar.advance(sum(index.shards[number].records for number in part.shards))
    if missing := {shard.number for shard in index.shards} - done:
        raise RuntimeError(f"{len(missing)} shards were not replayed")
    return whole
