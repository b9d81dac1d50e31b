"""`make baseline` and `make review` of a real bed: JSON in Python, and a field whose default comes back for null."""

import importlib
import io
import re
from contextlib import redirect_stdout
from dataclasses import replace

import pytest
from rich.console import Console

from wirebed.bed import ROOT, Bed
from wirebed.errors import UserError
from wirebed.peers.kept import Keep
from wirebed.state.baseline import of_bed, path_of
from wirebed_baseline import command, review

NAN = "dataclass-and-null-for-nan"
SCHEMA = 'syntax = "proto2"; package two; message Rate { optional double real = 1 [default = 2.5]; }\n'


@pytest.fixture(scope="module", autouse=True)
def what_is_not_stated():
    """Something must be red at first: here, the entry about null for NaN is about the writers of msgspec alone."""
    loader = importlib.import_module("wirebed.state.deviations.load")
    entries_of = loader.load

    def fewer(*folder, **how):
        entries = entries_of(*folder, **how)
        return [replace(entry, writers=("python/msgspec*",)) if entry.name == NAN else entry for entry in entries]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "load", fewer)
        yield


@pytest.fixture(scope="module")
def pinned(tmp_path_factory, what_is_not_stated):
    folder = tmp_path_factory.mktemp("two")
    (folder / "proto").mkdir()
    (folder / "proto" / "two.proto").write_text(SCHEMA)
    (folder / "fixtures").mkdir()
    (folder / "fixtures" / "bed.yaml").write_text("languages: [python]\nformats: [json]\n")
    bed = Bed.open(folder)
    with redirect_stdout(io.StringIO()) as out:
        code = command.main(bed, None, False, Keep())
    return bed, code, path_of(bed).read_text(), out.getvalue()


@pytest.fixture
def bed(pinned):
    """The bed with the baseline that `make baseline` wrote."""
    bed, _, text, _ = pinned
    path_of(bed).write_text(text)
    return bed


def test_the_first_time_all_is_pinned_and_as_expected(pinned):
    bed, code, _, printed = pinned
    entries = of_bed(bed, ROOT)
    assert code == 0 and entries and {fact.field for fact in entries} == {"two.Rate.real"}
    cells = sum(entry.cells for entry in entries.values())
    assert f"{cells} cells stand unreviewed" in printed
    assert f"baseline.yaml: +{cells} −0 cells; {len(entries)} entries, {len(entries)} of them unreviewed" in printed
    for view in ("md", "xml"):
        assert f"{cells} cells stand unreviewed" in (bed.reports / f"interop.{view}").read_text()


def test_it_prunes_accepts_nothing_and_takes_what_is_named(bed, capsys):
    path, entries = path_of(bed), of_bed(bed, ROOT)
    lines = path.read_text().splitlines(keepends=True)
    new, more = min(entries), max(entries)
    kept = [line for line in lines if f"writer: {new.writer}, reader: {new.reader}," not in line]
    text = "".join([*kept[:-1], kept[-1].replace("cells: 3", "cells: 8"), kept[-1].replace("dropped", "narrowed")])
    assert len(kept) == len(lines) - 1 and (new.writer, new.reader) != (more.writer, more.reader)
    path.write_text(text)
    assert command.main(bed, None, False, Keep()) == 1
    out = capsys.readouterr().out
    assert f"+0 −8 cells; {len(entries) - 1} entries" in out
    assert "3 new cells are not accepted" in out and f"ACCEPT='{new.name}'  # 3" in out
    assert command.main(bed, new.name, False, Keep()) == 0
    assert f"+3 −0 cells; {len(entries)} entries" in capsys.readouterr().out
    assert path.read_text() == "".join(lines)


def test_the_repository_has_none():
    with pytest.raises(UserError, match="BED= is missing: the bed of this repository states every difference"):
        command.main(Bed.open(), None, False, Keep())


def test_what_is_malformed_ends_the_command_before_the_run(bed):
    path_of(bed).write_text("- {format: json}\n")
    with pytest.raises(UserError, match=r"baseline.yaml:1:3: the entry has no `writer:`"):
        command.main(bed, None, False, Keep())


def reviewed(bed, *answers):
    """The answers of somebody at a terminal; what is shown to them, and the baseline after each answer."""
    out, left, files = io.StringIO(), list(answers), []

    def ask(prompt):
        files.append(path_of(bed).read_text())
        if not left:
            raise EOFError
        return left.pop(0)

    assert review.main(bed, ask, Console(file=out, width=150)) == 0
    return out.getvalue(), files


def test_a_review_shows_each_cell_and_writes_each_decision_at_once(bed):
    count = len(of_bed(bed, ROOT))
    out, files = reviewed(bed, "nonsense", "1", "it is null", "", "two, null", "unknown", "by-design", "", "q")
    assert "the case" in out and '"real":null' in out and "real (double) dropped" in out
    assert 'unknown reason "nonsense"' in out and re.search(r"  1  [a-z-]+: ", out)
    assert f"2 reviewed, {count - 2} left" in out
    unreviewed = [text.count("reason: unreviewed") for text in files]
    assert unreviewed == [count, count, *[count - 1] * 5, count - 2, count - 2]
    reasons = sorted(e.reason.reason for e in of_bed(bed, ROOT).values() if e.reason is not None and not e.why)
    assert reasons == ["it is null"]
    assert [e.why for e in of_bed(bed, ROOT).values() if e.why] == ["json-nan-is-null"]


def test_most_cells_come_first_and_the_end_of_the_input_ends_it(bed):
    fact = max(of_bed(bed, ROOT))
    text = path_of(bed).read_text()
    last = text.splitlines()[-1]
    path_of(bed).write_text(text.replace(last, last.replace("cells: 3", "cells: 4")))
    out, _ = reviewed(bed)
    assert f"1 of {len(of_bed(bed, ROOT))}: {fact.name}, 4 cells" in out and "0 reviewed" in out


def test_without_a_terminal_it_prints_the_list(bed, capsys):
    before = path_of(bed).read_text()
    assert review.main(bed) == 0
    out = capsys.readouterr().out
    assert all(fact.name in out for fact in of_bed(bed, ROOT)) and "CASE=Rate/limit_" in out
    assert path_of(bed).read_text() == before
