"""The files of fixtures/java_types."""

import re
from types import SimpleNamespace

import pytest

from wirebed.bed import ROOT, Bed
from wirebed.bed.codec_id import codec_id
from wirebed.bed.schema import Schema
from wirebed.cases.java_types.case import load, seen
from wirebed.cases.java_types.notation import parse
from wirebed.errors import UserError
from wirebed.peers.codecs import CodecRef
from wirebed.suites.interop.plan import InteropPlan
from wirebed.view.parse import parse as parse_view


def bed_of(folder, text, name="Pair"):
    (folder / "java_types").mkdir(exist_ok=True)
    (folder / "java_types" / f"{name}.yaml").write_text(text)
    return SimpleNamespace(fixtures=folder)


PAIR = """\
class: javatypes.Pair
about: Two numbers.
fields:
  a: int
  b: long
values:
  two: |
    a: 1
    b: 2L
"""


def codec(peer):
    key = "hessian2/fake"
    return CodecRef(peer, "hessian2", "fake", "1", True, True, "plain", False, True, codec_id(peer, key), key)


def test_each_reader_reads_a_value_once_with_its_class_or_without(tmp_path):
    with_class, without = [codec("java"), codec("java~fake-2")], [codec("dubbo"), codec("dubbo~fake-2")]
    cases = load(bed_of(tmp_path, PAIR))
    (tmp_path / "schema.binpb").write_bytes(b"")
    plan = InteropPlan([*with_class, *without], Schema.load(tmp_path), (), (), None, cases, with_class)
    routes = [route for work in plan.works for route in work.routes]
    readers = {
        writer.id: [r.id for route in routes if route.writer is writer for r in route.readers] for writer in with_class
    }
    assert readers == {writer.id: [reader.id for reader in (*with_class, *without)] for writer in with_class}


def test_a_value(tmp_path):
    (case,) = load(bed_of(tmp_path, PAIR))
    assert (case.name, case.message) == ("javatypes.Pair/two", "javatypes.Pair")
    assert case.bare == parse("javatypes.Pair (a: 1, b: 2L)")
    assert seen(case.bare, case.schema) == case.view


def test_what_a_reader_saw_beside_the_fields_is_shown(tmp_path):
    (case,) = load(bed_of(tmp_path, PAIR))
    node = parse_view(seen(parse("javatypes.Pair (c: 5, b: 2L)"), case.schema))
    assert [(number, child.value) for number, child in zip(node.keys, node.children, strict=True)] == [
        (2, "2L"),
        (3, "c: 5"),
    ]


@pytest.mark.parametrize(
    "text, name, says",
    [
        (PAIR.replace("2L", "2 3"), "Pair", "b: "),
        (PAIR.replace("    b: 2L\n", "    a: 2L\n"), "Pair", "a second one"),
        (PAIR + "  other: |\n    b: 1\n    a: 2\n", "Pair", "in this order"),
        (PAIR, "Other", "simple name"),
        (PAIR.replace("about: Two numbers.\n", ""), "Pair", "the key about"),
        (PAIR.replace("  b: long\n", "  b: long\n  c: int\n"), "Pair", "the fields a, b, c"),
        (PAIR.replace("fields:", "access: private\nfields:"), "Pair", "`private` is none of public, getters"),
    ],
)
def test_an_invalid_file_is_named(tmp_path, text, name, says):
    with pytest.raises(UserError, match=says):
        load(bed_of(tmp_path, text, name))


def test_a_bed_without_the_folder_has_none(tmp_path):
    assert load(SimpleNamespace(fixtures=tmp_path)) == []


SOURCES = ROOT / "java" / "classes" / "types" / "javatypes"
SCHEMAS = {case.schema.class_name.rpartition(".")[2]: case.schema for case in load(Bed.open())}
PACKAGE = re.compile(r"\b(?:\w+\.)+(?=[A-Z])")


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_the_fields_of_a_file_are_those_of_the_source(name):
    source = (SOURCES / f"{name}.java").read_text()
    parent = re.search(r" extends (\w+)", source)
    inherited = (SOURCES / f"{parent[1]}.java").read_text() if parent is not None else ""
    for field, declared in zip(SCHEMAS[name].names, SCHEMAS[name].java_fields.values(), strict=True):
        above, _, plain = field.rpartition(".")
        type_ = PACKAGE.sub("", declared.type)
        access = "private" if declared.access == "getters" else "public"
        of_class = rf"^  {access} {re.escape(type_)} {plain};|[(, ]{re.escape(type_)} {plain}[,)]"
        assert bool(above) == (declared.hiding == "hidden")
        assert re.search(of_class, source if not above else inherited, re.M) or (
            not above and re.search(of_class, inherited, re.M)
        ), field


def test_each_class_here_has_a_file_of_its_own():
    sources = {path.stem for path in SOURCES.glob("*.java")}
    held = {"Parent", "Shape", "Circle", "Color", "Hidden"}
    assert {path.stem for path in (ROOT / "fixtures" / "java_types").glob("*.yaml")} == sources - held
