"""Reads and writes `fixtures/baseline.yaml` of a bed: a list with an entry on each line, sorted, so that two branches
merge line by line. An error names the file, the line and the column.

```yaml
- {format: json, writer: java/gson, reader: cpp/nlohmann, outcome: differs, kind: dropped,
   value: {field: shop.Order.id}, cells: 4, reason: unreviewed}    # all in one line
- {suite: evolution, step: widened, format: json, leg: relay-old, writer: java/gson, relay: java/gson,
   reader: cpp/nlohmann, outcome: differs, …}
```
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ruamel.yaml.nodes import Node

from wirebed.bed import PROGRAM, Bed, settings, yaml_tree
from wirebed.bed.files import read_text
from wirebed.errors import UserError, shown
from wirebed.state.baseline.fact import INTEROP, SUITES, Fact
from wirebed.state.deviations import reasons, yaml_text
from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.load import OUTCOMES, Reader
from wirebed.state.deviations.reasons import WHY, Reason
from wirebed.view.outcome import BROKEN, kind_of

FILE = "baseline.yaml"
UNREVIEWED = "unreviewed"
_HEAD = """\
# What is not as expected in this bed, each with the number of its cells (fixtures/README.md of Wirebed, "Green on the
# first day"). `make baseline` writes this file and removes what is gone; `make review` gives each entry its reason.
"""
_WAY = ("format", "leg", "writer", "relay", "reader")
_HOW = ("outcome", "kind", "stage", "manner", "by", "side")
_TEXTS = ("suite", "step", *_WAY, *_HOW, "message", "says")
# The properties that name one thing each.
_ONE = ("suite", "step", *_WAY)
_OF_VALUE = ("field", "at")
_KEYS = (*_TEXTS, "value", "against", "cells", "why", *WHY)


@dataclass(frozen=True)
class BaselineEntry:
    """A fact, the number of cells that show it, and its reason once somebody has looked at it."""

    fact: Fact
    cells: int
    reason: Reason | None = None  # None: unreviewed
    why: str = ""  # the name of the reason, where it is a mechanism of fixtures/reasons
    place: tuple[Path, int, int] | None = field(default=None, compare=False)

    @property
    def as_deviation(self) -> Entry:
        """The same as a deviation, for those who show or select these."""
        fact, reason = self.fact, self.reason or Reason(UNREVIEWED, "nobody has looked at it yet", "open")
        return Entry(
            name=fact.name,
            suite=fact.suite,
            formats=(fact.format,),
            writers=(fact.writer,),
            readers=(fact.reader,),
            codecs=(),
            cases=(f"{fact.step}/*",) if fact.step else (),
            messages=(fact.message,) if fact.message else (),
            value=None,
            outcome=OUTCOMES[fact.outcome],
            kind=kind_of(fact.kind) if fact.kind else None,
            stage=fact.stage,
            manners=(("*", (fact.manner,)),) if fact.manner else (),
            bys=(("*", (fact.by,)),) if fact.by else (),
            says=None,
            path=(),
            reads=None,
            versions=(),
            reason=reason.reason,
            authority=reason.authority,
            nature=reason.nature,
            place=self.place,
            legs=(fact.leg,) if fact.leg else (),
            relays=(fact.relay,) if fact.relay else (),
        )


Entries = Mapping[Fact, BaselineEntry]


def path_of(bed: Bed) -> Path:
    return bed.fixtures / FILE


def of_bed(bed: Bed, root: Path) -> Entries | None:
    """The entries of a bed of one's own; None for that of the repository, which states everything. `root`: of the
    repository. UserError where the bed says that it has a baseline, and the file is not there."""
    if bed.own:
        return None
    path = path_of(bed)
    if path.is_file():
        return load(path, reasons.of_bed(bed, root))
    if settings.load(bed).baseline:
        advice = f"restore it, or remove that line of {settings.FILE} and begin anew with `{PROGRAM} baseline`"
        raise UserError(f"this file is missing, and `baseline: true` of {settings.FILE} asks for it: {advice}", path)
    return {}


def load(path: Path, known: Mapping[str, Reason]) -> Entries:
    """The entries of a file. `known`: the reasons that they may name."""
    reader, entries = Reader(path), dict[Fact, BaselineEntry]()
    for node in reader.items(yaml_tree.compose(read_text(path), path, pure=False)):
        entry = _entry(reader, node, known)
        # Where two branches have both changed an entry, their merge has it twice: the greater number was accepted.
        if (other := entries.get(entry.fact)) is None or other.cells < entry.cells:
            entries[entry.fact] = entry
    return entries


def _entry(reader: Reader, node: Node, known: Mapping[str, Reason]) -> BaselineEntry:
    fields = reader.mapping(node, _KEYS)
    texts = {key: reader.text(fields[key]) for key in _TEXTS if key in fields}
    if "value" in fields:
        texts |= {key: reader.text(of) for key, of in reader.mapping(fields["value"], _OF_VALUE).items()}
    for key in ("format", "writer", "reader", "outcome", "cells"):
        if key not in fields:
            reader.fail(node, f"the entry has no `{key}:`")
    for key in _ONE:
        if any(sign in texts.get(key, "") for sign in "*?[!,"):
            reader.fail(fields[key], f"`{texts[key]}` is a glob: an entry of a baseline names one {key}")
    if "suite" in fields:
        reader.word(fields["suite"], SUITES)
    if "against" in fields:
        texts["against"] = ", ".join(reader.texts(fields["against"]))
        outcome = reader.word(fields["outcome"], OUTCOMES)
        if "kind" in fields:
            reader.fail(fields["kind"], "`against:` is about a cell as a whole, which has no `kind:`")
    else:
        outcome, _ = reader.outcome(node, fields)
    if outcome in BROKEN:
        reader.fail(fields["outcome"], f"`{outcome.value}` is never accepted, so it cannot stand in a baseline")
    cells = reader.plain(fields["cells"])
    if not isinstance(cells, int) or isinstance(cells, bool) or cells < 1:
        reader.fail(fields["cells"], "a number of cells is wanted here, 1 at least")
    unreviewed = "reason" in fields and reader.text(fields["reason"]) == UNREVIEWED
    reason = None if unreviewed else reader.why(node, fields, known)
    why = reader.text(fields["why"]) if "why" in fields else ""
    place = (Path(shown(reader.path)), node.start_mark.line + 1, node.start_mark.column + 1)
    return BaselineEntry(Fact(**texts), cells, reason, why, place)


def text(entries: Iterable[BaselineEntry]) -> str:
    """The text of a file with these entries."""
    lines = [_line(entry) for entry in sorted(entries, key=lambda entry: (entry.fact.suite, entry.fact))]
    return _HEAD + ("".join(lines) or "[]\n")


def _line(entry: BaselineEntry) -> str:
    fact = {key: getattr(entry.fact, key) for key in (*_TEXTS, *_OF_VALUE)}  # fields of it
    fact["suite"] = "" if entry.fact.suite == INTEROP else entry.fact.suite
    texts = [f"{key}: {yaml_text.scalar(fact[key])}" for key in _TEXTS if fact[key]]
    if of_value := [f"{key}: {yaml_text.scalar(fact[key])}" for key in _OF_VALUE if fact[key]]:
        texts.append(f"value: {{{', '.join(of_value)}}}")
    if entry.fact.against:
        texts.append(f"against: {yaml_text.flow(entry.fact.against.split(', '))}")
    texts.append(f"cells: {entry.cells}")
    if entry.why:
        texts.append(f"why: {yaml_text.scalar(entry.why)}")
    elif entry.reason is None:
        texts.append(f"reason: {UNREVIEWED}")
    else:
        texts += [f"{key}: {yaml_text.scalar(getattr(entry.reason, key))}" for key in WHY]  # fields of it
    return f"- {{{', '.join(texts)}}}\n"
