"""xml-jaxb/lxml and lxml-xsd: the documents of JAXB, read into dataclasses and written from them with lxml.

Like JAXB, both skip unknown elements and attributes, and take elements in any order. Unlike JAXB, they refuse a text
that
is no value of its type. lxml-xsd first validates against the schema that the build makes for each message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lxml import etree
from wirebed_protocol import peer_pb2
from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed_peer.codec import Bound, Options
from wirebed_peer.codec.setting import option
from wirebed_peer.codec.xml_untrusted import XmlCodec, root_of
from wirebed_peer.codec.xsd_text import READ, WRITE
from wirebed_peer.codec.xstream_text import XmlTextError
from wirebed_peer.refusal import Refusal, Unsupported
from wirebed_peer.tree import Tree

_T = PlainType
Write = Callable[[etree._Element, Any], None]  # writes a value into an existing element
Read = Callable[[etree._Element], Any]


class JaxbXml(XmlCodec):
    format = "xml-jaxb"
    library = "lxml"

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._shapes = _Shapes(tree)

    def encoder(self, message: str, options: Options) -> Bound:
        name, write = _root(message), self._shapes.of(message).write

        def encode(value: Any) -> bytes:
            root = etree.Element(name)
            write(root, value)
            return etree.tostring(root, encoding="UTF-8", xml_declaration=True)

        return Bound(encode, "nothing is kept; document and bytes are new")

    def reading(self, message: str, parser: etree.XMLParser | None) -> Callable[[bytes], Any]:
        name, read, check = _root(message), self._shapes.of(message).read, self.check_of(message)

        def decode(data: bytes) -> Any:
            root = root_of(data, parser)
            if root.tag != name:
                raise Refusal(peer_pb2.PARSE, "", f"<{root.tag}> where <{name}> should be")
            if check is not None:
                check(root)
            return read(root)

        return decode

    def check_of(self, message: str) -> Callable[[etree._Element], None] | None:
        """The check of a document before it is read, or None."""
        return None


class JaxbXmlValidated(JaxbXml):
    library = "lxml-xsd"
    encodes = False
    typed_errors = {
        **XmlCodec.typed_errors,
        "lxml.etree.DocumentInvalid": (
            'etree.XMLSchema.assertValid: "Raises `DocumentInvalid` if the document does not comply with the schema."'
        ),
    }
    settings = (
        *XmlCodec.settings,
        option("XMLSchema.assertValid", "the XSD of the message", "The codec is about what validation refuses."),
    )
    kept = "the schema is kept"
    kept_reusing = "the schema and the parser are kept"

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._schemas: dict[str, etree.XMLSchema] = {}

    def encoder(self, message: str, options: Options) -> Bound:
        raise Unsupported("xml-jaxb/lxml writes; a schema is for reading")

    def check_of(self, message: str) -> Callable[[etree._Element], None]:
        schema = self._schemas.get(message)
        if schema is None:
            path = self.tree.folder / "xsd" / f"{message}.xsd"
            schema = self._schemas[message] = etree.XMLSchema(etree.fromstring(path.read_bytes()))
        return lambda root: self.parsing(schema.assertValid, root)


def _root(message: str) -> str:
    return message.rpartition(".")[2]


class _Field(NamedTuple):
    name: str
    write: Callable[[etree._Element, str, Any], None]  # writes a value under a parent, with a tag
    # takes an element and the field's value so far, and returns the field's new value
    read: Callable[[etree._Element, Any], Any]


class _Shape:
    """How one class is laid out in a document: an element for each field, in order of declaration."""

    def __init__(self, make: type) -> None:
        self._make = make
        self.fields: dict[str, _Field] = {}

    def write(self, element: etree._Element, value: Any) -> None:
        for tag, (name, write, _) in self.fields.items():
            content = getattr(value, name)
            if content is not None:
                write(element, tag, content)

    def read(self, element: etree._Element) -> Any:
        value = self._make()
        for child in element:
            field = self.fields.get(child.tag)
            if field is not None:
                setattr(value, field.name, field.read(child, getattr(value, field.name)))
        return value


class _Shapes:
    """The shapes of one tree, made as they are used."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._shapes: dict[str, _Shape] = {}

    def of(self, message: str) -> _Shape:
        shape = self._shapes.get(message)
        if shape is None:
            entry = self._tree.plain_class(message)
            shape = self._shapes[message] = _Shape(self._tree.python_class(entry))
            for field in entry.fields:
                shape.fields[field.xml_name] = _Field(field.names["python"], *self._field(field))
        return shape

    def _field(self, field: PlainField) -> tuple[Callable, Callable]:
        write, read = self._value(field.type)
        if field.container == PlainField.MAP:
            return _map(self._value(field.key), (write, read))
        if field.container == PlainField.SINGLE:
            return _single(write, read)
        return _repeated(write, read, is_set=field.container == PlainField.SET)

    def _value(self, type_: PlainType) -> tuple[Write, Read]:
        if type_.kind == _T.MESSAGE:
            shape = self.of(type_.name)
            return shape.write, shape.read
        if type_.kind == _T.ENUM:
            return self._enum(type_.name)
        kind = type_.wrapped if type_.kind == _T.WRAPPER else type_.kind
        return _leaf(WRITE[kind], READ[kind])

    def _enum(self, name: str) -> tuple[Write, Read]:
        entry = self._tree.plain_enums[name]
        members = self._tree.python_class(entry)
        names = {value.number: value.name for value in entry.values if not value.alias}
        values = {value.name: members(value.number) for value in entry.values if not value.alias}

        def read(text: str) -> Any:
            if text not in values:
                raise XmlTextError(f"{name} has no value {text[:80]!r}")
            return values[text]

        return _leaf(names.__getitem__, read)


def _leaf(to_text: Callable[[Any], str], of_text: Callable[[str], Any]) -> tuple[Write, Read]:
    def write(element: etree._Element, value: Any) -> None:
        element.text = to_text(value)

    def read(element: etree._Element) -> Any:
        if len(element):
            raise XmlTextError(f"elements in <{element.tag}>, where text should be")
        return of_text(element.text or "")

    return write, read


def _single(write: Write, read: Read) -> tuple[Callable, Callable]:
    """A field with one value: the last of several elements counts."""
    return (
        lambda parent, tag, value: write(etree.SubElement(parent, tag), value),
        lambda element, held: read(element),
    )


def _repeated(write: Write, read: Read, is_set: bool) -> tuple[Callable, Callable]:
    """A field with many values: an element for each of them, and none around them."""

    def write_all(parent: etree._Element, tag: str, values: Any) -> None:
        for value in sorted(values) if is_set else values:
            write(etree.SubElement(parent, tag), value)

    def read_one(element: etree._Element, held: Any) -> Any:
        if is_set:
            held.add(read(element))
        else:
            held.append(read(element))
        return held

    return write_all, read_one


def _map(key: tuple[Write, Read], item: tuple[Write, Read]) -> tuple[Callable, Callable]:
    (write_key, read_key), (write, read) = key, item

    def write_all(parent: etree._Element, tag: str, values: dict) -> None:
        element = etree.SubElement(parent, tag)
        for name, value in values.items():
            entry = etree.SubElement(element, "entry")
            write_key(etree.SubElement(entry, "key"), name)
            write(etree.SubElement(entry, "value"), value)

    def read_all(element: etree._Element, held: Any) -> Any:
        values = {}
        for entry in element.iterchildren("entry"):
            name, value = entry.find("key"), entry.find("value")
            if name is None or value is None:
                raise XmlTextError(f"an entry of <{element.tag}> without its key or its value")
            values[read_key(name)] = read(value)
        return values

    return write_all, read_all
