"""Curves: their points are the sizes of the result, and a sentence says where two systems change places."""

import json

import claim_results as made
import pytest

from wirebed.errors import UserError
from wirebed_claims import curves, load, page
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
    found = curves.of(article, of_varints, results(tmp_path, sizes))["curve"]
    assert found["points"]["protobuf (digits)"][:2] == [(1, 10), (3, 12)]
    assert found["points"]["bytebuffer (negative digits)"][-1] == (19, 22)
    assert found["places"] == [
        "protobuf (digits) is smaller than bytebuffer (digits) from 1 to 11, as large as bytebuffer (digits) at 13, "
        "larger than bytebuffer (digits) from 15 to 19",
        "protobuf (negative digits) is larger than bytebuffer (negative digits) at every length",
    ]
    row = {"claim": "S3.5", "article": "s3", "curve": found}
    assert "S3.5, over the decimal digits of b and c: protobuf (digits) is smaller" in "".join(page._curves([row]))


def test_without_sizes_and_for_other_claims_there_is_no_curve(tmp_path):
    for known in (results(tmp_path, {}), Results({})):
        curve = curves.of(*claim("S3.5"), known)["curve"]
        assert curve["points"] == {} and curve["places"][0].startswith("not measured: ")
    assert curves.of(*claim("S3.4"), results(tmp_path, {})) == {}


@pytest.mark.parametrize(
    ("curve", "says"),
    [
        ("{systems: [json], workloads: [testobject]}", "the workload testobject has no case with lengths"),
        ("{systems: [jsn], workloads: [digits]}", 'unknown system "jsn"'),
        ("{systems: [json]}", "the curve has no `workloads:`"),
        ("{systems: [json, java, copy, jaxb, unsafe], workloads: [digits]}", "a chart has at most 4 curves"),
    ],
)
def test_a_mistake_has_its_place(tmp_path, curve, says):
    text = (load.FOLDER / "s3.yaml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.strip().startswith("curve:"))
    (tmp_path / "s3.yaml").write_text(text.replace(line, f"    curve: {curve}", 1), encoding="utf-8")
    with pytest.raises(UserError, match=says) as raised:
        load.load(tmp_path)
    assert raised.value.line == 1 + text.splitlines().index(line)
