"""`make baseline` of a real bed: JSON in Python, and a field whose default comes back for null."""

import io
from contextlib import redirect_stdout

import pytest

from wirebed.bed import ROOT, Bed
from wirebed.errors import UserError
from wirebed.peers.kept import Keep
from wirebed.state.baseline import of_bed, path_of
from wirebed_baseline import command

SCHEMA = 'syntax = "proto2"; package two; message Rate { optional double real = 1 [default = 2.5]; }\n'


@pytest.fixture(scope="module")
def pinned(tmp_path_factory):
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
