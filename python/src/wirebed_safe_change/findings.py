"""Findings from observations: what happens to each field in each format and direction, when, and in which languages.

A cause that shows in many places is one finding: a message that cannot be read is no finding for each of its fields,
nor for the messages that hold it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from wirebed.report.steps.verdicts import Verdict
from wirebed.suites.evolution.legs import LEGS
from wirebed.view.outcome import Kind, word
from wirebed_safe_change.carriers import Carriers
from wirebed_safe_change.causes import caused
from wirebed_safe_change.changes import Changes, FieldChange, Pair
from wirebed_safe_change.descriptors import Difference
from wirebed_safe_change.directions import BACKWARD
from wirebed_safe_change.lacked_messages import Unwritten
from wirebed_safe_change.meanings import MEANINGS
from wirebed_safe_change.observations import Observation, Observations
from wirebed_safe_change.samples import Probe, Samples
from wirebed_safe_change.value_words import condition, simplest

_UNREAD = word(Kind.UNREAD)
_WITH_UNREAD = (word(Kind.DROPPED), word(Kind.PRESENCE_LOST))
# The effects, the mildest first.
_RANKS = {what: rank for rank, what in enumerate(MEANINGS)}


@dataclass
class Effect:
    """One effect on a field, with its condition, a witness and the languages."""

    what: str
    verdict: Verdict
    when: str
    witness: Observation
    text: str  # the witness in text format
    relayed: bool  # seen in what comes back from a relay, else by the reader of the other version
    repeats: bool  # a relay shows it only for values that are also read wrong
    languages: tuple[str, ...]  # that show it
    others: tuple[str, ...]  # that do not show it
    codecs: tuple[str, ...]  # that show it: they read or relay
    doubt: str = ""  # why the classes that protoc generates may not show it
    doubtful: tuple[str, ...] = ()  # languages of which the same is to be said where others show it for certain


@dataclass
class Finding:
    message: str
    field: str  # `old -> new` where it was renamed; empty: the message as a whole
    format: str
    direction: str
    effects: list[Effect] = field(default_factory=list)
    conditions: list[Effect] = field(default_factory=list)  # `when` is what the values have to be to avoid it
    question: str = ""  # how to declare what the bytes do not show
    hazard: str = ""
    accepted: str = ""  # why
    hidden: bool = False  # the whole message fails, so that nothing is known of the field
    unwritten: list[Unwritten] = field(default_factory=list)  # samples that nobody wrote
    beside: list[Effect] = field(default_factory=list)  # worse effects on codecs that do not count (counting.py)

    @property
    def key(self) -> tuple[str, str, str, str]:
        return (self.message, self.field, self.format, self.direction)

    @property
    def codecs(self) -> dict[str, Verdict]:
        """The verdict of each codec that shows an effect."""
        verdicts: dict[str, Verdict] = {}
        for effect in (*self.effects, *self.beside):
            for codec in effect.codecs:
                verdicts[codec] = max(verdicts.get(codec, Verdict.SAFE), effect.verdict)
        return dict(sorted(verdicts.items()))

    @property
    def verdict(self) -> Verdict:
        return Verdict.UNDECLARED if self.question else max(self.of(relayed=False), self.of(relayed=True))

    def of(self, relayed: bool) -> Verdict:
        """The verdict of reading alone, or of relaying alone."""
        least = Verdict.UNKNOWN if self.unwritten else Verdict.SAFE
        return max([least, *(effect.verdict for effect in self.effects if effect.relayed == relayed)])


class Analysis:
    def __init__(
        self, changes: Changes, samples: Samples, observed: Observations, own: Observations, carriers: Carriers,
        differences: Sequence[Difference] = (), unwritten: Iterable[Unwritten] = (),
        counts: Callable[[Observation], bool] = lambda observation: True,
        named: Callable[[Observation], Iterable[str]] = lambda observation: [observation.codec],
    ):  # fmt: skip
        """`own`: the observations of each version against itself; `differences`: of messages made from descriptors;
        `unwritten`: samples that nobody wrote; `counts`: whether an observation is one of these findings;
        `named`: the codecs that it is said of."""
        self.changes, self.samples, self.acted, self.carriers = changes, samples, observed.acted, carriers
        self.named = named
        self.differences, self.unwritten = differences, tuple(unwritten)
        self.observations = caused(changes, samples, [seen for seen in observed.without(own) if counts(seen)])

    def findings(self, formats: Iterable[str], directions: Iterable[str]) -> list[Finding]:
        """The findings of every changed field, and of every other place with an observation."""
        grouped: dict[tuple, list[Observation]] = {}
        for seen in self.observations:
            grouped.setdefault((seen.message, self._name(seen), seen.format, seen.direction), []).append(seen)
        findings = []
        unwritten: dict[tuple, list[Unwritten]] = {}
        for missing in self.unwritten:
            key = (missing.probe.message, self._changed(missing.probe), missing.format, missing.direction)
            unwritten.setdefault(key, []).append(missing)
        for format_ in formats:
            for direction in directions:
                for pair in self.changes.pairs.values():
                    findings += self._of_message(pair, format_, direction, grouped, unwritten)
        return findings

    def _of_message(
        self, pair: Pair, format_: str, direction: str, grouped: dict, unwritten: dict[tuple, list[Unwritten]]
    ) -> list[Finding]:
        names = [change.name for change in pair.changes]
        here, unknown = (
            {key[1]: items for key, items in of.items() if (key[0], *key[2:]) == (pair.name, format_, direction)}
            for of in (grouped, unwritten)
        )
        names += sorted(name for name in {**here, **unknown} if name not in names)
        findings = [self._finding(pair.name, name, format_, direction, here.get(name, [])) for name in names]
        for finding in findings:
            finding.unwritten = unknown.get(finding.field, [])
        whole = any(not finding.field and finding.verdict == Verdict.BREAKING for finding in findings)
        for finding in findings:
            if whole:
                finding.hidden = bool(finding.field) and finding.verdict == Verdict.SAFE
            else:
                finding.effects += self._reserved(finding)
        return findings

    def _name(self, seen: Observation) -> str:
        change = self.changes.change(seen.message, seen.field)
        return change.name if change else seen.field

    def _changed(self, probe: Probe) -> str:
        """The name of the change that a sample is about; empty for a sample of the whole message."""
        change = self.changes.change(probe.message, probe.fields[0]) if probe.fields else None
        return change.name if change else ""

    def _finding(self, message, name, format_, direction, observed) -> Finding:
        change = self.changes.change(message, name)
        finding = Finding(message, name, format_, direction)
        within = [seen for seen in observed if not (seen.probe.value and seen.probe.value.outside)]
        finding.effects = self._effects(within, change)
        if len(within) < len(observed) and finding.verdict < Verdict.CORRUPTING:
            finding.conditions = self._conditions([seen for seen in observed if seen not in within], change)
        elif len(within) < len(observed):
            # Values that keep the condition are harmed as well.
            finding.effects = self._effects(observed, change)
        if change is not None:
            finding.hazard = "; ".join(filter(None, (change.hazard, _unless(finding))))
            # A change that corrupts or breaks does so as a rename and as a reuse, so there is nothing to ask.
            asked = change.question is not None and finding.verdict < Verdict.CORRUPTING
            finding.question = change.question.declare if asked else ""
        return finding

    def _effects(self, observed: list[Observation], change: FieldChange | None) -> list[Effect]:
        """The effects, the worst first."""
        by_what: dict[tuple[bool, str], list[Observation]] = {}
        for seen in observed:
            by_what.setdefault((bool(seen.relay), seen.what), []).append(seen)
        for relayed in (False, True):
            if (relayed, _UNREAD) in by_what:
                # A field that is never read loses its other values for the same reason.
                others = [by_what.pop((relayed, what), []) for what in _WITH_UNREAD]
                by_what[relayed, _UNREAD] += [seen for observations in others for seen in observations]
        worst, effects = _worst_read(observed), []
        for (relayed, _), shown in by_what.items():
            harmful = {s.probe.name for s in observed if bool(s.relay) == relayed and s.verdict > Verdict.SAFE}
            effects.append(self._effect(shown, change, harmful, worst))
        return sorted(effects, key=lambda effect: (-effect.verdict, effect.relayed, -_RANKS.get(effect.what, 0)))

    def _reserved(self, finding: Finding) -> list[Effect]:
        """The effect of a new field that takes a reserved number or name, if the bytes hold it. No sample shows it."""
        change = self.changes.change(finding.message, finding.field)
        key = "name" if self.carriers.fields(finding.format) else "number"
        if change is None or key not in change.reserved:
            return []
        if finding.direction != BACKWARD or finding.verdict >= Verdict.CORRUPTING:
            return []
        probe, verdict = Probe(finding.message, "v1", f"{finding.message}/v1"), Verdict.CORRUPTING
        witness = Observation(probe, finding.format, "backward", "", "", "", "reserved", verdict)
        return [
            Effect("reserved", verdict, f"OLD reserves {change.reserved[key]}", witness, "", False, False, (), (), ())
        ]

    def _conditions(self, observed: list[Observation], change: FieldChange | None) -> list[Effect]:
        """The worst effects, of reading and of relaying, on values that break the condition of a change."""
        effects = [effect for effect in self._effects(observed, change) if effect.verdict > Verdict.SAFE]
        worst = [next((effect for effect in effects if effect.relayed == relayed), None) for relayed in (False, True)]
        return [replace(effect, when=effect.witness.probe.value.outside) for effect in worst if effect is not None]

    def _effect(self, shown: list[Observation], change: FieldChange | None, harmful: set[str], worst: dict) -> Effect:
        observed, doubt = self._certain(shown, change)
        when, probe = self._when(observed, change, harmful)
        when = "absent" if observed[0].what == "other-default" else when
        witness = min((seen for seen in observed if seen.probe is probe), key=lambda seen: (seen.reader, seen.writer))
        relayed, languages = bool(witness.relay), {seen.acting for seen in shown}
        others = self.acted[witness.format, witness.direction, relayed] - languages
        verdict, what = max(seen.verdict for seen in observed), observed[0].what
        if what == _UNREAD and self._never(observed, change):
            when = "any value"
        repeats = relayed and all(worst.get(s.probe.name, -1) >= max(s.verdict, Verdict.LOSSY) for s in observed)
        return Effect(
            what, verdict, when, witness, self.samples.text(probe.name), relayed, repeats,
            tuple(sorted(languages)), tuple(sorted(others)), self._codecs(shown), doubt,
            tuple(sorted(languages - {seen.acting for seen in observed})),
        )  # fmt: skip

    def _codecs(self, shown: list[Observation]) -> tuple[str, ...]:
        """The codecs that show an effect. Where some show it alone, those that only stand beside one are not meant."""
        named = [set(self.named(seen)) for seen in shown]
        alone = min(map(len, named))
        return tuple(sorted({codec for codecs in named if len(codecs) == alone for codec in codecs}))

    def _certain(self, observed: list[Observation], change: FieldChange | None) -> tuple[list[Observation], str]:
        """The observations that no known difference explains; if there is none, all of them, and their explanations."""
        whys = [self._explained(seen, change) for seen in observed] if self.differences else []
        certain = [seen for seen, why in zip(observed, whys, strict=True) if not why] if whys else observed
        return (certain, "") if certain else (observed, "; ".join(sorted(set(whys))))

    def _explained(self, seen: Observation, change: FieldChange | None) -> str:
        leg = LEGS[seen.leg]
        for role, codec, version in (("relay", seen.relay, leg.relay), ("reader", seen.reader, leg.reader)):
            # A relay that fails has not written what it holds otherwise.
            if codec and seen.message in self.changes.pairs and not (role == "relay" and seen.by_relay):
                fields = self.changes.pairs[seen.message].fields[version]
                field = change.of(version) if change is not None else fields.get(seen.field)
                for known in self.differences:
                    if known.explains(role, codec, seen.format, seen.what, field):
                        return known.why
        return ""

    def _when(self, observed: list[Observation], change: FieldChange | None, harmful: set[str]) -> tuple[str, Probe]:
        """The condition, and the sample that shows the effect best."""
        probes = list({seen.probe.name: seen.probe for seen in observed}.values())
        alone = [probe for probe in probes if len(probe.fields) == 1 and probe.value]
        if alone:
            names = {probe.fields for probe in alone}
            fields = next(iter(names))
            alike = [probe for probe in alone if probe.fields == fields]
            tested = self._tested(alike)
            safe = [probe.value for probe in tested if probe.name not in harmful]
            values = [probe.value for probe in alike]
            declared = self._declared(alike[0])
            chosen = simplest(values)
            return condition(values, safe, declared), next(p for p in alike if p.value is chosen)
        meeting = [probe for probe in probes if probe.value]
        if meeting:
            return f"when {meeting[0].value.words}", meeting[0]
        probe = min(probes, key=lambda candidate: (candidate.name.count("."), candidate.name))
        if probe.name.endswith(".base"):
            return ("absent" if change is not None else "always"), probe
        return "together with other fields", probe

    def _tested(self, probes: list[Probe]) -> list[Probe]:
        """The samples of the same field and version that keep, or break, the condition of its change as these do."""
        same = (probes[0].message, probes[0].version, probes[0].fields)
        alike = [p for p in self.samples.probes.values() if (p.message, p.version, p.fields) == same and p.value]
        return [p for p in alike if p.value.outside in {probe.value.outside for probe in probes}]

    def _declared(self, probe: Probe):
        return self.changes.pairs[probe.message].fields[probe.version][probe.fields[0]]

    def _never(self, observed: list[Observation], change: FieldChange | None) -> bool:
        """Whether both versions have the field, and none of its values arrives."""
        if change is None or change.old is None or change.new is None:
            return False
        names = {seen.probe.name for seen in observed}
        alone = [seen.probe for seen in observed if len(seen.probe.fields) == 1 and seen.probe.value]
        if not alone:
            return False
        tested = self._tested([probe for probe in alone if probe.fields == alone[0].fields])
        return all(p.name in names for p in tested if not (p.value.default or p.value.absent or _empty(p)))


def _unless(finding: Finding) -> str:
    if not finding.conditions:
        return ""
    other = finding.conditions[0]
    return f"in {finding.format} this holds only if {other.when}; else it is {other.what}, as with {other.text}"


def _worst_read(observed: list[Observation]) -> dict[str, int]:
    """The worst verdict of each sample that is read without a relay."""
    worst: dict[str, int] = {}
    for seen in observed:
        if not seen.relay:
            worst[seen.probe.name] = max(worst.get(seen.probe.name, 0), seen.verdict)
    return worst


def _empty(probe: Probe) -> bool:
    """Whether the value is a default, or reads as one in another type."""
    return probe.value.count in (None, 1) and probe.value.scalar in (0, "", "0", b"") and probe.value.scalar is not None
