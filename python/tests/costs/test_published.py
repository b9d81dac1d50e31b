"""What fixtures/results shows of costs comes from a result that is checked in, and from nothing else."""

import gzip
import json
import re

import noisy_results
import pytest

from wirebed.errors import UserError
from wirebed_checks import results
from wirebed_costs import published, ruler, wording
from wirebed_costs.figures.rows import LANGUAGES
from wirebed_costs.load_result import load

CODECS = ("java:protobuf/protobuf-java", "java:json/jackson")


@pytest.fixture
def result(tmp_path):
    rows = [noisy_results.row("copy", codec=None, mean=20)]
    for number, codec in enumerate(CODECS):
        rows += [
            noisy_results.row(operation, codec=codec, mean=900 - 400 * number) for operation in ("encode", "decode")
        ]
    return noisy_results.result(rows, code=[{"codec": CODECS[0], "written": 28, "generated": 2446}])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name in ("RESULT", "RULER", "FIGURES"):
        monkeypatch.setattr(published, name, tmp_path / getattr(published, name).name)
    monkeypatch.setattr(ruler, "RESULT", tmp_path / "bench-ruler.json")
    return tmp_path


def publish(result: dict, folder) -> None:
    for row in result["rows"]:
        if row["codec"]:
            row.setdefault("stacks", {"samples": 200, "own": 20})
    (folder / "bench.json").write_text(json.dumps(result))
    assert published.main(str(folder / "bench.json")) == 0


def test_a_result_is_checked_in_whole_and_the_same_each_time(result, folder):
    publish(result, folder)
    first = (folder / "result.json.gz").read_bytes()
    publish(result, folder)
    assert (folder / "result.json.gz").read_bytes() == first
    assert load(folder / "result.json.gz") == result == json.loads(gzip.decompress(first))
    assert [path.name for path in (folder / "figures").iterdir()] == ["size-time-stock-article_hessian-java.svg"]


def test_the_table_has_the_fastest_first(result, folder):
    publish(result, folder)
    text = published.costs()
    assert "**Java**, `Stock/article_hessian`; one copy of it: 19.9 ± 2 % ns" in text and "commit 000000000000" in text
    lines = _lines(text)
    assert [line[0] for line in lines] == ["json/jackson", "protobuf/protobuf-java"]
    assert lines[1][-2:] == ["28", "2,446"]


def test_messages_and_layouts_have_parts_of_their_own(result, folder):
    result["codecs"][1]["model"] = "message"
    result["rows"] += [noisy_results.row(one, codec=CODECS[0], mean=400, seed=3) for one in ("populate", "convert")]
    for codec, mean in (("java:raw/unsafe", 1), ("java:java-serial-custom/jdk", 2)):
        result["rows"] += [noisy_results.row(one, codec=codec, mean=mean) for one in ("encode", "decode")]
    publish(result, folder)
    assert [line[0] for line in _lines(published.costs(), heads=True)] == [
        "**libraries, from and to the plain object**",
        "protobuf/protobuf-java",
        "json/jackson",
        "**libraries, from and to their own messages**",
        "protobuf/protobuf-java, its own message",
        "**layouts that are generated for each class**",
        "raw/unsafe",
        "java-serial-custom/jdk",
    ]


def _lines(text: str, heads: bool = False) -> list[list[str]]:
    """The cells of each line of the tables, without their first two lines, and without those that name a kind."""
    lines = [
        line.removeprefix("| ").removesuffix(" |").split(" | ") for line in text.splitlines() if line.startswith("| ")
    ]
    return [line for line in lines if line[0] not in ("codec", "---") and (heads or not line[0].startswith("**"))]


@pytest.mark.parametrize(
    ("processes", "words"),
    [
        (3, "The interval is that of the means of processes."),
        (2, "5 of the 5 times come from fewer than 3 processes. Their interval is that of the iterations"),
    ],
)
def test_the_text_says_what_the_intervals_are_of(result, folder, processes, words):
    result["rows"] = [noisy_results.row("copy", codec=None)]
    result["rows"] += [noisy_results.row(codec=f"java:json/{number}", processes=processes) for number in range(5)]
    publish(result, folder)
    assert words in published.costs()


def test_times_that_other_programs_disturbed_are_marked_and_counted(result, folder):
    publish(result, folder)
    assert wording.DISTURBED not in published.costs()
    for row in result["rows"]:
        row["disturbed"] = [row["operation"] == "decode" or row["codec"] is None] * 5
    publish(result, folder)
    text = published.costs()
    assert "Other programs disturbed 3 of the 5 rows of this run: their times are unreliable (†).\n" in text
    assert re.search(r"one copy of it: 19.9 ± 2 % † ns", text)
    assert [[wording.DISTURBED in cell for cell in line[3:5]] for line in _lines(text)] == [[False, True]] * 2


def test_codecs_that_only_read_are_in_the_table_and_no_number_has_a_power_of_ten(result, folder):
    for codec, mean in (("java:xml/slow", 30_000), ("java:xml/quick", 300)):
        result["rows"].append(noisy_results.row(codec=codec, mean=mean, between=0.001))
        result["codecs"].append({"codec": codec, "version": "1", "model": "plain", "kept": ""})
    publish(result, folder)
    lines = _lines(published.costs())
    # What they take for one direction does not rank with what others take for both.
    assert [line[0] for line in lines] == ["json/jackson", "protobuf/protobuf-java", "xml/quick", "xml/slow"]
    assert lines[2][3] == "" and re.match(r"(29|30),\d\d\d ± ", lines[3][4]) and lines[3][5] == ""


def test_a_codec_that_loses_something_is_marked(result, folder):
    result["rows"][-1]["loses"] = "a deviation"
    publish(result, folder)
    assert [line[0] for line in _lines(published.costs())] == ["json/jackson ≠", "protobuf/protobuf-java"]


def test_a_library_of_the_bed_is_called_its_own_and_no_part_of_it_our_code(result, folder):
    own, other = "cpp:hessian2/wirebed", "cpp:json/nlohmann"
    stacks = {"samples": 200, "own": 20}
    result["rows"] += [
        noisy_results.row(one, codec=codec, peer="cpp", stacks=stacks)
        for codec in (own, other) for one in ("encode", "decode")
    ]  # fmt: skip
    result["codecs"] += [{"codec": codec, "version": "1", "model": "plain", "kept": ""} for codec in (own, other)]
    publish(result, folder)
    our_code = {line[0]: line[6] for line in _lines(published.costs())}
    assert our_code["json/nlohmann"] == "10 %" and our_code["hessian2/wirebed, this bed's own"] == ""


@pytest.mark.parametrize("word", ["quick", "interrupted"])
def test_a_partial_run_is_not_checked_in(result, folder, word):
    (folder / "bench.json").write_text(json.dumps({**result, word: True}))
    with pytest.raises(UserError, match=word):
        published.main(str(folder / "bench.json"))
    assert not (folder / "result.json.gz").exists()


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ({"filters": {"CODEC": "java:*", "BENCH": "decode"}}, "a run with CODEC=java:[*] BENCH=decode"),
        (
            {"not_reached": ["java json/gson Stock/article_hessian decode"]},
            "no time for 1 of its rows, such as java json",
        ),
        ({}, "no time to sample the stacks of 4 of its rows, such as java protobuf"),
    ],
    ids=("filters", "not_reached", "stacks"),
)
def test_a_part_of_the_rows_is_not_checked_in(result, folder, part, says):
    (folder / "bench.json").write_text(json.dumps({**result, **part}))
    with pytest.raises(UserError, match=says):
        published.main(str(folder / "bench.json"))
    assert not (folder / "result.json.gz").exists()


def test_the_result_of_the_ruler_is_checked_in_too(result, folder):
    pair = {
        "peer": "java",
        "task": "ruler-1",
        "name": "something",
        "at_most": None,
        "ruler": [100.0, 100.0],
        "bed": [101.0] * 2,
    }
    about = {
        "pairs": [pair],
        "machine": noisy_results.MACHINE,
        "commit": "0" * 40,
        "dirty": True,
        "started": "2026-01-01T00:00:00Z",
    }
    ruler.RESULT.write_text(json.dumps(about))
    publish(result, folder)
    text = published.ruler()
    assert "| java | something | 100 | 101 | 1.010 |" in text
    assert "- All limits are kept.\n" in text
    assert "\n\na processor, 2 cores, Linux; commit 000000000000 with changes; 2026-01-01.\n" in text


def test_a_run_says_which_programs_the_result_that_is_checked_in_was_not_measured_by(result, folder):
    for peer in result["peers"]:
        peer["program"] = "0" * 64
    assert published.changed_programs(result) == ""
    publish(result, folder)
    assert published.changed_programs(result) == ""
    for peer in result["peers"][:2]:
        peer["program"] = "1" * 64
    names = ", ".join(peer["peer"] for peer in result["peers"][:2])
    assert f"was measured by other programs of {names}" in published.changed_programs(result)
    assert published.changed_programs({**result, "bed": "another"}) == ""


def test_without_a_result_it_says_how_to_make_one(folder):
    assert "make bench`" in published.costs() and "make bench-ruler`" in published.ruler()


@pytest.mark.parametrize("name", ["costs", "ruler"])
def test_the_documents_show_what_is_checked_in(name):
    text = results.document(name).read_text(encoding="utf-8")
    assert results.replaced(text, name, results.TABLES[name]()) == text, f"{name}.md is not current: make format"


def test_only_published_figures_are_drawn(result, tmp_path):
    result["rows"] += [{**row, "case": "Testobject/article"} for row in result["rows"]]
    assert published.draw(result, tmp_path) == ["size-time-stock-article_hessian-java"]
    assert "Stock/article_hessian in Java: size against time" in next(tmp_path.iterdir()).read_text()


def test_the_figures_are_those_of_the_result(tmp_path):
    names = published.draw(load(published.RESULT), tmp_path)
    assert len(names) == len(LANGUAGES)
    assert sorted(path.stem for path in published.FIGURES.iterdir()) == sorted(names)
    for name in names:
        assert (tmp_path / f"{name}.svg").read_bytes() == (published.FIGURES / f"{name}.svg").read_bytes()
