"""The newest result of each suite of a bed; any of them may be missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from wirebed.bed import PROGRAM, ROOT, Bed
from wirebed.bed.folders import OWN
from wirebed.errors import UserError
from wirebed.report.load import Report, load
from wirebed.report.value_store import SUFFIX, find
from wirebed.state import baseline
from wirebed.state.deviations import Entry, of_bed
from wirebed_claims import lines
from wirebed_claims.command import CHECKED_IN as VERDICTS
from wirebed_costs import load_result
from wirebed_costs.published import RESULT as BENCH
from wirebed_page import worse
from wirebed_replay import report
from wirebed_upgrade.answer import Answer, read

# What a run of each suite writes, and the command that does.
FILES = {
    "interop": ("interop.jsonl", f"{PROGRAM} interop"),
    "evolution": ("evolution.jsonl", f"{PROGRAM} evolution"),
    "echo": ("echo.jsonl", f"{PROGRAM} echo"),
    "claims": ("claims.jsonl", f"{PROGRAM} claims"),
    "bench": ("bench.json", f"{PROGRAM} bench"),
    "upgrade": ("upgrade.json", f"{PROGRAM} upgrade"),
    "replay": ("replay.jsonl", f"{PROGRAM} replay"),
}

# The suites whose reports have cells.
REPORTED = ("interop", "evolution", "echo")


@dataclass(frozen=True)
class Run:
    """The report of interop, evolution or echo, with the values beside it."""

    report: Report
    path: Path
    missing: dict[str, str] = field(default_factory=dict)  # those of `Runs`
    _found: dict[str, bytes] = field(default_factory=dict)

    def values(self, names: Iterable[str]) -> Mapping[str, bytes]:
        """The named values, and others that were found before; none where the file beside the report is missing or
        damaged. The file is read again only for names that are new."""
        try:
            if new := set(names) - self._found.keys():
                self._found.update(find(self.path.with_suffix(SUFFIX), new))
            return self._found
        except UserError as error:
            suite = self.path.stem
            self.missing[f"{suite} values"] = f"The values of {suite} cannot be shown: {error}"
            return {}


@dataclass(frozen=True)
class Claims:
    header: dict
    rows: list[dict]


@dataclass
class Runs:
    """`missing` has a sentence for each result that is not there, is damaged, or is of another bed. `base`: an older
    report, against which the newest of its suite is held; one that nobody asked for (not `is_asked`) need not be whole.
    """

    bed: Bed
    folder: Path
    base: Path | None = None
    is_asked: bool = True
    missing: dict[str, str] = field(default_factory=dict)
    checked_in: dict[str, str] = field(default_factory=dict)  # by suite: why a result that is checked in is shown

    @cached_property
    def older(self) -> Report | None:
        """The report `base`; UserError where it is none of this bed."""
        path = self.base
        if path is None:
            return None
        if not path.is_file():
            raise UserError(
                "BASE= is an older report, such as a copy of build/report/interop.jsonl; this is no file", path
            )
        try:
            return self._of_this_bed(self._reported(path), path)
        except UserError:
            if self.is_asked:
                raise
            return None

    @staticmethod
    def _reported(path: Path) -> Report:
        report = load(path)
        if (suite := report.header.suite) not in REPORTED:
            raise UserError(
                f"BASE= is a report of {', '.join(REPORTED)}; this one is of {suite or 'something else'}", path
            )
        return report

    @cached_property
    def deviations(self) -> dict[str, Entry]:
        """The entries of the bed today, by name."""
        standing = (entry.as_deviation for entry in (baseline.of_bed(self.bed, ROOT) or {}).values())
        return {entry.name: entry for entry in (*of_bed(self.bed, ROOT), *standing)}

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
        if self.bed.name != OWN:
            self.missing["claims"] = "The claims of the articles are judged in the bed of the repository alone."
            return None
        return self._newest("claims", lambda path: Claims(*lines.read(path)), VERDICTS, _older)

    @cached_property
    def bench(self) -> dict | None:
        return self._newest("bench", self._bench, BENCH, worse.bench)

    @cached_property
    def upgrade(self) -> Answer | None:
        """None also where nobody has asked about an upgrade, which is nothing that a page misses."""
        return self._asked_for("upgrade", self._upgrade)

    @cached_property
    def replay(self) -> list[dict[str, Any]] | None:
        """As `upgrade`: the lines of its report."""
        return self._asked_for("replay", self._replay)

    def _asked_for(self, suite: str, read):
        name, _ = FILES[suite]
        return self._read(suite, read) if (self.folder / name).is_file() else None

    def _run(self, suite: str) -> Run | None:
        return self._read(suite, lambda path: Run(self._of_this_bed(load(path), path), path, self.missing))

    def _of_this_bed(self, report: Report, path: Path) -> Report:
        self._check(report.header.bed, path)
        return report

    def _bench(self, path: Path) -> dict:
        result = load_result.load(path)
        self._check(result.get("bed"), path)
        return result

    def _upgrade(self, path: Path) -> Answer:
        answer = read(path)
        self._check(answer.bed, path)
        return answer

    def _replay(self, path: Path) -> list[dict[str, Any]]:
        lines = report.read(path)
        self._check(lines[0]["header"].get("bed"), path)
        return lines

    def _check(self, bed: str | None, path: Path):
        if bed != self.bed.name:
            raise UserError(f"is of the bed {bed}, not of {self.bed.name}", path)

    def _newest(self, suite: str, read, checked_in: Path, why_not):
        """The result of this machine; in the own bed the one that is checked in, where that of this machine is not
        there or is damaged, or where `why_not` says why the other one is shown."""
        kept = self._kept(read, checked_in)
        if kept is None:
            return self._read(suite, read)
        name, command = FILES[suite]
        path = self.folder / name
        why = f"`{command}` makes one of this machine"
        if path.is_file():
            try:
                found = read(path)
            except UserError as error:
                why = f"that of this machine cannot be shown: {error}"
            else:
                if not (words := why_not(found, kept)):
                    return found
                why = f"that of this machine {words}"
        self.checked_in[suite] = f"This result is checked in; {why}."
        return kept

    def _kept(self, read, path: Path):
        if self.bed.name != OWN or not path.is_file():
            return None
        try:
            return read(path)
        except UserError:
            return None

    def _read(self, suite: str, read):
        name, command = FILES[suite]
        path = self.folder / name
        if not path.is_file():
            asked = " ".join((command, *self.bed.variables))
            self.missing[suite] = f"There is no result of {suite}; `{asked}` makes one."
            return None
        try:
            return read(path)
        except UserError as error:
            self.missing[suite] = f"The result of {suite} cannot be shown: {error}"
            return None


def _older(found: Claims, kept: Claims) -> str:
    return worse.older(found.header["started"], kept.header["started"])
