"""The differences of two fields in words, and the names of fields."""

from types import MappingProxyType

from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import FieldDescriptor as F
from wirebed_protocol import options_pb2

from wirebed.bed.schema import json_name
from wirebed.cases.place import is_map
from wirebed_build.plain.hints import real_oneof
from wirebed_safe_change.reserved import reserved

_TYPES = {getattr(F, name): name[5:].lower() for name in dir(F) if name.startswith("TYPE_")}
# Types that read each other's bytes, so that a new name may mean the old field.
_VARINT = "int32 int64 uint32 uint64 sint32 sint64 bool enum".split()
_WIRE = {
    **dict.fromkeys(_VARINT, 0),
    **dict.fromkeys("fixed64 sfixed64 double".split(), 1),
    **dict.fromkeys("string bytes message".split(), 2),
    "group": 3,
    **dict.fromkeys("fixed32 sfixed32 float".split(), 5),
}


def name_of(field) -> str:
    """The name in a path; that of an extension is its full name in brackets."""
    return f"[{field.full_name}]" if field.is_extension else field.name


def alike(old, new) -> bool:
    """Whether a value of one field could be meant as one of the other."""
    if old.is_repeated != new.is_repeated or is_map(old) != is_map(new):
        return False
    kinds = [_WIRE[_TYPES[field.type]] for field in (old, new)]
    if kinds[0] != kinds[1]:
        return False
    messages = [field.message_type for field in (old, new)]
    return (messages[0] is None) == (messages[1] is None)


def is_moved(old, new) -> bool:
    """Whether a field became an extension of the same number, type and name, or the reverse.

    A member of a oneof has presence, as an optional extension has.
    """
    here, there = (declared(field).removeprefix("optional ") for field in (old, new))
    return old.is_extension != new.is_extension and old.name == new.name and here == there


def hazard_of(old, message) -> str:
    """The hazard of a removed field whose number or name is not reserved."""
    if old.is_extension:
        return ""
    number, name = (key in reserved(message).takes(old) for key in ("number", "name"))
    if number and name:
        return ""
    what = f"number {old.number}" if name else f"name `{old.name}`" if number else f"number {old.number} and its name"
    missing = f"reserved {old.number};" if name else f'reserved "{old.name}";'
    both = missing if name or number else f'reserved {old.number}; reserved "{old.name}";'
    return f"its {what} can be used again for something else; `{both}` forbids it"


def differences(old, new, enums, name: bool = True, renamed=MappingProxyType({})):
    """The differences between a field's two versions in words; `renamed`: the new names of types."""
    if name and name_of(old) != name_of(new):
        yield "renamed"
    if old.number != new.number:
        yield f"number {old.number} -> {new.number}"
    if declared(old, renamed) != declared(new):
        yield f"{declared(old)} -> {declared(new)}"
    if old.is_repeated and new.is_repeated and old.is_packed != new.is_packed:
        yield "packed -> unpacked" if old.is_packed else "unpacked -> packed"
    yield from _utf8(old, new)
    if real_oneof(old) != real_oneof(new):
        yield _moved(real_oneof(old), real_oneof(new))
    if not old.is_repeated and not new.is_repeated and default_of(old) != default_of(new) and same_type(old, new):
        yield f"default {old.default_value!r} -> {new.default_value!r}"
    if json_name(old) != json_name(new) and old.name == new.name:
        yield f'json_name "{json_name(old)}" -> "{json_name(new)}"'
    yield from _hints(old, new)
    for part in (old, *_parts(old)):
        if part.enum_type is not None and (change := enums.get(part.enum_type.full_name)):
            yield from change.what


def _hints(old, new):
    """The changes of what the plain classes hold, whatever the messages say (proto/wirebed/options.proto)."""
    here, there = (field.GetOptions().Extensions[options_pb2.plain] for field in (old, new))
    if old.is_repeated and new.is_repeated and here.collection != there.collection:
        names = (options_pb2.Collection.Name(hints.collection) for hints in (here, there))
        yield f"plain {' -> '.join(names)}"
    if here.type != there.type:
        yield f"plain {' -> '.join(options_pb2.Type.Name(hints.type) for hints in (here, there))}"
    if here.no_presence != there.no_presence:
        yield f"plain {'can be absent now' if here.no_presence else 'cannot be absent now'}"


def _moved(old: str, new: str) -> str:
    if not old:
        return f"moved into oneof {new}"
    return f"moved out of oneof {old}" if not new else f"oneof {old} -> {new}"


def _parts(field) -> list:
    return list(field.message_type.fields) if is_map(field) else []


def enums_of(*fields) -> set[str]:
    """The enums whose values the fields hold; None is no field."""
    parts = [part for field in fields if field is not None for part in (field, *_parts(field))]
    return {part.enum_type.full_name for part in parts if part.enum_type is not None}


def checks_utf8(field) -> bool:
    """Whether a parser rejects text in the field that is not UTF-8."""
    # The resolved features have no public name in Python; `VERIFY` is 2 (google/protobuf/descriptor.proto).
    return field._GetFeatures().utf8_validation == descriptor_pb2.FeatureSet.VERIFY


def _utf8(old, new):
    """The change of the UTF-8 check of two fields, or of the parts of two maps."""
    for part, other in zip((old, *_parts(old)), (new, *_parts(new)), strict=False):
        if part.type == other.type == F.TYPE_STRING and checks_utf8(part) != checks_utf8(other):
            yield "text has to be UTF-8 now" if checks_utf8(other) else "text no longer has to be UTF-8"
            return


def same_type(old, new) -> bool:
    return old.type == new.type and old.message_type is None


def default_of(field):
    """The value that an absent field reads as; None where a field has no default."""
    if field.message_type is not None:
        return None
    if field.enum_type is not None:
        value = field.enum_type.values_by_number.get(field.default_value)
        return value.name if value else field.default_value
    return repr(field.default_value)


def declared(field, renamed=MappingProxyType({})) -> str:
    """A field's type as a schema says it, with what decides its presence; types by the name that they have now."""
    if is_map(field):
        key, value = field.message_type.fields
        return f"map<{_type(key, renamed)}, {_type(value, renamed)}>"
    if field.is_repeated:
        return f"repeated {_type(field, renamed)}"
    if field.is_required:
        return f"required {_type(field, renamed)}"
    bare = field.message_type is not None or real_oneof(field)
    return _type(field, renamed) if bare or not field.has_presence else f"optional {_type(field, renamed)}"


def bare_type(field) -> str:
    """The type of a field alone, or of its elements."""
    return _type(field, MappingProxyType({}))


def _type(field, renamed) -> str:
    named = field.message_type or field.enum_type
    if named is None:
        return _TYPES[field.type]
    kind = "group " if field.type == F.TYPE_GROUP else "closed " if field.enum_type and named.is_closed else ""
    return kind + renamed.get(named.full_name, named.full_name)
