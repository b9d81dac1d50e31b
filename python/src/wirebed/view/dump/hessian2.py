"""Annotates Hessian 2 bytes: the meaning of each lead byte, names from the class definitions, targets of refs.

It follows the encoding table of the specification with its known errata, not any reader under test. It has a stack of
its own, so nesting cannot exhaust Python's, and reserves no memory for a claimed length.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from wirebed.bed.schema import Schema
from wirebed.view.dump import hessian2_scalars as scalars
from wirebed.view.dump.lines import MOST_DEPTH, Line, Malformed, child, quote, stop, too_deep

_RESERVED = {0x40, 0x45, 0x47, 0x50}
_ENVELOPE = b"\x70\x02\x00"
_MOST_FIELDS = 100_000


@dataclass
class _Frame:
    """A list, map or object that is being read."""

    container: str
    path: str
    depth: int
    left: int | None  # the number of values still to come; None: until Z
    names: list[str] = field(default_factory=list)  # of an object's fields
    count: int = 0

    def next(self) -> tuple[str, str]:
        """The path and the label of the next value."""
        i = self.count
        if self.container == "object":
            return child(self.path, self.names[i]), self.names[i]
        if self.container == "map":
            return child(self.path, f"[{i // 2}]") + (".key", ".value")[i % 2], ("key", "value")[i % 2]
        return child(self.path, f"[{i}]"), f"[{i}]"

    def advance(self) -> None:
        self.count += 1
        if self.left is not None:
            self.left -= 1


def annotate(data: bytes, schema: Schema | None = None, message: str = "") -> Iterator[Line]:
    """Lines in the order of the bytes. When the bytes make no sense, the last line says so."""
    yield from _Annotator(data, schema).lines()


def options_of(data: bytes) -> dict[str, str]:
    """The option of a value in the envelope of startMessage and completeMessage."""
    return {"envelope": "message"} if data.startswith(_ENVELOPE) and data.endswith(b"\x7a") and len(data) > 4 else {}


class _Annotator:
    def __init__(self, data: bytes, schema: Schema | None) -> None:
        self.data = data
        self.at = 0
        self.stack: list[_Frame] = []
        self.classes: list[tuple[str, list[str]]] = []
        self.types: list[str] = []
        self.refs: list[str] = []
        self.messages = schema.java_classes if schema else {}

    def lines(self) -> Iterator[Line]:
        enveloped = bool(options_of(self.data))
        if enveloped:
            yield Line(0, 3, 0, "", "envelope", "", "startMessage, version 2.0")
            self.at = 3
        done = False
        while not done:
            path, depth = (self.stack[-1].path, self.stack[-1].depth) if self.stack else ("", 0)
            try:
                for line in self._step():
                    yield line
                    self.at = line.offset + line.size
            except Malformed as problem:
                yield stop(self.data, problem.offset, depth, path, str(problem))
                return
            except IndexError:
                yield stop(self.data, self.at, depth, path, "the bytes end inside a value")
                return
            if len(self.stack) > MOST_DEPTH:
                yield too_deep(self.data, self.at, self.stack[-1].path)
                return
            self._close()
            done = not self.stack and self.finished
        if enveloped and self.at == len(self.data) - 1:
            yield Line(self.at, 1, 0, "", "end of envelope", "", "completeMessage")
        elif self.at < len(self.data):
            yield stop(self.data, self.at, 0, "", "trailing bytes: the value has ended")

    def _close(self) -> None:
        """Leaves all complete containers."""
        while self.stack and self.stack[-1].left == 0:
            self.stack.pop()

    def _step(self) -> Iterator[Line]:
        """The lines of the next value, class definition or end of a container."""
        lead = self.data[self.at]
        frame = self.stack[-1] if self.stack else None
        self.finished = lead != 0x43
        if lead == 0x43:
            yield from self._definition(frame.depth + 1 if frame else 0)
            return
        if lead == 0x5A and frame is not None and frame.left is None:
            if frame.container == "map" and frame.count % 2:
                raise Malformed(self.at, "the map ends after a key")
            self.stack.pop()
            yield Line(self.at, 1, frame.depth, frame.path, "end", "", "Z")
            return
        path, label = frame.next() if frame else ("", "value")
        depth = frame.depth + 1 if frame else 0
        if frame:
            frame.advance()
        yield from self._value(lead, path, label, depth)

    def _value(self, lead: int, path: str, label: str, depth: int) -> Iterator[Line]:
        if lead in _RESERVED:
            raise Malformed(self.at, f"x{lead:02x} is reserved")
        if 0x70 <= lead <= 0x7F or lead in (0x55, 0x56, 0x57, 0x58):
            yield from self._list(lead, path, label, depth)
        elif lead in (0x48, 0x4D):
            yield from self._map(lead, path, label, depth)
        elif lead == 0x4F or 0x60 <= lead <= 0x6F:
            yield self._object(lead, path, label, depth)
        elif lead == 0x51:
            yield self._ref(path, label, depth)
        elif scalars.is_chunk(lead):
            yield from self._chunks(path, label, depth)
        else:
            value, how, end = scalars.scalar(self.data, self.at)
            yield Line(self.at, end - self.at, depth, path, label, value, how)

    def _open(self, container: str, path: str, depth: int, left: int | None, names: list[str] | None = None) -> str:
        """Enters a value to which refs can refer; returns its number for refs."""
        self.refs.append(f"{container} {path or '(top)'}")
        self.stack.append(_Frame(container, path, depth, left, names or []))
        return f"ref {len(self.refs) - 1}"

    def _list(self, lead: int, path: str, label: str, depth: int) -> Iterator[Line]:
        typed = lead in (0x55, 0x56) or 0x70 <= lead <= 0x77
        form = {0x55: "variable", 0x57: "variable", 0x56: "fixed", 0x58: "fixed"}.get(lead, "fixed, short")
        at = self.at + 1
        name, how_type = "", ""
        if typed:
            name, how_type, at = self._type(at)
        left: int | None = lead & 7 if lead >= 0x70 else None
        if lead in (0x56, 0x58):
            left, at = scalars.integer(self.data, at)
            if left < 0:
                raise Malformed(self.at, f"a list of {left} values")
        size = "values until Z" if left is None else f"{left:,} value{'' if left == 1 else 's'}"
        ref = self._open("list", path, depth, left)
        value = f"{quote(name)}" if typed else ""
        how = f"list, {'typed' if typed else 'untyped'} {form}{how_type}, {size}, {ref}"
        yield Line(self.at, at - self.at, depth, path, label, value, how)

    def _map(self, lead: int, path: str, label: str, depth: int) -> Iterator[Line]:
        name, how_type, at = self._type(self.at + 1) if lead == 0x4D else ("", "", self.at + 1)
        ref = self._open("map", path, depth, None)
        typed = "typed" if lead == 0x4D else "untyped"
        yield Line(
            self.at,
            at - self.at,
            depth,
            path,
            label,
            quote(name) if name else "",
            f"map, {typed}{how_type}, {ref}",
        )

    def _type(self, at: int) -> tuple[str, str, int]:
        """The type of a list or map: a string the first time, then its number."""
        if scalars.is_string(self.data[at]):
            name, end = scalars.whole_string(self.data, at)
            self.types.append(name)
            return name, f", type {len(self.types) - 1}", end
        number, end = scalars.integer(self.data, at)
        if not 0 <= number < len(self.types):
            raise Malformed(at, f"type {number}, but {len(self.types)} types were named so far")
        return self.types[number], f", type {number} again", end

    def _definition(self, depth: int) -> Iterator[Line]:
        name, at = scalars.whole_string(self.data, self.at + 1)
        count, at = scalars.integer(self.data, at)
        if not 0 <= count <= min(len(self.data) - at, _MOST_FIELDS):
            raise Malformed(self.at, f"class {quote(name)} claims {count:,} fields")
        what = f"class {len(self.classes)}, {count} field{'' if count == 1 else 's'}"
        if name in self.messages:
            what += f", {self.messages[name]}"
        yield Line(self.at, at - self.at, depth, f"class {quote(name)}", "class", quote(name), what)
        names = []
        for i in range(count):
            field_name, end = scalars.whole_string(self.data, at)
            names.append(field_name)
            yield Line(at, end - at, depth + 1, f"class {quote(name)}", f"field {i}", quote(field_name))
            at = end
        self.classes.append((name, names))

    def _object(self, lead: int, path: str, label: str, depth: int) -> Line:
        number, at = (lead & 15, self.at + 1) if lead != 0x4F else scalars.integer(self.data, self.at + 1)
        if not 0 <= number < len(self.classes):
            raise Malformed(
                self.at, f"an object of class {number}, but {len(self.classes)} classes were defined so far"
            )
        name, names = self.classes[number]
        ref = self._open("object", path, depth, len(names), names)
        return Line(self.at, at - self.at, depth, path, label, name, f"object of class {number}, {ref}")

    def _ref(self, path: str, label: str, depth: int) -> Line:
        number, at = scalars.integer(self.data, self.at + 1)
        if not 0 <= number < len(self.refs):
            raise Malformed(self.at, f"ref {number}, but {len(self.refs)} lists, maps and objects came so far")
        return Line(self.at, at - self.at, depth, path, label, f"ref {number}", f"the same {self.refs[number]}")

    def _chunks(self, path: str, label: str, depth: int) -> Iterator[Line]:
        """A string or binary, with a line for each chunk."""
        at, number, chunk_type, final = self.at, 0, None, False
        while not final:
            lead = self.data[at]
            if not scalars.is_chunk(lead) or chunk_type not in (None, scalars.chunk_type(lead)):
                raise Malformed(at, f"x{lead:02x} where the next chunk of a {chunk_type} must stand")
            chunk_type = scalars.chunk_type(lead)
            value, how, end, final = scalars.chunk(self.data, at)
            if number or not final:
                how += f", chunk {number}" + (" (last)" if final else "")
            yield Line(at, end - at, depth, path, label, value, how)
            at, number = end, number + 1
