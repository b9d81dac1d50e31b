"""`wirebed fuzz` with BROKEN=1: asks damaged bytes until the time is over, and shows what no entry states."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from wirebed import cases
from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.prng import SplitMix64
from wirebed.errors import UserError
from wirebed.peers import discover
from wirebed.peers.asked import introduced
from wirebed.peers.codecs import CodecRef, codecs_of, format_order
from wirebed.run import Build, Peers, Selection, outcomes
from wirebed.run.leg import NOW
from wirebed.run.selection import check_list
from wirebed.run.taking_part import taking_part
from wirebed.state.golden.checker import Checker
from wirebed.state.row import Row
from wirebed.suites.interop.suite import suite
from wirebed_build.progress import Progress
from wirebed_build.trees import ensure
from wirebed_fuzz import rounds
from wirebed_fuzz.broken import asking, clusters, odd
from wirebed_fuzz.broken import known as listed
from wirebed_fuzz.broken.clusters import Cluster, Seen
from wirebed_fuzz.broken.corpus import Corpus
from wirebed_fuzz.broken.known import Known
from wirebed_fuzz.broken.report import REPORT, Report, Told
from wirebed_fuzz.broken.smallest import Shrinking

_ROUND = 2000  # inputs that are asked together
_MOST = 40  # clusters whose smallest input is looked for


@dataclass
class Figures:
    """Of one format. `unlike`: the inputs that are not read alike; `judged`: those of them that were kept, and of these
    `stated` those of which entries state all that is odd."""

    readers: int
    undamaged: int
    inputs: int = 0
    unlike: int = 0
    kept: int = 0
    judged: int = 0
    stated: int = 0


@dataclass
class Found:
    figures: dict[str, Figures] = field(default_factory=dict)
    clusters: dict[Cluster, Seen] = field(default_factory=dict)
    shown: set[Known] = field(default_factory=set)  # the entries that have stated something

    def listed(self) -> Sequence[tuple[Cluster, Seen]]:
        """The clusters, those of the most inputs first."""
        return sorted(self.clusters.items(), key=lambda item: (-item[1].inputs, item[0]))


def main(bed: Bed, selection: Selection, minutes: float) -> int:
    """The exit code: 0 readers agree, or an entry says why not; 1 otherwise."""
    known, part = listed.load(bed), taking_part(bed, selection)
    tree = ensure(bed, part.here)
    found, told = Found(), list[Told]()
    with Peers.of_tree(tree, discover(names=part.names), REPORT, scope=part.scope) as peers:
        build = Build.of(bed, {NOW.reader: Schema.load(tree)})
        judged = replace(selection, case=None)  # which names what inputs are made of
        fuzz = Fuzz(build, peers, selection, judged, known, _readers(peers, selection))
        report = Report(bed, build.schema, found, told, selection)
        try:
            fuzz.ask(fuzz.begin(bed), 60 * minutes, found)
            for each in fuzz.smallest(found):
                told.append(each)
        except KeyboardInterrupt:
            # What was found is worth its time. An interruption leaves none to look for smaller inputs.
            told.extend(Told(cluster, seen, None) for cluster, seen in found.listed()[len(told) :])
            if found.figures:
                report.write()
            raise
    return report.write()


def _readers(peers: Peers, selection: Selection) -> list[CodecRef]:
    codecs = codecs_of(introduced(peers.pool.introductions(), selection.sides(), peers.pool.scope))
    return [
        codec
        for codec in codecs
        if codec.decodes and selection.takes_format(codec.format) and selection.takes_reader(codec.id)
    ]


@dataclass
class Fuzz:
    """`selection`: what inputs are made of; `judged`: what readers are asked of them."""

    build: Build
    peers: Peers
    selection: Selection
    judged: Selection
    known: Sequence[Known]
    readers: Sequence[CodecRef]

    def begin(self, bed: Bed) -> dict[str, Corpus]:
        """By format, what inputs are made of: goldens, and random values as every writer writes them."""
        schema, takes = self.build.schema, self.selection.takes_case
        checker = Checker(bed, schema, cases.load(bed, schema, takes))
        check_list("CASE", self.selection.case, sorted(checker.recorded))
        sources = [*checker.sources(takes), *self._written()]
        corpora = dict[str, Corpus]()
        for format in sorted({reader.format for reader in self.readers}, key=format_order):
            of_format = sorted((each for each in sources if each.format == format), key=lambda each: each.name)
            corpus = Corpus(schema, SplitMix64(self.selection.seed))
            corpus.begin(of_format)
            if corpus.first and len(self._of(format)) > 1:
                corpora[format] = corpus
        if not corpora:
            raise UserError("no format is read by two readers that could disagree")
        return corpora

    def _written(self) -> list[ByteSource]:
        written = dict[tuple[str, str, bytes], ByteSource]()

        def take(row: Row) -> None:
            if row.data is not None and row.case is not None:
                options = row.case.options.get(row.format, {})
                name = f"{row.name} {row.writer}"
                written.setdefault(
                    (row.format, row.case.message, row.data),
                    ByteSource(name, row.format, row.case.message, row.data, options=options),
                )

        drawn = [
            each
            for each in cases.drawn(self.build.schema, self.selection.seed, rounds.VALUES)
            if self.selection.takes_case(each.name)
        ]
        if drawn:
            outcomes(suite(self.build, self.peers, self.selection, drawn), take)
        return list(written.values())

    def ask(self, corpora: dict[str, Corpus], seconds: float, found: Found) -> None:
        """Adds what rounds show. Each format has its part of the time, and at least one round."""
        begun = time.monotonic()
        with Progress("fuzz", seconds) as bar:
            for number, (format, corpus) in enumerate(corpora.items(), 1):
                figures = found.figures[format] = Figures(len(self._of(format)), len(corpus.first))
                end = begun + seconds * number / len(corpora)
                while not figures.inputs or time.monotonic() < end:
                    self._round(format, corpus, figures, found)
                    done = min(seconds, time.monotonic() - begun)
                    bar.draw(format, done, f"{figures.inputs:,} inputs, {len(found.clusters):,} clusters")

    def _of(self, format: str) -> list[CodecRef]:
        return [reader for reader in self.readers if reader.format == format]

    def _round(self, format: str, corpus: Corpus, figures: Figures, found: Found) -> None:
        damaged = {each.source.name: each for each in corpus.draw(_ROUND)}
        fresh = []
        for each in asking.ask(self.peers.pool, self._of(format), [of.source for of in damaged.values()]):
            figures.inputs += 1
            figures.unlike += not each.agreed
            if corpus.keep(damaged[each.source.name], each.vector):
                figures.kept += 1
                fresh += [] if each.agreed else [each]
        for each, readers in odd.judge(self.build, self.peers, self.judged, fresh):
            figures.judged += 1
            found.shown.update(filter(None, (listed.stating(self.known, of) for of in readers)))
            of, unstated = damaged[each.source.name], clusters.of(readers, self.known)
            figures.stated += not unstated
            for cluster in unstated:
                found.clusters.setdefault(cluster, Seen(0, of)).add(of)

    def smallest(self, found: Found) -> Iterator[Told]:
        shrinking = Shrinking(self.build, self.peers, self.judged, self.readers, self.known)
        every = found.listed()
        with Progress("clusters", min(len(every), _MOST)) as bar:
            for number, (cluster, seen) in enumerate(every):
                yield Told(cluster, seen, shrinking.smallest(cluster, seen.shortest.source) if number < _MOST else None)
                bar.advance(1)
