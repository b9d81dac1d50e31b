"""Relays that set a field beside a value of it, or of its oneof, that they pass on without knowing it.

| the relay does not know | it sets |
|---|---|
| a member of a oneof | another member of it, which may be in no oneof in the relay's version |
| the number of a closed enum | the same field, or key of a map; and another member of its oneof |

A relay keeps an unknown field, and a number that a closed enum lacks is one
(https://protobuf.dev/programming-guides/enum/#definitions). What it sets is in the bytes too, and the last one wins
(https://protobuf.dev/programming-guides/encoding/#last-one-wins).
"""

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.cases.place import is_map
from wirebed.suites.evolution.load_step import said
from wirebed.suites.evolution.model import Mutation, Sample
from wirebed_build.plain.hints import real_oneof
from wirebed_safe_change.boundary_values import Value, at, putter, setter_of, spelled
from wirebed_safe_change.changes import Pair
from wirebed_safe_change.fields import bare_type, name_of

_SETS = 2  # fields that a relay sets, beside each value that it does not know
_INT32 = range(-(2**31), 2**31)
_INTEGERS = (F.CPPTYPE_INT32, F.CPPTYPE_INT64, F.CPPTYPE_UINT32, F.CPPTYPE_UINT64)


def mutations(samples, pair: Pair, version: str, those: list[Sample]) -> Iterator[Mutation]:
    """Mutations of a sample among `those` for each field with a value that the other version does not know."""
    relay = _relay(version)
    there = {name_of(change.of(version)): change.of(relay) for change in pair.changes if change.of(version) is not None}
    for name, other in there.items():
        field = pair.fields[version][name]
        sample = next((s for s in those if _unknown(samples.probes[s.name], pair, version, field, other)), None)
        if sample is None:
            continue
        members = field.containing_oneof.fields if real_oneof(field) else ()
        alike = [(m, there.get(m.name, pair.fields[relay].get(m.name))) for m in members if m is not field]
        # A field that the relay knows comes first.
        pairs = [both for both in ((field, other), *alike) if both[1] is not None]
        what = "set" if other is None else spelled(samples.probes[sample.name].value.scalar, _value_of(field))
        made = (_mutation(samples, pair, sample, (field, what), both) for both in pairs)
        yield from itertools.islice((mutation for mutation in made if mutation is not None), _SETS)


def _relay(version: str) -> str:
    return "v2" if version == "v1" else "v1"


def _unknown(probe, pair: Pair, version: str, field, other) -> bool:
    """Whether a sample has a value of the field that its counterpart in the other version does not know."""
    value = probe.value
    if (probe.message, probe.version, probe.fields) != (pair.name, version, (name_of(field),)) or value is None:
        return False
    return not value.default if other is None else _unnamed(value, field, other)


def _unnamed(value: Value, field, other) -> bool:
    """Whether a value is a number that a closed enum lacks."""
    if field.is_repeated != other.is_repeated or is_map(field) != is_map(other) or value.part:
        return False
    enum = _value_of(other).enum_type
    single = value.count == 1 if is_map(field) else not field.is_repeated
    if enum is None or not enum.is_closed or not single or not isinstance(value.scalar, int):
        return False
    return value.scalar in _INT32 and value.scalar not in enum.values_by_number


def _value_of(field):
    return field.message_type.fields_by_name["value"] if is_map(field) else field


def _mutation(samples, pair: Pair, sample: Sample, unknown: tuple, sets: tuple) -> Mutation | None:
    """`unknown`: the field whose value the relay does not know, and that value in words; `sets`: the field that the
    relay sets, as the sample's version and as the relay's has it."""
    (field, what), (member, other) = unknown, sets
    relay, setters = _relay(sample.version), _setters(samples, sample, member, other)
    if setters is None:
        return None
    full_name = f"{sample.name}.sets_{member.name}"
    gives, setting = (
        samples.case(pair, version, full_name, [setter])
        for version, setter in zip((sample.version, relay), setters, strict=True)
    )
    words = f"{field.name} is {what} and a relay sets {'it' if member is field else member.name}"
    samples.probes[full_name] = replace(
        samples.probes[sample.name], name=full_name, fields=(name_of(field), name_of(member)), value=Value(words),
        # The unknown value is to blame wherever what the relay sets is lost.
        blames=(pair.name, name_of(field)),
    )  # fmt: skip
    samples.cases[full_name], samples.sets[full_name] = sample.case, replace(setting)
    setting.build = functools.partial(said, setting.build, pair.of(relay))
    return Mutation(f"sets_{member.name}", sample, setting, (), gives)


def _setters(samples, sample: Sample, member, other) -> tuple[Callable, Callable] | None:
    """Setters of the same value in both versions; None where they share none."""
    schemas = [samples.changes.schema(version) for version in (sample.version, _relay(sample.version))]
    if is_map(other):
        number = _common(_value_of(member), _value_of(other))
        key = next(iter(at(samples.message(sample.name), member)))
        return None if number is None else (_entry(member, key, number), _entry(other, key, number))
    if other.enum_type is not None:
        number = _common(member, other)
        return None if number is None else (putter(member, number), putter(other, number))
    if other.is_repeated or bare_type(member) != bare_type(other):
        return None
    return tuple(setter_of(schema, field, samples.skip) for schema, field in zip(schemas, (member, other), strict=True))


def _common(member, other) -> int | None:
    """A number that the enum of the relay names and the sample's version has; None if there is none."""
    if other.enum_type is None or other.is_repeated or (member.enum_type is None and member.cpp_type not in _INTEGERS):
        return None
    here = member.enum_type.values_by_number if member.enum_type is not None else other.enum_type.values_by_number
    shared = [value.number for value in other.enum_type.values if value.number in here]
    return next((number for number in shared if number), shared[0] if shared and other.has_presence else None)


def _entry(field, key, number: int) -> Callable:
    def put(message):
        at(message, field)[key] = number

    return put
