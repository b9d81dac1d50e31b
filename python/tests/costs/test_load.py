"""Reading a result, and what the user is told of a file that is none, or of a wrong variable."""

import gzip
import json
import re

import noisy_results
import pytest

from wirebed.errors import UserError
from wirebed_costs import compare_table, fixture, published, ruler
from wirebed_costs.load_result import languages, load


@pytest.mark.parametrize("pack", [lambda data: data, gzip.compress])
def test_a_result_is_read_compressed_or_not(tmp_path, pack):
    result = noisy_results.result([noisy_results.row()])
    (tmp_path / "result").write_bytes(pack(json.dumps(result).encode()))
    assert load(tmp_path / "result") == result
    assert languages(result) == {"java": "Java", "cpp": "C++", "python": "Python"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "cannot be read"),
        (b"\x1f\x8bnothing", "cannot be read"),
        (b"[]", 'does not begin with "result": 1'),
        (b'{"result": 2}', 'does not begin with "result": 1'),
        (b'{"result": 1, "machine": {}, "peers": []}', "has no codecs, rows, sizes, code, refused"),
    ],
)
def test_an_invalid_result_is_an_error(tmp_path, content, words):
    (tmp_path / "result").write_bytes(content)
    with pytest.raises(UserError, match=words):
        load(tmp_path / "result")


def test_a_result_that_does_not_say_whose_objects_a_codec_has_is_an_error(tmp_path):
    result = noisy_results.result([noisy_results.row()])
    del result["codecs"][0]["model"]
    (tmp_path / "bench.json").write_text(json.dumps(result))
    with pytest.raises(UserError, match="whose objects a codec has"):
        load(tmp_path / "bench.json")


def test_the_readme_has_every_key_of_a_result():
    block = (fixture.FOLDER / "README.md").read_text().partition("```yaml\n")[2].partition("```")[0]
    # The result that is checked in may be older than a key.
    assert set(re.findall(r"^(\w+):", block, re.MULTILINE)) >= set(load(published.RESULT))


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(UserError, match="there is no .*/nothing.json"):
        load(tmp_path / "nothing.json")


def test_a_comparison_needs_a_base():
    with pytest.raises(UserError, match="which BASE="):
        compare_table.main(None, None)


@pytest.mark.parametrize("budget", ["much", "0", "-1", "nan", "inf"])
def test_a_budget_is_minutes(budget):
    with pytest.raises(UserError, match=f"BUDGET={budget}: say minutes"):
        ruler.main(budget)


def test_an_error_in_a_fixture_has_its_place(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("a: [1\n")
    with pytest.raises(UserError, match=r"a.yaml:2:1: "):
        fixture.read(path)
    path.write_text("a: 1\n")
    with pytest.raises(UserError, match="there is no `b:`"):
        fixture.read(path, "a", "b")
