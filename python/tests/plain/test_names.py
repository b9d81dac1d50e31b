"""Identifiers: one rule for each language, and names that meet."""

import pytest

from wirebed_build.languages.discovery import discover
from wirebed_build.plain import wire_names
from wirebed_build.plain.language_names import of_peers

SPELLINGS = of_peers(discover())


@pytest.mark.parametrize(
    ("name", "java", "python", "cpp"),
    [
        ("plainName", "plainName", "plainName", "plainName"),
        ("class", "class_", "class_", "class_"),
        ("int", "int_", "int_", "int_"),
        ("def", "def", "def_", "def"),
        ("delete", "delete", "delete", "delete_"),
        ("None", "None", "None_", "None"),
        ("list", "list", "list_", "list"),
        ("java", "java_", "java", "java"),
        ("Class", "Class_", "Class", "Class"),
        ("errno", "errno", "errno", "errno_"),
        ("_", "__", "_", "_"),
        ("1st", "_1st", "_1st", "_1st"),
        ("a-b.c", "a_b_c", "a_b_c", "a_b_c"),
        ("__x", "__x", "__x___", "__x"),
        ("__init__", "__init__", "__init___", "__init__"),
    ],
)
def test_a_field_is_escaped_by_each_language_alone(name, java, python, cpp):
    spelled = [SPELLINGS[language].spell("field", name) for language in ("python", "cpp")]
    assert [wire_names.java_field(name), *spelled] == [java, python, cpp]


@pytest.mark.parametrize("name", ["mro", "name", "value", "real", "_x_", "__x", "__x__", "None", "X"])
def test_python_takes_every_enum_value(name):
    import enum

    text = f"class E(enum.IntEnum):\n    {SPELLINGS['python'].spell('value', name)} = 7\n"
    scope = {"enum": enum}
    exec(text, scope)
    assert [member.value for member in scope["E"]] == [7]


def test_packages_are_escaped_part_by_part():
    assert wire_names.java_package("int.default.x") == "int_.default_.x"


def test_packages_are_escaped_by_each_language(tree):
    (entry,) = tree("package a.class.namespace; message M {}").classes.values()
    assert entry.names["python"].package == "plain.a.class_.namespace"
    assert (entry.names["cpp"].package, entry.names["cpp"].message) == (
        "::plain::a::class_::namespace_",
        "::a::class_::namespace_::M",
    )


@pytest.mark.parametrize(
    ("name", "xml"),
    [("plain", "plain"), ("with space-and-dash", "with_space-and-dash"), ("1st", "_1st"), ("@é", "__"), ("", "_")],
)
def test_xml_spells_a_field(name, xml):
    assert wire_names.xml(name) == xml


def test_the_later_of_two_colliding_names_changes():
    scope = wire_names.Scope()
    assert [scope.take(name) for name in ("a", "a", "a_", "b")] == ["a", "a_", "a__", "b"]


def test_colliding_fields_in_each_language(tree):
    plain = tree("message M { int32 class = 1; int32 x = 2 [json_name = 'class_']; int32 _class = 3; }")
    assert [field.json_name for field in plain.classes["M"].fields] == ["class", "class_", "Class"]
    assert [field.java_name for field in plain.classes["M"].fields] == ["class_", "class__", "Class___"]
    assert [field.names["python"] for field in plain.classes["M"].fields] == ["class_", "x", "_class"]


def test_colliding_elements_in_xml(tree):
    plain = tree("message M { int32 x = 1 [json_name = 'a b']; int32 y = 2 [json_name = 'a_b']; }")
    assert [field.xml_name for field in plain.classes["M"].fields] == ["a_b", "a_b_"]


def test_colliding_getters_have_the_field_numbers(tree):
    plain = tree("message M { int32 url = 1; int32 Url = 2 [json_name='Url']; }")
    assert [field.java_name for field in plain.classes["M"].fields] == ["url", "Url_"]


def test_a_cpp_member_does_not_have_the_name_of_its_struct(tree):
    plain = tree("message value { int32 value = 1; }")
    assert plain.classes["value"].fields[0].names["cpp"] == "value_"
