"""`wirebed review`: walks through the unreviewed entries of a baseline, most cells first, and writes each decision down
at once.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape

from wirebed.bed import PROGRAM, ROOT, Bed, document
from wirebed.bed.exit_codes import Shown
from wirebed.commands import why_cell, why_cell_output
from wirebed.errors import UserError, unknown
from wirebed.peers.kept import Keep
from wirebed.report import blocks
from wirebed.report.cell import Cell, cells_of
from wirebed.report.load import Report, load, repeat
from wirebed.report.places import message_of
from wirebed.state import baseline, deviations
from wirebed.state.baseline import BaselineEntry, Fact
from wirebed.state.baseline.fact import EVOLUTION
from wirebed.state.deviations import Entry, reasons
from wirebed.state.deviations.entry import NATURES
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.reasons import Reason
from wirebed_baseline import files, suites
from wirebed_baseline.command import of_own
from wirebed_baseline.fitting import fitting

Ask = Callable[[str], str]  # prompts for a line; EOFError at the end of the input
_HELP = "a number, the name of a reason, or a reason in your own words; Enter skips, q ends"


def main(bed: Bed, ask: Ask | None = None, console: Console | None = None) -> int:
    """Prints the entries, and asks for their reasons where there is a terminal. `ask`: does so in its place."""
    console, entries = console or blocks.console(160), of_own(bed)
    todo = sorted((e for e in entries.values() if e.reason is None), key=lambda e: (-e.cells, e.fact))
    cells = f"{sum(entry.cells for entry in todo):,} cells in {len(todo):,} entries stand unreviewed"
    document.count(entries=len(entries), unreviewed=sum(entry.cells for entry in todo))
    if not todo:
        console.print("No entry stands unreviewed.")
        return Shown(0)
    samples = _samples(bed, todo)
    if ask is None and not (sys.stdin.isatty() and console.is_terminal):
        for entry in todo:
            sample, name = samples.get(entry.fact), entry.fact.name
            again = repeat(sample.report, sample.cell) if sample is not None else ""
            console.print(f"{entry.cells:8,}  {escape(name)}", soft_wrap=True)
            if again:
                console.print(f"          [dim]{escape(again)}[/]", soft_wrap=True)
            text = f"{entry.as_deviation.where}: `{name}` states {entry.cells:,} cells"
            document.find("unreviewed", text, document.NOTE, name=name, repeat=again)
        console.print(f"{cells}; in a terminal, this command asks for their reasons.")
        return Shown(0)
    console.print(cells)
    _Review(bed, samples, console, ask or console.input).walk(todo)
    return Shown(0)


class _Sample(NamedTuple):
    """A cell that shows an entry, and the report that has it."""

    cell: Cell
    report: Report
    path: Path


def _samples(bed: Bed, todo: Sequence[BaselineEntry]) -> dict[Fact, _Sample]:
    """The smallest cell of each entry in the last report of its suite; in a new one where that does not have all."""
    samples: dict[Fact, _Sample] = {}
    for suite in suites.of_bed(bed):
        facts = [entry.fact for entry in todo if entry.fact.suite == suite.name]
        shown = _smallest(suite.path, facts) if suite.path.is_file() else {}
        if len(shown) < len(facts):
            suite.run(Keep())
            shown = _smallest(suite.path, facts)
        samples |= shown
    return samples


def _smallest(path: Path, facts: Iterable[Fact]) -> dict[Fact, _Sample]:
    report, of_names = load(path), {fact.name: fact for fact in facts}
    samples: dict[Fact, _Sample] = {}
    for line in report.lines:
        for fact in (of_names[name] for name in line.entries if name in of_names):
            if fact not in samples or (line.size or 0) < (samples[fact].cell.size or 0):
                samples[fact] = _Sample(cells_of(line)[0], report, path)
    return samples


class _End(Exception):
    """The user has ended the review."""


@dataclass(frozen=True)
class _Review:
    bed: Bed
    samples: Mapping[Fact, _Sample]
    console: Console
    ask: Ask

    def walk(self, todo: Sequence[BaselineEntry]) -> None:
        known, decided = reasons.of_bed(self.bed, ROOT), 0
        stated = [entry for topic in ("deviations", "laws") for entry in self._stated(topic)]
        try:
            for number, entry in enumerate(todo, 1):
                head = f"{number:,} of {len(todo):,}: {entry.fact.name}, {entry.cells:,} cells"
                self.console.rule(escape(head), align="left")
                if (sample := self.samples.get(entry.fact)) is None:
                    self.console.print(f"no cell shows it any more: `{PROGRAM} baseline` removes it")
                    continue
                fits = fitting(entry.fact, sample.cell, self._show(entry, sample), stated, known)
                if (reviewed := self._decide(entry, fits, known)) is not None:
                    self._save(reviewed)
                    decided += 1
        except (_End, EOFError):
            pass
        self.console.print(f"{decided:,} reviewed, {len(todo) - decided:,} left")

    def _stated(self, topic: str) -> Iterable[Entry]:
        """The entries of the repository, also those about its own cases, and of the bed."""
        everywhere = deviations.load(ROOT / "fixtures" / topic, foreign=True)
        return [*everywhere, *deviations.of_bed(self.bed, ROOT, topic)]

    def _show(self, entry: BaselineEntry, sample: _Sample) -> ValuePlaces | None:
        """Shows a cell in full; the places of the value of its case, None where it has no message, or where another
        version meets it."""
        cells = why_cell.known_cells(sample.report, sample.path, [sample.cell])
        context = cache(partial(why_cell_output.context_of, self.bed, entry.fact.suite))
        why_cell_output.show(cells, context, self.console)
        view, schema = cells.values.get(sample.cell.value), context(sample.cell.leg).writer
        message = message_of(view, schema)
        if view is None or schema is None or not message or entry.fact.suite == EVOLUTION:
            return None
        return ValuePlaces(view, schema, message)

    def _decide(self, entry: BaselineEntry, fits: Sequence[str], known: Mapping[str, Reason]) -> BaselineEntry | None:
        """The entry with its reason; None where it is skipped."""
        for number, name in enumerate(fits, 1):
            text = " ".join(known[name].reason.split())
            self.console.print(f"  {number}  [bold]{escape(name)}[/]: {escape(text)} ({known[name].nature})")
        while True:
            answer = self._answer(_HELP)
            name = fits[int(answer) - 1] if answer.isdecimal() and 0 < int(answer) <= len(fits) else answer
            if not answer:
                return None
            if name in known:
                return replace(entry, reason=known[name], why=name)
            if " " in answer:
                return replace(entry, reason=self._own(answer))
            self.console.print(escape(unknown("reason", answer, known).message), soft_wrap=True)

    def _own(self, text: str) -> Reason:
        """A reason of the bed's own."""
        authority = nature = ""
        while not authority:
            authority = self._answer("who says so: a section of a specification, documentation, an issue")
        while nature not in NATURES:
            nature = self._answer(f"nature: {', '.join(NATURES)}")
        return Reason(text, authority, nature)

    def _answer(self, prompt: str) -> str:
        answer = self.ask(f"{prompt}\n> ").strip()
        if answer == "q":
            raise _End
        return answer

    def _save(self, entry: BaselineEntry) -> None:
        """Writes this one decision, beside what may stand in the file by now."""
        entries = dict(baseline.of_bed(self.bed, ROOT) or {})
        if entry.fact not in entries:
            raise UserError(f"`{entry.fact.name}` is no longer there", baseline.path_of(self.bed))
        entries[entry.fact] = replace(entry, cells=entries[entry.fact].cells)
        files.write(self.bed, entries)
