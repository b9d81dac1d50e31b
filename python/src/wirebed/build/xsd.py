"""An XML schema for each message of a tree: what the mapping table says of the format xml-jaxb.

<tree>/xsd/<full name>.xsd stands by itself: it declares the document's element, and a type for every message and enum
that can be below it. Readers that validate, in whatever language, use the same file.
"""

import xml.etree.ElementTree as ET
from pathlib import Path

from wirebed.build.fingerprint import write_if_changed

_XS = "http://www.w3.org/2001/XMLSchema"
_UNBOUNDED = {"minOccurs": "0", "maxOccurs": "unbounded"}


def make_schemas(schema, folder: Path) -> None:
    """Writes a schema for each plain class of a PlainSchema, and removes those of messages that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    ET.register_namespace("xs", _XS)
    types = _Types(schema)
    for plain in schema.classes:
        write_if_changed(folder / f"{plain.message}.xsd", types.document(plain))
    for path in set(folder.iterdir()) - {folder / f"{plain.message}.xsd" for plain in schema.classes}:
        path.unlink()


def _xs(parent: ET.Element, tag: str, **attributes: str) -> ET.Element:
    return ET.SubElement(parent, f"{{{_XS}}}{tag}", attributes)


class _Types:
    def __init__(self, schema) -> None:
        from wirebed_protocol.plain_pb2 import PlainField, PlainType

        self._kinds, self._containers = PlainType, PlainField
        self._classes = {plain.message: plain for plain in schema.classes}
        self._enums = {plain.name: plain for plain in schema.enums}
        kinds = PlainType
        self._simple = {
            kinds.INT32: "xs:int",
            kinds.UINT32: "xs:unsignedInt",
            kinds.INT64: "xs:long",
            # The long of the same bits, which is what Java's class holds.
            kinds.UINT64: "xs:long",
            kinds.BOOL: "xs:boolean",
            kinds.FLOAT: "xs:float",
            kinds.DOUBLE: "xs:double",
            kinds.STRING: "xs:string",
            kinds.BYTES: "xs:base64Binary",
            kinds.DATE: "xs:dateTime",
            kinds.DECIMAL: "xs:decimal",
        }
        # A single value of these is null when it is absent, whatever its presence.
        self._objects = {kinds.MESSAGE, kinds.DATE, kinds.DECIMAL, kinds.WRAPPER}

    def document(self, plain) -> bytes:
        root = ET.Element(f"{{{_XS}}}schema")
        _xs(root, "element", name=plain.message.rpartition(".")[2], type=plain.message)
        for name in self._reachable(plain.message):
            if name in self._classes:
                self._complex(root, self._classes[name])
            else:
                self._enum(root, self._enums[name])
        ET.indent(root)
        return ET.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"

    def _reachable(self, message: str) -> list[str]:
        """The message, and every message and enum below it, in order of discovery."""
        found = {message: None}
        waiting = [message]
        while waiting:
            for field in self._classes[waiting.pop()].fields:
                name = field.type.name
                if field.type.kind in (self._kinds.MESSAGE, self._kinds.ENUM) and name not in found:
                    found[name] = None
                    if name in self._classes:
                        waiting.append(name)
        return list(found)

    def _complex(self, root: ET.Element, plain) -> None:
        sequence = _xs(_xs(root, "complexType", name=plain.message), "sequence")
        for field in plain.fields:
            name = field.xml_name
            if field.container == self._containers.MAP:
                outer = _xs(sequence, "element", name=name, minOccurs="0")
                entry = _xs(_xs(_xs(outer, "complexType"), "sequence"), "element", name="entry", **_UNBOUNDED)
                pair = _xs(_xs(entry, "complexType"), "sequence")
                _xs(pair, "element", name="key", type=self._type(field.key))
                _xs(pair, "element", name="value", type=self._type(field.type))
            elif field.container != self._containers.SINGLE:
                _xs(sequence, "element", name=name, type=self._type(field.type), **_UNBOUNDED)
            elif field.nullable or field.type.kind in self._objects:
                _xs(sequence, "element", name=name, type=self._type(field.type), minOccurs="0")
            else:
                _xs(sequence, "element", name=name, type=self._type(field.type))

    def _type(self, type_) -> str:
        if type_.kind in (self._kinds.MESSAGE, self._kinds.ENUM):
            return type_.name
        return self._simple[type_.wrapped if type_.kind == self._kinds.WRAPPER else type_.kind]

    @staticmethod
    def _enum(root: ET.Element, plain) -> None:
        names = _xs(_xs(root, "simpleType", name=plain.name), "restriction", base="xs:string")
        for value in plain.values:
            if not value.alias:
                _xs(names, "enumeration", value=value.name)
