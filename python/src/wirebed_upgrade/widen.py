"""`WIDEN=1`: entries whose mechanism another version shows as today's does are about that version, too.

An entry states for which versions it holds, as `"java:json/gson": "==2.15.0"`. Where the run has shown it for both
versions, in all cells in which the version of today shows it, its range becomes `">=2.10.1,<=2.15.0"`. Several entries
may share the text of a range, by an alias of YAML: it is widened where all of them allow it that the run has shown.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.version import Version
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from wirebed.bed import files
from wirebed.bed.codec_id import matches
from wirebed.bed.yaml_tree import compose
from wirebed.report import Report
from wirebed.state.deviations.entry import Entry
from wirebed_upgrade.pairs import Codecs
from wirebed_upgrade.sides import Pair

# The ranges that this command writes, and those of the drafts.
_KNOWN = re.compile(r"==(?P<one>[^,]+)|>=(?P<least>[^,]+),<=(?P<most>[^,]+)")
_Cell = tuple[str, ...]


@dataclass(frozen=True)
class Range:
    """A range of versions where it stands in a file of entries."""

    path: Path
    line: int  # from 0
    column: int
    glob: str
    text: str


def widen(entries: Iterable[Entry], report: Report, asked: Iterable[Pair]) -> list[str]:
    """Changes the files of the bed's entries, and returns a line about each range that it has changed.

    `report`: of both sides, of which one is the version of today; `asked`: the codecs of both."""
    pairs = list(asked)
    shown = _shown(report, {pair.old.id: pair.new.id for pair in pairs})
    allowed: dict[Range, list[bool]] = {}
    by_name = {entry.name: entry for entry in entries if entry.versions and not entry.foreign}
    for name, codecs in shown.items():
        if (entry := by_name.get(name)) is not None:
            for range_ in _ranges(entry):
                for codec, (old, new) in codecs.items():
                    if matches(codec, range_.glob):
                        allowed.setdefault(range_, []).append(old == new)
    changes = {
        range_: text
        for range_, every in allowed.items()
        if all(every) and (text := _with(range_, pairs)) is not None
    }  # fmt: skip
    for path in {range_.path for range_ in changes}:
        _write(path, {range_: text for range_, text in changes.items() if range_.path == path})
    return [
        f"{r.path.name}:{r.line + 1}: {r.glob} {r.text} → {text}" for r, text in sorted(changes.items(), key=_place)
    ]


def _place(change: tuple[Range, str]) -> tuple[Path, int, int]:
    return change[0].path, change[0].line, change[0].column


def _shown(report: Report, codecs: Codecs) -> dict[str, dict[str, tuple[set[_Cell], set[_Cell]]]]:
    """Entry -> codec of the old side -> the cells in which the old side and the new one show it."""
    old_of = {new: old for old, new in codecs.items()}
    shown: dict[str, dict[str, tuple[set[_Cell], set[_Cell]]]] = {}
    for line in report.lines:
        for reader in line.readers if line.entries else ():
            for codec in {line.writer, reader} & (codecs.keys() | old_of.keys()):
                if _crosses(line.writer, reader, codecs, old_of):
                    continue
                cell = (line.case, line.source, line.format, *(old_of.get(id_, id_) for id_ in (line.writer, reader)))
                for entry in line.entries:
                    sides = shown.setdefault(entry, {}).setdefault(old_of.get(codec, codec), (set(), set()))
                    sides[codec in old_of].add(cell)
    return shown


def _crosses(writer: str, reader: str, codecs: Codecs, old_of: Mapping[str, str]) -> bool:
    """Whether one side reads what the other has written."""
    return (writer in codecs and reader in old_of) or (writer in old_of and reader in codecs)


def _ranges(entry: Entry) -> Iterator[Range]:
    """Those that stand in the entry itself, and not in its reason."""
    if entry.place is None:
        return
    path, line, column = entry.place
    for node in _entries(path):
        if (node.start_mark.line + 1, node.start_mark.column + 1) == (line, column):
            versions = next((value for key, value in node.value if key.value == "versions"), None)
            for glob, text in versions.value if isinstance(versions, MappingNode) else ():
                yield Range(path, text.start_mark.line, text.start_mark.column, glob.value, text.value)


def _entries(path: Path) -> list[Node]:
    top = compose(path.read_text(encoding="utf-8"), path)
    of_top = {key.value: value for key, value in top.value}
    entries = of_top.get("entries")
    return list(entries.value) if isinstance(entries, SequenceNode) else []


def _with(range_: Range, pairs: Iterable[Pair]) -> str | None:
    """The text of the range with the versions of both sides; None where it has them, or is of another form."""
    known = _KNOWN.fullmatch(range_.text)
    if known is None:
        return None
    of_both = {codec.version for pair in pairs if matches(pair.old.id, range_.glob) for codec in (pair.old, pair.new)}
    versions = {Version(version).public for version in of_both}
    if all(SpecifierSet(range_.text).contains(version, prereleases=True) for version in versions):
        return None
    bounds = sorted({*filter(None, known.groups()), *versions}, key=Version)
    return f">={bounds[0]},<={bounds[-1]}"


def _write(path: Path, changes: Mapping[Range, str]) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for range_, text in sorted(changes.items(), key=_place, reverse=True):
        line, at = lines[range_.line], range_.column
        lines[range_.line] = line[:at] + line[at:].replace(range_.text, text, 1)
    files.write(path, "".join(lines))
