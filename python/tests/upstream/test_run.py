"""What a run of the reproductions says: as stated or not, and what the newest release does."""

import json
import sys
from pathlib import Path

import pytest

from wirebed.errors import UserError
from wirebed_upstream.command import Bounds, main
from wirebed_upstream.limits import limited
from wirebed_upstream.registry import Command, Listed, NotThere

ITEM = """\
libraries: {{"pypi:some": }}
reproductions:
  - name: one
    library: pypi:some
    entries: [drops-a]
    input: an a
    observed: {observed}
    expected: a
    authority: the specification
    thread: none known
"""
REASONS = "drops-a: {reason: It is dropped., authority: its source, nature: library-bug}\n"


class Fake:
    """A registry whose library is the second argument of the program: the version decides what it prints."""

    def __init__(self, newest: str | None):
        self._newest = newest

    def pinned(self, library):
        return "b"

    def newest(self, library):
        if self._newest is None:
            raise NotThere("the registry was not reached")
        return self._newest

    def command(self, library, version, program):
        return Command([sys.executable, str(program), version], 512)


class Listing(Fake):
    """A registry that also lists releases, of which a1.2 has no file for this machine."""

    def listed(self, library):
        return Listed(["a1.1", "a1.2", "a1.3", "b1.4", "b1.5", "c1.6"], {})

    def key(self, version):
        return version

    def released(self, library, version):
        if version == "a1.2":
            raise NotThere("no wheel")
        return ""


def run(folder: Path, newest: str | None = "b", observed: str = "b", program: str = "", **more) -> tuple[int, dict]:
    upstream, reasons = folder / "upstream", folder / "reasons"
    for each in (upstream, reasons, folder / "deviations"):
        each.mkdir()
    (reasons / "all.yaml").write_text(REASONS + REASONS.replace("drops-a", "drops-b"))
    (upstream / "upstream.yaml").write_text(ITEM.format(observed=observed))
    (upstream / "one.py").write_text(program or "import sys\nprint(sys.argv[1])\n")
    code = main(**{"fixtures": folder, "registries": {"pypi": Fake(newest)}, "reports": folder} | more)
    return code, json.loads((folder / "upstream.jsonl").read_text())


def test_a_changed_observed_text_turns_the_run_red(tmp_path, capsys):
    code, said = run(tmp_path, observed="c")
    assert (code, said["as_stated"], said["printed"]) == (1, False, "b")
    assert "is stated to print\n    c\n  and prints\n    b" in capsys.readouterr().out


@pytest.mark.parametrize(
    "newest, word",
    [("b", "none newer"), ("", "not looked up"), ("a", "mended"), ("c", "other"), (None, "not resolvable")],
)
def test_the_newest_release_does_the_same_or_not(tmp_path, newest, word):
    code, said = run(tmp_path, newest)
    assert (code, said["newest"], said["newest_version"]) == (0, word, newest or "")


def test_the_same_in_a_newer_release(tmp_path):
    code, said = run(tmp_path, "b2", observed="{matches: ^b}")
    assert (code, said["newest"], said["newest_printed"]) == (0, "the same", "b2")


def test_a_program_that_does_not_end_well_was_not_run(tmp_path):
    code, said = run(tmp_path, program="raise SystemExit('no library')\n")
    assert (code, said["as_stated"], said["why"]) == (3, False, "no library")


def test_the_page_lists_everything_and_the_bugs_without_a_program(tmp_path):
    run(tmp_path, "a")
    page = (tmp_path / "upstream.md").read_text()
    for words in ("pypi:some b", "an a", "`` b ``", "`` a ``", "mended in a", "the specification", "none known"):
        assert words in page
    assert page.endswith("## Without a reproduction\n\nIn maintained libraries:\n\n- drops-b\n")


def test_a_glob_that_matches_nothing_is_an_error_of_the_user(tmp_path):
    run(tmp_path)
    with pytest.raises(UserError, match="CASE=two"):
        main("two", fixtures=tmp_path, registries={"pypi": Fake("b")}, reports=tmp_path)


def test_a_program_has_limits():
    assert limited([sys.executable, "-c", "while True: pass"], seconds=1).code != 0
    assert "MemoryError" in limited([sys.executable, "-c", "bytes(1 << 30)"], memory=256).err


def history(folder: Path, bounds: Bounds, fails_with: str = "a1.3") -> str:
    program = f"import sys\nv = sys.argv[1]\nassert v != {fails_with!r}, 'too old'\nprint(v[0])\n"
    more = {"case": "one", "registries": {"pypi": Listing("b")}, "history": bounds}
    return run(folder, program=program, **more)[1]["releases"]


def test_since_when_releases_print_what_is_stated(tmp_path, capsys):
    said = history(tmp_path, Bounds())
    assert said == (
        "a1.1 as expected; a1.2 … a1.3 not run (the first: no wheel); b1.4 … b1.5 as stated; c1.6 prints c "
        "(6 of 6 releases were asked)"
    )
    assert f"one: {said}" in capsys.readouterr().out and f"releases: {said}" in (tmp_path / "upstream.md").read_text()


def test_the_releases_between_two(tmp_path):
    assert history(tmp_path, Bounds("a4", "b1.4")) == "b1.4 as stated (1 of 1 releases were asked)"


def test_bounds_without_a_release_are_told(tmp_path):
    with pytest.raises(UserError, match="FROM=d: there is no such release of some; known: a1.1 to c1.6"):
        history(tmp_path, Bounds("d"))


def test_a_history_is_of_chosen_programs(tmp_path):
    with pytest.raises(UserError, match="choose some by CASE="):
        run(tmp_path, history=Bounds())


def test_an_error_of_python_is_told_by_its_last_line(tmp_path):
    assert run(tmp_path, program="raise ValueError('no library')\n")[1]["why"] == "ValueError: no library"
