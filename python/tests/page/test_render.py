"""The page as a whole: what results say stands in it as data, and nothing of it is code or markup."""

import re
from html.parser import HTMLParser

import pytest
from made_up import MadeUp, blocks, rows

from wirebed.bed.schema import Schema
from wirebed_page import command, interop, render
from wirebed_page.section import Card

SCRIPT = "<script>alert(1)</script>"
TURNED = "\u202e"  # turns the direction of what follows
HOSTILE = f"{SCRIPT}{TURNED}"


@pytest.fixture
def page(tmp_path, monkeypatch) -> str:
    """The page of a report whose case, reason, value, bytes, machine, filter and problem are hostile."""
    made = MadeUp(tmp_path, machine={"system": "none", "cpu": SCRIPT, "cores": 1}, filters={"case": SCRIPT})
    value, bytes_ = made.text(HOSTILE), made.value(f'"{HOSTILE}"'.encode())
    made.line(f"M/{HOSTILE}", value=value, bytes=bytes_, size=len(HOSTILE), problems=[HOSTILE])
    failed = {"outcome": "rejected", "stage": "parse", "manner": "typed", "by": "library", "reason": HOSTILE}
    made.line(f"M/{HOSTILE}", readers=["java:json/one"], value=value, bytes=bytes_, entries=[HOSTILE], **failed)
    runs, out = made.runs(), tmp_path / "index.html"
    monkeypatch.setattr(command, "Runs", lambda *_, **__: runs)
    sections = {name: lambda runs, bed: None for name in command.SECTIONS} | {"interop": interop.section}
    monkeypatch.setattr(command, "SECTIONS", sections)
    monkeypatch.setattr("wirebed_page.runs.of_bed", lambda bed, root: [])
    monkeypatch.setattr(Schema, "load", lambda folder: None)
    assert command.main(runs.bed, str(out)) == 0
    return out.read_text(encoding="utf-8")


class Elements(HTMLParser):
    """What is a script, and what else the page has."""

    def __init__(self, page: str):
        super().__init__()
        self.scripts, self.attributes, self._open = [], [], None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, name, value) for name, value in attributes]
        if tag == "script":
            self._open = dict(attributes).get("type")
            self.scripts.append([self._open, ""])

    def handle_endtag(self, tag):
        if tag == "script":
            self._open = None

    def handle_data(self, data):
        if self._open is not None:
            self.scripts[-1][1] += data


def test_results_are_no_scripts(page):
    scripts = Elements(page).scripts
    assert {kind for kind, _ in scripts} == {"importmap", "text/plain", "module"}
    assert [text.strip() for kind, text in scripts if kind == "module"] == ['import "wirebed/main.js";']
    assert not any("alert" in text for _, text in scripts)
    assert SCRIPT not in page and TURNED not in page
    # The start page is made here, so it shows the name of the machine as text.
    assert "&lt;script&gt;alert(1)" in page


def test_the_start_names_the_languages_and_the_part_that_was_run(page):
    assert "Real programs in Java and Python wrote" in page
    assert "The run of interop is a part, with <code>CASE=&lt;script&gt;alert(1)&lt;/script&gt;</code>" in page
    assert "nothing new in this part" in page


def test_results_are_in_the_blocks_as_they_are(page):
    found = blocks(page)
    assert found["interop"]["things"]["case"] == [f"M/{HOSTILE}"]
    details = rows(found["interop"]["details"])
    assert details[0]["problems"] == [HOSTILE] and details[1]["reason"] == HOSTILE
    assert rows(found["interop-entries"]) == [{"name": HOSTILE}]
    assert SCRIPT in found["interop-views"][0]["places"][0][1]
    assert HOSTILE in found["interop-bytes-json"]["text"][0]


def test_nothing_in_the_page_listens_or_asks_the_network(page):
    attributes = Elements(page).attributes
    assert not [one for one in attributes if one[1].startswith("on")]
    addresses = [value for _, name, value in attributes if name in ("src", "href", "action", "data")]
    assert addresses and all(value.startswith("#") for value in addresses)
    (policy,) = (value for tag, name, value in attributes if tag == "meta" and name == "content" and "-src" in value)
    assert policy.startswith("default-src 'none'") and "connect-src" not in policy


def test_every_module_that_is_imported_is_there(page):
    folder = command.render._BROWSER
    names = set(re.findall(r'"(wirebed/[^"]+)": "data:text/javascript', page))
    for path in folder.rglob("*.js"):
        for imported in re.findall(r'from "(wirebed/[^"]+)"', path.read_text()):
            assert imported in names, f"{path.name} imports {imported}"


@pytest.mark.parametrize(("noun", "heard"), [
    ("kind", "exact: 29,921 kinds; differs: 1 kind"), ("cell", "exact: 29,921 cells; differs: 1 cell"),
])  # fmt: skip
def test_a_picture_of_counts_reads_as_words(noun, heard):
    card = Card("Few?", "How many?", "So many.", "#/many", {"json": [("exact", "=", 29921), ("differs", "≠", 1)]}, noun)
    context = dict.fromkeys(("strips", "answers", "harms"), ()) | {"missing": {}}
    page = render.render({}, cards={"many": card}, **context)
    labels = [value for tag, name, value in Elements(page).attributes if name == "aria-label"]
    assert heard in labels


def test_no_script_makes_html_of_a_text():
    for path in command.render._BROWSER.rglob("*.js"):
        text = path.read_text()
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "srcdoc"):
            assert word not in text, path.name
