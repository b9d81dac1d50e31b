"""Vectors: the checked-in ones are whole, wrong lines are told with their place, a real reader is judged by them."""

from __future__ import annotations

import hashlib
import json

import pytest

from wirebed import view
from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases.vectors import bare_text, checked_in
from wirebed.cases.vectors.bare import of_value
from wirebed.cases.vectors.jsonl import read
from wirebed.commands.vectors import main
from wirebed.errors import UserError
from wirebed.view.bare import normal
from wirebed_build.trees import ensure

BED = Bed.open()


@pytest.fixture(scope="module")
def schema():
    return Schema.load(ensure(BED, []))


def by_python(path) -> int:
    return main(BED, "protobuf", str(path), peers=["python"])


@pytest.fixture
def file(tmp_path):
    def write(*lines: object):
        path = tmp_path / "v.jsonl"
        path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
        return path

    return write


def words(value: object) -> str:
    return bare_text.text(view.parse(of_value(value)))


def test_all_checked_in_vectors_are_valid():
    vectors = [v for path in checked_in(BED, "hessian2") for v in read(path, "hessian2")]
    assert len(vectors) == 148
    assert {v.name: len(v.data) for v in vectors if len(v.data) > 60_000} == {
        "replyBinary_65536": 65562,
        "replyString_65536": 65542,
    }
    for vector in vectors:
        assert vector.expect and view.parse(vector.expect)


def test_values_as_texts():
    assert words(["int", -3]) == "int -3"
    assert words(["list", "[int", "fixed", [["int", 1], ["null"]]]) == "list [int [int 1, null]"
    circular = ["object", "LinkedList", [["head", ["int", 1]], ["tail", ["ref", 0]]]]
    assert words(circular) == "object LinkedList {head: int 1, tail: the same as the whole value}"
    leaves = dict(bare_text.leaves(view.parse(of_value(circular))))
    assert leaves == {"": "object LinkedList, 2 fields", "head": "int 1", "tail": "the same as the whole value"}


def test_order_of_map_entries_does_not_count_and_identity_does():
    one, two = [["int", 1], ["ref", 1]], [["int", 2], ["list", None, "fixed", []]]
    forth = of_value(["map", None, [two, one]])
    assert normal(forth) == normal(of_value(["map", None, [[["int", 1], two[1]], [["int", 2], ["ref", 1]]]]))
    assert normal(normal(forth)) == normal(forth)
    assert normal(forth) != normal(of_value(["map", None, [[["int", 1], two[1]], two]]))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", r"v.jsonl:1:\d+: not JSON"),
        ({"name": "a", "hex": "9"}, "v.jsonl:1: a vector has either 'value' or 'reject'"),
        ({"name": "a", "hex": "9", "value": ["int", 0]}, "v.jsonl:1: non-hexadecimal|v.jsonl:1: .*odd"),
        ({"hex": "90", "value": ["int", 0]}, "v.jsonl:1: 'name' is missing"),
        ({"name": "a", "hex": "90", "value": ["itn", 0]}, "v.jsonl:1: unknown type 'itn'; known: null, bool, int"),
        ({"name": "a", "hex": "90", "value": ["int", "x"]}, "v.jsonl:1: "),
        ({"name": "a", "hex": "90", "value": ["ref", 0]}, "v.jsonl:1: ref 0, but 0 lists"),
        ({"name": "a", "hex": "90", "valeu": 1, "reject": "x"}, "v.jsonl:1: unknown key 'valeu'"),
        ({"name": "a", "hex": "90", "value": ["int", 0], "len": 2}, "v.jsonl:1: hex holds 1 bytes, len says 2"),
        ({"name": "a", "hex": "90", "value": ["int", 0], "sha256": "0"}, "v.jsonl:1: the sha256 of hex is"),
        ({"name": "a", "hex": "90...", "value": ["int", 0], "len": 2}, "v.jsonl:1: hex is cut"),
    ],
)
def test_wrong_lines_are_errors_with_their_place(file, line, told):
    with pytest.raises(UserError, match=told):
        list(read(file(line), "hessian2"))


def test_a_repeated_name_is_an_error(file):
    line = {"name": "a", "hex": "90", "value": ["int", 0]}
    with pytest.raises(UserError, match="v.jsonl:3: 'a' is also in line 1"):
        list(read(file(line, "", line), "hessian2"))


def test_a_reader_is_judged(file, capsys):
    lines = (
        {"name": "right", "message": "interop.Testobject", "hex": "0a03616263", "txtpb": 'a: "abc"'},
        {"name": "other value", "message": "interop.Testobject", "hex": "0a03616264", "txtpb": 'a: "abc"'},
        {"name": "cut", "message": "interop.Testobject", "hex": "0a0361", "reject": "truncated"},
        {"name": "not cut", "message": "interop.Testobject", "hex": "0a0161", "reject": "truncated"},
    )
    assert by_python(file(*lines)) == 1
    out = capsys.readouterr().out
    assert 'v.jsonl:2: other value: python:protobuf/upb: a: reinterpreted: "abc" read as "abd"' in out
    assert "v.jsonl:4: not cut: python:protobuf/upb: must be rejected" in out
    assert "right" not in out and ": cut:" not in out
    assert by_python(file(lines[0], lines[2])) == 0


def test_protobuf_lines_name_their_errors(file, schema):
    with pytest.raises(UserError, match="v.jsonl:1: txtpb: .*no field named"):
        path = file({"name": "a", "message": "interop.Testobject", "hex": "0a", "txtpb": "q: 1"})
        list(read(path, "protobuf", schema))
    with pytest.raises(UserError, match="unknown message"):
        path = file({"name": "a", "message": "interop.Testobjec", "hex": "0a", "reject": "x"})
        list(read(path, "protobuf", schema))


def test_the_command_names_what_is_missing():
    with pytest.raises(UserError, match="FORMAT= is missing; vectors are known for cereal, hessian2, java-serial"):
        main(BED)
    with pytest.raises(UserError, match='unknown format of vectors "hessian"; near: "hessian2"'):
        main(BED, "hessian")
    with pytest.raises(UserError, match="FILE=/nowhere is no file"):
        main(BED, "hessian2", "/nowhere")


def test_bytes_of_a_file_are_its_own():
    """The two cut vectors are completed from the text that the servlet's source spells."""
    (text,) = [v for p in checked_in(BED, "hessian2") for v in read(p, "hessian2") if v.name == "replyString_65536"]
    assert hashlib.sha256(text.data).hexdigest().startswith("10048a132382ed7a")
