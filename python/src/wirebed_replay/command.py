"""`wirebed replay`: every record of a corpus by every reader, and what they do not read alike."""

import sys
import time
from collections.abc import Mapping
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.peers.codecs import CodecRef
from wirebed_build.progress import Progress
from wirebed_build.trees.fingerprint import FileHashes
from wirebed_replay import framing, prepare, recognise, report
from wirebed_replay.asked import Asked
from wirebed_replay.cluster import Key, Sum, Where
from wirebed_replay.corpus import Corpus, Index
from wirebed_replay.framing import confluent
from wirebed_replay.prepare import Prepared, Started
from wirebed_replay.progress import Before
from wirebed_replay.replayer import Replayer
from wirebed_replay.witness import Witness, Words
from wirebed_replay.witnesses import Witnesses

# The code that answers, and what it is answered by: where it is another, an interrupted replay begins anew.
_FROM = ("python/src/wirebed", "python/src/wirebed_replay", "fixtures/deviations", "fixtures/laws")


def main(bed: Bed, of: Asked) -> int:
    """The exit code: 0 every record is read as is expected, 1 some are not, 3 some places of the corpus have none."""
    started = time.monotonic()
    prepared = prepare.of(bed, of)
    corpus = corpus_of(of, prepared.schema)
    index = corpus.index()
    recognise.check_index(corpus, index)
    readers, whole, made = replayed(prepared, corpus, index)
    for gap in index.gaps:
        hint = recognise.fitting(corpus.sources[gap.file]) if not gap.damage.at else ""
        damage = gap.damage._replace(why=gap.damage.why + hint)
        whole.lose(damage, Where(index.records, corpus.names[gap.file], gap.damage.at))
    return report.write(report.Replayed(bed, of, corpus, readers, whole.summary(), made, time.monotonic() - started))


def corpus_of(of: Asked, schema: Schema) -> Corpus:
    """The files, as the user declares them."""
    header = None
    if of.framing and framing.has_header(of.framing):
        if not of.schemas:
            raise UserError(f"FRAMING={of.framing} needs SCHEMAS=, a file with the message of each schema id")
        header = confluent.Header(confluent.load(Path(of.schemas).expanduser(), schema), of.format == "protobuf")
    elif of.schemas:
        raise UserError(f"SCHEMAS={of.schemas} is for a FRAMING= with {framing.CONFLUENT}")
    corpus = Corpus(Path(of.corpus).expanduser().resolve(), framing.of(of.framing, header))
    recognise.check_files(corpus, of.format)
    return corpus


def replayed(prepared: Prepared, corpus: Corpus, index: Index) -> tuple[list[CodecRef], Sum, Mapping[Key, Witness]]:
    """The readers, what they have read, and the witness of each cluster."""
    of, message = prepared.of, prepared.of.message or ""
    with prepared.started() as started:
        judging = started.judging
        before = Before(_digest(prepared, corpus, started))
        whole = _run(index, Replayer(corpus, message, started.pool, judging), before)
        words = Words(prepared.schema, of.format, of.privacy)
        made = Witnesses(corpus, index, message, started.pool, judging, words).of(whole.summary().clusters)
        before.remove()
        return [*judging.told], whole, made


def _digest(prepared: Prepared, corpus: Corpus, started: Started) -> str:
    """Of all from which the answer follows."""
    of, hashes = prepared.of, FileHashes()
    files = [*(ROOT / name for name in _FROM), prepared.bed.fixtures / "deviations", prepared.bed.fixtures / "laws"]
    stated = hashes.of(files, started.build.sources, repr(sorted(of.given.items())), repr(of.privacy))
    hashes.save()
    readers = (f"{reader.id} {reader.version}" for reader in started.judging.readers)
    return FileHashes.of_texts(stated, corpus.digest, *readers)


def _run(index: Index, replayer: Replayer, before: Before) -> Sum:
    """Goes on where an interrupted replay was."""
    whole, done = Sum(), set[int]()
    for part in before.read():
        whole.add(part.summary)
        done.update(part.shards)
    left = [shard for shard in index.shards if shard.number not in done]
    if done:
        records = index.records - sum(shard.records for shard in left)
        print(f"replay: goes on after {records:,} records of an interrupted run", file=sys.stderr, flush=True)
    with Progress("records", index.records) as bar:
        bar.advance(index.records - sum(shard.records for shard in left))
        for part in replayer.run(left):
            before.add(part)
            whole.add(part.summary)
            bar.advance(sum(index.shards[number].records for number in part.shards))
    return whole
