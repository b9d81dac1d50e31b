"""Lines to paste into the `expect:` of a step, for cells that no entry states: as few as say exactly what was seen.

A line holds the facts of one format and kind (or failure) whose cells are a product: these legs × samples × writers ×
others × readers. The other is whoever meets the other version; the reader of a read leg is the other itself. What would
name all that there are is left out. The reason has to come from whoever pastes them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from wirebed.codec_id import short
from wirebed.deviations import yaml_text
from wirebed.deviations.drafts import signature
from wirebed.deviations.entry import TREE, Entry
from wirebed.deviations.products import products, within
from wirebed.engine.row import Row
from wirebed.evolution.legs import LEGS
from wirebed.outcome import Cell, Outcome, word
from wirebed.trees.process import telling
from wirebed.view.spell import path as path_of


@dataclass(frozen=True)
class _Fact:
    """What was seen in some cells of one format and leg."""

    format: str
    leg: str
    outcome: str
    kind: str


@dataclass
class _Step:
    # (format, leg) -> sample, writer, other, reader (after a relay) of each cell that an entry could be about.
    every: dict[tuple, set] = field(default_factory=dict)
    seen: dict[_Fact, set] = field(default_factory=dict)
    paths: dict[_Fact, dict[str, None]] = field(default_factory=dict)
    # What was said, each error once: a line may state more than one.
    words: dict[_Fact, dict[str, str]] = field(default_factory=dict)
    stages: dict[tuple, str] = field(default_factory=dict)  # fact and cell


class Suggestions:
    """Sees every row once it was judged."""

    def __init__(self, entries: Iterable[Entry], schemas: Mapping[str, object]):
        self.schemas = schemas
        self.entries = {entry.name: entry for entry in entries}
        self.steps: dict[str, _Step] = {}
        self.trees: dict[str, dict[str, str]] = {}  # peer -> version that it cannot compile -> its words

    def see(self, row: Row):
        step, _, sample = row.name.partition("/")
        if row.format == TREE:
            for cell in row.cells:
                if cell.problems:
                    self.trees.setdefault(row.writer, {})[sample] = cell.reason
        if not row.readings or row.source or row.leg == "":
            return
        schema = self.schemas.get(LEGS[row.leg].reader)
        into = self.steps.setdefault(step, _Step())
        every = into.every.setdefault((row.format, row.leg), set())
        for reading in row.readings:
            reader, cell = reading.reader, reading.cell
            at = (sample, row.writer, row.relay or reader, reader if row.relay else "")
            if cell is not None and cell.derived:
                continue
            every.add(at)
            if cell is not None and cell.to_state:
                self._add(into, row, cell, at, schema)

    def _add(self, into: _Step, row: Row, cell: Cell, at: tuple, schema):
        if cell.outcome is not Outcome.DIFFERS:
            fact = _Fact(row.format, row.leg, cell.outcome.value, "")
            into.stages[fact, at] = cell.stage
            into.seen.setdefault(fact, set()).add(at)
            into.words.setdefault(fact, {}).setdefault(signature(cell.reason), cell.reason)
            return
        stated = [self.entries[name] for name in cell.entries if name in self.entries]
        for found in cell.differences:
            path = path_of(found.place, found.schema or schema)
            if any(entry.covers(found, path, None) for entry in stated if entry.value is None):
                continue
            fact = _Fact(row.format, row.leg, cell.outcome.value, word(found.kind))
            into.seen.setdefault(fact, set()).add(at)
            into.paths.setdefault(fact, {})[re.sub(r"\[.*?\]", "*", path)] = None

    def text(self) -> str:
        """Flow style lines, below the name of each step's file."""
        parts = []
        for name, step in self.steps.items():
            lines = _lines(step)
            if lines:
                parts.append(f"# {name}.yaml\n" + "".join(f"  - {line}\n" for line in lines))
        return "".join(parts + self._of_trees())

    def _of_trees(self) -> list[str]:
        """That a language cannot compile a version is about no step: a deviation states it."""
        if not self.trees:
            return []
        parts = ["# not of a step: fixtures/deviations/<topic>.yaml\nsuite: evolution\nentries:\n"]
        for peer, words in sorted(self.trees.items()):
            versions = sorted(words)
            said = telling(words[versions[0]])
            parts.append(
                f"  - name: {peer}-cannot-compile-{'-'.join(versions)}\n    format: {TREE}\n    writer: {peer}\n"
                f"    cases: {yaml_text.flow([f'*/{version}' for version in versions])}\n    outcome: unsupported\n"
                f"    # message: {yaml_text.comment(said)}\n    reason:\n    authority:\n    nature: language-limit\n"
            )
        return parts


def _lines(step: _Step) -> list[str]:
    """One line for each product of cells; legs and formats that say the same share one."""
    by_text: dict[tuple, dict[tuple, None]] = {}
    words: dict[tuple, dict[str, str]] = {}
    for fact, cells in step.seen.items():
        every = step.every[fact.format, fact.leg]
        paths = tuple(sorted(step.paths.get(fact, ())))
        for product in products(cells):
            globs = _globs(product, every)
            stages = {step.stages.get((fact, cell), "") for cell in cells if within(cell, product)}
            stage = stages.pop() if len(stages) == 1 else ""
            key = (globs, fact.outcome, fact.kind, stage, paths)
            by_text.setdefault(key, {})[fact.format, fact.leg] = None
            words[key] = step.words.get(fact, {}) | words.get(key, {})
    lines = []
    for key, where in by_text.items():
        by_format: dict[str, list[str]] = {}
        for format_, leg in where:
            by_format.setdefault(format_, []).append(leg)
        by_legs: dict[tuple, list[str]] = {}
        for format_, legs in by_format.items():
            by_legs.setdefault(tuple(legs), []).append(format_)
        lines += [_line(key, formats, legs, words[key].values()) for legs, formats in by_legs.items()]
    return lines


def _line(key: tuple, formats: list[str], legs: tuple[str, ...], words: Iterable[str]) -> str:
    globs, outcome, kind, stage, paths = key
    parts = ["why: ", f"format: {yaml_text.flow(formats)}", f"leg: {yaml_text.flow(legs)}"]
    parts += [f"{name}: {yaml_text.flow(values)}" for name, values in globs]
    parts += [f"kind: {kind}"] if kind else [f"outcome: {outcome}"]
    parts += [f"stage: {stage}"] * bool(stage)
    parts += [f"path: {yaml_text.flow(paths)}"] * (bool(paths) and paths != ("",))
    said = " | ".join(filter(None, map(yaml_text.comment, words)))
    return "{" + ", ".join(parts) + "}" + (f"  # {said}" if said else "")


def _globs(product: tuple[frozenset, ...], every: set[tuple]) -> tuple:
    """The parts that have to be said: all that there are need no word."""
    said = []
    for position, name in enumerate(("sample", "writer", "other", "reader")):
        part = product[position]
        if part == {cell[position] for cell in every}:
            continue
        names = sorted(part) if name == "sample" else sorted(map(short, part))
        said.append((name, tuple(names)))
    return tuple(said)
