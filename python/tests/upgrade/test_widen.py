"""WIDEN=1 changes the ranges of entries that both versions show, and no other text."""

import pytest

from wirebed.peers.codecs import CodecRef
from wirebed.report import Report
from wirebed.report.cell import Line
from wirebed.report.footer import Footer
from wirebed.report.header import Header
from wirebed.state.deviations.load import load
from wirebed.view.outcome import Outcome
from wirebed_upgrade.sides import Pair
from wirebed_upgrade.widen import widen

OLD, NEW, OTHER = "java:json/gson", "java~gson-2.8.9:json/gson", "python:json/msgspec"
ENTRY = """
  - name: {name}
    reader: java/gson
    cases: '*'
    outcome: rejected
    stage: parse
    versions: {versions}
    reason: It refuses.
    authority: the documentation
    nature: by-design
"""


def codec(id_, version):
    return CodecRef(id_.partition(":")[0], "json", "gson", version, True, True, "plain", False, False, id_, "json/gson")


PAIR = Pair(codec(OLD, "2.15.0"), codec(NEW, "2.8.9"))


@pytest.fixture
def widened(tmp_path):
    """widened(entries, lines): the lines of the file that have changed, with their numbers."""

    def run(entries: dict[str, str], *lines: Line) -> dict[int, str]:
        (tmp_path / "deviations").mkdir()
        path = tmp_path / "deviations/json.yaml"
        text = "suite: interop\n\nentries:" + "".join(ENTRY.format(name=n, versions=v) for n, v in entries.items())
        path.write_text(text)
        widen(load(tmp_path / "deviations"), Report(Header(), list(lines), Footer()), [PAIR])
        pairs = zip(text.splitlines(), path.read_text().splitlines(), strict=True)
        return {number: now.strip() for number, (before, now) in enumerate(pairs) if before != now}

    return run


def line(writer, reader, *entries, case="Numbers/one"):
    how = {"outcome": Outcome.REJECTED, "entries": entries}
    return Line(format="json", writer=writer, readers=(reader,), bytes="b", case=case, value="v", **how)


IN_BOTH = (line(OTHER, OLD, "a"), line(OTHER, NEW, "a"))


def test_a_range_holds_both_versions_where_both_show_the_entry(widened):
    versions = '{"java:json/gson": "==2.15.0"}'
    assert widened({"a": versions, "b": versions}, *IN_BOTH) == {8: 'versions: {"java:json/gson": ">=2.8.9,<=2.15.0"}'}


def test_a_range_grows_on_either_side_and_one_that_holds_both_stays(widened):
    versions = ['{"java:json/gson": ">=2.10,<=2.15.0"}', '{"java:json/gson": ">=2.8,<=2.16"}']
    both = (*IN_BOTH, line(OTHER, OLD, "b"), line(OTHER, NEW, "b"))
    assert widened(dict(zip("ab", versions, strict=True)), *both) == {
        8: 'versions: {"java:json/gson": ">=2.8.9,<=2.15.0"}'
    }


def test_a_cell_in_which_the_other_version_does_not_show_it_keeps_the_range(widened):
    cells = (*IN_BOTH, line(OTHER, OLD, "a", case="Numbers/two"), line(OTHER, NEW, case="Numbers/two"))
    assert widened({"a": '{"java:json/gson": "==2.15.0"}'}, *cells) == {}


def test_a_range_that_entries_share_is_widened_where_all_of_them_allow_it(widened):
    entries = {"a": '&v {"java:json/gson": "==2.15.0"}', "b": "*v"}
    assert widened(entries, *IN_BOTH, line(OTHER, OLD, "b")) == {}


def test_an_alias_follows_the_text_that_it_stands_for(widened):
    entries = {"a": '&v {"java:json/gson": "==2.15.0"}', "b": "*v"}
    assert widened(entries, *IN_BOTH) == {8: 'versions: &v {"java:json/gson": ">=2.8.9,<=2.15.0"}'}


@pytest.mark.parametrize("versions", ['{"java:json/gson": "<3"}', '{"python:json/msgspec": "==0.22.0"}'])
def test_ranges_of_other_forms_and_of_other_codecs_stay(widened, versions):
    assert widened({"a": versions}, *IN_BOTH) == {}


def test_what_one_side_reads_of_the_other_does_not_count(widened):
    assert widened({"a": '{"java:json/gson": "==2.15.0"}'}, *IN_BOTH, line(OLD, NEW, "a")) != {}
