"""The values beside a report, and the cells that are told from them without a run."""

import contextlib
import hashlib
import io

import pytest
from rich.console import Console

from wirebed.commands import why_cell, why_cell_output
from wirebed.errors import UserError
from wirebed.report import load
from wirebed.report.value_store import ValuesWriter, find
from wirebed.run import Selection
from wirebed.state.deviations import load as load_entries

ENTRY = """
  - {name: two-swaps, reader: two/fake, format: json, cases: M/swap, outcome: differs, kind: reinterpreted,
     reason: it turns a name round, authority: the test says so, nature: library-bug}
"""


def written(folder, *values: bytes):
    path = folder / "run.values.zst"
    writer = ValuesWriter(path)
    names = [writer.name(value) for value in values]
    writer.keep()
    return path, names


def test_each_value_lies_there_once_by_its_hash(tmp_path):
    path, names = written(tmp_path, b"a", b"", b"a", bytes(1 << 20))
    assert names[0] == names[2] == hashlib.sha256(b"a").hexdigest()[:16]
    assert find(path, names) == dict(zip(names, (b"a", b"", b"a", bytes(1 << 20)), strict=True))
    assert find(path, ["0" * 16]) == {}
    again = path.read_bytes()
    assert written(tmp_path, b"a", b"", b"a", bytes(1 << 20))[0].read_bytes() == again


def test_damaged_values_are_an_error(tmp_path):
    path, names = written(tmp_path, b"some text", b"more")
    data = path.read_bytes()
    for cut in range(len(data)):
        # Never another value, whether the end is missed or not.
        path.write_bytes(data[:cut])
        with contextlib.suppress(UserError):
            assert find(path, names).items() <= dict(zip(names, (b"some text", b"more"), strict=True)).items()
    path.write_bytes(data.replace(b"some text", b"same text"))
    with pytest.raises(UserError, match="damaged"):
        find(path, names)
    path.unlink()
    with pytest.raises(UserError, match="no values beside the report"):
        find(path, names)


def test_a_run_keeps_its_values_and_the_same_run_the_same_file(fake_runs):
    path = fake_runs.folder / "report.values.zst"
    _, report = fake_runs.run(two=["swap:json/fake"])
    first = path.read_bytes()
    names = {name for c in report.cells for name in (c.value, c.bytes, c.expected, c.read) if name}
    values = find(path, names)
    assert values.keys() == names
    pair = ("M/swap", "one:json/fake", "two:json/fake")
    (swapped,) = (c for c in report.cells if (c.case, c.writer, c.reader) == pair)
    case = next(case for case in fake_runs.cases if case.name == "M/swap")
    assert values[swapped.value] == case.view and values[swapped.bytes] == b"J" + case.view
    assert values[swapped.read] == case.view.replace(b"swapme", b"mepaws") and not swapped.expected
    fake_runs.run(two=["swap:json/fake"])
    assert path.read_bytes() == first


class Asked:
    """`make why` over the report of fake peers."""

    def __init__(self, fake_runs, monkeypatch):
        self.fake_runs, self.path = fake_runs, fake_runs.folder / "report.jsonl"
        fake_runs.schema.messages = ("t.M",)
        monkeypatch.setattr(why_cell, "state", lambda trees: "")
        monkeypatch.setattr(why_cell, "_cases", lambda bed, suite: fake_runs.cases)

    def look(self, **globs):
        from fake_runs import FakeBed

        suite = why_cell.AskedCells("interop", Selection(**globs), list, None)
        return why_cell.look(FakeBed(self.fake_runs.folder), suite, self.path)

    def told(self, **globs) -> str:
        entries = {entry.name: entry for entry in load_entries(self.fake_runs.folder / "fixtures" / "deviations")}
        names = why_cell_output.LegContext(self.fake_runs.schema, self.fake_runs.schema, entries)
        out = io.StringIO()
        why_cell_output.show(self.look(**globs), lambda leg: names, Console(file=out, width=160))
        return out.getvalue()


@pytest.fixture
def asked(fake_runs, monkeypatch):
    return Asked(fake_runs, monkeypatch)


SWAP = {"case": "M/swap", "format": "json", "writer": "one/*", "reader": "two/*"}


def test_a_pinned_cell_is_shown_in_full(fake_runs, asked):
    fake_runs.entries(ENTRY)
    fake_runs.run(two=["swap:json/fake"], **SWAP)
    text = asked.told(**SWAP)
    assert "M/swap json one/fake > two/fake: differs" in text and "json, written by one:json/fake:" in text
    row = next(line for line in text.splitlines() if "name" in line and "│" in line)
    assert '"swapme"' in row and '"mepaws"' in row
    assert "pinned by `two-swaps`" in text and "library-bug" in text
    assert "reason: it turns a name round" in text and "authority: the test says so" in text


def test_losses_by_the_languages_are_shown_with_their_own_entries(fake_runs, asked):
    fake_runs.entries("""
  - {name: no-sign, codec: one/*, format: none, cases: M/minus_zero, outcome: differs, kind: narrowed,
     reason: its numbers have no sign, authority: a, nature: language-limit}
""")
    assert fake_runs.run(one=["drop-sign"])[0] == 0
    text = asked.told(case="M/minus_zero", format="json", writer="two/*", reader="one/*")
    assert "M/minus_zero json two/fake > one/fake: equal, not exact (narrowed)" in text
    assert "can hold" in text and "reason: its numbers have no sign" in text


def test_a_report_that_is_out_of_date(fake_runs, asked, monkeypatch):
    with pytest.raises(UserError, match="there is no report"):
        asked.look(**SWAP)
    fake_runs.run(**SWAP)
    with pytest.raises(UserError, match="the report has no such cell"):
        asked.look(**SWAP | {"case": "M/plain"})
    known = asked.look(**SWAP)
    assert (len(known.rows), known.more) == (1, 0)
    other = next(case for case in fake_runs.cases if case.name == "M/plain")
    case = next(case for case in fake_runs.cases if case.name == "M/swap")
    case.view, view = other.view, case.view
    with pytest.raises(UserError, match="M/swap has changed since the report was written"):
        asked.look(**SWAP)
    case.view = view
    monkeypatch.setattr(why_cell, "state", lambda trees: "of today")
    with pytest.raises(UserError, match="the report is of another build"):
        asked.look(**SWAP)
    monkeypatch.setattr(why_cell, "state", lambda trees: "")
    (fake_runs.folder / "report.values.zst").unlink()
    with pytest.raises(UserError, match="no values beside the report"):
        asked.look(**SWAP)
    assert load(asked.path).cells


def test_some_of_many_cells_are_shown(fake_runs, asked):
    fake_runs.run()
    known = asked.look(case="M/*")
    assert len(known.rows) == 3 and known.more + sum(map(len, known.rows)) == len(known.report.cells)
    assert f"… and {known.more} more cells" in asked.told(case="M/*")
