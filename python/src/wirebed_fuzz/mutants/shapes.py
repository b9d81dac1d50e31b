"""What faults make of the containers, references and presence of a view. Each rule changes a parsed view in place."""

from collections.abc import Callable, Sequence

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.bed.schema import Schema
from wirebed.view import grammar as g
from wirebed.view.parse import Node
from wirebed_build.plain.hints import real_oneof
from wirebed_fuzz.mutants.places import Place, is_around, places, records, without
from wirebed_fuzz.mutants.scalars import Change
from wirebed_fuzz.mutants.tree import scalar, written

_WRAPPERS = frozenset(
    f"google.protobuf.{kind}Value"
    for kind in ("Double", "Float", "Int64", "UInt64", "Int32", "UInt32", "Bool", "String", "Bytes")
)
_ZEROS = {
    F.CPPTYPE_INT32: (g.INT, 0), F.CPPTYPE_INT64: (g.INT, 0),
    F.CPPTYPE_UINT32: (g.INT, 0), F.CPPTYPE_UINT64: (g.INT, 0),
    F.CPPTYPE_FLOAT: (g.FLOAT, 0.0), F.CPPTYPE_DOUBLE: (g.DOUBLE, 0.0), F.CPPTYPE_BOOL: (g.FALSE, False),
}  # fmt: skip


def _maps(changed: Callable[[Node], None]) -> Change:
    def change(root: Node, schema: Schema) -> None:
        for place in places(root, schema):
            if place.node.tag == g.MAP:
                changed(place.node)

    return change


def without_empty_entries() -> Change:
    def changed(node: Node) -> None:
        kept = [
            pair
            for pair in zip(node.keys, node.children, strict=True)
            if not (pair[1].tag == g.TEXT and not pair[1].value)
        ]
        node.keys, node.children = [key for key, _ in kept], [child for _, child in kept]

    return _maps(changed)


def empty_keys() -> Change:
    """Of keys that are texts."""

    def changed(node: Node) -> None:
        for key, child in zip(node.keys, node.children, strict=True):
            if key.tag == g.TEXT and child.tag == g.TEXT and not child.value:
                key.value = ""

    return _maps(changed)


def null_in_empty_lists() -> Change:
    def change(root: Node, schema: Schema) -> None:
        for place in places(root, schema):
            if place.node.tag == g.LIST and not place.node.children:
                place.node.children = [scalar(g.NULL, None)]

    return change


def sorted_lists() -> Change:
    """Of texts and numbers."""

    def change(root: Node, schema: Schema) -> None:
        for place in places(root, schema):
            children = place.node.children
            if place.node.tag == g.LIST and all(child.tag in (g.TEXT, g.INT, g.UINT) for child in children):
                by_value = {child.value: child for child in children}
                place.node.children = [by_value[value] for value in sorted(by_value)]

    return change


def _references(root: Node) -> list[Node]:
    """The `=` nodes that name records."""
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        if node.tag == g.SAME and node.value.tag == g.RECORD:
            found.append(node)
        stack.extend(reversed(node.children))
    return found


def shifted_references() -> Change:
    """Each names the record before the right one, if that is of the same message, else the one after it."""

    def change(root: Node, schema: Schema) -> None:
        every = list(records(root))
        for node in _references(root):
            alike = [each for each in every if each.value == node.value.value and each.offset < node.offset]
            at = next(index for index, each in enumerate(alike) if each is node.value)
            node.value = alike[at - 1] if at else alike[min(1, len(alike) - 1)]

    return change


def copied_references() -> Change:
    """Those that lie in what they name stay."""

    def change(root: Node, schema: Schema) -> None:
        for node in _references(root):
            target = node.value
            if not is_around(target, node):
                node.tag, node.value, node.keys, node.children = g.RECORD, target.value, target.keys, target.children

    return change


def unified_records() -> Change:
    """A record that equals an earlier one becomes that one; records with references in them stay."""

    def change(root: Node, schema: Schema) -> None:
        seen: dict[bytes, Node] = {}
        for node in list(records(root)):
            if node is root or any(each.tag == g.SAME for each in _below(node)):
                continue
            data = written(node)
            first = seen.setdefault(data, node)
            if first is not node and not is_around(first, node):
                node.tag, node.value, node.keys, node.children = g.SAME, first, (), ()

    return change


def _below(node: Node) -> list[Node]:
    found, stack = [], [node]
    while stack:
        found.append(stack.pop())
        stack.extend(found[-1].children)
    return found


def without_cycles() -> Change:
    """A field or element that is a record around it goes."""

    def change(root: Node, schema: Schema) -> None:
        for node in _references(root):
            above = node.parent
            if above is None or not is_around(node.value, node):
                continue
            if above.tag == g.RECORD:
                without(above, {node.step})
            elif above.tag == g.LIST:
                above.children = [child for child in above.children if child is not node]

    return change


def _dropped(gone: Callable[[Place], bool]) -> Change:
    """Leaves out fields that have presence."""

    def change(root: Node, schema: Schema) -> None:
        for place in list(places(root, schema)):
            if place.single and place.field.has_presence and gone(place):
                without(place.owner, {place.field.number})

    return change


def _is_zero(node: Node) -> bool:
    return node.tag in (g.INT, g.FLOAT, g.DOUBLE, g.FALSE, g.TEXT, g.BYTES, g.ENUM) and not node.value


def without_defaults() -> Change:
    """Optional fields, and no members of a oneof."""
    return _dropped(lambda place: _is_zero(place.node) and not real_oneof(place.field))


def without_empty_records() -> Change:
    return _dropped(lambda place: place.node.tag == g.RECORD and not place.node.children)


def without_default_wrappers() -> Change:
    return _dropped(
        lambda place: (
            place.node.tag == g.RECORD and place.node.value in _WRAPPERS and all(map(_is_zero, place.node.children))
        )
    )


def without_empty_texts() -> Change:
    return _dropped(lambda place: place.node.tag == g.TEXT and not place.node.value)


def zeros_for_absent() -> Change:
    """Of optional numbers and booleans."""

    def change(root: Node, schema: Schema) -> None:
        for record in list(records(root)):
            fields = schema.message(record.value).fields
            declared = [field.number for field in fields]
            for field in fields:
                absent = field.number not in record.keys and field.has_presence and not real_oneof(field)
                if absent and field.cpp_type in _ZEROS:
                    _insert(record, field.number, declared, scalar(*_ZEROS[field.cpp_type]))

    return change


def _insert(record: Node, number: int, declared: Sequence[int], child: Node) -> None:
    """Fields stand in the order of their declaration, extensions behind them."""
    before = {*declared[: declared.index(number)]}
    at = next((at for at, key in enumerate(record.keys) if key not in before), len(record.keys))
    record.keys = [*record.keys[:at], number, *record.keys[at:]]
    record.children = [*record.children[:at], child, *record.children[at:]]


def without_numbers(above: int) -> Change:
    """A field without presence has its default then."""

    def change(root: Node, schema: Schema) -> None:
        for place in list(places(root, schema)):
            if place.single and place.field.number > above:
                if place.field.has_presence or place.field.is_extension:
                    without(place.owner, {place.field.number})
                else:
                    _empty(place.node)

    return change


def _empty(node: Node) -> None:
    if node.tag in (g.LIST, g.SET, g.MAP):
        node.keys, node.children = (), ()
    elif node.tag in (g.TRUE, g.FALSE):
        node.tag, node.value = g.FALSE, False
    elif node.value is not None:
        node.tag, node.value = (g.INT if node.tag == g.UINT else node.tag), type(node.value)()
