"""The steps of the evolution suite as they were read (fixtures/evolution/README.md says how to write one)."""

from dataclasses import dataclass, field
from pathlib import Path

from wirebed.cases.case import Case
from wirebed.report.jsonl import Json


@dataclass(frozen=True)
class Names:
    """The renames of the next version: full names of this one -> full names of that one.

    A field is `package.M.field`, a value of an enum `package.Enum.VALUE`. Everything else that has the same full name
    in both versions is the same thing; `apart` are the names of which this is not true, and `message` in a step says
    it of its root.
    """

    renamed: dict[str, str] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()

    def back(self) -> "Names":
        """From the next version to this one."""
        return Names({new: old for old, new in self.renamed.items()}, self.apart)

    def of(self, name: str) -> str:
        """The name that the next version has for one of this version, also within a renamed message or enum."""
        if name in self.renamed or "." not in name:
            return self.renamed.get(name, name)
        scope, _, short = name.rpartition(".")
        return f"{self.of(scope)}.{short}"

    def then(self, following: "Names") -> "Names":
        """From this version to the one after the next: `following` is from the next to that one."""
        before = self.back()
        renamed = {old: following.of(new) for old, new in self.renamed.items()}
        apart = self.apart | following.apart | {before.of(name) for name in following.apart}
        for old, new in following.renamed.items():
            # A name that the first change freed is of something that it added, which this version does not have.
            if renamed.setdefault(before.of(old), new) != new:
                apart |= {new}
        return Names(renamed, apart)


@dataclass(frozen=True)
class Mutation:
    """A change that a relay makes to a sample; `case` is the message of its own version that it sets."""

    name: str
    sample: "Sample"
    set: Case | None
    clear: tuple[int, ...]  # field numbers in the relay's version
    gives: Case  # what the writer's own version ought to read then

    @property
    def edits(self) -> tuple[bytes, tuple[int, ...]]:
        """The view that the relay sets, and the fields that it clears."""
        return self.set.view if self.set is not None else b"", tuple(self.clear)


@dataclass(frozen=True)
class Sample:
    step: str
    version: str  # v1, v2, v3: who writes it
    case: Case  # named <step>/<version>.<sample>; `wire` and `formats` as in a hex: case
    # What the reader of another version ought to see, where the migration of names does not say it: version -> case.
    ought: dict[str, Case] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.case.name


@dataclass(frozen=True)
class Step:
    name: str  # the folder in proto/evolution
    change: str  # in one line
    versions: tuple[str, ...]  # v1, v2 and perhaps v3
    roots: dict[str, str]  # version -> full name of the root message
    names: tuple[Names, ...]  # v1 -> v2, v2 -> v3
    samples: tuple[Sample, ...] = ()
    mutations: tuple[Mutation, ...] = ()
    docs: dict[str, "Docs"] = field(default_factory=dict)  # format -> what its documents say
    path: Path | None = None
    defaults: bool = False  # views show what an absent field reads as
    # What an object holds to which nothing was said, where its class does not begin with defaults: version -> case.
    initial: dict[str, Case] = field(default_factory=dict)
    class_name: str = ""  # of a class that was written by hand, where the step is about that: classes.py
    unchanged: tuple[str, ...] = ()  # the entries that say what an unchanged schema shows, too

    def summary(self) -> Json:
        """Its line of a report."""
        line: Json = {
            "step": self.name,
            "change": self.change,
            "versions": list(self.versions),
            "samples": [sample.name.partition("/")[2] for sample in self.samples],
            "docs": {format_: {"says": docs.says, "at": docs.at} for format_, docs in self.docs.items()},
        }
        return line | {"unchanged": list(self.unchanged)} if self.unchanged else line


@dataclass(frozen=True)
class Docs:
    says: str  # safe | conditional | unsafe
    at: str  # address
