"""Views of values without a schema (proto/wirebed/README.md, "Bare values"), from the typed trees of vectors."""

from collections.abc import Callable, Sequence

from wirebed import view
from wirebed.cases.vectors.long_texts import Json

_HEAD_ONLY = "only the beginning of a long {} is given, and no known long one begins like it"


class BadValue(ValueError):
    """An invalid typed tree."""


def of_value(value: Json) -> bytes:
    """The view of a typed tree such as `["list", null, "fixed", [["int", 1], ["ref", 0]]]`; refs become `=`."""
    tree = _Tree()
    tree.write(value)
    return tree.out.finish()


class _Tree:
    def __init__(self) -> None:
        self.out = view.ViewWriter()
        self.offsets: list[int] = []  # of each list, map and object, in order

    def write(self, value: Json) -> None:
        if not isinstance(value, list) or not value or not isinstance(value[0], str):
            raise BadValue(f"{value!r:.80} is not [type, …]")
        type_name, arguments = value[0], value[1:]
        writer = _TYPES.get(type_name)
        if writer is None:
            raise BadValue(f"unknown type {type_name!r}; known: {', '.join(_TYPES)}")
        try:
            writer(self, type_name, *arguments)
        except (TypeError, ValueError, OverflowError, AttributeError) as problem:
            if isinstance(problem, BadValue):
                raise
            raise BadValue(f"{value!r:.80}: {problem}") from None

    def _scalar(self, type_name: str, write: Callable[..., None] | None, *arguments: Json) -> None:
        self.out.record(type_name)
        if write:
            self.out.field(1)
            write(*arguments)
        self.out.end()

    def _container(self, type_name: str, name: str | None, count: int) -> None:
        """Opens a list, map or object; the caller writes its `count` parts and ends it."""
        self.offsets.append(self.out.offset)
        self.out.record(type_name)
        if name is not None:
            self.out.field(1)
            self.out.text(name)
        self.out.field(2)
        self.out.list(count)

    def list(self, type_name: str, name: str | None, form: str, values: Sequence[Json]) -> None:
        if form not in ("fixed", "variable"):
            raise BadValue(f"a list is fixed or variable, not {form!r}")
        self._container(type_name, name, len(values))
        for value in values:
            self.write(value)
        self.out.end()

    def map(self, type_name: str, name: str | None, entries: Sequence[tuple[Json, Json]]) -> None:
        self._container(type_name, name, len(entries))
        for key, value in entries:
            self.out.record("entry")
            for number, part in ((1, key), (2, value)):
                self.out.field(number)
                self.write(part)
            self.out.end()
        self.out.end()

    def object(self, type_name: str, name: str, fields: Sequence[tuple[str, Json]]) -> None:
        self._container(type_name, name, len(fields))
        for field_name, value in fields:
            self.out.record("field")
            self.out.field(1)
            self.out.text(field_name)
            self.out.field(2)
            self.write(value)
            self.out.end()
        self.out.end()

    def ref(self, type_name: str, number: int) -> None:
        if not 0 <= number < len(self.offsets):
            raise BadValue(f"ref {number}, but {len(self.offsets)} lists, maps and objects came so far")
        self.out.same_as(self.offsets[number])


def _text(tree: _Tree, text: Json) -> None:
    if not isinstance(text, str):
        raise BadValue(_HEAD_ONLY.format("text"))
    tree.out.text(text)


def _binary(tree: _Tree, digits: Json) -> None:
    if not isinstance(digits, str):
        raise BadValue(_HEAD_ONLY.format("binary"))
    tree.out.binary(bytes.fromhex(digits))


_TYPES: dict[str, Callable[..., None]] = {
    "null": lambda tree, type_name: tree._scalar(type_name, None),
    "bool": lambda tree, type_name, value: tree._scalar(type_name, tree.out.boolean, value),
    "int": lambda tree, type_name, value: tree._scalar(type_name, tree.out.integer, value),
    "long": lambda tree, type_name, value: tree._scalar(type_name, tree.out.integer, value),
    "double": lambda tree, type_name, value: tree._scalar(type_name, tree.out.float64, float(value)),
    "date": lambda tree, type_name, value: tree._scalar(type_name, tree.out.integer, value),
    "string": lambda tree, type_name, value: tree._scalar(type_name, _text, tree, value),
    "binary": lambda tree, type_name, value: tree._scalar(type_name, _binary, tree, value),
    "list": _Tree.list,
    "map": _Tree.map,
    "object": _Tree.object,
    "ref": _Tree.ref,
}
