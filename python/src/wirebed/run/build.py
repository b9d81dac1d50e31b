"""The build of a bed. The commands hand it on, so that no suite opens the bed's folder."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import PROGRAM, ROOT, Bed
from wirebed.bed.schema import Schema
from wirebed.peers import Pool
from wirebed.state import baseline as of_baseline
from wirebed.state.baseline import Baseline, Entries
from wirebed.state.deviations import Entry, of_bed
from wirebed_build.trees import state
from wirebed_build.trees.tree import Tree


@dataclass(frozen=True)
class Build:
    bed: str  # the name of the bed
    variables: Sequence[str]  # what a command of make has to be given to be about this bed
    schemas: Mapping[str, Schema]  # by version; "" where there is one
    entries: Sequence[Entry]  # its deviations
    # The fingerprint of what the peers were built from, for `make why`: see wirebed_build.trees.state.
    sources: str = ""
    root: Path = ROOT  # of the repository
    baseline: Entries | None = None  # of a bed of one's own

    @classmethod
    def of(
        cls, bed: Bed, schemas: Mapping[str, Schema], sources: Iterable[Tree] | None = None, root: Path = ROOT
    ) -> "Build":
        """`sources`: the trees of which the fingerprint is."""
        fingerprint = "" if sources is None else state(list(sources))
        entries, standing = of_bed(bed, root), of_baseline.of_bed(bed, root)
        return cls(bed.name, bed.variables, schemas, entries, fingerprint, root, standing)

    @property
    def schema(self) -> Schema:
        """The schema of a bed of one version."""
        (schema,) = self.schemas.values()
        return schema

    @property
    def roster(self) -> Path:
        return self.root / "fixtures" / "roster.yaml"

    def baseline_of(self, suite: str) -> Baseline | None:
        """Holds the cells of one suite against the baseline of the bed."""
        command = " ".join([PROGRAM, "baseline", *self.variables])
        return None if self.baseline is None else Baseline(self.baseline, suite, command)

    def entries_of(self, suites: Collection[str], pool: Pool) -> list[Entry]:
        """The deviations that are about these suites and these peers."""
        return [entry for entry in self.entries if entry.suite in suites and entry.applies(pool.left_out)]
