"""Which effects of a run, from descriptors or compiled, need not be in the other: what the known differences of the
two explain, the order of maps, and a bug of upb that shows by chance."""

from typing import NamedTuple

from google.protobuf.descriptor import Descriptor

from wirebed.cases.place import is_map
from wirebed.suites.evolution.legs import LEGS
from wirebed.view.outcome import Kind, Outcome, word
from wirebed_safe_change import descriptors
from wirebed_safe_change.command import Run
from wirebed_safe_change.findings import Effect, Finding

# It tells such a path as `m[861213000],r`, of a map `m`, or ends with SIGSEGV.
_PATH = "upb reads memory that is not the path of a missing required field, where its message stands beside a map"
# https://protobuf.dev/programming-guides/proto3/#maps
_ORDER = "a library writes the entries of a map in any order, which can be another one in each run"


class OfEffect(NamedTuple):
    """An effect as a line of the report names it."""

    finding: tuple[str, str, str, str]  # its message, field, format and direction
    relayed: bool
    what: str
    when: str


class Known(NamedTuple):
    """`why`: what explains the whole effect; empty where only some languages need not show it, which are `doubtful`."""

    why: str
    doubtful: tuple[str, ...]


def explained(run: Run) -> dict[OfEffect, Known]:
    found = {}
    for finding in run.findings:
        for effect in (*finding.effects, *finding.conditions):
            known = Known(_why(run, finding, effect), effect.doubtful)
            if any(known):
                found[OfEffect(finding.key, effect.relayed, effect.what, effect.when)] = known
    return found


def _why(run: Run, finding: Finding, effect: Effect) -> str:
    """Of a known difference only where one codec alone shows the effect."""
    leg, change = LEGS[effect.witness.leg], run.changes.change(finding.message, finding.field)
    role, version = ("relay", leg.relay) if effect.relayed else ("reader", leg.reader)
    fields = run.changes.pairs[finding.message].fields[version]
    field = change.of(version) if change is not None else fields.get(finding.field)
    if effect.relayed and effect.what == word(Kind.REORDERED) and field is not None and is_map(field):
        return _ORDER
    if effect.what == Outcome.CRASH.value and effect.languages == ("python",):
        return _PATH if _is_missing_beside_a_map(run.changes.pairs[finding.message].of(version)) else ""
    if len(effect.codecs) != 1:
        return ""
    (codec,) = effect.codecs
    known = descriptors.known()
    return next((one.why for one in known if one.explains(role, codec, finding.format, effect.what, field)), "")


def _is_missing_beside_a_map(message: Descriptor) -> bool:
    """Whether a message, with all that it can hold, has both required fields and maps."""
    todo, known = [message], {message.full_name}
    required = maps = False
    while todo:
        for field in todo.pop().fields:
            required, maps = required or field.is_required, maps or is_map(field)
            inner = field.message_type
            if inner is not None and inner.full_name not in known:
                known.add(inner.full_name)
                todo.append(inner)
    return required and maps
