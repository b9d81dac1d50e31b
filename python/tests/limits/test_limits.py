"""`wirebed limits` in a bed that is not this repository: real readers, what is pinned, and a wrong number."""

import json
import os
import subprocess

import pytest

from wirebed.bed import ROOT, Bed
from wirebed.errors import UserError
from wirebed.peers.client import Call, connect
from wirebed_build.trees import ensure
from wirebed_limits import pins
from wirebed_limits.ask import STACK, Limit
from wirebed_limits.inputs import CLAIMED, inputs
from wirebed_limits.memory import measures
from wirebed_limits.pins import Key

SCHEMA = """
syntax = "proto3";
package garden;
import "google/protobuf/struct.proto";
message Branch {
  string label = 1;
  Branch child = 2;
}
message Shed {
  google.protobuf.Struct content = 1;
  map<string, string> labels = 2;
  map<int64, string> shelves = 3;
}
"""
FORMATS = "json", "protobuf", "protojson", "prototext"
UNKNOWN = "depth-unknown", "digits-unknown", "fields", "name", "number"  # kinds that some readers refuse as such
# Their authorities: orjson.loads, "recurses 1024 levels deep"; sys.set_int_max_str_digits, 4,300 by default.
DOCUMENTED = {
    Key("json", "python/orjson", "depth"): Limit(1024, "library"),
    Key("json", "python/stdlib", "digits-unknown"): Limit(4300, "library"),
}


@pytest.fixture(scope="module")
def bed(tmp_path_factory):
    root = tmp_path_factory.mktemp("garden")
    (root / "proto").mkdir()
    (root / "fixtures").mkdir()
    (root / "proto/garden.proto").write_text(SCHEMA)
    (root / "fixtures/bed.yaml").write_text(f"languages: [python]\nformats: [{', '.join(FORMATS)}]\n")
    assert limits(root, "--accept=1")["exit_code"] == 0
    return root


def limits(bed, *words) -> dict:
    command = [ROOT / "python/wirebed", "limits", f"--bed={bed}", "--kind=depth,digits*,elements", "--json", *words]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("WIREBED_") or "CACHE" in key}
    done = subprocess.run(command, env=clean, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def test_documented_limits_are_found(bed):
    found = pins.read(Bed.open(bed))
    assert {key: found[key][:2] for key in DOCUMENTED} == {key: limit[:2] for key, limit in DOCUMENTED.items()}


def test_a_kind_for_which_the_bed_has_no_message_is_not_asked(bed):
    kinds = {key.kind for key in pins.read(Bed.open(bed))}
    assert "depth" in kinds and not kinds & {"digits", "digits-decimal", "elements"}


def test_each_kind_of_input_is_read(bed):
    """The smallest inputs of all kinds; what is only claimed is refused."""
    with connect(ensure(Bed.open(bed), ["python"]), ["python"]) as client:
        for one in inputs(client.schema):
            if one.format in FORMATS and one.kind not in UNKNOWN:
                calls = [Call(reader, one.message, one.write(16)) for reader in client.readers(one.format)]
                assert {answer.data is not None for answer in client.call(calls)} == {one.kind != CLAIMED}, one


def test_memory_is_that_of_the_process(bed):
    with connect(ensure(Bed.open(bed), ["python"]), ["python"]) as client, measures(client.pool) as by_peer:
        (length,) = (one for one in inputs(client.schema) if (one.format, one.kind) == ("json", "length"))
        (reader,) = (reader for reader in client.readers("json") if reader.library == "stdlib")
        small, large = by_peer["python"].of(reader, length, [length.write(1), *map(length.write, (4 << 20, 16 << 20))])
        assert large >= 16 << 20
        assert large / small == pytest.approx(4, rel=0.2)


def test_a_wrong_number_is_red(bed):
    assert limits(bed, "--reader=python/orjson")["exit_code"] == 0
    path = pins.path_of(Bed.open(bed))
    text = path.read_text()
    path.write_text(text.replace("reads: 1024", "reads: 1000"))
    wrong = limits(bed, "--reader=python/orjson")
    path.write_text(text)
    assert wrong["exit_code"] == 1
    (finding,) = wrong["findings"]
    assert "pinned: 1,000" in finding["text"] and "now: 1,024" in finding["text"]
    assert "READER=python/orjson" in finding["repeat"] and f"BED={bed}" in finding["repeat"]


def test_the_file_of_pins_is_strict(tmp_path):
    (tmp_path / "proto").mkdir()
    bed = Bed.open(tmp_path)
    written = {Key("json", "a/b", "depth"): Limit(7, STACK, 'say "no"'), Key("xml", "a/b", "name"): Limit(9)}
    pins.write(bed, written)
    assert pins.read(bed) == written
    path = pins.path_of(bed)
    text = path.read_text()
    for wrong in (
        text.replace("reads: 7", "reads: many"),
        text.replace("kind: depth, ", ""),
        text + text.splitlines()[-1],
    ):
        path.write_text(wrong)
        with pytest.raises(UserError) as error:
            pins.read(bed)
        assert error.value.line
