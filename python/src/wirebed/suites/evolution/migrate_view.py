"""The migration of one view: fields by name (correspondence.py), values by type (migrate_scalars.py)."""

from collections.abc import Mapping

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from wirebed.bed.schema import Schema, field_in
from wirebed.suites.evolution.correspondence import Correspondence
from wirebed.suites.evolution.migrate_scalars import converted
from wirebed.suites.evolution.migrate_tree import WRAPPERS, Out, container_of, default_bytes, default_of, scalar
from wirebed.view import Node, parse
from wirebed.view import grammar as g
from wirebed.view.compare.scalar_kinds import is_default

_CONTAINERS = (g.LIST, g.SET, g.MAP)


class Migration:
    """The migration of one view; `defaults`: absent fields show a default."""

    def __init__(self, same: Correspondence, data: bytes, defaults: bool) -> None:
        self.same, self.data, self.defaults = same, data, defaults
        self.unseen: list[Node] = []
        self.fits = True
        self.records: dict[tuple[int, str], Out] = {}

    def record(self, node: Node, target: Descriptor) -> Out:
        node = node.value if node.tag == g.SAME else node
        key = (id(node), target.full_name)
        if key in self.records:
            return self.records[key]
        out = self.records[key] = Out(g.RECORD, node, name=target.full_name)
        made: dict[FieldDescriptor, Out] = {}
        for number, child in zip(node.keys, node.children, strict=True):
            source = field_in(self.same.schema_from.pool, node.value, number)
            if child.tag == g.ABSENT or source is None:
                continue
            field = self.same.field(source, target)
            if field is None:
                if _is_set(child, source):
                    self.unseen.append(child)
                continue
            value = self.whole(child, source, field)
            if value is not None and not (field.is_extension and field.is_repeated and not value.children):
                made[field] = value
        self._put(out, node, target, made)
        return out

    def _put(self, out: Out, node: Node, target: Descriptor, made: Mapping[FieldDescriptor, Out]) -> None:
        """The fields in the order of a view: as declared, then extensions by number."""
        members = [field.containing_oneof.full_name for field in made if field.containing_oneof is not None]
        if len(members) > len(set(members)):
            self.fits = False
        for field in target.fields:
            if field in made:
                out.put(field.number, made[field])
            elif field.is_repeated or not field.has_presence:
                out.put(field.number, default_of(field))
            else:
                if field.is_required:
                    self.fits = False
                if self.defaults and shows_default(field):
                    self._absent(out, node, target, field)
        for field in sorted((f for f in made if f.is_extension), key=lambda f: f.number):
            out.put(field.number, made[field])

    def _absent(self, out: Out, node: Node, target: Descriptor, field: FieldDescriptor) -> None:
        """Adds the value that a getter ought to return for an absent field: what it returned in the old version."""
        descriptor = self.same.schema_from.pool.FindMessageTypeByName(node.value)
        sources = [source for source in descriptor.fields if self.same.field(source, target) == field]
        if len(sources) == 1 and shows_default(sources[0]):
            raw = default_bytes(sources[0])
            made = Migration(self.same, raw, self.defaults).scalar(parse(raw), sources[0], field)
            out.put(field.number, Out(g.ABSENT, None, b"a" + made.raw))
        else:
            out.put(field.number, Out(g.ABSENT, None, b"a" + default_bytes(field)))

    def whole(self, node: Node, source: FieldDescriptor, field: FieldDescriptor) -> Out | None:
        """A whole field; None when it is to be absent."""
        implicit = not source.is_repeated and not source.has_presence and is_default(node)
        if implicit and (field.is_repeated or (field.has_presence and not field.is_required)):
            return default_of(field, node) if field.is_repeated else None
        if implicit and not (source.enum_type is not None and field.enum_type is not None):
            return default_of(field, node)
        if field.is_repeated:
            return self.repeated(node, source, field)
        if node.tag == g.MAP:
            return self.single(node, source, field)
        if node.tag in _CONTAINERS:
            if len(node.children) > 1:
                return self.keep(node)
            if not node.children:
                return None if field.has_presence else default_of(field, node)
            node = node.children[0]
        made = self.one(node, source, field)
        if field.has_presence or node.tag not in g.SCALARS or made.tag == default_bytes(field)[0]:
            return made
        return default_of(field, node) if is_default(node) else made

    def repeated(self, node: Node, source: FieldDescriptor, field: FieldDescriptor) -> Out:
        tag = container_of(field)
        out = Out(tag, node)
        if tag == g.MAP:
            return self.map(node, source, field, out)
        if node.tag == g.MAP:
            entries = self.entries(node, source, field)
            if entries is None and node.children:
                return self.keep(node)
            out.children = entries or []
            return out
        children = node.children if node.tag in _CONTAINERS else [node]
        out.children = [self.one(child, source, field) for child in children]
        if tag == g.SET and len({child.raw for child in out.children}) < len(out.children):
            self.fits = False
        return out

    def single(self, node: Node, source: FieldDescriptor, field: FieldDescriptor) -> Out | None:
        """A map where one record is held: its entry, or the list of them if there are several."""
        entries = self.entries(node, source, field)
        if entries is None:
            return self.keep(node)
        if len(entries) < 2:
            return entries[0] if entries else None
        self.fits = False
        out = Out(g.LIST, node)
        out.children = entries
        return out

    def map(self, node: Node, source: FieldDescriptor, field: FieldDescriptor, out: Out) -> Out:
        """A map of a map, or of a list of records with a key and a value."""
        parts = _parts(field)
        pairs: list[tuple[Out, Out]] | None
        if node.tag == g.MAP:
            here = _parts(source)
            pairs = [
                (self.one(key, here["key"], parts["key"]), self.one(child, here["value"], parts["value"]))
                for key, child in zip(node.keys, node.children, strict=True)
            ]
        else:
            pairs = self.pairs(node, parts)
        if pairs is None or len({key.raw for key, _ in pairs}) < len(pairs):
            return self.keep(node)
        for key, child in pairs:
            out.put(key.raw, child)
        return out

    def pairs(self, node: Node, parts: Mapping[str, FieldDescriptor]) -> list[tuple[Out, Out]] | None:
        pairs = []
        for entry in node.children if node.tag in _CONTAINERS else [node]:
            entry = entry.value if entry.tag == g.SAME else entry
            message = _message(self.same.schema_from, entry)
            if message is None or not _is_entry(message):
                return None
            key, value = (self.part(entry, message.fields_by_name[name], parts[name]) for name in ("key", "value"))
            pairs.append((key, value))
        return pairs

    def entries(self, node: Node, source: FieldDescriptor, field: FieldDescriptor) -> list[Out] | None:
        """The entries of a map as records of the field's type; None where it has no key and value."""
        target = field.message_type
        if target is None or not _is_entry(target):
            return None
        pairs = zip(node.keys, node.children, strict=True)
        return [self.entry(node, key, child, source, target) for key, child in pairs]

    def part(self, entry: Node, own: FieldDescriptor, field: FieldDescriptor) -> Out:
        """The key or the value of a record that is an entry."""
        child = entry.field(own.number)
        return self.one(child, own, field) if child is not None else _empty(field)

    def entry(self, node: Node, key: Node, child: Node, source: FieldDescriptor, target: Descriptor) -> Out:
        out = Out(g.RECORD, child, name=target.full_name)
        here = _parts(source)
        made: dict[FieldDescriptor, Out] = {}
        for name, part in (("key", key), ("value", child)):
            own = target.fields_by_name[name]
            made[own] = self.repeated(part, here[name], own) if own.is_repeated else self.one(part, here[name], own)
            made[own].source = child  # a key has no place of its own
        self._put(out, node, target, made)
        return out

    def one(self, node: Node, source: FieldDescriptor, field: FieldDescriptor) -> Out:
        """One value in the type of a field, or of its elements."""
        target = field.message_type
        node = node.value if node.tag == g.SAME else node
        message = _message(self.same.schema_from, node)
        if target is not None:
            if message is not None and message.full_name not in self.same.names.apart:
                return self.record(node, target)
            if target.full_name not in WRAPPERS or node.tag not in g.SCALARS:
                return self.keep(node)
            out = Out(g.RECORD, node, name=target.full_name)
            out.put(1, self.scalar(node, source, target.fields_by_number[1]))
            return out
        if message is not None and message.full_name in WRAPPERS:
            inner = node.field(1)
            own = message.fields_by_number[1]
            return self.scalar(inner, own, field) if inner is not None else scalar(default_bytes(field), node)
        if node.tag not in g.SCALARS:
            return self.keep(node)
        return self.scalar(node, source, field)

    def scalar(self, node: Node, source: FieldDescriptor, field: FieldDescriptor) -> Out:
        here, there = source.enum_type, field.enum_type
        raw: bytes | None
        if node.tag == g.ENUM and here is not None and there is not None:
            number = self.same.enum(here, node.value, there)
            if isinstance(number, str):
                self.fits = False
                name = number.encode()
                return scalar(b"s" + g.U32.pack(len(name)) + name, node)
            raw = b"e" + g.I32.pack(number)
        elif default_bytes(field)[0] == node.tag in (g.FLOAT, g.DOUBLE, g.BAD_TEXT):
            raw = self.raw(node)  # the bits of a NaN, too
        else:
            raw = converted(node, source, field)
        if raw is None:
            return self.keep(node)
        if raw[0] == g.BAD_TEXT or (there is not None and there.is_closed and not _named(there, raw)):
            self.fits = False
        return scalar(raw, node)

    def keep(self, node: Node) -> Out:
        """The node as it is, since the other type has no such value."""
        self.fits = False
        return self.copy(node, {})

    def copy(self, node: Node, copies: dict[int, Out]) -> Out:
        if node.tag == g.SAME:
            return copies.get(id(node.value)) or self.copy(node.value, copies)
        if node.tag in g.SCALARS:
            return scalar(self.raw(node), node)
        out = copies[id(node)] = Out(node.tag, node, name=node.value or "")
        for key, child in zip(node.keys or range(len(node.children)), node.children, strict=True):
            if child.tag != g.ABSENT:
                out.put(self.raw(key) if node.tag == g.MAP else key, self.copy(child, copies))
        return out

    def raw(self, node: Node) -> bytes:
        return self.data[node.offset : node.end]


def _message(schema: Schema, node: Node) -> Descriptor | None:
    """The type of a record, or None for what is no record, or none of this schema."""
    if node.tag != g.RECORD:
        return None
    try:
        return schema.pool.FindMessageTypeByName(node.value)
    except KeyError:
        return None


def _is_entry(descriptor: Descriptor) -> bool:
    """Whether a record of this type can be an entry of a map."""
    return all(name in descriptor.fields_by_name for name in ("key", "value"))


def _parts(map_: FieldDescriptor) -> Mapping[str, FieldDescriptor]:
    """The key and the value of the entries of a map."""
    assert map_.message_type is not None, "a map is a field of entries"
    fields: Mapping[str, FieldDescriptor] = map_.message_type.fields_by_name
    return fields


def _is_set(node: Node, field: FieldDescriptor) -> bool:
    if field.is_repeated:
        return bool(node.children)
    return field.has_presence or not is_default(node)


def _empty(field: FieldDescriptor) -> Out:
    """The value of an entry that has none."""
    if field.message_type is None:
        return scalar(default_bytes(field), None)
    return Out(g.RECORD, None, name=field.message_type.full_name)


def _named(enum: EnumDescriptor, raw: bytes) -> bool:
    return raw[0] != g.ENUM or g.I32.unpack(raw[1:])[0] in enum.values_by_number


def shows_default(field: FieldDescriptor) -> bool:
    """Whether an absent field gives a node `a` in a view with defaults; the oneof of a proto3 `optional` is none."""
    oneof = field.containing_oneof
    real = oneof is not None and not (len(oneof.fields) == 1 and oneof.name == f"_{field.name}")
    return field.has_presence and field.message_type is None and not real
