"""The bytes of a cell: the rows of its dump that are of a place where the value differs have a mark of their own."""

import re

import pytest
from playwright.sync_api import expect

from wirebed.bed import REPORTS
from wirebed.report import load
from wirebed.report.cell import Line
from wirebed.view.outcome import Outcome
from wirebed_page.section import address

ROWS = ["", "fDate", "fDateOther", "byName", "byName.k", "many", "many[0]", "many[0].one", "many[1]"]
MARKED = """async ([path, rows]) => {
  const { at } = await import("wirebed/cell/places.js");
  return [...at([path], [...rows.map(path => ({ path })), {}])].map(({ path }) => path);
}"""


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        ("f_date", ["fDate"]),
        ("f_date.nanos", ["fDate"]),
        ('by_name["k"]', ["byName.k"]),
        ('by_name["other"]', ["byName"]),
        ("many[0]", ["many[0]", "many[0].one"]),
        ("many", ["many", "many[0]", "many[0].one", "many[1]"]),
        ("gone", []),
        ("", ROWS),
    ],
)
def test_a_row_is_of_a_place_if_it_is_there_below_it_or_the_closest_around(opened, path, marked):
    assert opened.at("").evaluate(MARKED, [path, ROWS]) == marked


def test_the_rows_where_the_value_differs_are_marked(opened):
    line = next(filter(_is_narrowed, load(REPORTS / "interop.jsonl").lines))
    tab = opened.at(address("interop", line.format, line.writer, line.readers[0], line.case))
    expect(tab.get_by_text("A was read otherwise at this place")).to_be_visible()
    rows = tab.locator("table.dump td.in-value")
    labels = {one.split(" = ")[0].replace("_", "").lower() for one in rows.locator(".what").all_inner_texts()}
    assert labels == {line.differences[0].path.replace("_", "")}
    assert all("the value differs" in text for text in rows.all_inner_texts())
    assert rows.count() < tab.locator("table.dump td").count()


def _is_narrowed(line: Line) -> bool:
    """Whether it is written in JSON in this run, and one field of the value alone differs."""
    if line.format != "json" or line.outcome is not Outcome.DIFFERS or line.reject or line.source:
        return False
    paths = [one.path for one in line.differences if one.kind == "narrowed"]
    return ":" in line.writer and len(line.differences) == 1 and bool(paths and re.fullmatch("[a-z_]+", paths[0]))
