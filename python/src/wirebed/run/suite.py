"""A suite: all that a run of it is made of. A function of each suite makes one, completely."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from wirebed_protocol.peer_pb2 import Introduction

from wirebed.peers.codecs import CodecRef
from wirebed.report.footer import Timed
from wirebed.report.jsonl import Json
from wirebed.run.build import Build
from wirebed.run.peers import Peers
from wirebed.run.plan import Plan
from wirebed.run.selection import Chosen
from wirebed.state.baseline import Baseline
from wirebed.state.deviations import Entry
from wirebed.state.deviations.shown import Shown
from wirebed.state.golden.checker import Statuses
from wirebed.state.row import Row

P = TypeVar("P", bound=Plan, covariant=True)


class Matching(Protocol):
    """Holds the cells against what is stated of them."""

    @property
    def entries(self) -> Sequence[Entry]: ...

    def judge(self, row: Row) -> None:
        """Writes entries and problems into the cells of a row."""

    def part(self) -> Shown:
        """What rows have shown since this was asked before, which `add` adds again."""

    def add(self, part: Shown) -> None: ...

    def stale(self) -> list[Entry]:
        """The entries that no cell showed."""

    def needless(self) -> list[str]:
        """A line for each part of an entry that no cell showed to be needed."""


class Unstated(Protocol):
    """Collects the cells that no entry states."""

    def see(self, row: Row) -> None: ...

    def text(self) -> str:
        """The text that is printed for these cells."""


class Goldens(Protocol):
    """Compares what is written now with the bytes that were kept."""

    def drift(self, row: Row) -> list[str]:
        """The problems that the goldens show in the bytes of a row."""

    def part(self) -> Statuses:
        """The encodings that `drift` has checked since this was asked before, which `add` counts again."""

    def add(self, part: Statuses) -> None: ...

    def inputs(self, names: Iterable[str]) -> Iterable[str]:
        """What the goldens of these values are."""

    def problems(self) -> list[str]:
        """Damaged and stray files."""

    def hint(self) -> str:
        """The advice about goldens; empty if there is none."""


@dataclass(frozen=True)
class Ending:
    """The part of a report that a suite adds when all cells have come back."""

    timing: Sequence[Timed] = ()  # the indicative timing
    beside: Sequence[Json] = ()  # the outcomes of the red cases between the codecs that a filter left out
    lines: Sequence[Json] = ()
    problems: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by the key of the footer; they are unexpected


def stale_lines(entries: Sequence[Entry]) -> dict[str, list[str]]:
    text = "{}: `{}` states {}: no cell shows it; remove it"
    return {"stale": [text.format(entry.where, entry.name, entry.states()) for entry in entries]}


@dataclass(frozen=True, kw_only=True)
class Suite(Generic[P]):
    """The peers have been entered and have introduced themselves; nothing of the plan has run."""

    name: str
    build: Build
    peers: Peers
    selection: Chosen
    plan: P
    introductions: Mapping[str, Introduction]  # of the processes that take part
    codecs: Sequence[CodecRef]
    class_codecs: Sequence[CodecRef] = ()  # of classes that were written by hand, where entries may name their versions
    matcher: Matching
    unstated: Unstated
    # Where the codecs differ from those of the roster, and how many cells a full run has.
    rostered: Callable[[], tuple[list[str], int]]
    goldens: Goldens | None = None
    baseline: Baseline | None = None  # of the cells that no entry of the matcher states
    # The codecs that state what their failures leave; None: this is not counted.
    leaving: Sequence[CodecRef] | None = None
    shows_all_left: bool = False  # whether a full run has a failure for all that codecs state to leave
    keeps: bool = False  # whether verdicts are kept, of works that say what they are of
    variables: Sequence[str] = ()  # what the command that repeats a cell has to be given, beside those of the bed
    bases: Mapping[str, str] = field(default_factory=dict)  # variant of a format -> the format of its codecs
    head: Mapping[str, object] = field(default_factory=dict)  # what the header of its report has besides
    lines: Sequence[Json] = ()  # of its report, between the header and the cells
    # Lines for the footer about entries that no cell showed, by the key of the footer.
    stale: Callable[[Sequence[Entry]], Mapping[str, Sequence[str]]] = stale_lines
    see: Callable[[Row], None] = lambda row: None  # sees every row when it was judged
    ending: Callable[[], Ending] = Ending

    @property
    def versions(self) -> dict[str, str]:
        """The version of the library of each codec."""
        return {codec.id: codec.version for codec in (*self.class_codecs, *self.codecs)}


AnySuite = Suite[Plan]  # for those who run it, whatever its plan
