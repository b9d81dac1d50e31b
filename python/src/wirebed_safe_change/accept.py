"""The findings that the user accepts, in the file of ACCEPT=<yaml> and in comments (accept_comments.py).

    renamed: {pkg.M.old: new, pkg.Color.RED: CRIMSON, pkg.Old: New}   # the same thing under another name
    renamed: {pkg: other.pkg}                                         # and all that is in it
    reused: [pkg.M.old]                                               # another thing
    unstable: nobody may rely on them                                 # why packages like pkg.v1alpha1 are accepted
    accepted:
      - {message: pkg.M, field: a, format: protobuf, direction: forward, verdict: corrupting, why: never above 2^31}
      - {name: pkg.Desk.Get, verdict: breaking, why: nobody calls it}   # a package, message, enum, service or rpc
      - {file: "legacy/*", verdict: breaking, why: it is being removed} # all that it declares; or `package`
      - {message: pkg.M, field: a, verdict: corrupting, why: x, becomes: int64 a = 1}   # accept_state.py

`message`, `field`, `name`, `file` and `package` are globs. `format` and `direction` may be left out: any. What is
accepted must still show, and nothing worse. An entry with `becomes` accepts this state alone. It may stay when OLD has
the state already, and is then listed as removable.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wirebed.bed.glob import matches
from wirebed.bed.schema import Schema
from wirebed.errors import near, quoted
from wirebed.report.steps.verdicts import Verdict
from wirebed.suites.evolution.model import Names
from wirebed_safe_change.accept_state import States
from wirebed_safe_change.findings import Finding
from wirebed_safe_change.names import NameChange
from wirebed_safe_change.places import Places

# The last part of the name of a package that promises nothing.
_UNSTABLE = re.compile(r"v\d+(p\d+)?(alpha|beta)\d*|v\d+test.*")


def is_glob(text: str) -> bool:
    return any(letter in text for letter in "*?[")


class Where:
    """Both versions, for entries about files, packages and states."""

    def __init__(self, old: Schema, new: Schema):
        self.versions = [(Places(schema, str), States(schema)) for schema in (old, new)]
        self.packages = {file.name: file.package for schema in (old, new) for file in schema.files.file}

    def file(self, name: str) -> str:
        """The import name of the file that declares a name, in OLD if it is there."""
        return next((file_name for places, _ in self.versions if (file_name := places.file(name))), "")

    def package(self, name: str) -> str:
        return self.packages.get(self.file(name), "")

    def state(self, entry: "Entry", version: int) -> str:
        """The state at the place of an entry, in OLD (0) or in NEW (1)."""
        states = self.versions[version][1]
        if entry.name:
            return states.of_name(entry.name)
        if entry.whole:
            return states.of_message(entry.message)
        return states.of_field(entry.message, entry.field)


@dataclass
class Entry:
    message: str
    field: str
    format: str
    direction: str
    verdict: Verdict
    why: str
    where: str
    name: str = ""  # of something that has a full name; then there is no message
    file: str = ""
    package: str = ""
    becomes: str = ""  # the state that is accepted; empty: any
    commented: bool = True  # of a comment: whether OLD has the same one
    whole: bool = False  # also all fields of the message

    def takes(self, finding: Finding, where: Where | None) -> bool:
        if self.name or self.format not in ("", finding.format) or self.direction not in ("", finding.direction):
            return False
        if not self._around(finding.message, where):
            return False
        names = {finding.field, *finding.field.split(" -> ")}
        if not self.message:
            return True
        everything = self.whole or (not self.field and is_glob(self.message))
        return matches(finding.message, self.message) and (
            everything or self.field in names or (is_glob(self.field) and any(matches(n, self.field) for n in names))
        )

    def names(
        self, named: Iterable[NameChange], verdicts: Mapping[str, Mapping[str, Verdict]], where: Where | None
    ) -> Iterator[tuple[NameChange, str, Verdict]]:
        """The names that it takes, with each format and the verdict there."""
        if self.message or self.direction:
            return
        for change in named:
            if matches(change.name, self.name) and self._around(change.name, where):
                for format_ in verdicts:
                    verdict = verdicts[format_][change.name]
                    # An entry about this one name does not fit where the name is safe.
                    if self.format in ("", format_) and (self.name or verdict > Verdict.SAFE):
                        yield change, format_, verdict

    def _around(self, name: str, where: Where | None) -> bool:
        if not (self.file or self.package):
            return True
        return where is not None and matches(where.file(name), self.file) and matches(where.package(name), self.package)

    @property
    def place(self) -> str:
        place = self.name or (f"{self.message}.{self.field}" if self.field else self.message)
        return place or " ".join(filter(None, (self.file, self.package)))

    def __str__(self):
        place = " ".join(filter(None, (self.place, self.format, self.direction)))
        return f"{self.where}: {place} is accepted as {self.verdict}"


@dataclass
class Accepted:
    names: Names = field(default_factory=Names)
    entries: list[Entry] = field(default_factory=list)
    where: Where | None = None
    unstable: str = ""  # why all changes of unstable packages are accepted
    removable: list[str] = field(default_factory=list)  # lines about entries whose change is merged

    def apply(self, findings: list[Finding], formats, directions, named: Sequence[NameChange] = (), verdicts=None):
        """Marks what is accepted; returns a line for each entry that does not fit.

        `verdicts`: format -> name -> verdict.
        """
        self._unstable(findings, named, formats)
        harms = [finding for finding in findings if finding.verdict > Verdict.SAFE]
        places = [*map(_place, harms), *(change.name for change in named)]
        misfits, self.removable = [], []
        for entry in self.entries:
            if entry.format not in ("", *formats) or entry.direction not in ("", *directions):
                continue
            taken = [harm for harm in harms if entry.takes(harm, self.where)]
            names = list(entry.names(named, verdicts or {}, self.where))
            met = [harm.verdict for harm in taken] + [verdict for _, _, verdict in names]
            if line := self._other_state(entry, met):
                misfits.append(line)
                continue
            for harm in taken:
                harm.accepted = entry.why if harm.verdict <= entry.verdict else harm.accepted
            for name, format_, verdict in names:
                name.accepted |= {format_: entry.why} if verdict <= entry.verdict else {}
            if not met and self._merged(entry):
                self.removable.append(f"{entry.where}: OLD has `{entry.place}` as accepted; the entry can be removed")
            else:
                misfits += _misfit(entry, met, places)
        return misfits

    def _unstable(self, findings: list[Finding], named: Sequence[NameChange], formats: Collection[str]):
        for finding in findings if self.unstable else ():
            if _UNSTABLE.fullmatch(self.where.package(finding.message).rpartition(".")[2]):
                finding.accepted = self.unstable
        for name in named if self.unstable else ():
            package = self.where.package(name.name) or name.name
            if _UNSTABLE.fullmatch(package.rpartition(".")[2]):
                name.accepted |= dict.fromkeys(formats, self.unstable)

    def _other_state(self, entry: Entry, met: list[Verdict]) -> str:
        """A line about an entry that accepts another state than the place has now."""
        if not entry.becomes or not any(met):
            return ""
        now = self.where.state(entry, 1)
        return "" if now == entry.becomes else f"{entry} where it becomes `{entry.becomes}`, and it is `{now}` now"

    def _merged(self, entry: Entry) -> bool:
        return bool(entry.becomes) and entry.commented and self.where.state(entry, 0) == entry.becomes


def _place(finding: Finding) -> str:
    return f"{finding.message}.{finding.field}" if finding.field else finding.message


def _misfit(entry: Entry, met: list[Verdict], places: Iterable[str]) -> list[str]:
    """A line about an entry that does not fit the verdicts."""
    if worse := [verdict for verdict in met if verdict > entry.verdict]:
        return [f"{entry}, and is {worse[0]} now"]
    if entry.verdict in met:
        return []
    now = max(met, default=Verdict.SAFE)
    close = [quoted(place) for place in near(entry.place, places) if place != entry.place] if not met else []
    more = f"; near: {', '.join(close)}" if close else ""
    return [f"{entry}, but is {now}: change the entry, or remove it{more}"]
