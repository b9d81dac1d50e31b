"""`wirebed replay`: every record of a corpus by every reader, and what they do not read alike."""

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.peers import asked, discover
from wirebed.peers.client import CodecClient
from wirebed.peers.codecs import CodecRef
from wirebed.run import Build, Peers, Selection
from wirebed.run.leg import NOW
from wirebed.run.taking_part import taking_part
from wirebed_build.progress import Progress
from wirebed_build.trees import ensure
from wirebed_build.trees.fingerprint import FileHashes
from wirebed_build.trees.tree import Tree
from wirebed_replay import framing, recognise, report
from wirebed_replay.asked import Asked
from wirebed_replay.cluster import Key, Sum, Where
from wirebed_replay.corpus import Corpus, Index
from wirebed_replay.framing import confluent
from wirebed_replay.judge import Judge
from wirebed_replay.progress import Before
from wirebed_replay.question import Named, OddOneOut, Reference, Today
from wirebed_replay.replayer import Replayer
from wirebed_replay.witness import Witness, Words
from wirebed_replay.witnesses import Witnesses

# The code that answers: where it is another, an interrupted replay begins anew.
_CODE = ("wirebed", "wirebed_replay")


def main(bed: Bed, of: Asked) -> int:
    """The exit code: 0 every record is read as is expected, 1 some are not, 3 some places of the corpus have none."""
    started = time.monotonic()
    corpus = corpus_of(of, schema_of(bed, of))
    index = corpus.index()
    recognise.check_index(corpus, index)
    readers, whole, made = replayed(bed, of, corpus, index)
    for gap in index.gaps:
        hint = recognise.fitting(corpus.sources[gap.file]) if not gap.damage.at else ""
        damage = gap.damage._replace(why=gap.damage.why + hint)
        whole.lose(damage, Where(index.records, corpus.names[gap.file], gap.damage.at))
    whole_report = report.Replayed(bed, of, corpus, readers, whole.summary(), made, time.monotonic() - started)
    return report.write(whole_report)


def schema_of(bed: Bed, of: Asked) -> Schema:
    """The schema, in which the message is. Mistakes are reported before any compiler starts."""
    schema = Schema.load(ensure(bed, []))
    if of.message:
        schema.message(of.message)
    return schema


def corpus_of(of: Asked, schema: Schema) -> Corpus:
    """The files, as the user declares them."""
    header = None
    if of.framing and framing.has_header(of.framing):
        if not of.schemas:
            raise UserError(f"FRAMING={of.framing} needs SCHEMAS=, a file with the message of each schema id")
        header = confluent.Header(confluent.load(Path(of.schemas).expanduser(), schema), of.format == "protobuf")
    elif of.schemas:
        raise UserError(f"SCHEMAS={of.schemas} is for a FRAMING= with {framing.CONFLUENT}")
    declared = framing.of(of.framing, header)
    corpus = Corpus(Path(of.corpus).expanduser().resolve(), declared)
    recognise.check_files(corpus, of.format)
    return corpus


def replayed(bed: Bed, of: Asked, corpus: Corpus, index: Index) -> tuple[list[CodecRef], Sum, Mapping[Key, Witness]]:
    """The readers, what they have read, and the witness of each cluster."""
    selection = Selection(format=of.format, reader=of.reader, language=of.language)
    part = taking_part(bed, selection)
    tree = ensure(bed, part.here)
    schema, message = Schema.load(tree), of.message or ""
    with Peers.of_tree(tree, discover(names=part.names), "replay", scope=part.scope) as peers:
        asked.remember(peers.pool.introductions(), part.names)
        build, client = Build.of(bed, {NOW.reader: schema}, [Tree.of_bed(bed)]), CodecClient(peers.pool, schema)
        readers = _readers(client, selection, of)
        judge = Judge(build, peers, readers, selection, _reference(of, readers), of.privacy.shows_words)
        before = Before(_digest(bed, of, corpus, build, readers))
        whole = _run(index, Replayer(corpus, message, peers.pool, readers, judge), before)
        words = Words(schema, of.format, of.privacy)
        made = Witnesses(corpus, index, message, client, judge, words).of(whole.summary().clusters)
        before.remove()
        return readers, whole, made


def _readers(client: CodecClient, selection: Selection, of: Asked) -> list[CodecRef]:
    bare = not (of.message or of.schemas)
    readers = [codec for codec in client.readers(of.format, bare) if selection.takes_reader(codec.id)]
    if not readers and bare:
        raise UserError(f"MESSAGE= is missing: no reader of {of.format} does without a schema")
    if not readers:
        raise UserError(f"no reader of {of.format} takes part")
    return readers


def _reference(of: Asked, readers: Sequence[CodecRef]) -> Reference:
    if of.set:
        return Today.of(readers)
    return Named.of(readers, of.reference) if of.reference else OddOneOut()


def _digest(bed: Bed, of: Asked, corpus: Corpus, build: Build, readers: Sequence[CodecRef]) -> str:
    """Of all from which the answer follows."""
    hashes = FileHashes()
    files = [*(ROOT / "python/src" / name for name in _CODE), bed.fixtures / "deviations", ROOT / "fixtures/deviations"]
    stated = hashes.of(files, build.sources, repr(sorted(of.given.items())), repr(of.privacy))
    hashes.save()
    return FileHashes.of_texts(stated, corpus.digest, *(f"{reader.id} {reader.version}" for reader in readers))


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
