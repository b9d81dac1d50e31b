"""Compares two views: the places where they differ, each with the kind of difference.

Equal views are equal bytes. Only views that differ are parsed and walked.

| place | rule | kind |
|---|---|---|
| record | another message | `reinterpreted` |
| field missing | its value was the default of its type / was not | `presence-lost` / `dropped` |
| a field absent in both | a default is shown in both (`a`), another one | `other-default` |
| a field appears | its value is a default (of the type, or declared) / is not | `default-filled` / `reinterpreted` |
| list of another length | none left / fewer / more | `dropped` / by its elements (elements.py) / `reinterpreted` |
| list of the same elements in another order | | `reordered` |
| set | as a list, but without order; in a set of the same length each missing element is compared with a new one | |
| map | all keys gone / some gone / others in their place | `dropped` / `collapsed` / by the keys (elements.py) |
| a second reference to an object has become another object | which is then compared with the first | `identity-lost` |
| two objects have become one | which is then compared with both | `collapsed` |
| scalars | kinds.py | |

A container of another length is one difference, since nothing says which element was which: its kind is the worst of
all its elements. The common keys of a map are compared one by one.
"""

from collections.abc import Iterable, Sequence

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.bed.schema import Schema
from wirebed.view import grammar as g
from wirebed.view.compare import elements
from wirebed.view.compare.scalar_kinds import is_default, same_default, same_scalar, scalar_kind
from wirebed.view.outcome import Found, Kind
from wirebed.view.parse import Node, parse

_NARROW = (F.TYPE_INT32, F.TYPE_SINT32, F.TYPE_SFIXED32, F.TYPE_UINT32, F.TYPE_FIXED32, F.TYPE_ENUM)


_Pairs = Iterable[tuple[Node, Node, bool]]


def compare(expected: bytes, actual: bytes, *, nan_payloads: bool = False, schema: Schema | None = None) -> list[Found]:
    """All differences in the order of the expected view; none when the views are equal."""
    if expected == actual:
        return []
    return _Walk(expected, actual, nan_payloads, schema).run()


class _Walk:
    def __init__(self, expected: bytes, actual: bytes, nan_payloads: bool, schema: Schema | None) -> None:
        self.expected, self.actual = expected, actual
        self.nan_payloads = nan_payloads
        self.schema = schema
        self.found: list[Found] = []
        self.counterparts: dict[
            int, Node
        ] = {}  # offset of a record in the expected view -> the record of the actual view there
        self.seen: set[tuple[int, int]] = set()
        # Whether equal bytes are equal parts, as in views without `=` nodes.
        self.shortcut = False
        # Whether this walk tries two elements that need not be the same one. It does not try again inside them.
        self.trying = False

    def run(self) -> list[Found]:
        self.shortcut = b"=" not in self.expected and b"=" not in self.actual
        return self.walk(parse(self.expected), parse(self.actual))

    def walk(self, e: Node, a: Node) -> list[Found]:
        todo = [(e, a, False)]
        while todo:
            # A stack whose children are pushed last first keeps the order of the view.
            todo.extend(reversed(list(self.pair(*todo.pop()))))
        return self.found

    def add(self, kind: Kind, e: Node | None, a: Node | None, by_actual: bool) -> None:
        place = (a if by_actual else e) or e or a
        assert place is not None, "a difference is of a node at least"
        self.found.append(Found(kind, e, a, place))

    def raw(self, e: Node, a: Node) -> bool:
        return self.expected[e.offset : e.end] == self.actual[a.offset : a.end]

    def pair(self, e: Node, a: Node, by_actual: bool) -> _Pairs:
        """Compares two nodes, and returns the pairs of children to compare next."""
        if e.tag == g.SAME or a.tag == g.SAME:
            return self.identities(e, a, by_actual)
        if e.tag in g.SCALARS and a.tag in g.SCALARS:
            if not self.raw(e, a) and not same_scalar(e, a, self.nan_payloads):
                self.add(scalar_kind(e, a, self.width(e)), e, a, by_actual)
            return ()
        if e.tag != a.tag:
            self.add(Kind.DROPPED if a.tag == g.NULL else Kind.REINTERPRETED, e, a, by_actual)
            return ()
        if self.shortcut and self.raw(e, a):
            return ()
        if e.tag == g.RECORD:
            return self.records(e, a, by_actual)
        if e.tag == g.MAP:
            return self.maps(e, a, by_actual)
        return self.sequences(e, a, by_actual)

    def identities(self, e: Node, a: Node, by_actual: bool) -> _Pairs:
        if e.tag == g.SAME and e.value.tag == g.TEXT:
            return self.pair(e.value, a, True)
        if e.tag == g.SAME and a.tag == g.SAME:
            if self.counterparts.get(e.value.offset) is not a.value:
                self.add(Kind.REINTERPRETED, e, a, by_actual)
            return ()
        lost = e.tag == g.SAME
        self.add(Kind.IDENTITY_LOST if lost else Kind.COLLAPSED, e, a, by_actual)
        whole_e, whole_a = (e.value, a) if lost else (e, a.value)
        if whole_a.tag != g.RECORD or (whole_e.offset, whole_a.offset) in self.seen:
            return ()
        return self.pair(whole_e, whole_a, lost)

    def records(self, e: Node, a: Node, by_actual: bool) -> _Pairs:
        self.seen.add((e.offset, a.offset))
        self.counterparts.setdefault(e.offset, a)
        if e.value != a.value:
            self.add(Kind.REINTERPRETED, e, a, by_actual)
            return ()
        there = dict(zip(a.keys, a.children, strict=True))
        absent = {number: there.pop(number) for number, child in list(there.items()) if child.tag == g.ABSENT}
        pairs = []
        for number, child in zip(e.keys, e.children, strict=True):
            if child.tag == g.ABSENT:
                other = absent.get(number)
                if other is not None and not same_default(child.value, other.value, self.nan_payloads):
                    self.add(Kind.OTHER_DEFAULT, child, other, by_actual)
                continue
            other = there.pop(number, None)
            if other is None:
                self.add(Kind.PRESENCE_LOST if is_default(child) else Kind.DROPPED, child, None, by_actual)
            else:
                pairs.append((child, other, by_actual))
        for child in there.values():
            filled = is_default(child) or self.declared_default(child)
            self.add(Kind.DEFAULT_FILLED if filled else Kind.REINTERPRETED, None, child, by_actual)
        return pairs

    def width(self, node: Node) -> int:
        """The bits of the integer type that the schema declares for a place; 64 where no type is known."""
        while node.parent is not None and node.parent.tag != g.RECORD:
            node = node.parent
        field = self.declared(node)
        if field is None:
            return 64
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            field = field.message_type.fields_by_name["value"]
        return 32 if field.type in _NARROW else 64

    def declared_default(self, node: Node) -> bool:
        """Whether a value is the default that proto2 declares for its field."""
        field = self.declared(node)
        return field is not None and field.has_default_value and field.default_value == node.value

    def declared(self, node: Node) -> F | None:
        """The field of a record that a node is the value of; None where the schema does not know it."""
        if self.schema is None or node.parent is None:
            return None
        try:
            return self.schema.pool.FindMessageTypeByName(node.parent.value).fields_by_number[node.step]
        except KeyError:
            return None

    def sequences(self, e: Node, a: Node, by_actual: bool) -> _Pairs:
        if len(e.children) != len(a.children):
            here, there = self.keyed(self.expected, e.children), self.keyed(self.actual, a.children)
            self.add(elements.fewer(here, there, self.differ), e, a, by_actual)
            return ()
        if e.tag == g.SET:
            return self.sets(e, a, by_actual)
        if self.shortcut and self.reordered(e, a):
            self.add(Kind.REORDERED, e, a, by_actual)
            return ()
        return [(x, y, by_actual) for x, y in zip(e.children, a.children, strict=True)]

    def keyed(self, data: bytes, nodes: Sequence[Node]) -> list[elements.Keyed]:
        """Nodes with a key that equal ones share. A `=` names an offset in its own view, so it equals no other."""
        whole = self.shortcut
        return [(data[n.offset : n.end] if whole or n.tag in g.SCALARS else id(n), n) for n in nodes]

    def differ(self, e: Node, a: Node) -> int:
        """The worst kind of difference if the two elements are the same one; 0 when they are equal."""
        if self.trying:
            return Kind.REINTERPRETED
        inner = _Walk(self.expected, self.actual, self.nan_payloads, self.schema)
        inner.counterparts, inner.seen = dict(self.counterparts), set(self.seen)
        inner.shortcut, inner.trying = self.shortcut, True
        return max((difference.kind for difference in inner.walk(e, a)), default=0)

    def reordered(self, e: Node, a: Node) -> bool:
        mine = sorted(self.expected[x.offset : x.end] for x in e.children)
        return mine == sorted(self.actual[x.offset : x.end] for x in a.children)

    def sets(self, e: Node, a: Node, by_actual: bool) -> _Pairs:
        here = {self.expected[x.offset : x.end] for x in e.children}
        there = {self.actual[x.offset : x.end] for x in a.children}
        gone = [x for x in e.children if self.expected[x.offset : x.end] not in there]
        new = [x for x in a.children if self.actual[x.offset : x.end] not in here]
        return [(x, y, by_actual) for x, y in elements.paired(gone, new)]

    def maps(self, e: Node, a: Node, by_actual: bool) -> _Pairs:
        there = {self.actual[k.offset : k.end]: (k, child) for k, child in zip(a.keys, a.children, strict=True)}
        pairs, gone = [], []
        for key, child in zip(e.keys, e.children, strict=True):
            pair = there.pop(self.expected[key.offset : key.end], None)
            if pair is None:
                gone.append(key)
            else:
                pairs.append((child, pair[1], by_actual))
        if gone or there:
            new = [key for key, _ in there.values()]
            self.add(elements.keys(gone, new, bool(a.children)), e, a, by_actual)
        return pairs
