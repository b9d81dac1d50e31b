"""Which classes there are, and what they are called: plain, and by protoc."""

import pytest
from wirebed_protocol.plain_pb2 import PlainName

from wirebed.errors import UserError


def test_a_nested_class_with_the_name_of_an_outer_one(tree):
    plain = tree("package p; message A { message B { message A {} } } ")
    assert [entry.java_class for entry in plain.schema.classes] == ["p.plain.A", "p.plain.A$B", "p.plain.A$B$A_"]
    assert [entry.names["python"].name for entry in plain.schema.classes] == ["A", "A_B", "A_B_A"]


def test_flattened_names_that_collide(tree):
    plain = tree("package p; message A { message B {} } message A_B {}")
    for language, package in (("cpp", "::plain::p"), ("python", "plain.p")):
        found = [(entry.names[language].package, entry.names[language].name) for entry in plain.schema.classes]
        assert found == [(package, "A"), (package, "A_B_"), (package, "A_B")]


def test_without_a_package(tree):
    entry = tree({"json/object.proto": "message Object { Object o = 1; }"}).classes["Object"]
    assert (entry.java_class, entry.java_message) == ("plain.Object", "ObjectOuterClass$Object")
    assert entry.names["python"] == PlainName(package="plain", name="Object")
    assert entry.names["cpp"] == PlainName(package="::plain", name="Object", message="::Object")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a_b2c.proto", "message M {}", "AB2C$M"),
        ("x/stock.proto", "message M { message Stock {} }", "StockOuterClass$M"),
        ("x.proto", "enum X { A = 0; } message M {}", "XOuterClass$M"),
        ("x.proto", "service X {} message M {}", "XOuterClass$M"),
        ("x.proto", 'option java_outer_classname = "Y"; message M {}', "Y$M"),
        ("x.proto", 'package p; option java_package = "q.r"; message M { message N {} }', "q.r.X$M"),
        ("x.proto", "package p; option java_multiple_files = true; message M {}", "p.M"),
        ("x.proto", 'edition = "2023"; message M {}', "X$M"),
        ("x.proto", 'edition = "2024"; package p; message M {}', "p.M"),
    ],
)
def test_the_names_of_protocs_java_classes(tree, name, text, expected):
    assert tree({name: text}).classes["p.M" if "package p;" in text else "M"].java_message == expected


def test_used_imported_messages_have_classes(tree):
    files = {
        "used.proto": "package u; message Used { message Deep {} } message Unused {} enum E { Z = 0; }",
        "own.proto": 'package o; import "used.proto"; message M { u.Used.Deep deep = 1; map<int32, u.E> e = 2; }',
    }
    plain = tree(files, own=["own.proto"])
    assert set(plain.classes) == {"o.M", "u.Used", "u.Used.Deep"}
    assert set(plain.enums) == {"u.E"}


def test_messages_held_as_standard_types_have_no_class(tree):
    plain = tree(
        """import "wirebed/options.proto"; import "google/protobuf/timestamp.proto";
        import "google/protobuf/wrappers.proto";
        message M { google.protobuf.Timestamp date = 1 [(wirebed.plain).type = DATE];
                    google.protobuf.StringValue text = 2; }"""
    )
    assert set(plain.classes) == {"M"}


def test_map_entries_are_no_classes_and_recursion_ends(tree):
    plain = tree("message A { map<string, B> b = 1; } message B { repeated A a = 1; }")
    assert set(plain.classes) == {"A", "B"}


def test_hinted_classes_and_packages(tree):
    plain = tree(
        """package p; import "wirebed/options.proto"; option (wirebed.plain_package) = "com.acme";
        message A { message N {} enum E { Z = 0; } }
        message B { option (wirebed.plain_class) = { name: "Bee" package: "org.bees" final: true }; message N {} }
        enum C { option (wirebed.plain_enum) = { name: "Sea" }; Y = 0; }"""
    )
    names = {name: entry.java_class for name, entry in {**plain.classes, **plain.enums}.items()}
    assert names == {
        "p.A": "com.acme.A",
        "p.A.N": "com.acme.A$N",
        "p.A.E": "com.acme.A$E",
        "p.B": "org.bees.Bee",
        "p.B.N": "org.bees.Bee$N",
        "p.C": "com.acme.Sea",
    }
    assert plain.classes["p.B"].final and not plain.classes["p.A"].final


def test_two_classes_of_one_name_are_an_error_with_its_place(tree):
    with pytest.raises(UserError) as raised:
        tree(
            """package p; import "wirebed/options.proto";
            message A {}
            message B {
              option (wirebed.plain_class).name = "A";
            }"""
        )
    assert str(raised.value).startswith("a.proto:4:13: p.B and p.A would both be the Java class p.plain.A")


def test_a_plain_class_may_not_be_the_class_of_protoc(tree):
    with pytest.raises(UserError, match="which is what protoc calls the class of p.A"):
        tree(
            """package p; import "wirebed/options.proto"; option java_multiple_files = true;
            option (wirebed.plain_package) = "p"; message A {}"""
        )
