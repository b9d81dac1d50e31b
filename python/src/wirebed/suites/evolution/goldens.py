"""The goldens of samples: bytes that a codec of one version once wrote, and that both versions must go on reading.

They lie in fixtures/golden/evolution/<step>/<version>.<sample>/ and are kept as those of cases are
(wirebed.state.golden). Each version has a checker of its own, since the schema is its own.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from wirebed.bed import Bed
from wirebed.bed.codec_id import is_generation
from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.peers.codecs import CodecRef
from wirebed.state.golden import Checker
from wirebed.state.golden.checker import Statuses, hint
from wirebed.state.golden.store import Store
from wirebed.state.row import Row
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.model import Sample, Step
from wirebed.suites.evolution.plan import Selection

FOLDER = "evolution/"


def there(bed: Bed) -> bool:
    return (bed.fixtures / "evolution").is_dir()


class Goldens:
    """The checkers of all versions."""

    def __init__(self, bed: Bed, schemas: Mapping[str, Schema], steps: Iterable[Step]) -> None:
        self.cases = {sample.name: _case(sample) for step in steps for sample in step.samples}
        by_version: dict[str, list[Case]] = {version: [] for version in schemas}
        for step in steps:
            for sample in step.samples:
                by_version[sample.version].append(self.cases[sample.name])
        self.checkers = {
            version: Checker(bed, schemas[version], cases, _store(bed, version, schemas))
            for version, cases in by_version.items()
        }

    def sources(self) -> dict[str, list[ByteSource]]:
        """The intact goldens by sample."""
        sources: dict[str, list[ByteSource]] = {}
        for checker in self.checkers.values():
            for source in checker.sources():
                if source.case is not None:
                    sources.setdefault(source.case.name.removeprefix(FOLDER), []).append(source)
        return sources

    def written(self, row: Row, data: bytes, sample_version: str, codec: CodecRef) -> list[str]:
        """The write check of what one codec wrote now."""
        checker = self.checkers[sample_version]
        return checker.written(self.cases[row.name], row.writer, codec.version, data, codec.runtime)

    def part(self) -> Statuses:
        """As of a checker, by version."""
        return {version: checker.part() for version, checker in self.checkers.items()}

    def add(self, part: Statuses) -> None:
        for version, statuses in part.items():
            self.checkers[version].add(statuses)

    def unstable_writers(self) -> dict[str, set[tuple[str, bytes]]]:
        """As of a checker, of all versions."""
        writers: dict[str, set[tuple[str, bytes]]] = {}
        for checker in self.checkers.values():
            for codec, values in checker.unstable_writers().items():
                writers.setdefault(codec, set()).update(values)
        return writers

    def problems(self, takes: Callable[[str], bool] | None = None) -> list[str]:
        """Damaged and stray files; `takes` chooses the samples by name."""
        below = None if takes is None else lambda name: takes(name.removeprefix(FOLDER))
        return [line for checker in self.checkers.values() for line in checker.problems(below)]

    def hint(self) -> str:
        return hint(sum((checker.todo for checker in self.checkers.values()), Counter()))


class SampleGoldens:
    """The goldens in a run, for the codecs and the samples that take part."""

    def __init__(
        self,
        goldens: Goldens,
        codecs: Iterable[CodecRef],
        class_codecs: Iterable[CodecRef],
        selection: Selection,
        variants: Collection[str],
    ) -> None:
        """`variants`: the names of the formats whose bytes are those of another."""
        self.goldens, self.selection, self.variants = goldens, selection, variants
        every = (*class_codecs, *codecs)
        # No golden is of a generation.
        self.codecs = {codec.id: codec for codec in every if not is_generation(codec.id)}

    def drift(self, row: Row) -> list[str]:
        """Checks the bytes of each sample once, on a leg without a relay."""
        leg, codec = LEGS.get(row.leg), self.codecs.get(row.writer)
        if leg is None or leg.relay or row.source or row.data is None or row.format in self.variants or codec is None:
            return []
        return self.goldens.written(row, row.data, leg.writer, codec)

    def part(self) -> Statuses:
        """The encodings that were checked since this was asked before, which `add` counts again."""
        return self.goldens.part()

    def add(self, part: Statuses) -> None:
        self.goldens.add(part)

    def inputs(self, names: Iterable[str]) -> Iterator[str]:
        """What the goldens of these samples are."""
        checker = next(iter(self.goldens.checkers.values()))
        return checker.store.digests(FOLDER + name for name in names)

    def problems(self) -> list[str]:
        return self.goldens.problems(None if self.selection.full else self.selection.takes_case)

    def hint(self) -> str:
        return self.goldens.hint()


def _case(sample: Sample) -> Case:
    return replace(sample.case, name=FOLDER + sample.name)


def _store(bed: Bed, version: str, versions: Iterable[str]) -> Store:
    """The store of one version. The first version also has the files of no version."""
    others = set(versions) - {version} if version == min(versions) else None

    def takes(path: str) -> bool:
        parts = path.split("/")
        if parts[0] != FOLDER.rstrip("/"):
            return False
        own = parts[2].partition(".")[0] if len(parts) > 2 else ""
        return own == version or (others is not None and own not in others)

    return Store(bed.fixtures / "golden", takes)
