"""The XML schema of a message: its elements in order, what is required, and nothing that is not below it."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree
from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum, PlainEnumValue, PlainField, PlainSchema, PlainType

from wirebed_build.languages.peer_yaml import PlainTemplate
from wirebed_build.plain.language_names import Spelling
from wirebed_build.plain.render import render_one
from wirebed_build.trees.tree import FORMATS

_T = PlainType
INT, TEXT = PlainType(kind=_T.INT32), PlainType(kind=_T.STRING)
COLOR, PART = PlainType(kind=_T.ENUM, name="a.Color"), PlainType(kind=_T.MESSAGE, name="a.Part")
SCHEMA = PlainSchema(
    classes=[
        PlainClass(
            message="a.Whole",
            fields=[
                PlainField(xml_name="number", type=INT),
                PlainField(xml_name="note", type=TEXT, nullable=True),
                PlainField(xml_name="color", type=COLOR),
                PlainField(xml_name="parts", type=PART, container=PlainField.LIST),
                PlainField(xml_name="byName", type=PART, key=TEXT, container=PlainField.MAP),
                PlainField(xml_name="main", type=PART),
            ],
        ),
        PlainClass(
            message="a.Part", fields=[PlainField(xml_name="whole", type=PlainType(kind=_T.MESSAGE, name="a.Whole"))]
        ),
        PlainClass(message="a.Other", fields=[PlainField(xml_name="big", type=PlainType(kind=_T.UINT64))]),
    ],
    enums=[PlainEnum(name="a.Color", values=[PlainEnumValue(name="RED"), PlainEnumValue(name="ROT", alias=True)])],
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("xsd")
    of_each = PlainTemplate(FORMATS / "xml-jaxb.xsd.j2", "message", "{{ cls.message }}.xsd")
    for name, content in render_one(SCHEMA, of_each, "", Spelling({})).items():
        (folder / name).write_text(content)
    return folder


def valid(folder: Path, message: str, document: str) -> bool:
    schema = etree.XMLSchema(etree.parse(folder / f"{message}.xsd"))
    return schema.validate(etree.fromstring(document))


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<number>1</number><color>RED</color>", True),
        ("<number>1</number><note/><color>RED</color><parts/><parts/>", True),
        ("<number>1</number><color>RED</color><main><whole><number>2</number><color>RED</color></whole></main>", True),
        ("<number>1</number><color>RED</color><byName><entry><key>a</key><value/></entry></byName>", True),
        ("<number>1</number><color>RED</color><byName><entry><key>a</key></entry></byName>", False),
        ("<color>RED</color>", False),
        ("<number>1</number><color>ROT</color>", False),
        ("<number>2147483648</number><color>RED</color>", False),
        ("<color>RED</color><number>1</number>", False),
        ("<number>1</number><color>RED</color><new/>", False),
    ],
)
def test_valid_and_invalid_documents(folder: Path, inside: str, expected: bool) -> None:
    assert valid(folder, "a.Whole", f"<Whole>{inside}</Whole>") is expected


def test_only_its_own_root(folder: Path) -> None:
    assert not valid(folder, "a.Whole", "<Part/>")
    assert valid(folder, "a.Part", "<Part/>")
    assert "Color" not in (folder / "a.Other.xsd").read_text()


def test_uint64_is_the_long_of_the_same_bits(folder: Path) -> None:
    assert valid(folder, "a.Other", "<Other><big>-1</big></Other>")
    assert not valid(folder, "a.Other", "<Other><big>18446744073709551615</big></Other>")
