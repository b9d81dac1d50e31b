"""A star of versions around those of today: its rows, and what differs in them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from wirebed.bed.codec_id import base_of
from wirebed_upgrade.findings import Finding, Key
from wirebed_upgrade.pairs import Compared
from wirebed_upgrade.sides import Side
from wirebed_upgrade.witness import Shown


@dataclass(frozen=True)
class SkewRow:
    """`compared` is None where the row could not be asked; `why` says the reason."""

    side: Side
    compared: Compared | None = None
    today: str = ""  # the version of today, as the codecs of the row have loaded it
    findings: Sequence[Finding] = ()
    shown: Sequence[Shown] = ()  # each finding with the cell that shows it
    why: str = ""

    @property
    def library(self) -> str:
        return ", ".join(pin.library for pin in self.side.pins)

    @property
    def version(self) -> str:
        return ", ".join(pin.version for pin in self.side.pins)

    @property
    def asked(self) -> int:
        return self.compared.asked if self.compared is not None else 0

    def answers(self, codec: str) -> bool:
        """Whether anything of a codec of today could be compared."""
        return self.compared is not None and codec in map(base_of, self.compared.answering)


@dataclass(frozen=True)
class Difference:
    """What rows of one library have in common that is not so today."""

    key: Key  # with the codec of today
    rows: Sequence[SkewRow]  # all of the library
    showing: dict[str, Finding] = field(default_factory=dict)  # version -> its finding

    @property
    def first(self) -> SkewRow:
        return next(row for row in self.rows if row.version in self.showing)

    @property
    def shown(self) -> Shown:
        """The example of the first version."""
        return self.first.shown[self.first.findings.index(self.showing[self.first.version])]

    def spans(self) -> Iterator[str]:
        """`in 4.0.51 … 4.0.60`, `not in 4.0.66`: the versions that were asked, up to that of today."""
        states = [*((row.version, self._state(row)) for row in self.rows), (self.first.today, "not in")]
        for state, group in groupby(states, key=lambda pair: pair[1]):
            versions = [version for version, _ in group]
            yield f"{state} {versions[0]}{f' … {versions[-1]}' if len(versions) > 1 else ''}"

    def _state(self, row: SkewRow) -> str:
        if row.version in self.showing:
            return "in"
        return "not in" if row.answers(self.key[3]) else "no answer of"


def differences(rows: Sequence[SkewRow]) -> list[Difference]:
    """By library in the order of the rows, and of each the most harmful first."""
    by_library: dict[str, list[SkewRow]] = {}
    for row in rows:
        by_library.setdefault(row.library, []).append(row)
    made: list[Difference] = []
    for of_library in by_library.values():
        known: dict[Key, Difference] = {}
        for row in of_library:
            for finding in row.findings:
                key = (finding.change, finding.way, finding.format, base_of(finding.codec), finding.cause)
                known.setdefault(key, Difference(key, of_library)).showing[row.version] = finding
        made += sorted(known.values(), key=lambda each: (each.key[0], -max(len(f.seen) for f in each.showing.values())))
    return made
