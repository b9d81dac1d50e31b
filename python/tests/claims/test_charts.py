"""Charts beside claims: their points are those of the result, and a sentence says where two systems change places."""

import json

import claim_results as made
import pytest

from wirebed.errors import UserError
from wirebed_claims import charts, load, page
from wirebed_claims.results import Results

ARTICLES = load.load()
CODECS = {"protobuf": "java:protobuf/protobuf-java", "bytebuffer": "java:raw/bytebuffer"}


def claim(name: str):
    return next((article, one) for article in ARTICLES for one in article.claims if one.id == name)


def results(folder, sizes: dict[tuple[str, str], int]) -> Results:
    found = made.results(folder, rows=[made.row(CODECS["protobuf"], "Testobject/article", "encode", 1.0)])
    bench = json.loads(found.paths["bench"].read_text())
    bench["sizes"] = [{"case": case, "codec": codec, "raw": raw} for (case, codec), raw in sizes.items()]
    found.paths["bench"].write_text(json.dumps(bench))
    return found


def test_the_points_are_the_sizes_and_two_systems_change_places(tmp_path):
    article, of_varints = claim("S3.5")
    sizes = {}
    for n in article.workloads["digits"].sweep:
        for name, size in (("digits", 9 + n), ("minus", 27)):
            sizes[f"Testobject/{name}_{n}", CODECS["protobuf"]] = size
            sizes[f"Testobject/{name}_{n}", CODECS["bytebuffer"]] = 22
    (found,) = charts.of(article, of_varints, results(tmp_path, sizes))
    assert found["points"]["protobuf digits"][:2] == [(1, 10), (3, 12)]
    assert found["points"]["bytebuffer negative digits"][-1] == (19, 22)
    assert found["places"] == [
        "protobuf digits is smaller than bytebuffer digits from 1 to 11, as large as bytebuffer digits at 13, "
        "larger than bytebuffer digits from 15 to 19",
        "protobuf negative digits is larger than bytebuffer negative digits at every length",
    ]
    row = {"claim": "S3.5", "article": "s3", "charts": [found]}
    assert "S3.5, bytes, over the decimal digits of b and c: protobuf digits is smaller" in "".join(page._charts([row]))


def test_without_results_a_chart_has_no_points(tmp_path):
    for known in (results(tmp_path, {}), Results({})):
        (chart,) = charts.of(*claim("S3.5"), known)
        assert chart["points"] == {} and chart["places"][0].startswith("not measured: ")
    assert charts.of(*claim("S3.4"), results(tmp_path, {})) == []


SYSTEMS = {"java": "java:java-serial/jdk", "protobuf": CODECS["protobuf"], "xstream": "java:xml/xstream"}


def timed(folder, **times: tuple[float, float, float]) -> Results:
    """The nanoseconds to write at the three lengths, by system; to read takes twice as long."""
    rows = [
        made.row(SYSTEMS[system], f"TargetObject/shared_{n}", operation, factor * time)
        for system, of_system in times.items()
        for n, time in zip((100, 1000, 10000), of_system, strict=True)
        for operation, factor in (("encode", 1), ("decode", 2))
    ]
    return made.results(folder, rows=rows)


def test_times_are_compared_by_their_intervals(tmp_path):
    known = timed(tmp_path, java=(10, 100, 1000), protobuf=(5, 100, 2000), xstream=(400, 4000, 40000))
    *_, found = charts.of(*claim("S0.5"), known)
    assert (found["of"], found["unit"]) == ("the time to serialize, as it should be", "ns")
    n, mean, low, high = found["points"]["java"][1]
    assert (n, mean) == (1000, pytest.approx(100)) and low < mean < high
    assert found["places"][0] == (
        "java is slower than protobuf at 100, indistinguishable from protobuf at 1000, faster than protobuf at 10000"
    )
    assert found["places"][1] == "java is faster than xstream at every length"


def test_a_chart_may_be_divided_by_that_of_a_system(tmp_path):
    known = timed(tmp_path, java=(10, 100, 1000), protobuf=(20, 300, 2000), xstream=(400, 4000, 40000))
    *_, found = charts.of(*claim("S0.6"), known)
    assert found["of"] == "the time to serialize, divided by that of java, as it should be" and not found["unit"]
    assert found["places"] == ["protobuf is 2 to 3 times java", "xstream is 40 times java"]
    assert found["points"]["protobuf"][1][1] == pytest.approx(3)
    *_, read = charts.of(*claim("S0.8"), known)
    assert read["of"] == "the time to deserialize, divided by that of java, as it should be"
    assert read["places"] == found["places"]


def test_a_chart_of_gaps(tmp_path):
    known = timed(tmp_path, java=(10, 100, 1000), protobuf=(20, 300, 2000), xstream=(400, 4000, 40000))
    *_, found = charts.of(*claim("S0.9"), known)
    assert (
        found["of"] == "the gap, as it should be"
        and found["places"][0] == "java is indistinguishable from protobuf at every length"
    )
    assert found["points"]["xstream"][0][1] == pytest.approx(2)


def test_bytes_may_be_divided_by_a_number_for_each_element(tmp_path):
    sizes = {(f"TargetObject/shared_{n}", codec): 16 * n for n in (100, 1000, 10000) for codec in SYSTEMS.values()}
    (found,) = charts.of(*claim("S0.3"), results(tmp_path, sizes))
    assert found["points"]["java"] == [(100, 2), (1000, 2), (10000, 2)]
    assert found["of"] == "bytes, divided by those of original"
    assert found["places"][0] == "java is 2 times original"


@pytest.mark.parametrize(
    ("chart", "says"),
    [
        ("{over: n, systems: [json], workloads: [testobject]}", "the workload testobject has no case with lengths"),
        ("{over: n, systems: [jsn], workloads: [digits]}", 'unknown system "jsn"'),
        ("{over: n, systems: [json]}", "the chart has no `workloads:`"),
        ("{over: n, systems: [json], workloads: [digits]}", "one of time, bytes, lines is wanted"),
        ("{over: n, systems: [json, java, copy, jaxb, unsafe], workloads: [digits]}", "a chart has at most 4 curves"),
    ],
)
def test_a_mistake_has_its_place(tmp_path, chart, says):
    text = (load.FOLDER / "s3.yaml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.strip().startswith("- {over:"))
    (tmp_path / "s3.yaml").write_text(text.replace(line, f"      - {chart}", 1), encoding="utf-8")
    with pytest.raises(UserError, match=says) as raised:
        load.load(tmp_path)
    assert raised.value.line == 1 + text.splitlines().index(line)


def test_times_are_drawn_as_published_too_at_every_length_of_the_program(tmp_path):
    measured = [
        one
        for system, time in (("java", 10), ("protobuf", 20), ("xstream", 400))
        for n in range(100, 1000, 100)
        for one in made.measurement(
            "target_object", system, "serialize", time * n * n if system == "java" else time * n, n=n
        )
    ]
    made_so = made.results(tmp_path, measurements=measured)
    published, should = charts.of(*claim("S0.5"), made_so)
    assert (published["of"], should["of"]) == (
        "the time to serialize, as published",
        "the time to serialize, as it should be",
    )
    assert [point[0] for point in published["points"]["java"]] == list(range(100, 1000, 100))
    assert should["places"][0].startswith("not measured: ")
    assert published["places"][0] == "java is slower than protobuf at every length"
