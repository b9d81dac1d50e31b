"""Relays that set a member of a oneof beside another member, which they pass on without knowing it.

Such a relay keeps the unknown field and writes the one that it sets. Both are in the bytes, and the last one wins
(https://protobuf.dev/programming-guides/encoding/#last-one-wins).
"""

import functools
from collections.abc import Iterator
from dataclasses import replace

from wirebed.evolution.load_step import said
from wirebed.evolution.model import Mutation, Sample
from wirebed.plain.hints import real_oneof
from wirebed.safe_change.boundary_values import Value, some
from wirebed.safe_change.changes import Pair
from wirebed.safe_change.fields import declared, name_of

_SETS = 2  # members that a relay sets, of each that it does not know


def mutations(samples, pair: Pair, version: str, those: list[Sample]) -> Iterator[Mutation]:
    """A mutation of a sample among `those` for each member of a oneof that the other version lacks."""
    relay = "v2" if version == "v1" else "v1"
    there = {name_of(change.of(version)): change.of(relay) for change in pair.changes if change.of(version) is not None}
    for oneof in pair.of(version).oneofs:
        alike = [(one, there.get(one.name, pair.fields[relay].get(one.name))) for one in oneof.fields]
        known = [pair for pair in alike if pair[1] is not None and _same(*pair)]
        for field, other in alike:
            sample = _setting(samples, pair, version, field.name, those) if other is None else None
            if sample is not None:
                for sets in known[:_SETS]:
                    yield _mutation(samples, pair, sample, field, sets)


def _same(field, other) -> bool:
    return bool(real_oneof(other)) and declared(field) == declared(other)


def _setting(samples, pair: Pair, version: str, name: str, those: list[Sample]) -> Sample | None:
    """A sample in which the field is not the default."""
    for one in those:
        probe = samples.probes[one.name]
        same = (probe.message, probe.version, probe.fields) == (pair.name, version, (name,))
        if same and probe.value is not None and not probe.value.default:
            return one
    return None


def _mutation(samples, pair: Pair, sample: Sample, field, sets) -> Mutation:
    """`sets`: the member that the relay sets, as the sample's version and as the relay's has it."""
    relay = "v2" if sample.version == "v1" else "v1"
    name = f"sets_{sets[0].name}"
    full_name = f"{sample.name}.{name}"
    gives, setting = (
        samples.case(pair, version, full_name, [some(samples.changes.schema(version), one, samples.skip)])
        for version, one in zip((sample.version, relay), sets, strict=True)
    )
    value = Value(f"{field.name} is set and a relay sets {sets[0].name}")
    samples.probes[full_name] = replace(
        samples.probes[sample.name], name=full_name, fields=(field.name, sets[0].name), value=value,
        # The unknown field is to blame wherever the member that the relay set is lost.
        blames=(pair.name, field.name),
    )  # fmt: skip
    samples.cases[full_name], samples.sets[full_name] = sample.case, replace(setting)
    setting.build = functools.partial(said, setting.build, pair.of(relay))
    return Mutation(name, sample, setting, (), gives)
