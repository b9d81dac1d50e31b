"""The footer of a report: the counts, what was not as expected beside the cells, and the times."""

import msgspec

from wirebed.report.cell import Cell
from wirebed.state.baseline import FactCount


class KeptAnswers(msgspec.Struct, frozen=True):
    """The number of answers that a run took from earlier ones."""

    cells: int = 0
    again: int = 0  # answers that were executed again, to be held against the kept ones
    turn: str = ""  # the process that alone did so; empty where each did
    unstable: tuple[str, ...] = ()  # lines about answers that are not the same in each run


class Timed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of the indicative timing: nanoseconds of one operation, of the fastest batch and of the median one.

    A row of interop has a case, and a row of evolution the version of the reader and that of the bytes that it reads.
    """

    codec: str
    format: str = ""
    case: str = ""
    reader: str = ""
    bytes: str = ""
    size: int | None = None  # of the bytes
    encode_ns: int = 0
    encode_median_ns: int = 0
    decode_ns: int = 0
    decode_median_ns: int = 0
    left_out: str | None = None  # why the row has no times

    @property
    def what(self) -> str:
        """The name of a row: the codec, or in evolution `codec v2 reads v1`."""
        return f"{self.codec} {self.reader} reads {self.bytes}" if self.reader else self.codec


class Times(msgspec.Struct, frozen=True):
    """The only part of a footer that differs between two runs of the same."""

    seconds: float = 0.0  # of the cells
    whole: float | None = None  # of the whole command
    formats: dict[str, int] = {}  # cells per second
    slow: dict[str, float] = {}  # the seconds of codecs that are left out of these rates
    timing: tuple[Timed, ...] = ()
    untimed: bool = False  # no timing was taken of codecs whose answers were kept


class Footer(msgspec.Struct, frozen=True, kw_only=True):
    cells: int = 0
    outcomes: dict[str, int] = {}
    failures: dict[str, dict[str, int]] = {}  # who refused -> manner -> cells
    unexpected: int = 0
    kept: KeptAnswers = KeptAnswers()
    planned: int = 0  # the cells that the run was to have
    questions: int = 0  # that the peers have answered
    missing: tuple[str, ...] = ()  # why not all ran that should
    stale: tuple[str, ...] = ()  # entries that no cell shows
    needless: tuple[str, ...] = ()  # their conditions that exclude no cell
    uncovered: tuple[str, ...] = ()  # expectations of steps that no sample shows
    loads: tuple[str, ...] = ()  # what went wrong when an echo was timed
    goldens: tuple[str, ...] = ()  # problems of the goldens
    left: dict[str, dict[str, int]] = {}  # what failures left -> codec -> cells
    left_otherwise: tuple[str, ...] = ()  # codecs that left another thing than they state
    baseline: tuple[str, ...] = ()  # entries of the baseline with another number of cells
    unreviewed: int = 0  # cells that an unreviewed entry of the baseline states
    standing: tuple[FactCount, ...] | None = None  # what the baseline of a whole run has; None: this run cannot say it
    beside: tuple[Cell, ...] = ()  # the red cases between the codecs that a filter had left out
    hint: str = ""
    unstated: str = ""  # a text about the cells that no entry states
    exit: int = 0
    times: Times = Times()

    @property
    def faults(self) -> dict[str, tuple[str, ...]]:
        """The lines about what is not as expected beside the cells, by the members that have them."""
        return {
            "stale": self.stale,
            "needless": self.needless,
            "baseline": self.baseline,
            "uncovered": self.uncovered,
            "loads": self.loads,
            "goldens": self.goldens,
            "left_otherwise": self.left_otherwise,
        }
