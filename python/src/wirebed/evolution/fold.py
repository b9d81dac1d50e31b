"""The outcomes of a step, folded: per format and leg the worst that any sample, writer, relay or reader showed.

| what | verdict |
|---|---|
| equal, preserved, default-filled | safe |
| other-default to collapsed | lossy |
| unread to reinterpreted; rejected when it is used, which is `unusable` | corrupting |
| rejected otherwise, refused by the relay, crash, timeout | breaking |

What a writer refuses of its own version, what a format cannot carry, and what a language's own objects cannot hold
either are no effects of the change and are left out; so are goldens, whose bytes were written another day.
"""

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field

from wirebed.codec_id import NONE, short
from wirebed.outcome import Kind, kind_of

SAFE, LOSSY, CORRUPTING, BREAKING = VERDICTS = ("safe", "lossy", "corrupting", "breaking")
EQUAL = 0
FAILED = 100  # worse than every kind
_short = functools.cache(short)


def verdict(severity: int) -> str:
    if severity >= FAILED:
        return BREAKING
    if severity > Kind.COLLAPSED:
        return CORRUPTING
    return LOSSY if severity > Kind.DEFAULT_FILLED else SAFE


def severity(cell: dict) -> int:
    """What happened in a cell: 0, the number of its worst kind, or FAILED."""
    if cell["outcome"] == "differs":
        return max(kind_of(found["kind"]) for found in cell["differences"])
    if cell["outcome"] == "rejected" and cell.get("stage") == "use":
        return Kind.UNUSABLE
    return EQUAL if cell["outcome"] == "equal" else FAILED


def counts(cell: dict) -> bool:
    """Whether what happened in a cell is an effect of the change."""
    if cell["format"] == NONE or cell.get("source") or cell["outcome"] == "unsupported":
        return False
    return cell["outcome"] != "refused" or "by" in cell


def party(cell: dict) -> str:
    """Who met the other version's bytes: the relay, or else the reader."""
    return _short(cell.get("relay") or cell["reader"])


@dataclass
class Fold:
    """Of one step, format and leg."""

    cells: int = 0
    unsupported: int = 0
    kind: int = EQUAL  # the worst that was silent
    kind_witness: dict | None = None
    failure: dict | None = None  # a cell that failed
    samples: dict[str, dict[str, int]] = field(default_factory=dict)  # sample -> party -> the worst it came to

    def add(self, cell: dict):
        if not counts(cell):
            self.unsupported += cell["outcome"] == "unsupported"
            return
        self.cells += 1
        here = EQUAL if cell.get("derived") else severity(cell)
        if here == FAILED:
            self.failure = self.failure or cell
        elif here > self.kind:
            self.kind, self.kind_witness = here, cell
        parties = self.samples.setdefault(cell["case"], {})
        who = party(cell)
        if here >= parties.get(who, EQUAL):
            parties[who] = here

    @property
    def severity(self) -> int:
        return FAILED if self.failure else self.kind

    @property
    def verdict(self) -> str:
        return verdict(self.severity)

    @property
    def witness(self) -> dict | None:
        """A cell that shows the worst."""
        return self.failure or self.kind_witness

    @property
    def dissent(self) -> dict[str, list[str]]:
        """What happened -> who saw that, of the sample on which the parties differ the most; empty when they agree."""
        split = [parties for parties in self.samples.values() if len(set(parties.values())) > 1]
        if not split:
            return {}
        found: dict[str, list[str]] = {}
        widest = max(split, key=lambda parties: max(parties.values()) - min(parties.values()))
        for name, here in sorted(widest.items(), key=lambda item: (item[1], item[0])):
            found.setdefault(word(here), []).append(name)
        return found


def word(severity: int) -> str:
    if severity == EQUAL:
        return "equal"
    return "fails" if severity >= FAILED else Kind(severity).name.lower().replace("_", "-")


def fold(cells: Iterable[dict]) -> dict[tuple[str, str, str], Fold]:
    """(step, format, leg) -> what came of it."""
    found: dict[tuple[str, str, str], Fold] = {}
    for cell in cells:
        if not cell.get("leg"):
            continue
        key = cell["case"].partition("/")[0], cell["format"], cell["leg"]
        if key not in found:
            found[key] = Fold()
        found[key].add(cell)
    return found


def together(folds: Iterable[Fold | None]) -> Fold | None:
    """Several legs as one; None when none of them ran."""
    found = None
    for one in folds:
        if one is None:
            continue
        found = found or Fold()
        found.cells += one.cells
        found.unsupported += one.unsupported
        found.failure = found.failure or one.failure
        if one.kind > found.kind:
            found.kind, found.kind_witness = one.kind, one.kind_witness
        for sample, parties in one.samples.items():
            known = found.samples.setdefault(sample, {})
            for name, here in parties.items():
                known[name] = max(here, known.get(name, EQUAL))
    return found
