"""The plugin of pytest, over reports of runs of fake peers, in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

# A codec that swaps two words.
ENTRY = """
  - {name: words-are-swapped, format: json, reader: two/fake, cases: M/swap, outcome: differs, kind: reinterpreted,
     reason: The codec swaps them., authority: observed, nature: library-bug}
"""


def collected(report: Path, *words: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "wirebed_pytest", "-c", "/dev/null", "-rxX", str(report), *words]
    done = subprocess.run(command, cwd=report.parent, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_each_cell_is_a_test(fake_runs):
    _, report = fake_runs.run()
    code, said = collected(fake_runs.folder / "report.jsonl")
    assert code == 0 and f"{len(report.cells)} passed" in said, said


def test_what_is_not_as_expected_fails_with_the_command_that_repeats_it(fake_runs):
    _, report = fake_runs.run(two=["swap:json/fake"])
    code, said = collected(fake_runs.folder / "report.jsonl", "-k", "M/swap")
    failed = [cell for cell in report.unexpected if cell.case == "M/swap"]
    assert code == 1 and f"{len(failed)} failed" in said, said
    assert "make interop CASE=M/swap FORMAT=json" in said and "swapme" in said
    assert "Traceback" not in said and "wirebed_pytest/__init__.py" not in said


def test_what_an_entry_states_fails_as_expected(fake_runs):
    fake_runs.entries(ENTRY)
    fake_runs.run(two=["swap:json/fake"], format="json", writer="one/*", reader="two/*")
    code, said = collected(fake_runs.folder / "report.jsonl", "-k", "M/swap and json")
    assert code == 0 and "1 xfailed" in said, said
    assert "differs: words-are-swapped" in said


def test_a_fault_of_the_whole_run_fails(fake_runs):
    """No cell shows the entry, and each cell is as expected."""
    fake_runs.entries(ENTRY.replace("cases: M/swap", "message: t.Empty"))
    _, report = fake_runs.run()
    code, said = collected(fake_runs.folder / "report.jsonl")
    assert code == 1 and f"1 failed, {len(report.cells)} passed" in said and "words-are-swapped" in said, said


def test_a_report_without_its_end_is_no_result(fake_runs):
    fake_runs.run()
    path = fake_runs.folder / "report.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    code, said = collected(path)
    assert code == 2 and "has no footer" in said, said


def test_other_files_of_lines_are_left_alone(tmp_path):
    (tmp_path / "other.jsonl").write_text('{"a": 1}\n')
    code, _ = collected(tmp_path / "other.jsonl")
    assert code == pytest.ExitCode.USAGE_ERROR
