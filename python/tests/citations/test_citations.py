"""Every authority has a form, and every name of a library that one cites exists where the build takes it from.

Nothing is fetched, so of an address only the form is known to be right. A language is skipped, with the reason, where
this machine lacks its tools or its build.
"""

import cited
import cpp_names
import forms
import java_names
import own_files
import pytest
import python_names
import typed_errors
from forms import Citation

# The forms that name what a language's libraries have, and authorities of these forms that are wrong.
LOOKED_UP = {
    "Java": ("java", "jar"),
    "Python": ("python", "distribution", "reference", "readme"),
    "C++": ("cpp", "documentation"),
    "files": ("own", "proto"),
}
WRONG = {
    "Java": [
        "com.google.gson.stream.JsonReader.nextNumber",
        "com.google.gson.stream.JsonReder",
        "java.io.ObjectInputStream.readObjekt",
        "java.math.BigDecimal(Date)",
        "jackson-databind, JsonFactory",
        "jackson-core 1.9.0, JsonFactory",
        "jackson-core, JsonFactory and JsonFactry",
        "com.google.gson.Gson.fromJson (by JsonReader.nextNumber)",
        "XStream 1.4.21, com.google.gson.Gson",
    ],
    "Python": [
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
    "C++": [
        "libprotobuf 3.21, JsonEscaping::Escap",
        "libprotobuf 3.21, Escaping::Escape",
        "libprotobuf 3.20, JsonEscaping::Escape",
        "libprotobuf 3.21, util/internal/protostream_objectsink.cc",
        "nlohmann/json, Exceptions, json.exception.type_error.999",
        'pugixml manual, "Document object model" (xml_node::put_value)',
    ],
    "files": [
        "proto/README.md",
        "proto/README.md, the table of nothing",
        "proto/unwritten.md, the mapping table",
        "google/protobuf/no.proto",
        "google/protobuf/struct.proto, Value.complex_value",
        'google/protobuf/struct.proto, Value ("what it never says")',
        'google/protobuf/timestamp.proto, "No heading"',
        "proto/wirebed/options.proto, FieldHint.presence",
    ],
}
_MISSING = {"Java": java_names.missing, "C++": cpp_names.missing}


@pytest.fixture(scope="module")
def citations() -> list[Citation]:
    return list(filter(None, map(forms.citation, cited.of_folders(*cited.FOLDERS))))


@pytest.fixture
def look_up():
    """look_up("Java", citations, typed errors) -> a line for each wrong name."""

    def wrong(language: str, citations: list[Citation], errors: list | None = None) -> list[str]:
        if missing := _MISSING.get(language, str)():
            pytest.skip(f"NO NAME OF {language} WAS LOOKED UP: {missing}")
        chosen = [one for one in citations if one.form in LOOKED_UP[language]]
        if language == "Java":
            return java_names.wrong([*chosen, *(errors or [])], java_names.jars())
        if language == "Python":
            return python_names.wrong(chosen) + python_names.wrong_typed_errors(errors or [])
        if language == "C++":
            of_library, in_headers = ([one for one in chosen if one.form == form] for form in LOOKED_UP[language])
            names = cpp_names.wrong(of_library) + cpp_names.wrong_in_headers(in_headers)
            return names + cpp_names.wrong_typed_errors(errors or [])
        return own_files.wrong(chosen)

    return wrong


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


@pytest.mark.parametrize(
    ("language", "errors", "least"),
    [
        ("Java", lambda: typed_errors.of_java(typed_errors.OF_JAVA), 69),
        ("Python", typed_errors.of_python, 20),
        ("C++", lambda: typed_errors.of_cpp(typed_errors.OF_CPP), 12),
        ("files", list, 0),
    ],
)
def test_what_is_cited_exists(language, errors, least, citations, look_up):
    assert len(errors()) >= least
    assert look_up(language, citations, errors()) == []


@pytest.mark.parametrize("language", WRONG)
def test_a_wrong_name_fails(language, tmp_path, look_up):
    """Each in its line: the first stands in line 2, the next in line 4."""
    path = tmp_path / "planted.yaml"
    path.write_text("".join(f"planted-{at}:\n  authority: '{one}'\n" for at, one in enumerate(WRONG[language])))
    wrong = look_up(language, list(filter(None, map(forms.citation, cited.of_folders(tmp_path)))))
    lines = sorted(int(one.partition("planted.yaml:")[2].partition(":")[0]) for one in wrong)
    assert lines == list(range(2, 2 * len(WRONG[language]) + 1, 2))


def test_a_wrong_typed_error_of_java_fails(tmp_path, look_up):
    source = tmp_path / "Errors.java"
    source.write_text('.typedError("com.google.gson.JsonError", "Gson.fromJson(String), @throws " + "JsonError")')
    assert len(look_up("Java", [], typed_errors.of_java([source]))) == 2


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
def test_a_wrong_typed_error_of_python_fails(kind, authority, look_up):
    assert len(look_up("Python", [], [typed_errors.Error(kind, authority, "here", ("orjson",))])) == 1


@pytest.mark.parametrize(
    "text",
    [
        "google::protobuf::MessageLite::ParseFromArry",
        "google/protobuf/message.h, Message::Mix: ",
        "google/protobuf/massage.h: ",
        r"google/protobuf/message.h: \"what it never says\"",
    ],
)
def test_a_wrong_typed_error_of_cpp_fails(text, tmp_path, look_up):
    source = tmp_path / "codec.cc"
    source.write_text(f'"{text}"')
    assert len(look_up("C++", [], typed_errors.of_cpp([source]))) == 1
