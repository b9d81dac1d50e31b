"""Which effects of a run, from descriptors or compiled, the known differences between the two explain."""

from typing import NamedTuple

from wirebed.suites.evolution.legs import LEGS
from wirebed_safe_change import descriptors
from wirebed_safe_change.command import Run
from wirebed_safe_change.findings import Effect, Finding


class OfEffect(NamedTuple):
    """An effect as a line of the report names it."""

    finding: tuple[str, str, str, str]  # its message, field, format and direction
    relayed: bool
    what: str
    when: str


def explained(run: Run) -> dict[OfEffect, str]:
    """The reasons, for the effects that one codec alone shows."""
    found = {}
    for finding in run.findings:
        for effect in (*finding.effects, *finding.conditions):
            if len(effect.codecs) == 1 and (why := _why(run, finding, effect)):
                found[OfEffect(finding.key, effect.relayed, effect.what, effect.when)] = why
    return found


def _why(run: Run, finding: Finding, effect: Effect) -> str:
    leg, change = LEGS[effect.witness.leg], run.changes.change(finding.message, finding.field)
    role, version = ("relay", leg.relay) if effect.relayed else ("reader", leg.reader)
    fields = run.changes.pairs[finding.message].fields[version]
    field = change.of(version) if change is not None else fields.get(finding.field)
    (codec,) = effect.codecs
    known = descriptors.known()
    return next((one.why for one in known if one.explains(role, codec, finding.format, effect.what, field)), "")
