"""One finding for all cells in which the same changed: of one codec, in one way, for one cause."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wirebed.report.cell import Difference, Line
from wirebed_upgrade.pairs import Change, Seen

# Two messages of a library are of one cause when they differ in numbers and in what they quote alone.
_VARIES = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\d+|@[0-9a-f]+")
_HEAD = 160


@dataclass(frozen=True)
class Finding:
    change: Change
    way: str
    format: str
    codec: str  # of the old side
    cause: str
    seen: tuple[Seen, ...]  # the shortest bytes first

    @property
    def cases(self) -> int:
        return len({seen.now.case for seen in self.seen})

    @property
    def witness(self) -> Seen:
        return self.seen[0]

    @property
    def entries(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The entries that state the witness before and not now, and those that state it now and not before."""
        before, now = self.witness.before.entries, self.witness.now.entries
        return tuple(e for e in before if e not in now), tuple(e for e in now if e not in before)


def of(seen: Iterable[Seen]) -> list[Finding]:
    """The most harmful first, and of these the one that most cells show."""
    cells: dict[tuple[Change, str, str, str, str], list[Seen]] = {}
    for each in seen:
        for cause in _causes(each):
            cells.setdefault((each.change, each.way, each.now.format, each.codec, cause), []).append(each)
    findings = [Finding(*key, tuple(sorted(of_key, key=_length))) for key, of_key in cells.items()]
    return sorted(findings, key=lambda finding: (finding.change, -len(finding.seen), finding.codec, finding.cause))


def _length(seen: Seen) -> tuple[int, str, str]:
    return seen.now.size or seen.before.size or 0, seen.now.case, seen.other


def _causes(seen: Seen) -> Iterator[str]:
    if seen.change is Change.BYTES:
        yield ""
    elif seen.change is Change.SILENT:
        yield from _differences(seen.before, seen.now)
    else:
        line = seen.before if seen.change is Change.ACCEPTED else seen.now
        yield ", ".join(line.entries) or _VARIES.sub("…", " ".join(line.reason.split()))[:_HEAD] or line.outcome


def _differences(before: Line, now: Line) -> Iterator[str]:
    """What is read otherwise, by type and kind: `double narrowed`; `no longer` where only the old side does so."""
    was, is_now = ({(d.type, d.kind): d for d in line.differences} for line in (before, now))
    newly = [f"{type_}: {kind}" for type_, kind in is_now if (type_, kind) not in was]
    gone = [f"{type_}: no longer {kind}" for type_, kind in was if (type_, kind) not in is_now]
    yield from newly or gone or [f"{type_}: {kind}, another value" for type_, kind in is_now] or ["another value"]


def changed(before: Line, now: Line) -> list[Difference]:
    """The differences that one line alone has: `before` those of the old side are left out."""
    known = set(before.differences)
    return [difference for difference in now.differences if difference not in known]
