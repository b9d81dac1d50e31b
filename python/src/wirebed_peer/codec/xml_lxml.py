"""xml/lxml: the documents of XStream, read into dataclasses and written from them with lxml.

A name in a document only selects a declared class; nothing is looked up by it. Parsers resolve no entity, and a
document
with a DOCTYPE, which XStream never writes, is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lxml import etree
from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed_peer.codec import Bound, Options
from wirebed_peer.codec.setting import option
from wirebed_peer.codec.xml_untrusted import XmlCodec, root_of
from wirebed_peer.codec.xstream_text import READ, TAGS, WRITE, class_tag, escaped
from wirebed_peer.codec.xstream_tree import ElementObjects, XmlShapeError, relative
from wirebed_peer.tree import Tree

_T = PlainType
_REFERABLE = (_T.MESSAGE, _T.DATE, _T.BYTES)
# takes an element, a value and the path of the element
Write = Callable[[etree._Element, Any, tuple[str, ...]], None]
Read = Callable[[etree._Element], Any]


class XmlLxml(XmlCodec):
    format = "xml"
    library = "lxml"
    settings = (*XmlCodec.settings, option("etree.indent", "two blanks", "XStream writes documents like this."))

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._shapes = _Shapes(tree)

    def encoder(self, message: str, options: Options) -> Bound:
        shape = self._shapes.of(message)

        def encode(value: Any) -> bytes:
            root = etree.Element(shape.tag)
            shape.write(root, value, {}, (shape.tag,))
            etree.indent(root)
            return etree.tostring(root, encoding="UTF-8", xml_declaration=False)

        return Bound(encode, "nothing is kept; document and bytes are new")

    def reading(self, message: str, parser: etree.XMLParser | None) -> Callable[[bytes], Any]:
        shape = self._shapes.of(message)

        def decode(data: bytes) -> Any:
            root = root_of(data, parser)
            if root.tag != shape.tag:
                raise XmlShapeError(f"<{root.tag}> where <{shape.tag}> should be")
            return shape.read(root, ElementObjects(b"reference" in data))

        return decode


class _Field(NamedTuple):
    tag: str
    name: str
    write: Callable[[etree._Element, Any, dict, tuple[str, ...]], None]
    read: Callable[[etree._Element, ElementObjects], Any]


class _Shape:
    """How one class is laid out in a document."""

    def __init__(self, tag: str, make: type) -> None:
        self.tag = tag
        self._make = make
        self.fields: list[_Field] = []
        self.by_tag: dict[str, _Field] = {}

    def add(self, field: _Field) -> None:
        self.fields.append(field)
        self.by_tag[field.tag] = field

    def write(self, element: etree._Element, value: Any, seen: dict, path: tuple[str, ...]) -> None:
        first = seen.setdefault(id(value), path)
        if first is not path:
            element.set("reference", relative(path, first))
            return
        for tag, name, write, _ in self.fields:
            content = getattr(value, name)
            if content is not None:
                write(etree.SubElement(element, tag), content, seen, (*path, tag))

    def read(self, element: etree._Element, objects: ElementObjects) -> Any:
        if element.attrib:
            referred = objects.referred(element)
            if referred.__class__ is not self._make:
                raise XmlShapeError(f"<{element.tag}> refers to something else than a {self._make.__name__}")
            return referred
        if element.text is not None:
            _blank(element.text)
        value = objects.keep(element, self._make())
        seen = set()
        for child in element:
            if child.tail is not None:
                _blank(child.tail)
            field = self.by_tag.get(child.tag)
            if field is None:
                continue
            if field.tag in seen:
                raise XmlShapeError(f"<{field.tag}> a second time")
            seen.add(field.tag)
            setattr(value, field.name, field.read(child, objects))
        return value


def _blank(text: str) -> None:
    if text.strip(" \t\r\n"):
        raise XmlShapeError(f"text between elements: {text.strip()[:80]!r}")


def _children(element: etree._Element) -> list[etree._Element]:
    if element.text is not None:
        _blank(element.text)
    children = list(element)
    for child in children:
        if child.tail is not None:
            _blank(child.tail)
    return children


class _Shapes:
    """The shapes of one tree, made as they are used."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._shapes: dict[str, _Shape] = {}

    def of(self, message: str) -> _Shape:
        shape = self._shapes.get(message)
        if shape is None:
            entry = self._tree.plain_class(message)
            shape = _Shape(class_tag(entry.java_class), self._tree.python_class(entry))
            self._shapes[message] = shape
            for field in entry.fields:
                shape.add(_Field(escaped(field.java_name), field.names["python"], *self._field(field)))
        return shape

    def _field(self, field: PlainField) -> tuple[Callable, Callable]:
        tag, write, read = self._single(field.type)
        if field.container == PlainField.SINGLE:
            return write, read
        if field.container == PlainField.MAP:
            return _map(self._single(field.key), (tag, write, read))
        return _collection(tag, write, read, set if field.container == PlainField.SET else list)

    def _single(self, type_: PlainType) -> tuple[str, Callable, Callable]:
        """The element name of a value in a collection, and the functions that write and read it."""
        if type_.kind == _T.MESSAGE:
            shape = self.of(type_.name)
            return shape.tag, shape.write, shape.read
        if type_.kind == _T.ENUM:
            return self._enum(type_.name)
        kind = type_.wrapped if type_.kind == _T.WRAPPER else type_.kind
        return TAGS[kind], *_leaf(WRITE[kind], READ[kind], kind in _REFERABLE)

    def _enum(self, name: str) -> tuple[str, Callable, Callable]:
        entry = self._tree.plain_enums[name]
        members = self._tree.python_class(entry)
        names = {value.number: value.java_name for value in entry.values if not value.alias}
        numbers = {java_name: members(number) for number, java_name in names.items()}

        def read(text: str) -> Any:
            if text not in numbers:
                raise XmlShapeError(f"{entry.java_class} has no constant {text[:80]!r}")
            return numbers[text]

        return class_tag(entry.java_class), *_leaf(names.__getitem__, read, referable=False)


def _leaf(to_text: Callable[[Any], str], of_text: Callable[[str], Any], referable: bool) -> tuple[Callable, Callable]:
    def write(element: etree._Element, value: Any, seen: dict, path: tuple[str, ...]) -> None:
        element.text = to_text(value)

    def read(element: etree._Element, objects: ElementObjects) -> Any:
        if element.attrib:
            return objects.referred(element)
        if len(element):
            raise XmlShapeError(f"elements in <{element.tag}>, where text should be")
        value = of_text(element.text or "")
        return objects.keep(element, value) if referable else value

    return write, read


def _write_element(parent: etree._Element, tag: str, write: Callable, value: Any, seen: dict, path: tuple) -> None:
    if value is None:
        etree.SubElement(parent, "null")
    else:
        write(etree.SubElement(parent, tag), value, seen, path)


def _read_element(tag: str, read: Callable, child: etree._Element, objects: ElementObjects) -> Any:
    """Reads a scalar by its declared type, whatever the element's name is, and an object by its class."""
    if child.tag == "null":
        return None
    if child.tag != tag and (tag not in TAGS.values() or child.tag not in TAGS.values()):
        raise XmlShapeError(f"<{child.tag}> where <{tag}> should be")
    return read(child, objects)


def _collection(tag: str, write: Callable, read: Callable, make: type) -> tuple[Callable, Callable]:
    def write_all(element: etree._Element, values: Any, seen: dict, path: tuple[str, ...]) -> None:
        count = 0
        for value in sorted(values) if make is set else values:
            count += value is not None
            _write_element(element, tag, write, value, seen, (*path, f"{tag}[{count}]" if count > 1 else tag))

    def read_all(element: etree._Element, objects: ElementObjects) -> Any:
        if element.attrib:
            return objects.referred(element)
        values = objects.keep(element, make())
        add = values.add if make is set else values.append
        for child in _children(element):
            add(_read_element(tag, read, child, objects))
        return values

    return write_all, read_all


def _map(key: tuple[str, Callable, Callable], item: tuple[str, Callable, Callable]) -> tuple[Callable, Callable]:
    (key_tag, write_key, read_key), (tag, write, read) = key, item

    def write_all(element: etree._Element, values: dict, seen: dict, path: tuple[str, ...]) -> None:
        for index, (name, value) in enumerate(values.items(), 1):
            entry = etree.SubElement(element, "entry")
            inside = (*path, f"entry[{index}]" if index > 1 else "entry")
            _write_element(entry, key_tag, write_key, name, seen, (*inside, key_tag))
            _write_element(entry, tag, write, value, seen, (*inside, tag))

    def read_all(element: etree._Element, objects: ElementObjects) -> Any:
        if element.attrib:
            return objects.referred(element)
        values = objects.keep(element, {})
        for entry in _children(element):
            pair = _children(entry)
            if entry.tag != "entry" or entry.attrib or len(pair) != 2:
                raise XmlShapeError(f"<{entry.tag}> where an entry of two should be")
            name = _read_element(key_tag, read_key, pair[0], objects)
            values[name] = _read_element(tag, read, pair[1], objects)
        return values

    return write_all, read_all
