"""Prints the facts of cells that no entry states, and the docs and reasons that the step gives near them.

It prints no entry to copy: an expectation is written from the documents, and a run is held against it. There are two
exceptions, both without a reason: a law is drafted for several steps that show the same (draft_laws.py), and a
deviation for a language that cannot compile a version.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from wirebed.bed.codec_id import short
from wirebed.state.deviations import yaml_text
from wirebed.state.deviations.drafts import signature
from wirebed.state.deviations.entry import TREE, Entry
from wirebed.state.deviations.products import products
from wirebed.state.row import Row
from wirebed.suites.evolution.draft_laws import DraftLaws
from wirebed.suites.evolution.model import Step
from wirebed.view.outcome import Cell, Outcome, word
from wirebed.view.spell import path as path_of
from wirebed_build.trees.process import telling


class _Fact(NamedTuple):
    step: str
    format: str
    leg: str
    what: str  # `rejected at parse`, `narrowed at a`
    says: str  # an error, without what changes from value to value


class Unstated:
    """Sees every row once it was judged."""

    def __init__(self, entries: Iterable[Entry], steps: Iterable[Step]) -> None:
        self.entries = list(entries)
        self.docs = {step.name: step.docs for step in steps}
        self.facts: dict[_Fact, list[tuple[str, ...]]] = {}  # sample, writer, relay and reader of each cell
        self.said: dict[_Fact, str] = {}  # the error in full, of the first cell
        self.laws = DraftLaws()
        self.trees: dict[str, dict[str, str]] = {}  # peer -> version that it cannot compile -> the compiler's message

    def see(self, row: Row) -> None:
        for cell in row.cells:
            if row.format == TREE and cell.problems:
                self.trees.setdefault(row.writer, {})[row.name.partition("/")[2]] = cell.reason
            elif cell.to_state:
                self._add(row, cell)
                self.laws.add(row, cell)

    def _add(self, row: Row, cell: Cell) -> None:
        step, _, sample = row.name.partition("/")
        fact = _Fact(step, row.format, row.leg, self._happened(row, cell), signature(cell.reason))
        self.said.setdefault(fact, cell.reason)
        codecs = (short(codec) or "-" for codec in (row.writer, row.relay, cell.id.reader))
        self.facts.setdefault(fact, []).append((sample, *codecs))

    def _happened(self, row: Row, cell: Cell) -> str:
        if cell.outcome is not Outcome.DIFFERS:
            how = f" ({cell.manner}, by the {cell.by})" if cell.manner else ""
            return (f"{cell.outcome.value} at {cell.stage}" if cell.stage else cell.outcome.value) + how
        ours = {id(cell.differences[index]) for index in cell.converted}
        places = (
            f"{word(difference.kind)} at {path_of(difference.place, difference.schema or row.schema) or 'the value'}"
            + " (by the codec)" * (id(difference) in ours)
            for difference in cell.unstated or cell.differences
        )
        return ", ".join(dict.fromkeys(re.sub(r"\[.*?\]", "*", place) for place in places))

    def text(self) -> str:
        lines, last = [], ""
        for fact, cells in self.facts.items():
            lines += [f"{fact.step}:"] * (fact.step != last)
            last = fact.step
            lines.append(f"  {fact.what}: {fact.format} {fact.leg}")
            for product in products(cells):
                parts = (" ".join(sorted(part)) for part in product)
                names = zip(("sample", "writer", "relay", "reader"), parts, strict=True)
                lines.append("    " + ", ".join(f"{name} {part}" for name, part in names if part != "-"))
            if message := yaml_text.comment(self.said[fact]):
                lines.append(f"    message: {message}")
            lines += [f"    near: {line}" for line in self._near(fact)]
        return "".join(f"{line}\n" for line in lines) + self.laws.text() + "".join(self._of_trees())

    def _near(self, fact: _Fact) -> list[str]:
        """The words of the step about the documents of the format, and its reasons for outcomes of this kind there."""
        docs = self.docs.get(fact.step, {}).get(fact.format)
        kind = fact.what.partition(" ")[0]
        about = [entry for entry in self.entries if entry.name.startswith(f"{fact.step}:")]
        same = (e for e in about if fact.format in e.formats and kind in re.findall(r"[\w-]+", e.states()))
        reasons = dict.fromkeys(f"{entry.where}: {entry.reason} ({entry.authority})" for entry in same)
        return [*([f"{docs.says}, {docs.at}"] if docs is not None else ()), *reasons]

    def _of_trees(self) -> list[str]:
        """The entries of languages that cannot compile a version. A step does not state that, a deviation does."""
        if not self.trees:
            return []
        parts = ["# not of a step: fixtures/deviations/<topic>.yaml\nsuite: evolution\nentries:\n"]
        for peer, words in sorted(self.trees.items()):
            versions = sorted(words)
            text = telling(words[versions[0]])
            parts.append(
                f"  - name: {peer}-cannot-compile-{'-'.join(versions)}\n    format: {TREE}\n    writer: {peer}\n"
                f"    cases: {yaml_text.flow([f'*/{version}' for version in versions])}\n    outcome: unsupported\n"
                f"    # message: {yaml_text.comment(text)}\n    reason:\n    authority:\n    nature: language-limit\n"
            )
        return parts
