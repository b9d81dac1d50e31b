"""Framings: what each finds in a file, and what it says of a file that is none of its own."""

import base64
import json
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest
from google.protobuf import proto, wrappers_pb2
from long_tests import long

from wirebed.bed import BUILD, Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed_cluster.client import Workers, connected, in_order
from wirebed_replay import framing, recognise
from wirebed_replay.corpus import Corpus
from wirebed_replay.framing import confluent
from wirebed_replay.framing.record import Damage, Record
from wirebed_replay.framing.stream import CHUNK, RECORDS

TEXTS = ["", "a", "é" * 200, "z" * 70_000]
JAVA = """
import com.google.protobuf.StringValue;
import java.io.FileOutputStream;
public class Writer {
  public static void main(String[] words) throws Exception {
    try (var file = new FileOutputStream(words[0])) {
      for (String text : new String[] {"", "a", "\\u00e9".repeat(200), "z".repeat(70_000)}) {
        StringValue.of(text).writeDelimitedTo(file);
      }
    }
  }
}
"""
CPP = """
#include <fstream>
#include <google/protobuf/util/delimited_message_util.h>
#include <google/protobuf/wrappers.pb.h>
int main(int, char** words) {
  std::ofstream file(words[1], std::ios::binary);
  std::string accents;
  for (int i = 0; i < 200; ++i) accents += "\\xc3\\xa9";
  for (const std::string& text : {std::string(), std::string("a"), accents, std::string(70'000, 'z')}) {
    google::protobuf::StringValue value;
    value.set_value(text);
    google::protobuf::util::SerializeDelimitedToOstream(value, &file);
  }
}
"""


def by_java(path: Path):
    source = path.with_name("Writer.java")
    source.write_text(JAVA)
    (jar,) = (BUILD / "java" / "lib").glob("protobuf-java-[0-9]*.jar")
    subprocess.run(["java", "-cp", jar, source, path], check=True)


def by_cpp(path: Path):
    source, program = path.with_name("writer.cc"), path.with_name("writer")
    source.write_text(CPP)
    subprocess.run(["g++", "-std=c++17", source, "-o", program, "-lprotobuf"], check=True)
    subprocess.run([program, path], check=True)


def by_python(path: Path):
    with path.open("wb") as file:
        for text in TEXTS:
            proto.serialize_length_prefixed(wrappers_pb2.StringValue(value=text), file)


def corpus(path: Path, name: str, header=None) -> Corpus:
    return Corpus(str(path), framing.of(name, header))


def found(of: Corpus) -> tuple[list[Record], list[Damage]]:
    """The records and the damages, those of the index last."""
    index = of.index()
    read = [record for shard in index.shards for _, record in of.records(shard)]
    damages = [record for record in read if isinstance(record, Damage)] + [gap.damage for gap in index.gaps]
    return [record for record in read if isinstance(record, Record)], damages


def payloads(of: Corpus) -> list[bytes]:
    records, damages = found(of)
    assert not damages
    return [record.payload for record in records]


@pytest.mark.parametrize("write", [by_java, by_cpp, by_python])
def test_delimited_as_the_libraries_write_it(tmp_path, write):
    path = tmp_path / "values.bin"
    write(path)
    texts = [wrappers_pb2.StringValue.FromString(payload).value for payload in payloads(corpus(path, "delimited"))]
    assert texts == TEXTS


def frames(name: str, records: list[bytes]) -> bytes:
    order = "little" if name.endswith("le") else "big"
    return b"".join(len(record).to_bytes(4, order) + record for record in records)


@pytest.mark.parametrize("name", ["length32", "length32-le"])
def test_four_bytes_of_length(tmp_path, name):
    records = [b"", b"a", b"b" * (CHUNK + 5), b"c" * 300]
    path = tmp_path / "records"
    path.write_bytes(frames(name, records))
    assert payloads(corpus(path, name)) == records


@pytest.mark.parametrize("name", ["length32", "length32-le"])
def test_a_record_without_payload_is_left_out(tmp_path, name):
    path = tmp_path / "records"
    path.write_bytes(frames(name, [b"a"]) + b"\xff\xff\xff\xff" + frames(name, [b"b"]))
    records, (damage,) = found(corpus(path, name))
    assert [record.payload for record in records] == [b"a", b"b"]
    assert (damage.at, damage.skipped) == (5, True)


def test_a_shard_has_a_bounded_number_of_records(tmp_path):
    path = tmp_path / "records"
    path.write_bytes(b"\x01a" * (2 * RECORDS + 1))
    index = corpus(path, "delimited").index()
    assert [(shard.first, shard.records) for shard in index.shards] == [
        (0, RECORDS), (RECORDS, RECORDS), (2 * RECORDS, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name, data, at, why",
    [
        ("delimited", b"\x01a\x05abc", 2, "a record of 5 bytes is announced, and 3 bytes are left in the file"),
        ("delimited", b"\x01a\xff\xff\xff\xff\x07abc", 2, "a record of 2,147,483,647 bytes is announced"),
        ("delimited", b"\x01a\xff\xff\xff\xff\x0f", 2, "a varint below 2^31 was expected"),
        ("delimited", b"\x01a\x80", 2, "the file ends within the length of a record: 1 bytes of it are there"),
        ("length32", b"\0\0\0\1a\x7f\xff\xff\xffabc", 5, "a record of 2,147,483,647 bytes is announced"),
        ("length32", b"\0\0\0\1a\0\0", 5, "the file ends within the length of a record: 2 bytes are there"),
    ],
)
def test_what_is_before_a_damage_is_read(tmp_path, name, data, at, why):
    path = tmp_path / "records"
    path.write_bytes(data)
    records, (damage,) = found(corpus(path, name))
    assert [record.payload for record in records] == [b"a"]
    assert (damage.at, damage.size) == (at, len(data) - at)
    assert why in damage.why


def test_lines(tmp_path):
    path = tmp_path / "lines"
    path.write_bytes(b'{"a":1}\r\n\n{"b":2}\n  \n{"c":3}')
    records, damages = found(corpus(path, "lines"))
    assert [(record.at, record.payload) for record in records] == [(0, b'{"a":1}'), (10, b'{"b":2}'), (21, b'{"c":3}')]
    assert not damages


def test_a_member_of_lines(tmp_path):
    path = tmp_path / "lines"
    lines = [{"value": "x"}, {"value": 1}, {"other": "x"}, [1], {"value": "y"}]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines) + "{\n")
    records, damages = found(corpus(path, "lines:value"))
    assert [record.payload for record in records] == [b"x", b"y"]
    assert [damage.why for damage in damages] == [
        "the member value is no text",
        "the line has no member value",
        "the line has no member value",
        "the line is no JSON: Expecting property name enclosed in double quotes",
    ]


@pytest.mark.parametrize("name", ["lines-base64", "lines-base64:value"])
def test_base64(tmp_path, name):
    texts = [base64.b64encode(each).decode() for each in (b"\0\xff", b"", b"abc")] + ["?"]
    path = tmp_path / "lines"
    path.write_text("\n".join(json.dumps({"value": text}) if ":" in name else text for text in texts) + "\n")
    records, damages = found(corpus(path, name))
    # A blank line is no record, while an empty member is one.
    assert [record.payload for record in records] == ([b"\0\xff", b"", b"abc"] if ":" in name else [b"\0\xff", b"abc"])
    assert [damage.why for damage in damages] == ["the payload is no base64"]


@pytest.mark.parametrize("count", [5000, pytest.param(100_000, marks=long("finds 100,000 records, a file each"))])
def test_a_file_a_record(tmp_path, count):
    for number in range(count):
        (tmp_path / f"{number:05}.bin").write_bytes(b"%d" % number)
    (tmp_path / ".hidden").write_bytes(b"x")
    of = corpus(tmp_path, "file")
    assert payloads(of) == [b"%d" % number for number in sorted(range(count), key="{:05}".format)]
    assert len(of.index().shards) < count / 1000
    assert of.names[7] == "00007.bin"


def test_a_table_of_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = [f"record {number}".encode() for number in range(5000)] + [None]
    table = pyarrow.table({"id": [f"k{number}" for number in range(5001)], "value": rows})
    parquet.write_table(table, tmp_path / "t.parquet", row_group_size=3000)
    records, damages = found(corpus(tmp_path / "t.parquet", "parquet:value:id"))
    assert [(record.at, record.payload, record.id) for record in records] == [
        (number, rows[number], f"k{number}") for number in range(5000)
    ]
    assert [(damage.at, damage.why) for damage in damages] == [(5000, "the column has nothing here")]
    with pytest.raises(UserError, match="has no column payload; it has id, value"):
        corpus(tmp_path / "t.parquet", "parquet:payload").index()


def test_a_table_of_avro(tmp_path):
    fastavro = pytest.importorskip("fastavro")
    schema = {"type": "record", "name": "Row", "fields": [
        {"name": "id", "type": "long"}, {"name": "value", "type": "bytes"},
    ]}  # fmt: skip
    rows = [{"id": number, "value": b"%d" % number} for number in range(5000)]
    path = tmp_path / "t.avro"
    with path.open("wb") as file:
        fastavro.writer(file, schema, rows, sync_interval=2000)
    records, damages = found(corpus(path, "avro:value:id"))
    assert [(record.payload, record.id) for record in records] == [(b"%d" % n, str(n)) for n in range(5000)]
    assert not damages
    with pytest.raises(UserError, match="has no column payload; it has id, value"):
        found(corpus(path, "avro:payload"))


def test_a_table_that_is_none(tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "t").write_bytes(b"no table")
    for name, what in (("parquet", "Parquet"), ("avro", "Avro")):
        with pytest.raises(UserError, match=f"is no {what} file"):
            corpus(tmp_path / "t", f"{name}:value").index()


SCHEMAS = {(7, (0,)): "m.First", (7, (2, 1)): "m.Inner", (300, (0,)): "m.Other", (9, ()): "m.Json"}


@pytest.mark.parametrize(
    "indexed, data, message, payload",
    [
        (True, b"\0\0\0\0\x07\0abc", "m.First", b"abc"),  # [0] as one zero byte
        (True, b"\0\0\0\0\x07\x02\0abc", "m.First", b"abc"),  # the same, spelled out
        (True, b"\0\0\0\0\x07\x04\x04\x02abc", "m.Inner", b"abc"),
        (True, b"\0\0\0\x01\x2c\0", "m.Other", b""),
        (False, b'\0\0\0\0\x09{"a":1}', "m.Json", b'{"a":1}'),
    ],
)
def test_the_header_of_confluent(indexed, data, message, payload):
    read = confluent.Header(SCHEMAS, indexed).read(Record(0, data))
    assert (read.message, read.payload) == (message, payload)


@pytest.mark.parametrize(
    "data, why, skipped",
    [
        (b"\0\0\0\0\x08\0abc", "SCHEMAS= has no message for the schema id 8 and the indexes [0]", True),
        (b"\0\0\0\0\x07\x02\x02abc", "SCHEMAS= has no message for the schema id 7 and the indexes [1]", True),
        (b"\x01\0\0\0\x07\0abc", "the payload does not begin with Confluent's zero byte and schema id", False),
        (b"\0\0\0", "the payload does not begin with Confluent's zero byte and schema id", False),
        (b"\0\0\0\0\x07", "the indexes of the message in Confluent's header are damaged", False),
        (b"\0\0\0\0\x07\x03", "the indexes of the message in Confluent's header are damaged", False),
        (b"\0\0\0\0\x07\xfe\xff\xff\xff\x0f", "the indexes of the message in Confluent's header are damaged", False),
    ],
)
def test_a_header_of_confluent_that_is_unknown_or_damaged(data, why, skipped):
    read = confluent.Header(SCHEMAS, True).read(Record(3, data))
    assert read == Damage(3, len(data), why, skipped)


def test_the_file_of_schemas(tmp_path):
    schema, path = Schema.load(Bed.open().tree_dir), tmp_path / "schemas.yaml"
    path.write_text("schemas:\n- {id: 3, message: interop.Person}\n- {id: 4, indexes: [1], message: interop.Stock}\n")
    loaded = confluent.load(path, schema)
    assert (loaded[3, (0,)], loaded[4, (1,)], loaded[3, ()]) == ("interop.Person", "interop.Stock", "interop.Person")
    path.write_text("schemas:\n- {id: 3, message: interop.Persn}\n")
    with pytest.raises(UserError, match=r'unknown message "interop.Persn"; near: "interop.Person"') as problem:
        confluent.load(path, schema)
    assert (problem.value.path, problem.value.line) == (path, 2)


def test_a_framing_that_does_not_fit_is_told_with_one_that_does(tmp_path):
    path = tmp_path / "records"
    path.write_bytes(b"\xc8\x01".join([b"", *([b"x" * 200] * 20)]))
    of = corpus(path, "length32")
    with pytest.raises(UserError, match="FRAMING=length32 does not fit: .*FRAMING=delimited would fit"):
        recognise.check_index(of, of.index())


def test_an_empty_file_is_told(tmp_path):
    path = tmp_path / "records"
    path.write_bytes(b"")
    of = corpus(path, "delimited")
    with pytest.raises(UserError, match="has no record: it is empty"):
        recognise.check_index(of, of.index())


def test_bytes_that_a_console_has_printed_are_refused(tmp_path):
    path = tmp_path / "records"
    path.write_text("".join(bytes([8, 200 + n, 1]).decode(errors="replace") + "\n" for n in range(10)))
    of = corpus(path, "lines")
    with pytest.raises(UserError, match="has U.FFFD in 10 places.*what the bytes were is lost"):
        recognise.check_files(of, "protobuf")
    recognise.check_files(of, "json")


def test_files_on_another_file_system():
    """As a bucket has them: by address, and a hidden one is no recording."""
    memory = pytest.importorskip("fsspec").filesystem("memory")
    for name, data in (("b.bin", b"b"), ("a.bin", b"a"), (".hidden", b"x")):
        memory.pipe(f"/orders/day/{name}", data)
    of = corpus("memory://orders", "file")
    assert (of.names, payloads(of)) == (["day/a.bin", "day/b.bin"], [b"a", b"b"])
    one = corpus("memory://orders/day/a.bin", "file")
    assert (one.names, payloads(one)) == (["a.bin"], [b"a"])
    with pytest.raises(UserError, match="CORPUS=memory:///nothing is neither a file nor a folder"):
        corpus("memory://nothing", "file")
    with pytest.raises(UserError, match="CORPUS=nosuch://x: .*nosuch"):
        corpus("nosuch://x", "file")


def test_what_is_appended_later_is_not_read(tmp_path):
    path = tmp_path / "records"
    path.write_bytes(b"\x01a\x01b")
    of = corpus(path, "delimited")
    with path.open("ab") as file:
        file.write(b"\x01c")
    assert payloads(of) == [b"a", b"b"]


def test_what_was_appended_is_told(tmp_path):
    path = tmp_path / "records"
    path.write_bytes(b"\x01a")
    of = corpus(path, "delimited")
    assert not list(of.appended())
    with path.open("ab") as file:
        file.write(b"\x01b")
    (gap,) = of.appended()
    assert (gap.damage.at, gap.damage.size, gap.damage.skipped) == (2, 2, True)


@pytest.mark.parametrize(
    "name, head", [("lines", b""), ("delimited", b"\x80\x80\x80\x80\x02"), ("length32", b"\x20\0\0\0")]
)
def test_a_record_that_is_too_long_is_not_loaded(tmp_path, name, head):
    path = tmp_path / "records"
    with path.open("wb") as file:
        file.write(head)
        file.truncate((512 << 20) + 64)
    records, (damage,) = found(corpus(path, name))
    assert not records and damage.why == "a record of more than 268,435,456 bytes is here"


def test_a_file_that_has_become_shorter_is_told(tmp_path):
    path = tmp_path / "records"
    path.write_bytes(b"\x01a\x01b")
    of = corpus(path, "delimited")
    index = of.index()
    path.write_bytes(b"\x01a")
    with pytest.raises(UserError, match="has become shorter: it had 4 bytes when it was listed"):
        list(of.records(index.shards[0]))


@pytest.mark.parametrize(
    "text, words",
    [
        (None, "FRAMING= is missing; known: delimited"),
        ("delimted", 'FRAMING=delimted is unknown; near: "delimited"'),
        ("parquet", "say parquet:<column>"),
        ("delimited:x", "FRAMING=delimited:x is unknown"),
    ],
)
def test_a_framing_that_is_not_known(text, words):
    with pytest.raises(UserError) as problem:
        framing.of(text, None)
    assert words in str(problem.value)


def test_several_processes_find_the_same_records(tmp_path, kept):
    """Files that are indexed together, a damaged and an empty one among them."""
    for number in range(600):
        (tmp_path / f"{number:03}").write_bytes(b"\x02ab\x01c" * (number % 7) + b"\x7f" * (number == 300))
    corpus = Corpus(str(tmp_path), framing.of("delimited", None))
    alone = corpus.index()
    shutil.rmtree(kept)
    with connected(Workers(None, 2)) as client:
        assert corpus.index(partial(in_order, client)) == alone
    assert len(alone.gaps) == 1 and alone.records == 2 * sum(number % 7 for number in range(600))
