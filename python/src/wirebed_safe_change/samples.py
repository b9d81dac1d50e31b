"""The samples of each message that is in both versions, as steps of the evolution suite.

| sample | what is set, beside what is required |
|---|---|
| `base` | nothing |
| `<field>.absent` | all but a field that the other version requires |
| `<field>.<k>` | a changed field alone, at its k-th value (inputs.py) |
| `<field>.<k>.sets_<other>` | the same, of a value that a relay does not know and sets another beside (mutations.py) |
| `<field>.holds_<k>` | an Any that holds a message, which may have another name in the other version (any_values.py) |
| `meet.<k>` | two fields that are members of one oneof in one of the versions, and can both be set in this one |
| `rest.<kind>` | all fields that did not change, at a boundary; here nothing should ever show |
| `all.<k>` | changed fields and the others, but for those whose change is compatible on a condition (contents.py) |

Changed fields inside other messages are left out: they have samples of their own.
"""

import functools
from dataclasses import dataclass, replace

from wirebed import view
from wirebed.cases.byte_source import HEX_WRITER, ByteSource
from wirebed.cases.case import Case
from wirebed.cases.generated_cases import Filler
from wirebed.cases.graph import Graph
from wirebed.cases.place import is_map
from wirebed.errors import UserError
from wirebed.suites.evolution.model import Names, Sample, Step
from wirebed_safe_change.any_values import holding
from wirebed_safe_change.boundary_values import Value, setter_of
from wirebed_safe_change.changes import Changes, Pair
from wirebed_safe_change.contents import contents
from wirebed_safe_change.fields import name_of
from wirebed_safe_change.inputs import NOT_UTF8, STAND_IN, inputs_of
from wirebed_safe_change.mutations import mutations
from wirebed_safe_change.reach import reaching

_SEED = 1
# A message that did not change itself needs few samples to show what happens to those in it.
_FULL = [("zero", 0), *(("edge", k) for k in range(9)), ("many", 0), *(("limit", k) for k in range(5))]
_FEW = [("zero", 0), ("edge", 1), ("edge", 3), ("edge", 4), ("many", 0), ("limit", 0)]


@dataclass(frozen=True)
class Probe:
    """The subject of a sample. `fields`: their names in the version that writes it; empty for the whole message."""

    message: str
    version: str
    name: str
    fields: tuple[str, ...] = ()
    value: Value | None = None
    blames: tuple[str, str] = ()  # the message and field to blame, where the effect shows elsewhere


class Samples:
    """All steps, and the probe of each of their samples."""

    def __init__(self, changes: Changes, names: Names, versions: tuple[str, ...], everything: bool = True):
        """`everything`: also the messages that are the same with all that they hold."""
        self.changes, self.names, self.versions = changes, names, versions
        self.probes: dict[str, Probe] = {}
        self.cases: dict[str, Case] = {}  # by probe
        self.sets: dict[str, Case] = {}  # by probe: what a relay sets
        self.given: dict[str, list[ByteSource]] = {}  # by probe: its bytes, where few languages hold the value
        self.holds = _Holds(self)
        self.skip = frozenset(
            field.full_name
            for pair in changes.pairs.values()
            for change in pair.changes
            for field in (change.old, change.new)
            if field is not None
        )
        self.conditional = frozenset(
            field.full_name
            for pair in changes.pairs.values()
            for change in pair.changes
            for field in (change.old, change.new)
            if contents((changes.old, changes.new), (change.old, change.new)) is not None
        )
        self.reached = reaching(changes)
        self.steps = [self._step(pair) for name, pair in changes.pairs.items() if everything or name in self.reached]

    def _step(self, pair: Pair) -> Step:
        samples = [sample for version in self.versions for sample in self._of(pair, version)]
        changed = [mutation for version in self.versions for mutation in mutations(self, pair, version, samples)]
        defaults = any(word.startswith("default ") for change in pair.changes for word in change.what)
        return Step(
            name=pair.name,
            change="; ".join(f"{c.name}: {', '.join(c.what)}" for c in pair.changes) or "none",
            versions=("v1", "v2"),
            roots={"v1": pair.old.full_name, "v2": pair.new.full_name},
            names=(self.names,),
            samples=tuple(samples),
            mutations=tuple(changed),
            defaults=defaults,
        )

    def _of(self, pair: Pair, version: str):
        message = pair.of(version)
        if _endless(message):
            return
        needed = self._needed(pair, version)
        for name in needed:
            left = [setter for other, setter in needed.items() if other != name]
            yield self.sample(pair, version, f"{name}.absent", left, (name,), Value("absent", absent=True))
        self.needed = list(needed.values())
        yield from self._rest(pair, version, message)

    def _needed(self, pair: Pair, version: str) -> dict:
        """Setters of the fields that only the other version requires; all samples but one fill them."""
        setters = {}
        for change in pair.changes:
            here, there = change.of(version), change.of(other_version(version))
            if here is not None and there is not None and there.is_required and not here.is_required:
                setters[name_of(here)] = setter_of(self.changes.schema(version), here, self.skip)
        return setters

    def _rest(self, pair: Pair, version: str, message):
        yield self.sample(pair, version, "base", self.needed)
        yield from self._changed(pair, version)
        yield from self._meeting(pair, version)
        yield from self._holding(pair, version)
        kinds = _FULL if pair.changes else _FEW
        if message.fields:
            for kind, k in kinds:
                filler = functools.partial(self._fill, version, kind, k, self.skip)
                yield self.sample(pair, version, f"rest.{kind}_{k}", [*self.needed, filler])
        if pair.changes and len(message.fields) > 1:
            for k in (1, 4):
                filler = functools.partial(self._fill, version, "edge", k, self.conditional)
                yield self.sample(pair, version, f"all.{k}", [*self.needed, filler])

    def _changed(self, pair: Pair, version: str):
        for change in pair.changes:
            field = change.of(version)
            if field is None:
                continue
            schemas = [self.changes.schema(side) for side in (version, other_version(version))]
            fields, name = (field, change.of(other_version(version))), name_of(field)
            for k, given in enumerate(inputs_of(schemas, fields, self.skip)):
                setters = [*self.needed, given.put]
                sample = self.sample(pair, version, f"{name}.{k}", setters, (name,), given.value, given.invalid)
                # The other version also sees the fields that it requires.
                ought = given.ought is not None and not self.needed
                yield replace(sample, ought=self._ought(pair, sample, given.ought)) if ought else sample

    def _holding(self, pair: Pair, version: str):
        for name, inputs in holding(self.changes, pair, version, other_version(version)):
            for k, held in enumerate(inputs):
                sample = self.sample(pair, version, f"{name}.holds_{k}", [*self.needed, held.put], (name,), held.value)
                yield sample if self.needed else replace(sample, ought=self._ought(pair, sample, held.ought))

    def _ought(self, pair: Pair, sample: Sample, put) -> dict[str, Case]:
        version = other_version(sample.version)
        return {version: self.case(pair, version, sample.name, [put])}

    def _meeting(self, pair: Pair, version: str):
        """Each pair of fields that are members of one oneof in the other version."""
        schema, count = self.changes.schema(version), 0
        for apart, names, _ in pair.oneofs:
            if apart != version:
                continue
            fields = [pair.of(version).fields_by_name[name] for name in names]
            for i, member in enumerate(fields):
                for other in fields[i + 1 : i + 4]:
                    if _oneof(member) is not None and _oneof(member) == _oneof(other):
                        continue
                    setters = self.needed + [setter_of(schema, field, self.skip) for field in (member, other)]
                    words = Value(f"both {member.name} and {other.name} are set")
                    yield self.sample(pair, version, f"meet.{count}", setters, (member.name, other.name), words)
                    count += 1

    def _fill(self, version, kind, k, skip, message):
        Filler(self.changes.schema(version), kind, k, _SEED, skip, depth=2).fill(message, 1)

    def sample(self, pair: Pair, version: str, name: str, setters, fields=(), value=None, invalid="") -> Sample:
        """`invalid` is the place of a text that is not UTF-8."""
        probe = Probe(pair.name, version, f"{pair.name}/{version}.{name}", tuple(fields), value)
        self.probes[probe.name] = probe
        self.cases[probe.name] = case = self.case(pair, version, probe.name, setters, invalid)
        if invalid:
            self.given[probe.name] = [_bytes_of(case)]
        return Sample(pair.name, version, case)

    def case(self, pair: Pair, version: str, name: str, setters, invalid="") -> Case:
        full_name = pair.of(version).full_name
        build = functools.partial(_build, self.changes.schema(version), full_name, setters, invalid)
        return Case(name=name, message=full_name, build=build)

    def unchanged(self, names: set[str], version: str) -> list[Step]:
        """The steps with only these samples, and the same version on both sides."""
        steps = []
        for step in self.steps:
            chosen = [s for s in step.samples if s.name in names and s.version == version]
            samples = tuple(replace(sample, ought={}) for sample in chosen)
            root = step.roots[version]
            alike = {"roots": {"v1": root, "v2": root}, "names": (Names(),), "mutations": ()}
            steps += [replace(step, samples=samples, **alike)] if samples else []
        return steps

    def message(self, name: str):
        """A sample as the protobuf message that it is."""
        return _of_case(self.cases[name])

    def text(self, name: str) -> str:
        """A sample in text format."""
        parts = [_text(self.cases[name])]
        if name in self.sets:
            parts.append(f"and the relay sets {_text(self.sets[name])}")
        return " ".join(parts)


class _Holds(dict):
    """All messages inside of a sample, found on demand: by their names in OLD, the fields that are set in them."""

    def __init__(self, samples: Samples):
        super().__init__()
        self.samples = samples
        self.old = {pair.new.full_name: name for name, pair in samples.changes.pairs.items()}

    def __missing__(self, name: str) -> dict[str, set[str]]:
        todo: list = [self.samples.message(name)]
        held: dict[str, set[str]] = {}
        names = self.old if self.samples.probes[name].version == "v2" else {}
        while todo:
            message = todo.pop()
            full_name = message.DESCRIPTOR.full_name
            set_here = held.setdefault(names.get(full_name, full_name), set())
            for field, value in message.ListFields():
                set_here.add(name_of(field))
                if field.message_type is None:
                    continue
                if not field.is_repeated:
                    todo.append(value)
                elif not is_map(field):
                    todo += value
                elif field.message_type.fields_by_name["value"].message_type is not None:
                    todo += value.values()
        self[name] = held
        return held


def other_version(version: str) -> str:
    return "v2" if version == "v1" else "v1"


def _message(schema, full_name, setters):
    message = schema.message_class(full_name)()
    Filler(schema, "empty", 0, _SEED).fill(message, 1)
    for setter in setters:
        setter(message)
    return message


def _build(schema, full_name, setters, invalid) -> bytes:
    try:
        message = _message(schema, full_name, setters)
        data = view.of_message(message)
    except ValueError as error:
        raise UserError(f"{full_name}: no value can be made of this message: {error}") from error
    if not invalid:
        return data
    graph = Graph(data, message.DESCRIPTOR)
    graph.invalid_text(invalid, NOT_UTF8)
    return graph.finish()


def _bytes_of(case: Case) -> ByteSource:
    """The bytes of a sample with a text that is not UTF-8, as libraries of protobuf write it that hold such a text."""
    data = _of_case(case).SerializeToString(deterministic=True).replace(STAND_IN.encode(), NOT_UTF8)
    return ByteSource(case.name, "protobuf", case.message, data, case, writer=HEX_WRITER, expect=case.view)


def _of_case(case: Case):
    schema, full_name, setters, _ = case.build.args
    return _message(schema, full_name, setters)


def _text(case: Case) -> str:
    """The message in text format."""
    from google.protobuf import text_format

    text = text_format.MessageToString(_of_case(case), as_one_line=True, descriptor_pool=case.build.args[0].pool)
    return text.replace(STAND_IN, "".join(f"\\{byte:03o}" for byte in NOT_UTF8))


def _oneof(field):
    return field.containing_oneof.name if field.containing_oneof is not None else None


def _endless(descriptor, above=frozenset()) -> bool:
    """Whether a message requires itself, so that it has no value."""
    if descriptor in above:
        return True
    inner = (f.message_type for f in descriptor.fields if f.is_required and f.message_type is not None)
    return any(_endless(message, above | {descriptor}) for message in inner)
