"""One finding for all cells in which the same changed: of one codec, in one way, for one cause."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from wirebed.report.cell import Line
from wirebed.view.outcome import template, without_quotes
from wirebed_upgrade.pairs import READS, Change, Seen

# The most types of which one kind of difference is a finding each. Of more it is one: its cause is no type.
_TYPES = 3


# Change, way, format, codec and cause.
Key = tuple[Change, str, str, str, str]


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
    cells: dict[Key, list[Seen]] = {}
    for group in _of_one_cause(seen):
        first = min(group, key=lambda each: each.other)
        for cause in _causes(first):
            cells.setdefault((first.change, first.way, first.now.format, first.codec, cause), []).extend(group)
    findings = [Finding(*key, tuple(sorted(of_key, key=_length))) for key, of_key in _of_many_types(cells).items()]
    return sorted(findings, key=lambda finding: (finding.change, -len(finding.seen), finding.codec, finding.cause))


def _of_many_types(cells: Mapping[Key, list[Seen]]) -> dict[Key, list[Seen]]:
    """The same, with one cause for what many types show alike: `dropped (41 types: fixed32, uint64, …)`."""
    alike: dict[Key, dict[str, Key]] = {}
    merged = dict(cells)
    for key, seen in cells.items():
        change, way, format, codec, cause = key
        type_, what = _type_and_rest(change, cause, seen[0].now.case)
        if type_:
            alike.setdefault((change, way, format, codec, what), {})[type_] = key
    for (change, way, format, codec, what), types in alike.items():
        if len(types) > _TYPES:
            seen_of = {type_: merged.pop(key) for type_, key in types.items()}
            most = sorted(types, key=lambda type_: -len(seen_of[type_]))[:_TYPES]
            cause = f"{what} ({len(types)} types: {', '.join(most)}, …)"
            each = {id(seen): seen for of_type in seen_of.values() for seen in of_type}
            merged[change, way, format, codec, cause] = list(each.values())
    return merged


def _type_and_rest(change: Change, cause: str, case: str) -> tuple[str, str]:
    """The type that a cause names, and what it says of it. Of an error it is the message of the case, as its words name
    its class: `interop.plain.Text` in `Cannot cast java.util.HashMap to interop.plain.Text`. "" where it names none."""
    if change is Change.SILENT:
        type_, _, what = cause.partition(": ")
        return (type_, what) if what else ("", cause)
    message = without_quotes(next((part for part in case.partition("/")[0].split(".") if part[:1].isupper()), ""))
    named = message and re.search(rf"(?:\w+[.$])+{re.escape(message)}(?!\w)", cause)
    return (named[0], cause.replace(named[0], "…")) if named else ("", cause)


def _of_one_cause(seen: Iterable[Seen]) -> Iterable[list[Seen]]:
    """Each reading by itself; and what a codec writes of a value for all its readers, since their words differ, and
    what they read does not."""
    groups: dict[tuple[str, ...], list[Seen]] = {}
    for each in seen:
        line = each.now
        reading = (each.other, line.bytes) if each.way == READS else ()
        key = (each.change.name, each.way, each.codec, line.format, line.case, line.source, *reading)
        groups.setdefault(key, []).append(each)
    return groups.values()


def _length(seen: Seen) -> tuple[int, str, str]:
    return seen.now.size or seen.before.size or 0, seen.now.case, seen.other


def _causes(seen: Seen) -> Iterator[str]:
    if seen.change is Change.BYTES:
        yield ""
    elif seen.change is Change.SILENT:
        yield from _differences(seen.before, seen.now)
    else:
        line = seen.before if seen.change is Change.ACCEPTED else seen.now
        yield ", ".join(line.entries) or template(line.reason) or line.outcome


def _differences(before: Line, now: Line) -> Iterator[str]:
    """What is read otherwise, by type and kind: `double narrowed`; `no longer` where only the old side does so."""
    was, is_now = ({(d.type, d.kind): d for d in line.differences} for line in (before, now))
    newly = [f"{type_}: {kind}" for type_, kind in is_now if (type_, kind) not in was]
    gone = [f"{type_}: no longer {kind}" for type_, kind in was if (type_, kind) not in is_now]
    yield from newly or gone or [f"{type_}: {kind}, another value" for type_, kind in is_now] or ["another value"]
