"""A bed of one's own pins what it shows, with the number of its cells, and every other number is red."""

import pinning
import pytest
from pinning import pinned

from wirebed.peers.scope import Scope
from wirebed.state.baseline import of_bed, path_of
from wirebed.state.baseline.fact import is_takable
from wirebed.view.outcome import Cell, CellId, Fault, Outcome, Problem
from wirebed_baseline.update import updated

SWAP = {"two": ["swap:json/fake"]}


@pytest.mark.parametrize(
    "how",
    [
        {"two": ["swap:json/fake"]},
        {"one": ["reject:GUILTY"], "two": ["refuse:MAPPED"]},
        {"two": ["unsupported:json/fake", "drop-sign-in:protobuf/fake"]},
        {"one": ["reject-too:GUILTY"], "two": ["exhausted:MAPPED", "reject-ourselves:json/fake"]},
        {"two": ["constant"]},
    ],
)
def test_what_is_pinned_is_as_expected(bed, how):
    code, report = bed.run(**how)
    assert code in (1, 3) and report.unexpected
    entries = pinned(bed, report)
    code, again = bed.run(**how)
    assert (code, again.unexpected, again.footer.baseline, again.footer.missing) == (0, [], (), ())
    assert again.footer.unreviewed == len(report.unexpected)
    assert again.footer.unstated == ""
    assert {name for cell in again.cells for name in cell.entries} == {fact.name for fact in entries}
    assert len({fact.name for fact in entries}) == len(entries)


def test_an_entry_is_a_line_with_codecs_format_outcome_kind_place_and_number(bed):
    _, report = bed.run(**SWAP)
    pinned(bed, report)
    lines = [line for line in path_of(bed.bed).read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == (
        "- {format: json, writer: one/fake, reader: two/fake, outcome: differs, kind: reinterpreted, "
        "value: {field: t.M.name}, cells: 1, reason: unreviewed}"
    )
    assert lines == sorted(lines)


@pytest.mark.parametrize("fault", ["crash", "broken"])
def test_a_crash_and_an_internal_error_stay_red(bed, fault):
    how = {"two": [f"{fault}:GUILTY", "swap:json/fake"]}
    bed.cases = [case for case in bed.cases if case.name in ("M/big", "M/swap")]
    _, report = bed.run(**how)
    entries = pinned(bed, report)
    assert entries and not {fact.outcome for fact in entries} & {"crash", "internal", "timeout", "lost"}
    code, again = bed.run(**how)
    assert code == 1 and {cell.outcome for cell in again.unexpected} == {"crash" if fault == "crash" else "internal"}


@pytest.mark.parametrize("outcome", Outcome)
def test_what_ends_hangs_or_breaks_can_never_be_taken(outcome):
    problems = [Problem(Fault.UNSTATED, "no entry states it")]
    cell = Cell(CellId("M/a", "json", "one:json/fake", "two:json/fake"), outcome, problems=problems)
    assert is_takable(cell) == (outcome not in ("crash", "timeout", "lost", "internal"))


def test_a_cell_beyond_the_number_is_red_and_its_entry_says_so(bed):
    _, report = bed.run(**SWAP)
    entries = pinned(bed, report)
    fact = next(fact for fact in entries if (fact.writer, fact.reader) == ("one/fake", "two/fake"))
    bed.cases.append(pinning.another(bed, "M/swap_again", "swapme"))
    code, again = bed.run(**SWAP)
    beyond = [cell for cell in again.unexpected if (cell.writer, cell.reader) == ("one:json/fake", "two:json/fake")]
    assert code == 1 and len(beyond) == 1
    assert any(f"`{fact.name}` states 1 cell, and this is beyond" in problem for problem in beyond[0].problems)
    where = of_bed(bed.bed, bed.repository)[fact].as_deviation.where
    line = (
        f"{where}: `{fact.name}` states 1 cell, and 2 show it: make baseline BED=/b ACCEPT='{fact.name}' accepts that"
    )
    assert line in again.footer.baseline


def test_what_is_gone_is_red_in_a_whole_run_alone(bed):
    _, report = bed.run(**SWAP)
    entries = pinned(bed, report)
    code, again = bed.run()
    assert (code, again.unexpected) == (1, [])
    assert len(again.footer.baseline) == len(entries)
    assert all("none show it: make baseline BED=/b removes it" in line for line in again.footer.baseline)
    code, part = bed.run(case="M/plain")
    assert (code, part.footer.baseline, part.footer.standing) == (0, (), None)


def test_fewer_cells_are_red(bed):
    bed.cases.append(pinning.another(bed, "M/swap_again", "swapme"))
    _, report = bed.run(**SWAP)
    pinned(bed, report)
    del bed.cases[-1]
    code, again = bed.run(**SWAP)
    assert (code, again.unexpected) == (1, [])
    assert again.footer.baseline and all("2 cells, and 1 shows it: make baseline BED=/b lowers" in line
                                         for line in again.footer.baseline)  # fmt: skip


def test_what_is_new_is_red_beside_a_baseline(bed):
    _, report = bed.run(**SWAP)
    pinned(bed, report)
    code, again = bed.run(one=["reject:GUILTY"], **SWAP)
    assert code == 1 and {cell.outcome for cell in again.unexpected} == {"rejected"}


def test_what_the_bed_is_no_longer_about_is_not_gone(bed):
    """Entries of codecs that the file of the bed leaves out stay, as its deviations do."""
    _, report = bed.run(**SWAP)
    entries = pinned(bed, report)
    code, part = bed.run(scope=Scope(without=frozenset({"two"})), peers=["one"])
    assert (code, part.footer.baseline, part.footer.standing) == (0, (), ())
    assert pinned(bed, part) == entries
    code, part = bed.run(scope=Scope(formats=("json",)), **SWAP)
    assert (code, part.footer.baseline) == (0, ())


def test_a_run_without_a_language_knows_nothing_of_what_is_gone(bed):
    _, report = bed.run(**SWAP)
    pinned(bed, report)
    code, again = bed.run(peers=["one"], **SWAP)
    assert code == 3 and again.footer.standing is None


FOREIGN = """
suite: interop
entries:
  - {name: two-swaps, format: json, reader: two/fake, value: {field: name}, outcome: differs, kind: reinterpreted,
     path: name, reason: r, authority: a, nature: library-bug}
"""


def test_what_contradicts_an_entry_of_the_repository_is_pinned_against_it(bed):
    (bed.repository / "fixtures" / "deviations" / "all.yaml").write_text(FOREIGN)
    code, report = bed.run(**SWAP)
    assert code == 1 and {cell.outcome for cell in report.unexpected} == {"equal", "differs"}
    entries = pinned(bed, report)
    assert {fact.against for fact in entries} == {"", "two-swaps"}
    code, again = bed.run(**SWAP)
    assert (code, again.unexpected) == (0, [])
    code, _ = bed.run()
    assert code == 1


def test_what_contradicts_an_entry_of_the_bed_stays_red(bed):
    """The entry states another kind of the cells that differ, and a difference of cells that are equal."""
    bed.entries(FOREIGN.split("entries:\n")[1].replace("reinterpreted", "dropped"))
    _, report = bed.run(**SWAP)
    entries = pinned(bed, report)
    assert entries and not any(fact.reader == "two/fake" for fact in entries)
    code, again = bed.run(**SWAP)
    readers = {(cell.reader, cell.outcome) for cell in again.unexpected}
    assert (code, readers) == (1, {("two:json/fake", "equal"), ("two:json/fake", "differs")})


def test_the_repository_has_no_baseline(fake_runs):
    path_of(fake_runs.bed).write_text("- {nothing: of this is read}\n")
    _, report = fake_runs.run(**SWAP)
    assert report.unexpected and report.footer.standing is None


def test_a_reviewed_entry_stands_and_is_not_counted(bed):
    _, report = bed.run(**SWAP)
    pinned(bed, report)
    path = path_of(bed.bed)
    path.write_text(path.read_text().replace("reason: unreviewed", "reason: r, authority: a, nature: by-design"))
    code, again = bed.run(**SWAP)
    assert (code, again.footer.unreviewed) == (0, 0)
    pinned(bed, again)
    assert "unreviewed}" not in path.read_text()
    assert updated({}, again.footer.standing, accept_new=True).plus == len(again.footer.standing)
