"""One deviation: which cells it is about, what must happen in them, and why."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from wirebed.bed.codec_id import MAPPER, format_of, has_mapper, matches
from wirebed.bed.glob import any_matches
from wirebed.state.deviations.condition import Condition
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.read_value import ReadValue
from wirebed.view import spell
from wirebed.view.compare import Found
from wirebed.view.outcome import FAILURES, Cell, Kind, Outcome

# The format of the one cell of a peer whose language cannot compile the tree.
TREE = "tree"
# In an entry, the format of the cells of a peer whose language lacks the message, since it cannot compile its file.
FILE = "file"
# By the glob of a codec that fails: the manners, or those who refuse, one of which each failure has.
ByCodec = tuple[tuple[str, tuple[str, ...]], ...]
Options = Mapping[str, Mapping[str, str]]  # of a case: by format
NO_OPTIONS: Options = {}
NATURES = ("format-limit", "language-limit", "library-bug", "by-design")


@dataclass(frozen=True)
class Entry:
    name: str
    suite: str
    formats: tuple[str, ...]
    writers: tuple[str, ...]
    readers: tuple[str, ...]
    codecs: tuple[str, ...]  # the writer, the reader or the relay, whichever it is
    cases: tuple[str, ...]
    messages: tuple[str, ...]
    value: Condition | None
    outcome: Outcome
    kind: Kind | None  # None where `reads` decides it
    stage: str
    # How it failed and who refused, where that is not `usual`: by the codec that failed, whose first glob decides. For
    # `differs`, who changed or read the value.
    manners: ByCodec
    bys: ByCodec
    says: re.Pattern[str] | None
    path: tuple[str, ...]
    reads: ReadValue | None  # what is read, where `kind` leaves that open
    versions: tuple[tuple[str, SpecifierSet], ...]
    reason: str
    authority: str
    nature: str
    place: tuple[Path, int, int] | None = field(default=None, compare=False)
    digest: str = field(default="", compare=False)  # of all that its file and its mechanism say
    # An entry of this repository in a run of another bed, where it need not match anything.
    foreign: bool = False
    options: tuple[tuple[str, str, str], ...] = ()  # of the case: each by its format, its name and what it is
    # Of the evolution suite only: the legs and the relays; () for all, with or without a relay.
    legs: tuple[str, ...] = ()
    relays: tuple[str, ...] = ()
    # The codec that meets the other version: the relay where there is one, else the reader.
    others: tuple[str, ...] = ()
    # The names of general entries that do not hold where this one does.
    against: tuple[str, ...] = ()
    unchanged: bool = False  # whether both sides show the same with one schema, so that it is no effect of a change
    # The entry is about runs that leave this peer out.
    without: str = ""
    given: Condition | None = None  # on the places of given bytes
    # Of the evolution suite only: the bytes say what happens, in the formats that have neither names nor numbers.
    by_position: bool = False

    @property
    def cause(self) -> tuple[str, str, str]:
        """Why it happens, which is the same for all entries of one mechanism."""
        return self.reason, self.authority, self.nature

    @property
    def general(self) -> bool:
        """Whether the entry names no cases, and so also holds for a user's own bed."""
        return not self.cases

    @property
    def of_foreign_trees(self) -> bool:
        """Whether the entry states what a language cannot compile. No tree of this repository shows it."""
        return self.formats in ((TREE,), (FILE,)) and self.general and not self.without

    def takes_case(self, name: str, message: str, value: ValuePlaces, options: Options = NO_OPTIONS) -> bool:
        return self.selects(name, message, options) and self.takes_value(value)

    def takes_value(self, value: ValuePlaces) -> bool:
        """Whether the conditions hold for some place of a value, and of the text that gives it."""
        return (self.value is None or self.value.somewhere(value)) and (
            self.given is None or (value.given is not None and self.given.somewhere(value.given))
        )

    def selects(self, name: str, message: str, options: Options = NO_OPTIONS) -> bool:
        """Whether an entry is about a case, as far as its value is not looked at. `options`: those of the case."""
        if self.cases and not any_matches(name, self.cases):
            return False
        if any(options.get(format_, {}).get(key) != wanted for format_, key, wanted in self.options):
            return False
        return not self.messages or any_matches(message, self.messages)

    def binds(self, codec: str, versions: Mapping[str, str]) -> bool:
        """Whether the entry is about a codec, and not only about the base of a generation or the codec that one with
        another mapper is named after."""
        sides = (*self.writers, *self.readers, *self.relays, *self.others, *self.codecs)
        if has_mapper(codec) and not any(MAPPER in glob.partition("/")[2] and matches(codec, glob) for glob in sides):
            return False
        return all(in_range(codec, glob, allowed, versions) for glob, allowed in self.versions)

    def shown_by(self, cell: Cell | None, value: ValuePlaces) -> bool:
        """Whether a cell is what the entry states, in one place at least."""
        if cell is None or cell.outcome is not Outcome.DIFFERS:
            return cell is not None and self.covers_failure(cell)
        return any(self.covers(difference, value, cell.id.case) for difference in cell.differences)

    def covers_failure(self, cell: Cell) -> bool:
        return (
            self.outcome is cell.outcome
            and (not self.stage or self.stage == cell.stage)
            and self._covers_how(cell)
            and (self.says is None or bool(self.says.search(cell.reason)))
        )

    def _covers_how(self, cell: Cell) -> bool:
        """Whether the entry states the manner of a failure, and who refused."""
        manner, by = usual(cell.outcome, cell.stage)
        return cell.manner in _of_codec(self.manners, cell.failing, manner) and cell.by in _of_codec(
            self.bys, cell.failing, by
        )

    def covers(self, difference: Found, value: ValuePlaces, case: str) -> bool:
        """Whether the entry states this difference, at a place for which the condition holds."""
        if not self.states_difference(difference, value, case):
            return False
        if self.value is None:
            return True
        place = value.place(difference)
        return place is not None and self.value.holds(place)

    def states_difference(self, difference: Found, value: ValuePlaces, case: str) -> bool:
        """Whether the entry states the kind of a difference and what is read, wherever that is."""
        if self.outcome is not Outcome.DIFFERS or self.kind not in (None, difference.kind):
            return False
        if self.path and not any_matches(spell.path(difference.place, difference.schema or value.schema), self.path):
            return False
        schema = difference.schema or value.schema
        if self.reads is None:
            return True
        if self.reads.at is not None:
            place = value.place(difference)
            return place is not None and self.reads.at(place, difference.actual)
        written = difference.expected
        if self.reads.spelled is not None and value.given is not None and self.given is not None:
            says = value.given.respelled(self.given, self.reads.spelled)
            written = says.at(difference.place.steps()) if says is not None else None
        return self.reads.explains(written, difference.actual, case, schema)

    def says_whose(self, codec: str, by: str) -> bool:
        """Whether the entry states who changed or read a value: a library, where it says nothing else."""
        return by in _of_codec(self.bys, codec, "library")

    def applies(self, left_out: Collection[str]) -> bool:
        """Whether the entry is about a run that leaves these peers out."""
        return not self.without or self.without in left_out

    def needs(self, left_out: Collection[str]) -> bool:
        """Whether only cells of these peers can show the entry."""
        sides = (self.writers, self.readers, self.codecs, self.relays, self.others)
        return not self.without and any(
            side and all(re.split("[:/]", glob)[0] in left_out for glob in side) for side in sides
        )

    def asks_only(self, out: Collection[str], here: Collection[str], bases: Mapping[str, str]) -> bool:
        """Whether codecs that are `out` could show the entry, and none that is `here`. `bases`: variant of a format ->
        the format of its codecs."""
        formats = {bases.get(name, name) for name in (*bases, *map(format_of, (*out, *here))) if self.of_format(name)}
        left, present = ([c for c in codecs if format_of(c) in formats] for codecs in (out, here))
        sides = (self.writers, self.readers, self.codecs, self.relays, self.others)
        return any(
            any(matches(codec, glob) for codec in left for glob in side or ("*",))
            and not any(matches(codec, glob) for codec in present for glob in side or ("*",))
            for side in sides
        )

    def of_format(self, name: str) -> bool:
        return any_matches(name, self.formats)

    def elsewhere(self, versions: Mapping[str, str]) -> bool:
        """Whether the entry is about other versions of these codecs than those that run."""
        for glob, allowed in self.versions:
            named = [codec for codec in versions if matches(codec, glob)]
            if named and not any(in_range(codec, glob, allowed, versions) for codec in named):
                return True
        return False

    @property
    def where(self) -> str:
        if self.place is None:
            return self.name
        path, line, column = self.place
        return f"{path}:{line}:{column}"

    def states(self) -> str:
        """The outcome that the entry states, as text."""
        from wirebed.view.outcome import word

        kind = f" ({word(self.kind)})" if self.kind is not None else ""
        stage = f" at stage {self.stage}" if self.stage else ""
        how = ", ".join(dict.fromkeys(word for _, words in (*self.manners, *self.bys) for word in words))
        return f"{self.outcome.value}{kind}{stage}{f' ({how})' if how else ''}"


def usual(outcome: Outcome, stage: str) -> tuple[str, str]:
    """The manner of a failure and who refuses, where an entry says nothing else: the library, with an error that it
    documents. The stages `build` and `use` are never the library's (proto/wirebed/README.md, "Failures")."""
    if outcome not in FAILURES:
        return "", ""
    return {"build": ("typed", "codec"), "use": ("untyped", "cast")}.get(stage, ("typed", "library"))


def _of_codec(stated: ByCodec, codec: str, usual: str) -> tuple[str, ...]:
    """The words that an entry states for a codec that failed, or else the usual one."""
    return next((words for glob, words in stated if matches(codec, glob)), (usual,))


def in_range(codec: str, glob: str, allowed: SpecifierSet, versions: Mapping[str, str]) -> bool:
    """Whether a range of versions allows a codec. It binds the codecs that its glob names. It does not bind a codec
    that is not installed here, whose goldens a reader reads: no version of that codec takes part."""
    if codec not in versions or not matches(codec, glob):
        return True
    try:
        return allowed.contains(Version(versions[codec]), prereleases=True)
    except InvalidVersion:
        return False
