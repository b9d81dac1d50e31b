"""The observations of a run, from which findings are made: each difference or failure of each cell."""

from dataclasses import dataclass

from wirebed.bed.codec_id import peer_of
from wirebed.report.steps.verdicts import Verdict, of_failure, verdict
from wirebed.state.row import Row
from wirebed.suites.evolution.legs import LEGS
from wirebed.view import grammar as g
from wirebed.view import spell
from wirebed.view.outcome import BROKEN, Cell, Kind, Outcome, word
from wirebed_safe_change.directions import BACKWARD, FORWARD
from wirebed_safe_change.lacked_messages import LackedMessages
from wirebed_safe_change.samples import Probe, Samples

_ELEMENTS = 4


def render(node, schema) -> str:
    """A node on one line, with the elements of a small container."""
    if node is None or node.tag not in (g.LIST, g.SET, g.MAP) or len(node.children) > _ELEMENTS:
        return spell.render(node, schema)
    inner = [render(child, schema) for child in node.children]
    if node.tag == g.MAP:
        return "{" + ", ".join(f"{spell.scalar(k)}: {v}" for k, v in zip(node.keys, inner, strict=True)) + "}"
    return f"[{', '.join(inner)}]"


def _holds(place: str, inner: str) -> bool:
    return inner == place or inner.startswith((f"{place}.", f"{place}["))


@dataclass(frozen=True)
class Observation:
    """A difference at one place of a cell, or its failure. `what`: the kind, or the outcome of the failure."""

    probe: Probe
    format: str
    leg: str
    writer: str
    relay: str
    reader: str
    what: str
    verdict: Verdict
    message: str = ""  # where it was observed; empty for a failure, which has no place
    field: str = ""  # its name in the version that names the place
    path: str = ""
    expected: str = ""
    actual: str = ""
    reason: str = ""
    failed: bool = False
    by_relay: bool = False  # the relay failed, so that the reader got nothing
    around: tuple[tuple[str, str], ...] = ()  # the changed fields at and around the place, the innermost first

    @property
    def direction(self) -> str:
        """Backward: data of the old version, which the new one reads; forward: the reverse."""
        return BACKWARD if self.probe.version == "v1" else FORWARD

    @property
    def codec(self) -> str:
        """The codec of the other version, which reads or relays."""
        return self.relay or self.reader

    @property
    def acting(self) -> str:
        """The peer of that codec."""
        return peer_of(self.codec)

    @property
    def cell(self) -> tuple:
        return (self.probe.name, self.format, self.writer, self.relay, self.reader)

    @property
    def cells(self) -> list[tuple]:
        """The cells of a version against itself that can explain it, and whether they have to fail."""
        cells = [(self.cell, self.failed)]
        if self.relay and self.failed and not self.by_relay:
            cells.append(((self.probe.name, self.format, self.writer, "", self.reader), True))
        return cells

    def is_in(self, other: "Observation") -> bool:
        """Whether the other one is as bad, at this place, around it or inside it."""
        return self.verdict <= other.verdict and (_holds(self.path, other.path) or _holds(other.path, self.path))


class Observations:
    """Collects the observations of rows."""

    def __init__(self, samples: Samples):
        self.samples = samples
        self.changes = samples.changes
        self.seen: list[Observation] = []
        self.acted: dict[tuple[str, str, bool], set[str]] = {}  # (format, direction, by a relay) -> peers
        self.outcomes: dict[str, int] = {}
        self.unsupported: dict[tuple, str] = {}  # cell -> why
        self.chance = False  # whether a failure need not come again
        self.lacked = LackedMessages(samples)
        self.names = {pair.new.full_name: name for name, pair in self.changes.pairs.items()}

    def take(self, rows: list[Row]):
        self.lacked.take(rows)
        for row in rows:
            probe = self.samples.probes[row.name]
            for reading in row.each():
                reader, cell = reading.reader, reading.cell
                outcome = Outcome.EQUAL if cell is None else cell.outcome
                self.outcomes[outcome.value] = self.outcomes.get(outcome.value, 0) + 1
                self._cell(row, probe, reader, cell, outcome)

    def _cell(self, row: Row, probe: Probe, reader: str, cell: Cell | None, outcome: Outcome):
        direction = BACKWARD if probe.version == "v1" else FORWARD
        acting = peer_of(row.relay or reader)
        self.chance = self.chance or outcome in BROKEN or (cell is not None and cell.manner == "exhausted")
        if outcome is Outcome.UNSUPPORTED:
            leg = LEGS[row.leg]
            if not cell.derived and not self.lacked.explains(acting, probe.message, leg.relay or leg.reader):
                self.unsupported[probe.name, row.format, row.writer, row.relay, reader] = cell.reason
            return
        if row.data is not None:
            self.acted.setdefault((row.format, direction, bool(row.relay)), set()).add(acting)
        # A writer's own limit says nothing of the change; that of a reader or relay shows in the unchanged run as well.
        if cell is None or (cell.derived and row.data is None):
            return
        where = (probe, row.format, row.leg, row.writer, row.relay, reader)
        if outcome is not Outcome.DIFFERS:
            reason = f"{cell.stage}: {cell.reason}" if cell.stage else cell.reason
            severity = of_failure(outcome, cell.stage)
            what = word(Kind.UNUSABLE) if severity == Kind.UNUSABLE else outcome.value
            stopped = bool(row.relay) and row.relayed is None
            seen = Observation(*where, what, verdict(severity), reason=reason, failed=True, by_relay=stopped)
            self.seen.append(seen)
            return
        for difference in cell.differences:
            self.seen.append(self._place(where, difference))

    def _place(self, where, difference) -> Observation:
        probe, leg = where[0], where[2]
        schema = getattr(difference, "schema", None) or self.changes.schema(LEGS[leg].reader)
        owner, changed = self._owner(difference.place, schema)
        owner, changed = (probe.blames, ()) if probe.blames else (owner, changed)
        return Observation(
            *where, word(difference.kind), verdict(difference.kind), *owner, spell.path(difference.place, schema),
            render(difference.expected, schema), render(difference.actual, schema), around=changed,
        )  # fmt: skip

    def _owner(self, node, schema) -> tuple[tuple[str, str], tuple[tuple[str, str], ...]]:
        """The innermost changed field at or around a place, and all of these; if none changed, the innermost field.

        A message that did not change is not to blame for what a change of its container does to it.
        """
        around = []
        while node.parent is not None:
            record = node.parent
            if record.tag == g.RECORD:
                name = self.names.get(record.value, record.value)
                if name in self.changes.pairs:
                    around.append((name, spell.field_name(schema, record.value, node.step)))
            node = record
        changed = tuple(place for place in around if self.changes.change(*place) is not None)
        nowhere = (self.names.get(node.value, str(node.value)), "")
        return next(iter((*changed, *around)), nowhere), changed

    def without(self, own: "Observations") -> list[Observation]:
        """The observations that `own`, the run of a version against itself, does not explain.

        It explains one that it shows as bad at the same place, or at one that holds it or is held by it: the elements
        of a list have places of their own, and those of a set do not, so what JSON does to NaN in both shows elsewhere.
        A reader behind a relay has the version of the writer. Its failure without a relay explains one behind a relay,
        too: a relay of the other version need not write what one of the same version does.
        """
        bad: dict[tuple, list[Observation]] = {}
        for seen in own.seen:
            bad.setdefault((seen.cell, seen.failed), []).append(seen)
        return [seen for seen in self.seen if not any(seen.is_in(a) for cell in seen.cells for a in bad.get(cell, ()))]
