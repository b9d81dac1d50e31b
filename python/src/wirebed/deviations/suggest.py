"""Entries to paste, for cells that no entry states: a whole file, which the loader takes once reasons are filled in.

A cell shows a fact: of which codec (the writer of a refusal, else the reader), what happened, and in what words. The
cells of a fact become as few entries as state exactly them. The reason has to come from whoever pastes them.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from packaging.version import InvalidVersion, Version

from wirebed.codec_id import NONE, short
from wirebed.deviations import spell
from wirebed.deviations.entry import NATURES, TREE
from wirebed.deviations.products import products
from wirebed.matrix.row import Row
from wirebed.outcome import Cell, Outcome, word
from wirebed.trees.process import telling
from wirebed.view.spell import path as path_of

_ALL = "*"


@dataclass(frozen=True)
class _Fact:
    format: str
    codec: str  # whose act it is
    outcome: Outcome
    kind: str
    stage: str
    words: str  # a failure's, without what changes from value to value
    paths: tuple[str, ...]  # globs of the places, where an entry states other places of this kind in the same cell

    @property
    def alone(self) -> bool:
        """Whether the other side of the cell says nothing: there is none, or it was never reached."""
        return self.format in (NONE, TREE) or self.outcome is Outcome.REFUSED


class Suggestions:
    """Sees every row once it was judged."""

    def __init__(self, versions: dict[str, str], schema, suite: str, names: Iterable[str] = ()):
        """`names`: those of the entries that there are."""
        self.versions, self.schema, self.suite = versions, schema, suite
        self.names = set(names)
        self.facts: dict[_Fact, Counter] = {}  # -> (case, the other side) -> cells
        self.said: dict[_Fact, str] = {}  # the words in full, of its first cell
        # Of all rows: several of one case, format and writer are goldens and given bytes.
        self.rows: Counter = Counter()
        self.cells: Counter = Counter()

    def see(self, row: Row):
        key = (row.format, row.name, row.writer)
        self.rows[key] += 1
        self.cells[key] += len(row.readings)
        for cell in row.cells:
            if cell.to_state:
                self._add(row, cell)

    def _add(self, row: Row, cell: Cell):
        if cell.outcome is not Outcome.DIFFERS:
            codec = cell.id.writer if cell.outcome is Outcome.REFUSED else cell.id.reader
            fact = _Fact(row.format, codec, cell.outcome, "", cell.stage, signature(cell.reason), ())
            self._count(fact, row, cell)
            return
        for kind in sorted({found.kind for found in cell.unstated}):
            paths = self._paths(cell, kind)
            fact = _Fact(row.format, cell.id.reader, cell.outcome, word(kind), "", "", paths)
            self._count(fact, row, cell)

    def _count(self, fact: _Fact, row: Row, cell: Cell):
        other = "" if fact.alone else cell.id.writer
        self.facts.setdefault(fact, Counter())[row.name, other] += 1
        self.said.setdefault(fact, cell.reason)

    def _paths(self, cell: Cell, kind) -> tuple[str, ...]:
        """None where all differences of the kind are unstated; else the unstated ones, each as it is."""
        unstated = {id(found) for found in cell.unstated}
        here = [found for found in cell.differences if found.kind is kind]
        if all(id(found) in unstated for found in here):
            return ()
        places = (path_of(f.place, f.schema or self.schema) for f in here if id(f) in unstated)
        return tuple(dict.fromkeys(map(spell.glob, places)))

    def text(self) -> str:
        """A file for fixtures/deviations; empty when nothing is to be stated."""
        if not self.facts:
            return ""
        entries, beyond = [], []
        for fact, cells in self.facts.items():
            whole = [key for key, count in cells.items() if count == self._expected(fact, key)]
            beyond += [(fact, key) for key in cells if key not in set(whole)]
            entries += [self._entry(fact, product) for product in products(whole)]
        head = f"suite: {self.suite}\nentries:\n" if entries else ""
        return head + "".join(entries) + "".join(self._beyond(fact, key) for fact, key in beyond)

    def _expected(self, fact: _Fact, key: tuple[str, str]) -> int:
        """How many cells an entry would be about. One whose path is the whole value cannot be said."""
        if "" in fact.paths:
            return -1
        case, other = key
        at = (fact.format, case, other or fact.codec)
        return self.cells[at] if fact.alone else self.rows[at]

    def _beyond(self, fact: _Fact, key: tuple[str, str]) -> str:
        case, other = key
        pair = " > ".join(map(short, filter(None, (other, fact.codec))))
        what = spell.comment(f"{case} {fact.format} {pair}: {fact.outcome.value}")
        return (
            f"# No entry can state this, since other bytes of the same case, writer and reader do not show it: {what}\n"
        )

    def _entry(self, fact: _Fact, product: tuple[frozenset, ...]) -> str:
        cases, others = sorted(product[0]), sorted(product[1])
        lines = [f"  - name: {self._name(fact, cases[0])}", f"    format: {spell.scalar(fact.format)}"]
        if fact.format == NONE:
            lines.append(f"    codec: {spell.scalar(short(fact.codec))}")
        elif fact.alone:
            lines.append(f"    writer: {spell.scalar(short(fact.codec))}")
        else:
            lines += spell.folded("writer", map(short, others), "    ")
            lines.append(f"    reader: {spell.scalar(short(fact.codec))}")
        lines += spell.folded("cases", (case if case == _ALL else spell.glob(case) for case in cases), "    ")
        lines.append(f"    outcome: {fact.outcome.value}")
        lines += [f"    kind: {fact.kind}"] * bool(fact.kind)
        lines += [f"    stage: {fact.stage}"] * bool(fact.stage)
        lines += spell.folded("path", fact.paths, "    ") if fact.paths else []
        if version := self._version(fact.codec):
            lines.append(f'    versions: {{"{fact.codec}": "=={version}"}}')
        if said := self.said[fact]:
            lines.append(f"    # its words: {spell.comment(telling(said) if fact.format == TREE else said)}")
        nature = "language-limit" if fact.format in (NONE, TREE) else "library-bug"
        others = ", ".join(one for one in NATURES if one != nature)
        lines += ["    reason:", "    authority:", f"    nature: {nature}  # or {others}"]
        return "\n".join(lines) + "\n"

    def _name(self, fact: _Fact, case: str) -> str:
        """Told by what happens and where it is first seen; no other entry has it."""
        words = f"{short(fact.codec)}-{fact.format}-{fact.kind or fact.outcome.value}-{case}"
        name = plain = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
        number = 1
        while name in self.names:
            number += 1
            name = f"{plain}-{number}"
        self.names.add(name)
        return name

    def _version(self, codec: str) -> str:
        """The codec's version, where a range can name it: that of a peer's tree, or of a fork, may be none."""
        version = self.versions.get(codec, "")
        try:
            Version(version)
        except InvalidVersion:
            return ""
        return version


def signature(reason: str) -> str:
    """A library's words without the value that they are about: equal for one error, others for another.

    What is quoted, numbers, and names with dots in them change from case to case; the type of the error does not.
    """
    line = reason.splitlines()[0] if reason else ""
    type_, colon, words = line.partition(": ")
    if not colon or " " in type_:
        type_, words = "", line
    words = re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`", "…", words)
    words = re.sub(r"[\w$]+(?:\.[\w$\[\]]+)+", "…", words)
    return f"{type_}: {re.sub(r'0x[0-9a-fA-F]+|[0-9]+', '#', words)}"
