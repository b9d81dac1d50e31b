"""What `make test` counts: the JUnit XML of every framework, and what no test stands for."""

import os
import subprocess
import sys
import time

import pytest

from wirebed_build.trees.process import Stopped
from wirebed_checks import checks


@pytest.fixture
def part(tmp_path, monkeypatch):
    monkeypatch.setattr(checks, "TEST_REPORTS", tmp_path)
    (tmp_path / "p").mkdir()

    def count(*xml: str, code: int = 0) -> tuple[int, int, int]:
        for number, text in enumerate(xml):
            (tmp_path / "p" / f"{number}.xml").write_text(text)
        found = checks._counted(checks.Part("p", code=code), 0.0)
        return found.passed, found.failed, found.skipped

    return count


def test_suites_of_every_framework_are_added_up(part):
    pytest_ = '<testsuites><testsuite name="a" tests="5" failures="1" errors="1" skipped="1"/></testsuites>'
    gtest = '<testsuites tests="2"><testsuite name="b" tests="2" failures="0" disabled="0" errors="0"/></testsuites>'
    ctest = '<testsuite name="c" tests="3" failures="0" disabled="0" skipped="0"/>'
    assert part(pytest_, gtest, ctest) == (7, 2, 1)


def test_a_part_without_tests_has_failed(part):
    assert part() == (0, 1, 0)


def test_a_failure_outside_of_tests_counts(part):
    assert part('<testsuite name="a" tests="3"/>', code=2) == (3, 1, 0)


def test_the_last_line_is_the_sum(capsys):
    assert checks._summary([checks.Part("a", passed=3), checks.Part("b", passed=1, failed=2, skipped=1)]) == 1
    assert capsys.readouterr().out.endswith("\n4 passed, 2 failed, 1 skipped\n")
    assert checks._summary([checks.Part("a", passed=3)]) == 0
    assert capsys.readouterr().out.endswith("\n3 passed, 0 failed\n")


def test_an_interruption_ends_what_runs_beside_and_starts_nothing_more(tmp_path):
    log, command = tmp_path / "log", ["sh", "-c", "echo begun; exec sleep 60"]
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), checks._beside(1) as (thread, processes):
        running = thread.submit(processes.run, command, tmp_path, log)
        waiting = thread.submit(processes.run, command, tmp_path, tmp_path / "second")
        while not log.exists() or "\nbegun" not in log.read_text():
            time.sleep(0.01)
        raise KeyboardInterrupt
    assert isinstance(running.exception(), Stopped) and waiting.cancelled()
    assert time.monotonic() - start < 30 and not (tmp_path / "second").exists()


def test_one_variable_moves_every_report(tmp_path):
    program = (
        "from wirebed_checks import checks, results\n"
        "from wirebed_costs import load_result\n"
        "from wirebed_build.languages import peer_yaml\n"
        "print(checks.TEST_REPORTS.parent, results.REPORTS, load_result.NEWEST.parent, sep='\\n')\n"
        "print(peer_yaml.fill('{reports}'))\n"
    )
    env = {**os.environ, "WIREBED_REPORTS": str(tmp_path / "elsewhere")}
    told = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True).stdout
    assert set(told.splitlines()) == {str(tmp_path / "elsewhere")}
