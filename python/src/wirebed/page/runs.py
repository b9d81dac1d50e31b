"""The newest result of each suite under build/report; any of them may be missing."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from wirebed.bed import REPORTS, Bed
from wirebed.bench import load_result
from wirebed.claims import lines as claim_lines
from wirebed.errors import UserError
from wirebed.report.load import Report, load
from wirebed.report.value_store import SUFFIX, find

# What a run of each suite writes, and the command that does.
FILES = {
    "interop": ("interop.jsonl", "make interop"),
    "evolution": ("evolution.jsonl", "make evolution"),
    "echo": ("echo.jsonl", "make echo"),
    "claims": ("claims.jsonl", "make claims"),
    "bench": ("bench.json", "make bench"),
}


@dataclass(frozen=True)
class Run:
    """The report of interop, evolution or echo, with the values beside it."""

    report: Report
    path: Path

    def values(self, names) -> dict[str, bytes]:
        return find(self.path.with_suffix(SUFFIX), names)


@dataclass(frozen=True)
class Claims:
    header: dict
    rows: list[dict]


@dataclass
class Runs:
    """`missing` has a sentence for each result that is not there, is damaged, or is of another bed."""

    bed: Bed
    folder: Path = REPORTS
    missing: dict[str, str] = field(default_factory=dict)

    @cached_property
    def interop(self) -> Run | None:
        return self._run("interop")

    @cached_property
    def evolution(self) -> Run | None:
        return self._run("evolution")

    @cached_property
    def echo(self) -> Run | None:
        return self._run("echo")

    @cached_property
    def claims(self) -> Claims | None:
        return self._read("claims", self._claims)

    @cached_property
    def bench(self) -> dict | None:
        return self._read("bench", self._bench)

    def _run(self, suite: str) -> Run | None:
        return self._read(suite, lambda path: Run(self._of_this_bed(load(path), path), path))

    def _of_this_bed(self, report: Report, path: Path) -> Report:
        self._check(report.header.get("bed"), path)
        return report

    def _bench(self, path: Path) -> dict:
        result = load_result.load(path)
        self._check(result.get("bed"), path)
        return result

    def _claims(self, path: Path) -> Claims:
        # The articles' messages are in the repository's own bed alone.
        self._check(Bed.open().name, path)
        return Claims(*claim_lines.read(path))

    def _check(self, bed: str | None, path: Path):
        if bed != self.bed.name:
            raise UserError(f"is of the bed {bed}, not of {self.bed.name}", path)

    def _read(self, suite: str, read):
        name, command = FILES[suite]
        path = self.folder / name
        if not path.is_file():
            self.missing[suite] = f"There is no result of {suite}; `{command}` makes one."
            return None
        try:
            return read(path)
        except UserError as error:
            self.missing[suite] = f"The result of {suite} cannot be shown: {error}"
            return None
