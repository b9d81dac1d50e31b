"""Views of values without a schema (proto/wirebed/README.md, "Bare values"), from the typed trees of vectors."""

from __future__ import annotations

from wirebed import view

_HEAD_ONLY = "only the beginning of a long {} is given, and it is none of the known long ones"


class BadValue(ValueError):
    """A typed tree that means nothing."""


def of_value(value: object) -> bytes:
    """`["list", null, "fixed", [["int", 1], ["ref", 0]]]` -> view; refs become `=`."""
    tree = _Tree()
    tree.write(value)
    return tree.out.finish()


class _Tree:
    def __init__(self) -> None:
        self.out = view.Writer()
        self.offsets: list[int] = []  # of each list, map and object, in the order in which they begin

    def write(self, value: object) -> None:
        if not isinstance(value, list) or not value or not isinstance(value[0], str):
            raise BadValue(f"{value!r:.80} is not [type, …]")
        kind, arguments = value[0], value[1:]
        writer = _KINDS.get(kind)
        if writer is None:
            raise BadValue(f"unknown type {kind!r}; known: {', '.join(_KINDS)}")
        try:
            writer(self, kind, *arguments)
        except (TypeError, ValueError, OverflowError, AttributeError) as problem:
            if isinstance(problem, BadValue):
                raise
            raise BadValue(f"{value!r:.80}: {problem}") from None

    def _scalar(self, kind: str, write, *arguments) -> None:
        self.out.record(kind)
        if write:
            self.out.field(1)
            write(*arguments)
        self.out.end()

    def _container(self, kind: str, name: str | None, count: int):
        """Opens a value with identity; the caller writes its `count` parts and ends it."""
        self.offsets.append(self.out.offset)
        self.out.record(kind)
        if name is not None:
            self.out.field(1)
            self.out.text(name)
        self.out.field(2)
        self.out.list(count)

    def list(self, kind: str, name: str | None, form: str, values: list) -> None:
        if form not in ("fixed", "variable"):
            raise BadValue(f"a list is fixed or variable, not {form!r}")
        self._container(kind, name, len(values))
        for value in values:
            self.write(value)
        self.out.end()

    def map(self, kind: str, name: str | None, entries: list) -> None:
        self._container(kind, name, len(entries))
        for key, value in entries:
            self.out.record("entry")
            for number, part in ((1, key), (2, value)):
                self.out.field(number)
                self.write(part)
            self.out.end()
        self.out.end()

    def object(self, kind: str, name: str, fields: list) -> None:
        self._container(kind, name, len(fields))
        for field_name, value in fields:
            self.out.record("field")
            self.out.field(1)
            self.out.text(field_name)
            self.out.field(2)
            self.write(value)
            self.out.end()
        self.out.end()

    def ref(self, kind: str, number: int) -> None:
        if not 0 <= number < len(self.offsets):
            raise BadValue(f"ref {number}, but {len(self.offsets)} lists, maps and objects came so far")
        self.out.same_as(self.offsets[number])


def _text(tree: _Tree, text: object) -> None:
    if not isinstance(text, str):
        raise BadValue(_HEAD_ONLY.format("text"))
    tree.out.text(text)


def _binary(tree: _Tree, digits: object) -> None:
    if not isinstance(digits, str):
        raise BadValue(_HEAD_ONLY.format("binary"))
    tree.out.binary(bytes.fromhex(digits))


_KINDS = {
    "null": lambda tree, kind: tree._scalar(kind, None),
    "bool": lambda tree, kind, value: tree._scalar(kind, tree.out.boolean, value),
    "int": lambda tree, kind, value: tree._scalar(kind, tree.out.integer, value),
    "long": lambda tree, kind, value: tree._scalar(kind, tree.out.integer, value),
    "double": lambda tree, kind, value: tree._scalar(kind, tree.out.float64, float(value)),
    "date": lambda tree, kind, value: tree._scalar(kind, tree.out.integer, value),
    "string": lambda tree, kind, value: tree._scalar(kind, _text, tree, value),
    "binary": lambda tree, kind, value: tree._scalar(kind, _binary, tree, value),
    "list": _Tree.list,
    "map": _Tree.map,
    "object": _Tree.object,
    "ref": _Tree.ref,
}
