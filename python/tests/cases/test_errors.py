"""What is wrong with a case is said with file, line and column."""

import pytest

from wirebed import cases
from wirebed.errors import UserError

HEAD = "# proto-message: interop.Testobject\n# about: x\n"
YAML = "message: interop.Testobject\nabout: x\n"


def error(bed, schema, name, text):
    bed.write(name, text)
    with pytest.raises(UserError) as caught:
        for case in cases.load(bed, schema):
            _ = case.view
    return (caught.value.line, caught.value.column), caught.value.message


def bad_ones(bed):
    """Two files with a bad head, one elsewhere, one with a bad value; and a good one."""
    bed.write("Testobject/no_about.txtpb", "# proto-message: interop.Testobject\n")
    bed.write("Testobject/no_message.yaml", "about: x\n")
    bed.write("Testobject/deep/lost.txtpb", HEAD)
    bed.write("Testobject/no_value.txtpb", HEAD + "zz: 1\n")
    bed.write("Testobject/good.txtpb", HEAD + "b: 1\n")


def test_all_bad_cases_are_reported_at_once(bed, schema):
    bad_ones(bed)
    with pytest.raises(UserError, match="^3 files are no cases:") as caught:
        cases.load(bed, schema)
    assert all(name in str(caught.value) for name in ("no_about.txtpb:1:1", "no_message.yaml", "deep/lost.txtpb"))
    bed.write("Testobject/no_value_either.txtpb", HEAD + "b: x\n")
    known = cases.load(bed, schema, lambda name: "no_value" in name)
    with pytest.raises(UserError, match=r"^2 cases have no value:\n.*no_value\.txtpb:3:1.*\n.*no_value_either"):
        cases.check(known)


def test_a_bad_case_is_an_error_only_when_it_is_chosen(bed, schema):
    bad_ones(bed)
    assert [case.name for case in cases.load(bed, schema, lambda name: "good" in name)] == [
        "Testobject/good",
        "Testobject/no_value",
    ]
    with pytest.raises(UserError, match="no_about.txtpb:1:1: "):
        cases.load(bed, schema, lambda name: name == "Testobject/no_about")


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (HEAD + 'a: "x"\nzz: 1\n', (4, 1), "zz"),
        (HEAD + "b: 1\nc: x\n", (4, 4), "x"),
        (HEAD + "b: 2147483648\n", (3, 4), "2147483648"),
        (HEAD + 'a: "x\n', (3, 4), ""),
        ("# about: x\n", (1, 1), "proto-message"),
        ("# proto-message: interop.Testobject\n", (1, 1), "about"),
        ("# proto-message: interop.Testobjekt\n# about: x\n", (1, 1), "interop.Testobject"),
        ("# proto-mesage: interop.Testobject\n# about: x\n", (1, 3), "proto-message"),
        (HEAD + "# option: hessian2\n", (3, 1), "option"),
        (HEAD + "# about: again\n", (3, 1), "second"),
        ("# proto-file: a.proto\n" + HEAD, (1, 1), "interop/seeds/testobject.proto"),
    ],
)
def test_text(bed, schema, text, place, words):
    found, message = error(bed, schema, "Testobject/bad.txtpb", text)
    assert found == place
    assert words in message


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (YAML + "text: |\n  b: 1\n  zz: 1\n", (5, 3), "zz"),
        (YAML + 'text: "zz: 1"\n', (3, 8), "zz"),
        (YAML + "txt: a\n", (3, 1), "unknown key txt"),
        (YAML + "about: y\ntext: a\n", (3, 1), "twice"),
        (YAML + "text: [\n", (4, 1), ""),
        (YAML, (1, 1), "value"),
        (YAML + 'hex: {protobuf: "0"}\nreject: true\n', (3, 17), "hex"),
        (YAML + 'hex: {protobuf: "00"}\n', (1, 1), "reject"),
        (YAML + "raw: {json: [{repeat: x}]}\nreject: true\n", (3, 14), "`times`"),
        (YAML + "raw: {json: [{repeat: x, times: 20000000}]}\nreject: true\n", (3, 14), "16,000,000"),
        (YAML + "raw: {json: x}\nreject: true\ngenerate: {at: a, repeat: x}\n", (1, 1), "`view`"),
        (YAML + "generate:\n  - {at: zz, repeat: x}\n", (4, 5), "no field zz"),
        (YAML + "generate: {at: a, repaet: x}\n", (3, 11), "repeat"),
        (YAML + "generate: {at: a, repeat: x, times: x}\n", (3, 11), ""),
        (YAML + "generate: {at: a, repeat: x, tims: 3}\n", (3, 11), "tims"),
        (YAML + "generate: {at: a, nest: 20001}\n", (3, 11), "at most 20000 can be made"),
        (YAML + "generate: {persons: {count: 1, seed: 1, fan_out: 1, depth: 0}}\n", (3, 11), "interop.People"),
        (YAML + 'text: ""\nsame: {at: a, is: b}\n', (4, 7), "b"),
        (YAML + "text: ''\nbits: {at: b, hex: 00}\n", (4, 20), "quotes"),
        ("message: interop.Nothing\nabout: x\ntext: ''\n", (1, 10), "interop.Nothing"),
    ],
)
def test_yaml(bed, schema, text, place, words):
    found, message = error(bed, schema, "Testobject/bad.yaml", text)
    assert found == place
    assert words in message


def test_the_file_is_named(bed, schema):
    bed.write("Testobject/bad.txtpb", HEAD + "zz: 1\n")
    case = cases.load(bed, schema)[0]
    with pytest.raises(UserError, match=r"Testobject/bad\.txtpb:3:1: "):
        _ = case.view


def test_wrong_folder(bed, schema):
    assert "belongs in the folder Testobject" in error(bed, schema, "Stock/bad.txtpb", HEAD)[1]


def test_wrong_ending(bed, schema):
    assert "ends in .txtpb or .yaml" in error(bed, schema, "Testobject/bad.yml", HEAD)[1]


def test_two_cases_with_one_name_are_an_error(bed, schema):
    bed.write("Testobject/x.txtpb", HEAD)
    assert "second case" in error(bed, schema, "Testobject/x.yaml", YAML + "text: ''\n")[1]


def test_not_utf8(bed, schema):
    path = bed.write("Testobject/x.txtpb", "")
    path.write_bytes(HEAD.encode() + b'a: "\xff"\n')
    with pytest.raises(UserError, match="byte 51 is not UTF-8") as caught:
        cases.load(bed, schema)
    assert caught.value.line == 3
