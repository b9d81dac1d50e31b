"""The views of what is pinned of limits, damaged bytes and conformance, and none where nothing is pinned."""

import pytest

from wirebed.bed import Bed
from wirebed_conformance import pins
from wirebed_limits.ask import Limit
from wirebed_limits.pins import Key as LimitKey
from wirebed_limits.pins import write as write_limits
from wirebed_page import conformance, limits, silence
from wirebed_page.runs import Runs
from wirebed_sweep.ask import Key
from wirebed_sweep.pins import write as write_letters


@pytest.fixture
def bed(tmp_path):
    (tmp_path / "proto").mkdir()
    (tmp_path / "fixtures" / "limits").mkdir(parents=True)
    (tmp_path / "fixtures" / "sweep").mkdir()
    return Bed.open(tmp_path)


def test_limits_are_a_table_for_each_format(bed, tmp_path):
    write_limits(bed, {
        LimitKey("json", "java/gson", "depth"): Limit(255, "library", "Nesting limit 255 reached"),
        LimitKey("json", "java/gson", "length"): Limit(1024),
        LimitKey("protobuf", "python/upb", "depth"): Limit(100, "library", "too deep"),
    })  # fmt: skip
    found = limits.section(Runs(bed, tmp_path), bed)
    assert [format["name"] for format in found.blocks["limits"]["formats"]] == ["json", "protobuf"]
    assert found.blocks["limits"]["formats"][0]["rows"] == [["java/gson", "255", "≥1,024"]]
    assert found.card.answer == "3 limits of 2 readers are pinned."


def test_damaged_bytes_are_counted_from_the_pinned_letters(bed, tmp_path):
    golden = "fixtures/golden/M/a/json/java-gson-00.bin"
    write_letters(bed, "json", {
        Key("json", golden, "cut", "java/gson"): "t~~=",
        Key("json", golden, "cut", "python/stdlib"): "ttT=",
        Key("json", golden, "low", "java/gson"): "~~~~",
    })  # fmt: skip
    found = silence.section(Runs(bed, tmp_path), bed)
    (format,) = found.blocks["silence"]["formats"]
    rows = {row[0]: dict(zip(format["heads"], row[1:], strict=True)) for row in format["rows"]}
    assert (
        rows["java/gson"] | {"inputs": "8", "silent": "6", "disputed: cut": "2", "disputed: low": ""}
        == rows["java/gson"]
    )
    assert (
        rows["python/stdlib"] | {"typed": "2", "ours": "1", "same": "1", "disputed: cut": ""} == rows["python/stdlib"]
    )
    assert found.card.answer == "Of 12 readings of damaged bytes, 2 are disputed."


def test_failures_are_listed_by_suite_and_codec(bed, tmp_path):
    pins.write(bed, "JSONTestSuite", "java:json/gson", {"n_a": "failed", "i_b": "read"})
    pins.write(bed, "JSONTestSuite", "java:json/jackson", {})
    found = conformance.section(Runs(bed, tmp_path), bed)
    assert [(line["codec"], line["failed"]) for line in found.blocks["conformance"]] == [
        ("java/gson", ["n_a"]),
        ("java/jackson", []),
    ]
    assert found.card.answer == "1 of 2 codecs fail no test; the others fail 1 in all."


def test_nothing_pinned_is_nothing_to_show(bed, tmp_path):
    runs = Runs(bed, tmp_path)
    assert not any(module.section(runs, bed) for module in (limits, silence, conformance)) and not runs.missing
