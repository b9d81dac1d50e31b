"""The changes between two schemas. Messages are matched by full name, fields by name and then by number.

A change here is a fact about the schemas; whether it harms anybody is found out by running.
"""

from dataclasses import dataclass, field
from functools import cached_property

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from wirebed.bed.schema import Schema
from wirebed.suites.evolution.model import Names
from wirebed_build.plain.hints import real_oneof
from wirebed_safe_change.fields import (
    alike,
    declared,
    differences,
    enums_of,
    hazard_of,
    is_moved,
    name_of,
)
from wirebed_safe_change.reserved import reserved

_FREE = ", which is not reserved"
_DROPPED = "no longer reserves "


@dataclass
class FieldChange:
    """A field that is not the same in both versions; `old` or `new` is None where there is none."""

    old: FieldDescriptor | None
    new: FieldDescriptor | None
    what: tuple[str, ...]  # in words: `int32 -> int64`
    hazard: str = ""  # harm that can come later
    reserved: dict[str, str] = field(default_factory=dict)  # `number`, `name` -> which of OLD's reserved ones it takes
    moved: bool = False  # from a field to an extension of the same number, type and name, or back
    question: "Question | None" = None

    @property
    def any(self):
        return self.old if self.old is not None else self.new

    @property
    def name(self) -> str:
        if self.old is not None and self.new is not None and name_of(self.old) != name_of(self.new):
            return f"{name_of(self.old)} -> {name_of(self.new)}"
        return name_of(self.any)

    def of(self, version: str):
        return self.old if version == "v1" else self.new


@dataclass(frozen=True)
class Question:
    """Another name with the same number and wire type: the bytes do not show whether it is a rename or a reuse."""

    old: str  # full names
    new: str

    @property
    def declare(self) -> str:
        scope, _, short = self.new.rpartition(".")
        name = short if scope == self.old.rpartition(".")[0] else self.new
        return f"renamed: {{{self.old}: {name}}}  or  reused: [{self.old}]"


@dataclass
class Pair:
    """A message that is in both versions."""

    name: str  # full name in the old version
    old: Descriptor
    new: Descriptor
    fields: dict[str, dict]  # version -> its fields, and extensions, by name
    changes: list[FieldChange] = field(default_factory=list)

    def of(self, version: str):
        return self.old if version == "v1" else self.new

    @cached_property
    def hazards(self) -> list[str]:
        """The numbers and names that it no longer reserves, which can get another meaning later."""
        taken = [(field.number, field.name) for field in self.fields["v2"].values() if not field.is_extension]
        return list(reserved(self.old).without(reserved(self.new), taken))

    @cached_property
    def oneofs(self) -> list[tuple[str, tuple[str, ...], str]]:
        """The version that has no oneof, the names of the fields there, and the oneof of the other version."""
        oneofs = []
        for version, here, there in (("v1", self.new, self.old), ("v2", self.old, self.new)):
            for oneof in here.oneofs:
                names = tuple(m.name for m in oneof.fields if m.name in there.fields_by_name)
                apart = [there.fields_by_name[name] for name in names]
                if len({real_oneof(member) or f".{member.name}" for member in apart}) > 1:
                    oneofs.append((version, names, oneof.name))
        return oneofs


@dataclass
class EnumChange:
    """The values of an enum that only one version has, or that have another number."""

    name: str
    what: tuple[str, ...]
    questions: tuple[Question, ...] = ()
    reserved: dict[str, str] = field(default_factory=dict)  # `number`, `name` -> which of OLD's reserved ones it takes

    @property
    def hazards(self) -> list[str]:
        """Free numbers and names, which can get another meaning later."""
        return [word for word in self.what if word.endswith(_FREE) or word.startswith(_DROPPED)]


@dataclass
class Changes:
    old: Schema
    new: Schema
    pairs: dict[str, Pair]
    enums: dict[str, EnumChange]
    added: list[str]
    removed: list[str]

    @property
    def moved(self) -> dict[str, str]:
        """The full names of fields that became extensions, or the reverse: old -> new."""
        return {c.old.full_name: c.new.full_name for pair in self.pairs.values() for c in pair.changes if c.moved}

    @property
    def questions(self) -> list[Question]:
        fields = [c.question for pair in self.pairs.values() for c in pair.changes if c.question]
        return fields + [q for enum in self.enums.values() for q in enum.questions]

    def using(self, enum: EnumChange) -> list[tuple[Pair, FieldChange]]:
        """The fields whose values are of a changed enum."""
        return [(pair, c) for pair in self.pairs.values() for c in pair.changes if enum.name in enums_of(c.old, c.new)]

    @property
    def taken(self) -> dict[str, str]:
        """The full names of fields whose number another field has now, with another wire type."""
        changed = [c for pair in self.pairs.values() for c in pair.changes if c.old is not None and c.new is not None]
        return {c.old.full_name: c.new.full_name for c in changed if "another name" in c.what and not c.question}

    def schema(self, version: str) -> Schema:
        return self.old if version == "v1" else self.new

    def change(self, message: str, name: str) -> FieldChange | None:
        """The change of a field, by the name that it has in any version."""
        pair = self.pairs.get(message)
        for change in pair.changes if pair else ():
            if name == change.name or name in [name_of(f) for f in (change.old, change.new) if f is not None]:
                return change
        return None


def compare(old: Schema, new: Schema, names: Names) -> Changes:
    """All changes. `names`: the declared renames and the declared reuses."""
    there = {name: names.renamed.get(name, name) for name in _own(old)}
    known = set(_own(new))
    pairs, removed = {}, []
    enums = _enums(old, new, names)
    for name, other in there.items():
        if other in known and name not in names.apart:
            here, beyond = old.message(name), new.message(other)
            pairs[name] = Pair(name, here, beyond, {"v1": _named(old, here), "v2": _named(new, beyond)})
        else:
            removed.append(name)
    taken = {pair.new.full_name for pair in pairs.values()}
    for pair in pairs.values():
        pair.changes = list(_fields(pair, names, enums))
    return Changes(old, new, pairs, enums, [name for name in known if name not in taken], removed)


def _named(schema: Schema, message) -> dict:
    extensions = schema.pool.FindAllExtensions(message) if message.is_extendable else ()
    return {name_of(field): field for field in (*message.fields, *sorted(extensions, key=lambda f: f.number))}


def _own(schema: Schema) -> list[str]:
    own = set(schema.own_files)
    return [name for name in schema.messages if schema.message(name).file.name in own]


def _fields(pair: Pair, names: Names, enums: dict):
    """The changes of a message's fields, matched by name and then by number."""
    left = dict(pair.fields["v2"])
    full_names = {field.full_name: name for name, field in left.items()}
    gone = []
    for old in pair.fields["v1"].values():
        renamed = full_names.get(names.renamed.get(old.full_name))
        new = left.pop(renamed or name_of(old), None) if old.full_name not in names.apart else None
        if new is None:
            gone.append(old)
        elif what := tuple(differences(old, new, enums, renamed=names.renamed)):
            of_enums = [enums[name].reserved for name in sorted(enums_of(old)) if name in enums]
            taken = {key: words for of_enum in of_enums for key, words in of_enum.items()}
            yield FieldChange(old, new, what, reserved=taken)
    by_number = {new.number: new for new in left.values()}
    for old in gone:
        new = by_number.get(old.number)
        if new is None:
            yield FieldChange(old, None, ("removed",), hazard_of(old, pair.new))
            continue
        if old.full_name not in names.apart and is_moved(old, new):
            what = ("becomes an extension" if new.is_extension else "becomes a field of the message",)
            what += tuple(differences(old, new, enums, name=False, renamed=names.renamed))
            yield FieldChange(old, new, what, moved=True)
        elif old.full_name in names.apart:
            before = f"number {old.number} was `{name_of(old)}`, {declared(old)}"
            hazard = f"number {old.number} is `{name_of(new)}` now: what still has the old field is told apart by luck"
            yield FieldChange(old, None, ("removed", f"its number is `{name_of(new)}` now"), hazard)
            yield FieldChange(None, new, ("added", before))
        else:
            what = ("another name", *differences(old, new, enums, name=False, renamed=names.renamed))
            # A reader does not take bytes of another wire type, so the value never arrives.
            question = Question(old.full_name, new.full_name) if alike(old, new) else None
            yield FieldChange(old, new, what, question=question)
        del left[name_of(new)]
    for new in left.values():
        taken = {} if new.is_extension else reserved(pair.old).takes(new)
        what = (f"takes {words}, which OLD reserves" for words in taken.values())
        yield FieldChange(None, new, ("added as required" if new.is_required else "added", *what), reserved=taken)


def _enums(old: Schema, new: Schema, names: Names) -> dict[str, EnumChange]:
    changes = {}
    for name, enum in _own_enums(old).items():
        other = _own_enums(new).get(names.renamed.get(name, name))
        if other is not None:
            what, questions = _values(enum, other, names)
            fresh = [value for value in other.values if value.name not in enum.values_by_name]
            taken = {key: words for value in fresh for key, words in reserved(enum).takes(value).items()}
            what += [f"takes {words}, which OLD reserves" for words in taken.values()]
            what += reserved(enum).without(reserved(other), [(value.number, value.name) for value in other.values])
            if what:
                changes[name] = EnumChange(name, tuple(what), tuple(questions), taken)
    return changes


def _own_enums(schema: Schema) -> dict:
    """All enums of the schema, nested ones too, by full name."""
    enums = {}
    for file in schema.files.file:
        described = schema.pool.FindFileByName(file.name)
        todo = list(described.message_types_by_name.values())
        enums |= {enum.full_name: enum for enum in described.enum_types_by_name.values()}
        while todo:
            message = todo.pop()
            enums |= {enum.full_name: enum for enum in message.enum_types}
            todo += message.nested_types
    return enums


def _values(old, new, names: Names):
    what, questions = [], []
    if old.is_closed != new.is_closed:
        what.append("closed -> open" if old.is_closed else "open -> closed")
    here, there = old.values_by_name, new.values_by_name
    met = set()
    for name, value in here.items():
        full = f"{old.full_name}.{name}"
        short = names.renamed.get(full, "").rpartition(".")[2] or name
        met.add(short)
        if short in there and full not in names.apart:
            if short != name:
                what.append(f"{value.number} = {name} -> {short}")
            if there[short].number != value.number:
                what.append(f"{name} = {value.number} -> {there[short].number}")
            continue
        other = next((v for n, v in there.items() if v.number == value.number and n not in here), None)
        if other is not None:
            met.add(other.name)
            what.append(f"{value.number} = {name} -> {other.name}")
            if full not in names.apart:
                questions.append(Question(full, f"{new.full_name}.{other.name}"))
        else:
            free = "" if reserved(new).number(value.number) else _FREE
            what.append(f"without {name} = {value.number}{free}")
    what += [f"with {name} = {value.number}" for name, value in there.items() if name not in met and name not in here]
    return what, questions
