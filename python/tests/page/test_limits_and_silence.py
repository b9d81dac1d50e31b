"""The views of pinned limits and of damaged bytes: the tables of the commands, and none where nothing is pinned."""

import pytest

from wirebed.bed import Bed
from wirebed_limits.ask import Limit
from wirebed_limits.pins import Key as LimitKey
from wirebed_limits.pins import write as write_limits
from wirebed_page import limits, silence
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


def test_nothing_pinned_is_nothing_to_show(bed, tmp_path):
    runs = Runs(bed, tmp_path)
    assert limits.section(runs, bed) is None and silence.section(runs, bed) is None and not runs.missing
