"""A mapper of a bed: its codec takes part beside the one that it is named after, or the run says what is wrong."""

import shutil

import pytest

from wirebed.bed import Bed, settings
from wirebed.commands import golden, interop
from wirebed.errors import UserError
from wirebed.run import Selection
from wirebed.run.taking_part import taking_part

ORDER = 'syntax = "proto3"; package shop; message Order { string ship_to = 1; double price = 2; }'
CASE = '# proto-message: shop.Order\n# about: both fields\n# golden\n\nship_to: "Oslo"\nprice: 3\n'
JAVA = """package acme;
import com.fasterxml.jackson.databind.*;
public final class Json {
  public static ObjectMapper mapper() {
    return new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
  }
  public static com.google.gson.Gson gson() { return new com.google.gson.Gson(); }
  public static com.google.gson.Gson special() {
    return new com.google.gson.GsonBuilder().setPrettyPrinting().serializeSpecialFloatingPointValues().create();
  }
  public static String text() { return ""; }
  public static ObjectMapper fails() { throw new IllegalStateException("no configuration"); }
}
"""
PYTHON = """import msgspec
import orjson

def codec(kind):
    return orjson.dumps, lambda data: msgspec.convert(orjson.loads(data), kind)

def one(kind):
    return orjson.dumps

def fails(kind):
    raise KeyError("no configuration")
"""
BOTH = """mappers:
  java:json/jackson~snake: {make: acme.Json.mapper, files: [Json.java]}
  python:json/orjson~attributes: {make: acme_json.codec, files: [acme_json.py]}
"""


@pytest.fixture(scope="module")
def bed(tmp_path_factory):
    """One folder, so that only what differs is built."""
    tmp_path = tmp_path_factory.mktemp("bed")
    for name, text in {
        "proto/order.proto": ORDER,
        "fixtures/cases/Order/oslo.txtpb": CASE,
        "fixtures/cases/Order/no_price.txtpb": CASE.replace("# golden\n", "").replace("3", "nan"),
        "Json.java": JAVA,
        "acme_json.py": PYTHON,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def stated(bed, text: str) -> Bed:
    (bed / "fixtures" / "bed.yaml").write_text(f"languages: [java, python]\ngenerated: false\n{text}")
    return Bed.open(bed)


def seen(bed, text: str, **selection) -> tuple[int, dict[tuple[str, str], tuple[str, str]]]:
    """The exit code of a run in JSON; writer and reader -> the outcome and the reason."""
    reports = []
    path = bed / "interop.jsonl"
    code = interop.run(
        stated(bed, text), Selection(format="json", **selection), path, lambda *of: reports.append(of[0])
    )
    (report,) = reports
    every = [*report.cells, *report.unexpected]
    return code, {(cell.writer, cell.reader): (str(cell.outcome), cell.reason) for cell in every}


GSON = """mappers:
  java:json/gson~as-it-comes: {make: acme.Json.gson, files: [Json.java]}
  java:json/gson~special: {make: acme.Json.special, files: [Json.java]}
"""
SNAKE, ATTRIBUTES = "java:json/jackson~snake", "python:json/orjson~attributes"


def test_it_takes_part_beside_the_others(bed):
    code, cells = seen(bed, BOTH, case="Order/oslo")
    outcomes = {pair: outcome for pair, (outcome, _) in cells.items()}
    assert code == 1
    for pair in ((SNAKE, SNAKE), (SNAKE, ATTRIBUTES), (ATTRIBUTES, SNAKE), ("java:json/jackson", "java:json/jackson")):
        assert outcomes[pair] == "equal", pair
    for pair in ((SNAKE, "java:json/jackson"), (SNAKE, "python:json/stdlib"), ("java:json/gson", ATTRIBUTES)):
        assert outcomes[pair] == "differs", pair


def test_the_entries_of_the_codec_that_it_is_named_after_hold_where_it_shows_them(bed):
    """Gson refuses NaN, unless its builder is told to write it."""
    code, cells = seen(bed, GSON, writer="java/gson*", reader="java/gson*", case="Order/no_price")
    outcomes = {pair: outcome for pair, (outcome, _) in cells.items()}
    gson, plain, special = ("java:json/gson" + name for name in ("", "~as-it-comes", "~special"))
    assert {outcomes[writer, reader] for writer in (gson, plain) for reader in (gson, plain, special)} == {"refused"}
    assert {outcomes[special, reader] for reader in (gson, plain, special)} == {"equal"}
    assert code == 0


def test_its_bytes_are_pinned_and_read_again(bed):
    of_bed = stated(bed, GSON.replace("mappers:", "codecs: [java/gson*]\nmappers:"))
    try:
        assert golden.main(of_bed, case="Order/oslo", format="json") == 0
        record = (of_bed.fixtures / "golden/Order/oslo/golden.yaml").read_text()
        assert "java/gson~as-it-comes" in record and "java-gson~special" in record
        read = []
        interop.run(of_bed, Selection(case="Order/oslo"), bed / "interop.jsonl", lambda report, _: read.append(report))
        assert any("gson~special" in cell.source for cell in read[0].cells) and not read[0].unexpected
    finally:
        shutil.rmtree(of_bed.fixtures / "golden", ignore_errors=True)


def test_a_glob_takes_it_before_any_peer_has_introduced_it(bed):
    part = taking_part(stated(bed, BOTH), Selection(format="json", writer="java/jackson~snake", reader="python/stdlib"))
    assert part.names == ["java", "python"]


# What a mapper states -> the words of its cells.
WRONG = {
    "java:json/jackson~a: {make: acme.Json.maper, files: [Json.java]}": "no public static method without arguments",
    "java:json/jackson~b: {make: acme.Jso.mapper, files: [Json.java]}": "no class acme.Jso",
    "java:json/jackson~c: {make: acme.Json.fails, files: [Json.java]}": "IllegalStateException: no configuration",
    "java:json/jackson~d: {make: acme.Json.text, files: [Json.java]}": "a java.lang.String, and not what json/jackson",
    "java:json/gson~e: {make: acme.Json.mapper, files: [Json.java]}": "and not what json/gson takes",
    "python:json/orjson~f: {make: acme_json.codecs, files: [acme_json.py]}": "has no attribute 'codecs'",
    "python:json/orjson~g: {make: acme.codec, files: [acme_json.py]}": "No module named 'acme'",
    "python:json/msgspec~h: {make: acme_json.one, files: [acme_json.py]}": "not two functions: encode and decode",
    "python:json/stdlib~i: {make: acme_json.fails, files: [acme_json.py]}": "raised KeyError: 'no configuration'",
}


def test_what_makes_no_mapper_is_told_in_each_cell(bed):
    code, cells = seen(bed, "mappers:\n" + "".join(f"  {line}\n" for line in WRONG), writer="*~*", case="Order/oslo")
    assert code == 3
    for line, words in WRONG.items():
        codec = line.partition(": ")[0]
        assert {cells[pair][0] for pair in cells if pair[0] == codec} == {"unsupported"}
        outcome, reason = cells[codec, codec]
        assert words in reason, (codec, outcome, reason)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("java:json/jackson: {make: acme.Json.mapper, files: [Json.java]}", ":4:3: `java:json/jackson` is no name"),
        ("java:json/jackson~: {make: acme.Json.mapper, files: [Json.java]}", "is no name of a mapper"),
        ("java:json/jackson~A: {make: acme.Json.mapper, files: [Json.java]}", "is no name of a mapper"),
        ("java:json/jackson~a: {make: acme.Json.mapper}", "has no `files:`"),
        ("java:json/jackson~a: {make: mapper, files: [Json.java]}", ":4:31: a name with its class or module"),
        ("java:json/jackson~a: {make: acme.Json.mapper, files: [Jso.java]}", "Jso.java is not there"),
        ("java:json/jackson~a: {make: acme.Json.mapper, file: [Json.java]}", "file"),
        ("java:json/jakson~a: {make: acme.Json.mapper, files: [Json.java]}", 'near: "java:json/jackson"'),
        ("cpp:json/nlohmann~a: {make: acme.Json.mapper, files: [Json.java]}", "unknown codec that takes a mapper"),
    ],
)
def test_a_wrong_mapper_is_told_with_its_place(bed, text, message):
    with pytest.raises(UserError) as raised:
        taking_part(stated(bed, f"mappers:\n  {text}\n"))
    assert message in str(raised.value) and "bed.yaml:4:" in str(raised.value)


def test_a_source_that_does_not_compile_is_told_with_its_own_place(bed):
    (bed / "Broken.java").write_text(JAVA.replace("return new ObjectMapper", "retrn new ObjectMapper"))
    with pytest.raises(UserError) as raised:
        seen(bed, BOTH.replace("Json.java", "Broken.java"))
    assert f"{bed}/Broken.java:5: error: " in str(raised.value)


def test_a_bed_without_mappers_has_none(bed):
    assert settings.load(stated(bed, "")).mappers == ()
    seen(bed, BOTH)
    _, cells = seen(bed, "")
    assert all("~" not in codec for pair in cells for codec in pair)
