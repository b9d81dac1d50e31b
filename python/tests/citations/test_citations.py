"""Every authority has a form, and every name of a library that one cites exists where the build takes it from.

Nothing is fetched, so of an address only the form is known to be right. A language is skipped, with the reason, where
this machine lacks its tools or its build.
"""

from pathlib import Path

import cited
import cpp_names
import forms
import java_names
import own_files
import pytest
import python_names
import typed_errors
from forms import Citation


@pytest.fixture(scope="module")
def citations() -> list[Citation]:
    found = [forms.citation(part) for part in cited.of_folders(*cited.FOLDERS)]
    return [one for one in found if one is not None]


@pytest.fixture(scope="module")
def jars() -> java_names.Jars:
    _skip_unless(java_names.missing(), "Java")
    return java_names.jars()


@pytest.fixture
def cpp() -> None:
    _skip_unless(cpp_names.missing(), "C++")


@pytest.fixture
def planted(tmp_path: Path):
    """What a file with these authorities cites; the first stands in line 2, the next in line 4."""

    def plant(*authorities: str) -> list[Citation]:
        path = tmp_path / "planted.yaml"
        path.write_text("".join(f"planted-{at}:\n  authority: '{one}'\n" for at, one in enumerate(authorities)))
        return [one for part in cited.of_folders(tmp_path) if (one := forms.citation(part))]

    return plant


def _skip_unless(missing: str, language: str) -> None:
    if missing:
        pytest.skip(f"NO NAME OF {language} WAS LOOKED UP: {missing}")


def _of(citations: list[Citation], *names: str) -> list[Citation]:
    return [one for one in citations if one.form in names]


def test_every_part_of_an_authority_has_a_form():
    parts = cited.of_folders(*cited.FOLDERS)
    assert len(parts) > 500
    assert [f"{part.where}: {part.text}" for part in parts if forms.citation(part) is None] == []


def test_each_form_is_used(citations):
    """So none is left that takes what nobody writes."""
    assert {one.form for one in citations} == set(forms.FORMS)


@pytest.mark.parametrize(
    "text",
    [
        "see the source",
        "the documentation",
        "Gson",
        "gson, its source",
        "RFC 8259",
        "JLS",
        "Hessian 2.0 serialization",
        "google/gson",
        "google/gson#",
        "protobuf.dev/programming-guides/proto3",
        "https://protobuf.dev/ and more",
        "com.google.gson",
        "some-library 1.0, Some.method",
        "msgspec, somewhere",
        "libprotobuf, JsonEscaping::Escape",
        "README.md",
        "",
    ],
)
def test_what_says_nothing_has_no_form(text):
    assert forms.citation(cited.Part(text, "here")) is None


def test_a_part_ends_at_a_semicolon_outside_of_quotes_and_brackets():
    assert cited.split('a ("b; c"); d (e; f); "g; h"', ";") == ['a ("b; c")', "d (e; f)", '"g; h"']


def test_names_of_java(citations, jars):
    errors = typed_errors.of_java(typed_errors.OF_JAVA)
    assert len(errors) > 40
    assert java_names.wrong([*_of(citations, "java", "jar"), *errors], jars) == []


def test_a_wrong_name_of_java_fails(planted, jars):
    names = planted(
        "com.google.gson.stream.JsonReader.nextNumber",
        "com.google.gson.stream.JsonReder",
        "java.io.ObjectInputStream.readObjekt",
        "java.math.BigDecimal(Date)",
        "jackson-databind, JsonFactory",
        "jackson-core 1.9.0, JsonFactory",
        "jackson-core, JsonFactory and JsonFactry",
        "com.google.gson.Gson.fromJson (by JsonReader.nextNumber)",
        "XStream 1.4.21, com.google.gson.Gson",
    )
    wrong = java_names.wrong(_of(names, "java", "jar"), jars)
    assert sorted(_line(one) for one in wrong) == list(range(2, 20, 2))


def test_a_wrong_typed_error_of_java_fails(tmp_path, jars):
    source = tmp_path / "Errors.java"
    source.write_text('.documents("com.google.gson.JsonError", "Gson.fromJson(String), @throws " + "JsonError")')
    assert len(java_names.wrong(typed_errors.of_java([source]), jars)) == 2


def test_names_of_python(citations):
    names = _of(citations, "python", "distribution", "reference", "readme")
    assert python_names.wrong(names) + python_names.wrong_typed_errors(typed_errors.of_python()) == []


@pytest.mark.parametrize(
    "authority",
    [
        "google.protobuf.json_format.Parze",
        "google.protobuf.jsonformat.Parse",
        "google.protobuf.json_format.Parse (max_depth=100)",
        "google.protobuf.message.Message.ParseFromString and SerializeToText",
        'google.protobuf.json_format.Parse ("what it never says")',
        "python-hessian 1.2.0, pyhessian.parser.ParserV2._read_nothing",
        "python-hessian 1.1.0, pyhessian.parser.ParserV2._read_list",
        "Python library reference, json, allow_everything",
        "orjson, README, complex",
    ],
)
def test_a_wrong_name_of_python_fails(authority, planted):
    _fails(python_names.wrong(_of(planted(authority), "python", "distribution", "reference", "readme")))


@pytest.mark.parametrize(
    ("kind", "authority"),
    [
        ("msgspec.Error", 'API, Exceptions: "Whatever"'),
        ("msgspec.DecodeError", 'API, Exceptions: "what it never says"'),
        ("TypeError", 'json.dump_it: "The default simply raises TypeError."'),
        ("google.protobuf.message.DecodeError", 'Message.ParseFromString: "what it never says"'),
        ("orjson.JSONDecodeError", 'README, Deserialisation: "It raises"'),
    ],
)
def test_a_wrong_typed_error_of_python_fails(kind, authority):
    assert len(python_names.wrong_typed_errors([typed_errors.Error(kind, authority, "here", ("orjson",))])) == 1


def test_names_of_cpp(citations, cpp):
    errors = typed_errors.of_cpp(typed_errors.OF_CPP)
    assert len(errors) >= 12
    wrong = cpp_names.wrong(_of(citations, "cpp")) + cpp_names.wrong_in_headers(_of(citations, "documentation"))
    assert wrong + cpp_names.wrong_typed_errors(errors) == []


@pytest.mark.parametrize(
    "authority",
    [
        "libprotobuf 3.21, JsonEscaping::Escap",
        "libprotobuf 3.21, Escaping::Escape",
        "libprotobuf 3.20, JsonEscaping::Escape",
        "libprotobuf 3.21, util/internal/protostream_objectsink.cc",
        "nlohmann/json, Exceptions, json.exception.type_error.999",
        'pugixml manual, "Document object model" (xml_node::put_value)',
    ],
)
def test_a_wrong_name_of_cpp_fails(authority, planted, cpp):
    names = planted(authority)
    _fails(cpp_names.wrong(_of(names, "cpp")) + cpp_names.wrong_in_headers(_of(names, "documentation")))


@pytest.mark.parametrize(
    "text",
    [
        "google::protobuf::MessageLite::ParseFromArry",
        "google/protobuf/message.h, Message::Mix: ",
        "google/protobuf/massage.h: ",
        r"google/protobuf/message.h: \"what it never says\"",
    ],
)
def test_a_wrong_typed_error_of_cpp_fails(text, tmp_path, cpp):
    source = tmp_path / "codec.cc"
    source.write_text(f'"{text}"')
    assert len(cpp_names.wrong_typed_errors(typed_errors.of_cpp([source]))) == 1


def test_own_files_and_protos(citations):
    assert own_files.wrong(_of(citations, "own", "proto")) == []


@pytest.mark.parametrize(
    "authority",
    [
        "proto/README.md",
        "proto/README.md, the table of nothing",
        "proto/unwritten.md, the mapping table",
        "google/protobuf/no.proto",
        "google/protobuf/struct.proto, Value.complex_value",
        'google/protobuf/struct.proto, Value ("what it never says")',
        'google/protobuf/timestamp.proto, "No heading"',
        "proto/wirebed/options.proto, FieldHint.presence",
    ],
)
def test_a_wrong_place_in_a_file_fails(authority, planted):
    _fails(own_files.wrong(_of(planted(authority), "own", "proto")))


def _fails(wrong: list[str]) -> None:
    assert [_line(one) for one in wrong] == [2]


def _line(wrong: str) -> int:
    return int(wrong.partition("planted.yaml:")[2].partition(":")[0])
