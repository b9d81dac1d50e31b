"""The worst that any sample, writer, relay or reader of a step showed, for each format and leg.

What a writer refuses of its own version, what a format cannot carry, and a value that a language's own objects hold in
neither version are no effects of the change and are left out; so are goldens, whose bytes were written another day.
"""

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec.structs import replace

from wirebed.bed.codec_id import NONE, short
from wirebed.report.cell import Cell, Line, cells_of
from wirebed.report.steps.verdicts import EQUAL, FAILED, Verdict, of_failure, verdict
from wirebed.view.outcome import Kind, Outcome, kind_of
from wirebed.view.outcome import word as word_of

_short = functools.cache(short)
# A member of an enum is slow to look up.
_EQUAL, _DIFFERS, _REFUSED, _UNSUPPORTED = Outcome.EQUAL, Outcome.DIFFERS, Outcome.REFUSED, Outcome.UNSUPPORTED


def severity(cell: Line) -> int:
    """The severity of what happened in a cell."""
    if cell.outcome is _DIFFERS:
        return max(kind_of(difference.kind) for difference in cell.differences)
    return EQUAL if cell.outcome is _EQUAL else of_failure(cell.outcome, cell.stage)


def counts(cell: Line) -> bool:
    """Whether what happened in a cell is an effect of the change."""
    if cell.format == NONE or cell.source or cell.outcome is _UNSUPPORTED:
        return False
    return cell.outcome is not _REFUSED or bool(cell.side)


@dataclass
class StepVerdict:
    """The worst of one step, format and leg."""

    cells: int = 0
    unsupported: int = 0
    kind: int = EQUAL  # the worst that no failure showed
    kind_witness: Cell | None = None
    failure: Cell | None = None  # a cell that failed
    samples: dict[str, dict[str, int]] = field(default_factory=dict)  # sample -> party -> the worst it came to

    def add(self, line: Line, harmless: bool = False) -> None:
        """Adds a line of a report, with all its readers."""
        readers = line.readers
        if not counts(line):
            self.unsupported += len(readers) * (line.outcome is _UNSUPPORTED)
            return
        self.cells += len(readers)
        here = EQUAL if harmless or line.derived else severity(line)
        if here == FAILED:
            self.failure = self.failure or cells_of(line)[0]
        elif here > self.kind:
            self.kind, self.kind_witness = here, cells_of(line)[0]
        parties = self.samples.setdefault(line.case, {})
        # Who meets the bytes of the other version: the relay, or else the readers.
        for who in (line.relay,) if line.relay else readers:
            name = _short(who)
            if here >= parties.get(name, EQUAL):
                parties[name] = here

    @property
    def severity(self) -> int:
        return FAILED if self.failure else self.kind

    @property
    def verdict(self) -> Verdict:
        return verdict(self.severity)

    @property
    def witness(self) -> Cell | None:
        """A cell that shows the worst."""
        return self.failure or self.kind_witness

    @property
    def silent(self) -> Cell | None:
        """A cell that shows wrong values, where others failed."""
        return self.kind_witness if self.failure and verdict(self.kind) is Verdict.CORRUPTING else None

    @property
    def dissent(self) -> dict[str, list[str]]:
        """Effect -> codecs, of the sample on which the codecs differ the most; empty when they agree."""
        split = [parties for parties in self.samples.values() if len(set(parties.values())) > 1]
        if not split:
            return {}
        codecs: dict[str, list[str]] = {}
        widest = max(split, key=lambda parties: max(parties.values()) - min(parties.values()))
        for name, here in sorted(widest.items(), key=lambda item: (item[1], item[0])):
            codecs.setdefault(word(here), []).append(name)
        return codecs


def alone(line: Line) -> StepVerdict:
    """The worst of a line of a report alone; of a golden as if it were of today."""
    worst = StepVerdict()
    worst.add(replace(line, source=""))
    return worst


def word(severity: int) -> str:
    if severity == EQUAL:
        return "equal"
    return "fails" if severity >= FAILED else word_of(Kind(severity))


def by_leg(lines: Iterable[Line], apart: frozenset[str] = frozenset()) -> dict[tuple[str, str, str], StepVerdict]:
    """The worst by step, format and leg; what entries of `apart` alone state counts as equal."""
    worst: dict[tuple[str, str, str], StepVerdict] = {}
    for line in lines:
        if not line.leg:
            continue
        key = line.case.partition("/")[0], line.format, line.leg
        if key not in worst:
            worst[key] = StepVerdict()
        harmless = bool(line.entries) and apart.issuperset(line.entries)
        worst[key].add(line, harmless)
    return worst


def together(legs: Iterable[StepVerdict | None]) -> StepVerdict | None:
    """The worst of several legs; None when none of them ran."""
    worst = None
    for leg in legs:
        if leg is None:
            continue
        worst = worst or StepVerdict()
        worst.cells += leg.cells
        worst.unsupported += leg.unsupported
        worst.failure = worst.failure or leg.failure
        if leg.kind > worst.kind:
            worst.kind, worst.kind_witness = leg.kind, leg.kind_witness
        for sample, parties in leg.samples.items():
            known = worst.samples.setdefault(sample, {})
            for name, here in parties.items():
                known[name] = max(here, known.get(name, EQUAL))
    return worst
