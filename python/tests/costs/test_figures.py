"""Figures: drawn of what a result has, the same each time, with names that do not cover each other."""

import json
import random
import re
from itertools import pairwise

import noisy_results
import pytest

from wirebed.errors import UserError
from wirebed.state.roster import Roster
from wirebed_costs import fixture, wording
from wirebed_costs.figures import charts, command, round_trips, rows, spec

CODECS = [f"java:{name}" for name in ("java-serial/jdk", "protobuf/protobuf-java", "xml/xstream")]


def result(cases=("Stock/article_hessian",), codecs=CODECS, **given) -> dict:
    noise, made_rows, sizes = random.Random(1), [], []
    for case in cases:
        made_rows.append(noisy_results.row("copy", case, None, 20))
        for codec in codecs:
            size = noise.randrange(50, 900)
            sizes.append({"codec": codec, "case": case, "raw": size, "gzip": 1, "zstd": 1})
            for operation in ("encode", "decode"):
                mean = noise.lognormvariate(7, 1)
                made_rows.append(noisy_results.row(operation, case, codec, mean, noise.randrange(99), wire=size))
    return noisy_results.result(made_rows, sizes=sizes, **given)


def names(of: dict, start: str) -> list[str]:
    return [one.name for one in charts.of(rows.Rows(of)) if one.name.startswith(start)]


def test_each_case_and_language_has_two_figures():
    of = result(["Stock/article_hessian", "Account/typical"])
    expected = ["size-time-stock-article_hessian-java", "size-time-account-typical-java"]
    assert names(of, "size-time") == expected
    assert names(of, "copy") == ["copy-stock-article_hessian-java", "copy-account-typical-java"]


def test_articles_are_drawn_as_far_as_there_are_rows():
    assert names(result(), "article") == ["article-s2-time"]
    assert set(names(result(["Testobject/article"]), "article")) == {"article-s3-size", "article-s3-time"}


def test_every_kind_of_chart_has_the_figures_of_the_result():
    """An interval without an end is none."""
    of = result()
    of["rows"] += [noisy_results.row("encode", "Testobject/article", codec, samples=[[7.0]]) for codec in CODECS]
    for chart in charts.of(rows.Rows(of)):
        values = _values(chart)
        assert len(values) > 1 and all(value["value"] > 0 for value in values), chart.name
        assert all("low" not in value or 0 < value["low"] <= value["high"] for value in values), chart.name
    alone = next(chart for chart in charts.of(rows.Rows(of)) if "testobject" in chart.name)
    assert all("low" not in value for value in alone.spec["hconcat"][0]["data"]["values"])


def test_articles_name_existing_codecs_and_cases():
    roster = {member.codec for member in Roster.load(fixture.FOLDER.parent / "roster.yaml").members}
    for one in fixture.read("articles", "figures")["figures"].values():
        for bar in one["bars"]:
            assert bar["codec"] is None or bar["codec"] in roster
            case = bar.get("case") or one["case"]
            assert list((fixture.FOLDER.parent / "cases").glob(f"{case}.*")), case


def test_a_figure_is_the_same_each_time_and_says_where_it_is_from(tmp_path):
    of = result(machine={**noisy_results.MACHINE, "cpu": "a processor of its own"})
    (tmp_path / "result.json").write_text(json.dumps(of))
    for folder in ("one", "two"):
        assert command.main(str(tmp_path / "result.json"), str(tmp_path / folder)) == 0
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert len(files) == 6 and files[0] == "article-s2-time.png"
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name
    for part in ("About.", "a processor of its own", "commit 000000000000", "jmh 1 (-O2)", "java-serial/jdk 1"):
        assert part in caption(of)


def test_a_quick_run_is_called_indicative():
    assert caption(result(quick=True)).startswith("Indicative only")


def caption(of: dict) -> str:
    return command.caption(rows.Rows(of), charts.Chart("name", {}, "About.", CODECS[:1]))


def test_what_other_programs_disturbed_is_marked_in_every_chart_and_told_in_the_caption(tmp_path):
    of = result(["Stock/article_hessian", "Testobject/article"])
    assert all(wording.DISTURBED not in json.dumps(chart.spec) for chart in charts.of(rows.Rows(of)))
    assert wording.DISTURBED not in caption(of)
    for one in of["rows"]:
        one["disturbed"] = [False, False, one["operation"] == "encode", False, False]
    for chart in charts.of(rows.Rows(of)):
        marked = {wording.DISTURBED in value["words"] for value in _values(chart)}
        assert marked == ({False} if chart.name == "article-s3-size" else {True, False}), chart.name
    assert "Other programs disturbed 6 of the 14 rows of this run: their times are unreliable (†)." in caption(of)
    command.draw(rows.Rows(of), charts.size_time(rows.Rows(of), ["Testobject/article"]), tmp_path, endings=("svg",))
    (drawn,) = tmp_path.iterdir()
    assert drawn.read_text().count(f" {wording.DISTURBED}<") == len(CODECS)


def _values(chart: charts.Chart) -> list[dict]:
    return [value for panel in _panels(chart) for value in panel["data"]["values"]]


def _panels(chart: charts.Chart) -> list[dict]:
    return chart.spec.get("hconcat") or chart.spec.get("vconcat") or [chart.spec]


def test_multiples_of_a_copy_are_compared_within_their_kind(tmp_path):
    """A layout, the fastest here, stands in no list of libraries, and neither does a library's own message."""
    layout, message, plain = CODECS[0].replace("java-serial/jdk", "raw/unsafe"), CODECS[1], CODECS[2]
    of = result(codecs=[layout, message, plain])
    next(one for one in of["codecs"] if one["codec"] == message)["model"] = "message"
    of["rows"] += [noisy_results.row(one, codec=message) for one in ("populate", "convert")]
    (chart,) = charts.multiples(rows.Rows(of))
    by_title = {panel["title"]: {value["label"] for value in panel["data"]["values"]} for panel in _panels(chart)}
    assert list(by_title) == list(round_trips.HEADS.values())
    assert list(by_title.values()) == [
        {"protobuf/protobuf-java", "xml/xstream"}, {"protobuf/protobuf-java, its own message"}, {"raw/unsafe"},
    ]  # fmt: skip
    assert command.draw(rows.Rows(of), [chart], tmp_path, endings=("svg",)) == [chart.name]


def test_a_result_without_rows_is_an_error(tmp_path):
    (tmp_path / "result.json").write_text(json.dumps(noisy_results.result([])))
    with pytest.raises(UserError, match="no rows that a figure"):
        command.main(str(tmp_path / "result.json"), str(tmp_path / "out"))


def test_a_readers_figure_is_that_of_its_own_bytes():
    others = noisy_results.row(mean=900, written_by=["cpp:protobuf/libprotobuf"])
    own = noisy_results.row(mean=100)
    for order in ([others, own], [own, others]):
        assert rows.Rows(noisy_results.result(order)).row("Stock/article_hessian", own["codec"], "decode") is own


def test_names_do_not_cover_each_other(tmp_path):
    of = rows.Rows(result(codecs=[f"java:json/c{number}" for number in range(25)]))
    (chart,) = charts.size_time(of, of.cases())
    spec.save(chart.spec, tmp_path / "figure", "About.", endings=("svg",))
    place = r'translate\(335,([\d.]+)\)"[^>]*>json/c'
    found = [float(at) for at in re.findall(place, (tmp_path / "figure.svg").read_text())]
    assert len(found) == 2 * 25
    for panel in (sorted(found[:25]), sorted(found[25:])):
        assert all(above + 9 < below for above, below in pairwise(panel))  # 9 is the size of the letters


@pytest.mark.parametrize(
    ("heights", "expected"),
    [
        ([], []),
        ([0.1, 0.5], [0.1, 0.5]),
        ([0.5, 0.5], [0.45, 0.55]),
        ([0.1, 0.5, 0.5, 0.52], [0.1, 0.4067, 0.5067, 0.6067]),
        ([0.0, 0.05, 0.1], [-0.05, 0.05, 0.15]),
    ],
)
def test_spread(heights, expected):
    assert spec.spread(heights, 0.1) == pytest.approx(expected, abs=1e-3)
