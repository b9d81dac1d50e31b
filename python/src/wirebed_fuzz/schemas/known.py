"""Which effects of a run, from descriptors or compiled, need not be in the other: what the known differences of the
two explain, the order of maps, and what shows by chance."""

from typing import NamedTuple

from wirebed.cases.place import is_map
from wirebed.suites.evolution.legs import LEGS
from wirebed.view.outcome import Kind, word
from wirebed_fuzz.schemas import by_chance
from wirebed_safe_change import descriptors
from wirebed_safe_change.command import Run
from wirebed_safe_change.findings import Effect, Finding

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
    if why := by_chance.why(effect.languages, effect.what, run.changes.pairs[finding.message].of(version)):
        return why
    if len(effect.codecs) != 1:
        return ""
    (codec,) = effect.codecs
    known = descriptors.known()
    return next((one.why for one in known if one.explains(role, codec, finding.format, effect.what, field)), "")
