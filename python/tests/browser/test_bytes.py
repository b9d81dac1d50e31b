"""The bytes of a cell: the rows of its dump, or of its text, that are of a place where the value differs are marked."""

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


XSTREAM = """<M>
  <five__years>
    <Price><open>1</open></Price>
    <Price><open>2</open><note>a</note></Price>
  </five__years>
  <numbers><int>1</int><int>2</int></numbers>
  <by__key><entry><string>k&lt;&#x6b;</string><Price><open>7</open></Price></entry></by__key>
</M>
"""
JAXB = """<?xml version="1.0"?><M><years><open>1</open><close>2</close></years><years><open>3</open></years>
<number>7</number>
<byKey><entry><key>-5</key><value>x</value></entry></byKey><one><open>4</open><close>5</close></one><none a=">"/></M>"""
TEXT = r"""reals: 1
reals: 2
text: "x { }"
by_key {
  key: "a\357\275\241"
  value { open: 2 }
}
by_key {
  value { open: 3 }
}
[p.extended]: 5
inner {
  one {
    open: 3
  }
}
"""
IN_TEXT = """async ([path, text]) => {
  const { elements, at, isAmong } = await import("wirebed/cell/text_places.js");
  const parts = text.split(/(?<=\\n)|(?<=>)(?=<)/).filter(Boolean);
  const found = elements(parts);
  return parts.filter((_, number) => isAmong(at(path, found[0]), found[number])).map((part) => part.trim());
}"""


@pytest.mark.parametrize(
    ("text", "path", "marked"),
    [
        (XSTREAM, "five_years[1].open", ["<open>2</open>"]),
        (XSTREAM, "five_years[0]", ["<Price>", "<open>1</open>", "</Price>"]),
        (XSTREAM, "numbers[0]", ["<int>1</int>"]),
        (XSTREAM, 'by_key["k<k"].open.gone', ["<open>7</open>"]),
        (JAXB, "years[1].open", ["<open>3</open>"]),
        (JAXB, "years[0].open", ["<open>1</open>"]),
        (JAXB, "number[0].nanos", ["<number>7</number>"]),
        (JAXB, "one[0]", ["<one>", "<open>4</open>", "<close>5</close>", "</one>"]),
        (JAXB, "by_key[-5]", ["<entry>", "<key>-5</key>", "<value>x</value>", "</entry>"]),
        (JAXB, "none.gone", ['<none a=">"/>']),
        (TEXT, "reals[1]", ["reals: 2"]),
        (TEXT, 'by_key["a｡"].open', ["value { open: 2 }"]),
        (TEXT, 'by_key[""]', ["by_key {", "value { open: 3 }", "}"]),
        (TEXT, "[p.extended]", ["[p.extended]: 5"]),
        (TEXT, "inner.one.open", ["open: 3"]),
        (TEXT, "gone", []),
        (TEXT, "", []),
        ("<M>&#99999999;</a></b><", "a.b", []),
    ],
)
def test_a_path_leads_to_the_parts_of_a_text(opened, text, path, marked):
    assert opened.at("").evaluate(IN_TEXT, [path, text]) == marked


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


@pytest.mark.parametrize(("format", "message"), [("json", ""), ("xml-jaxb", "Decimals")])
def test_the_rows_where_the_value_differs_are_marked(opened, format, message):
    lines = (line for line in load(REPORTS / "interop.jsonl").lines if line.format == format)
    line = next(line for line in lines if line.case.startswith(message) and _has_one_place(line))
    tab = opened.at(address("interop", line.format, line.writer, line.readers[0], line.case))
    expect(tab.get_by_text("A was read otherwise at this place")).to_be_visible()
    rows = tab.locator("table.dump td.in-value")
    labels = {
        re.split(r" = |>", one)[0].strip(" <").replace("_", "").lower()
        for one in rows.locator(".what").all_inner_texts()
    }
    assert labels == {line.differences[0].path.replace("_", "")}
    assert all("the value differs" in text for text in rows.all_inner_texts())
    assert rows.count() < tab.locator("table.dump td").count()


def _has_one_place(line: Line) -> bool:
    """Whether it is written in this run, and one field of the value alone differs, which a reader takes otherwise."""
    if line.outcome is not Outcome.DIFFERS or line.reject or line.source:
        return False
    paths = [one.path for one in line.differences if one.kind in ("narrowed", "reinterpreted")]
    return ":" in line.writer and len(line.differences) == 1 and bool(paths and re.fullmatch("[a-z_]+", paths[0]))
