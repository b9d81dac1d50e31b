"""Drafts of entries for cells that no entry states: a whole file, which loads once the reasons are filled in.

A cell shows a fact: what happened to which codec (the writer of a refusal, else the reader), with which message. The
cells of one fact are stated by as few entries as possible. A person has to write the reason.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from packaging.version import InvalidVersion, Version

from wirebed.bed.codec_id import NONE, short
from wirebed.state.deviations import draft_reads, yaml_text
from wirebed.state.deviations.draft_reads import Seen
from wirebed.state.deviations.entry import NATURES, TREE, usual
from wirebed.state.deviations.products import products
from wirebed.state.deviations.speakers import CODEC
from wirebed.state.row import Row
from wirebed.view.outcome import Cell, Kind, Outcome, word
from wirebed.view.spell import path as path_of
from wirebed_build.trees.process import telling

_ALL = "*"
# What stands before the last words of a message, if these are more than a value.
_WAY = re.compile(r".*: (?=[^:]*[a-z] [a-z])")


@dataclass(frozen=True)
class _Fact:
    format: str
    codec: str  # the writer of a refusal, else the reader
    outcome: Outcome
    kind: str
    stage: str
    manner: str
    by: str
    message: str  # of a failure, its cause
    paths: tuple[str, ...]  # globs of the places, where an entry covers other differences of this kind in the same cell

    @property
    def one_sided(self) -> bool:
        """Whether only one codec took part: there is no other, or the bytes never reached it."""
        return self.format in (NONE, TREE) or self.outcome is Outcome.REFUSED


class Drafts:
    """Collects the facts of every judged row."""

    def __init__(self, versions: dict[str, str], suite: str, names: Iterable[str] = ()) -> None:
        """`names`: the names of the existing entries."""
        self.versions, self.suite = versions, suite
        self.names = set(names)
        self.facts: dict[_Fact, Counter[tuple[str, str]]] = {}  # -> (case, the other side) -> cells
        self.seen: dict[tuple[_Fact, str, str], list[Seen]] = {}  # fact, case, the other side -> differences
        self.messages: dict[_Fact, str] = {}  # the whole message, of the first cell
        # (format, case, writer) -> cells, and the same with a reader. Goldens and vectors give several rows with one
        # key.
        self.cells: Counter[tuple[str, ...]] = Counter()

    def see(self, row: Row) -> None:
        key = (row.format, row.name, row.writer)
        self.cells[key] += len(row.readers)
        self.cells.update((*key, reader) for reader in row.readers)
        for cell in row.cells:
            if cell.to_state:
                self._add(row, cell)

    def _add(self, row: Row, cell: Cell) -> None:
        if cell.outcome is not Outcome.DIFFERS:
            codec = cell.id.writer if cell.outcome is Outcome.REFUSED else cell.id.reader
            fact = _Fact(row.format, codec, cell.outcome, "", cell.stage, cell.manner, cell.by, cause(cell.reason), ())
            self._count(fact, row, cell)
            return
        ours = {id(cell.differences[index]) for index in cell.converted}
        for kind, by in sorted({(f.kind, CODEC if id(f) in ours else "") for f in cell.unstated}):
            paths = self._paths(row, cell, kind)
            fact = _Fact(row.format, cell.id.reader, cell.outcome, word(kind), "", "", by, "", paths)
            self._count(fact, row, cell)
            seen = self.seen.setdefault((fact, row.name, self._other(fact, cell)), [])
            seen += (
                Seen(row.name, f, f.schema or row.schema)
                for f in cell.unstated
                if f.kind is kind and (id(f) in ours) == bool(by)
            )

    def _count(self, fact: _Fact, row: Row, cell: Cell) -> None:
        self.facts.setdefault(fact, Counter())[row.name, self._other(fact, cell)] += 1
        self.messages.setdefault(fact, cell.reason)

    def _other(self, fact: _Fact, cell: Cell) -> str:
        return "" if fact.one_sided else cell.id.writer

    def _paths(self, row: Row, cell: Cell, kind: Kind) -> tuple[str, ...]:
        """() where all differences of the kind are unstated, else the paths of the unstated ones."""
        unstated = {id(difference) for difference in cell.unstated}
        here = [difference for difference in cell.differences if difference.kind is kind]
        if all(id(difference) in unstated for difference in here):
            return ()
        places = (path_of(f.place, f.schema or row.schema) for f in here if id(f) in unstated)
        return tuple(dict.fromkeys(map(yaml_text.glob, places)))

    def text(self) -> str:
        """The text of a file for fixtures/deviations; empty when there is nothing to state."""
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
        """How many cells an entry would be about; -1 where the path is the whole value, which no glob names."""
        if "" in fact.paths:
            return -1
        case, other = key
        at = (fact.format, case, other or fact.codec)
        return self.cells[at] if fact.one_sided else self.cells[*at, fact.codec]

    def _beyond(self, fact: _Fact, key: tuple[str, str]) -> str:
        case, other = key
        pair = " > ".join(map(short, filter(None, (other, fact.codec))))
        what = yaml_text.comment(f"{case} {fact.format} {pair}: {fact.outcome.value}")
        return (
            f"# No entry can state this, since other bytes of the same case, writer and reader do not show it: {what}\n"
        )

    def _entry(self, fact: _Fact, product: tuple[frozenset[str], ...]) -> str:
        cases, others = sorted(product[0]), sorted(product[1])
        lines = [f"  - name: {self._name(fact, cases[0])}", f"    format: {yaml_text.scalar(fact.format)}"]
        if fact.format == NONE:
            lines.append(f"    codec: {yaml_text.scalar(short(fact.codec))}")
        elif fact.one_sided:
            lines.append(f"    writer: {yaml_text.scalar(short(fact.codec))}")
        else:
            lines += yaml_text.folded("writer", map(short, others), "    ")
            lines.append(f"    reader: {yaml_text.scalar(short(fact.codec))}")
        lines += yaml_text.folded("cases", (case if case == _ALL else yaml_text.glob(case) for case in cases), "    ")
        lines.append(f"    outcome: {fact.outcome.value}")
        lines += [f"    kind: {fact.kind}"] * bool(fact.kind)
        lines += [f"    stage: {fact.stage}"] * bool(fact.stage)
        manner, by = usual(fact.outcome, fact.stage)
        lines += [f"    manner: {fact.manner}"] * (fact.manner != manner)
        lines += [f"    by: {fact.by}"] * (fact.by != by)
        lines += yaml_text.folded("path", fact.paths, "    ") if fact.paths else []
        seen = (item for case in cases for other in others for item in self.seen.get((fact, case, other), ()))
        lines += draft_reads.lines(seen, "    ")
        if version := self._version(fact.codec):
            lines.append(f'    versions: {{"{fact.codec}": "=={version}"}}')
        if message := self.messages[fact]:
            lines.append(f"    # message: {yaml_text.comment(telling(message) if fact.format == TREE else message)}")
        nature = "language-limit" if fact.format in (NONE, TREE) else "library-bug"
        other_natures = ", ".join(other for other in NATURES if other != nature)
        lines += ["    reason:", "    authority:", f"    nature: {nature}  # or {other_natures}"]
        return "\n".join(lines) + "\n"

    def _name(self, fact: _Fact, case: str) -> str:
        """A unique name, made of the codec, the outcome and the first case."""
        words = f"{short(fact.codec)}-{fact.format}-{fact.kind or fact.outcome.value}-{case}"
        name = plain = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
        number = 1
        while name in self.names:
            number += 1
            name = f"{plain}-{number}"
        self.names.add(name)
        return name

    def _version(self, codec: str) -> str:
        """The codec's version; empty where it is no version that a range can name, as of a fork."""
        version = self.versions.get(codec, "")
        try:
            Version(version)
        except InvalidVersion:
            return ""
        return version


def signature(reason: str) -> str:
    """A library's message without the value that it is about, so that two cells with the same error have the same.

    Quoted texts, numbers and dotted names change from case to case; the type of the error does not.
    """
    line = reason.splitlines()[0] if reason else ""
    type_, colon, words = line.partition(": ")
    if not colon or " " in type_:
        type_, words = "", line
    words = re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`", "…", words)
    words = re.sub(r"[\w$]+(?:\.[\w$\[\]]+)+", "…", words)
    return f"{type_}: {re.sub(r'0x[0-9a-fA-F]+|[0-9]+', '#', words)}"


def cause(reason: str) -> str:
    """The signature without the way to the value, which some libraries say field by field: two cells with one error
    have the same at any depth."""
    type_, _, words = signature(reason).partition(": ")
    return f"{type_}: {_WAY.sub('', words).rstrip(' .')}"
