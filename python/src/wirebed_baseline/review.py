"""`wirebed review`: walks through the unreviewed entries of a baseline, most cells first, and writes each decision down
at once.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from wirebed.bed import PROGRAM, ROOT, Bed
from wirebed.bed.exit_codes import Shown
from wirebed.bed.schema import Schema
from wirebed.commands import interop, why_cell, why_output
from wirebed.errors import UserError, unknown
from wirebed.peers.kept import Keep
from wirebed.report import blocks
from wirebed.report.cell import Cell, cells_of
from wirebed.report.load import Report, load, repeat
from wirebed.report.places import message_of
from wirebed.run import Selection
from wirebed.state import baseline, deviations
from wirebed.state.baseline import BaselineEntry
from wirebed.state.deviations import reasons
from wirebed.state.deviations.entry import NATURES
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.reasons import Reason
from wirebed_baseline import files
from wirebed_baseline.command import of_own
from wirebed_baseline.fitting import fitting

Ask = Callable[[str], str]  # prompts for a line; EOFError at the end of the input
_HELP = "a number, the name of a reason, or a reason in your own words; Enter skips, q ends"


def main(bed: Bed, ask: Ask | None = None, console: Console | None = None) -> int:
    """Prints the entries, and asks for their reasons where there is a terminal. `ask`: does so in its place."""
    console, entries = console or blocks.console(160), of_own(bed)
    todo = sorted((e for e in entries.values() if e.reason is None), key=lambda e: (-e.cells, e.fact))
    cells = f"{sum(entry.cells for entry in todo):,} cells in {len(todo):,} entries stand unreviewed"
    if not todo:
        console.print("No entry stands unreviewed.")
        return Shown(0)
    path = bed.reports / "interop.jsonl"
    report, samples = _samples(bed, path, todo)
    if ask is None and not (sys.stdin.isatty() and console.is_terminal):
        for entry in todo:
            console.print(f"{entry.cells:8,}  {escape(entry.fact.name)}", soft_wrap=True)
            if (cell := samples.get(entry.fact.name)) is not None:
                console.print(f"          [dim]{escape(repeat(report, cell))}[/]", soft_wrap=True)
        console.print(f"{cells}; in a terminal, this command asks for their reasons.")
        return Shown(0)
    console.print(cells)
    _Review(bed, report, path, samples, console, ask or console.input).walk(todo)
    return Shown(0)


def _samples(bed: Bed, path: Path, todo: Sequence[BaselineEntry]) -> tuple[Report, dict[str, Cell]]:
    """The last report, with the smallest cell of each entry; of a new run where that report does not have all."""
    names = {entry.fact.name for entry in todo}
    if path.is_file():
        report = load(path)
        samples = _smallest(report, names)
        if samples.keys() == names:
            return report, samples
    interop.run(bed, Selection(), path, lambda *_: None, Keep())
    report = load(path)
    return report, _smallest(report, names)


def _smallest(report: Report, names: set[str]) -> dict[str, Cell]:
    samples: dict[str, Cell] = {}
    for line in report.lines:
        for name in names.intersection(line.entries):
            if name not in samples or (line.size or 0) < (samples[name].size or 0):
                samples[name] = cells_of(line)[0]
    return samples


class _End(Exception):
    """The user has ended the review."""


@dataclass(frozen=True)
class _Review:
    bed: Bed
    report: Report
    path: Path
    samples: Mapping[str, Cell]
    console: Console
    ask: Ask

    def walk(self, todo: Sequence[BaselineEntry]) -> None:
        known, decided = reasons.of_bed(self.bed, ROOT), 0
        everywhere = deviations.load(ROOT / "fixtures" / "deviations", foreign=True)
        stated = [*everywhere, *deviations.of_bed(self.bed, ROOT)]
        try:
            for number, entry in enumerate(todo, 1):
                name = entry.fact.name
                head = f"{number:,} of {len(todo):,}: {name}, {entry.cells:,} cells"
                self.console.rule(escape(head), align="left")
                if (cell := self.samples.get(name)) is None:
                    self.console.print(f"no cell shows it any more: `{PROGRAM} baseline` removes it")
                    continue
                cells = why_cell.known_cells(self.report, self.path, [cell])
                why_output.show(cells, partial(why_output.context_of, self.bed, "interop"), self.console)
                fits = fitting(entry.fact, cell, self._value(cells.values.get(cell.value)), stated, known)
                if (reviewed := self._decide(entry, fits, known)) is not None:
                    self._save(reviewed)
                    decided += 1
        except (_End, EOFError):
            pass
        self.console.print(f"{decided:,} reviewed, {len(todo) - decided:,} left")

    def _value(self, view: bytes | None) -> ValuePlaces | None:
        """The places of the value of a case; None where it has no message."""
        schema = Schema.load(self.bed.tree_dir)
        message = message_of(view, schema)
        return ValuePlaces(view, schema, message) if view and message else None

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
