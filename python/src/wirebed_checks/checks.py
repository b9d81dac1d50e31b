"""`make test`, `make check`, `make format`: the commands of each peer.yaml, the runner's own tests, and the suites.

A peer's part of `make test` ends with its `make peer-test`.

Everything runs, even after a failure. The counts are those of the JUnit XML files that the tests write into
test/<part>/ of the folder of reports; a part without files or tests has failed.

Interop runs first and alone, since it takes times. Beside the other suites run the tests of connections, and beside the
tests of the languages those of the runner, so the times of evolution in its report are those of a busy machine.
"""

import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import REPORTS, ROOT, Bed
from wirebed.bed.exit_codes import FAILED
from wirebed.errors import UserError, shown
from wirebed_build.languages import discovery, peer_yaml, setup
from wirebed_build.trees import ensure_for_tests
from wirebed_build.trees.process import Processes, excerpt, log_path, run_own

TEST_REPORTS = REPORTS / "test"
# Folders of python/tests that the part `runner` leaves to others.
PARTS_OF_THEIR_OWN = ("browser", "connections", "peer")
CHROMIUM = "chromium"


@dataclass
class Part:
    name: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    code: int = 0


def test(long: bool = False) -> int:
    """Runs all tests. `long`: those that take minutes, too (tests/structure/long_tests.py)."""
    shutil.rmtree(TEST_REPORTS, ignore_errors=True)
    setup.install("tests")
    # The programs beside the peers have tests of their own.
    ensure_for_tests(Bed.open())
    parts = [_suite("interop", "--fresh", "1")]
    browser = shutil.which(CHROMIUM)
    with _beside(1) as (thread, processes):
        # Hostile clients mostly wait until a server closes their connections, so several of them attack at a time.
        connections = thread.submit(_pytest_part, processes, "connections", "tests/connections", "-n", "3")
        parts += [_suite("evolution", "--fresh", "1"), *_beds(), _suite("echo", "--no-times")]
        # What the suites have compiled and executed is there for all tests after them. The tests of the runner use all
        # cores, so they wait for those of connections, in which a server may miss a deadline on so busy a machine.
        own = thread.submit(_own_tests, processes, long)
        parts += [_of_peer(peer) for peer in discovery.discover()]
        if browser:
            # The page that the suites make, in a browser.
            parts.append(_pytest_part(processes, "browser", "tests/browser", "-n", "auto"))
        parts += [connections.result(), own.result()]
    failed = _summary(parts)
    if not browser:
        print(f"test: browser: NOT RUN: there is no {CHROMIUM}; apt-get install {CHROMIUM}")
    return failed


def _beds() -> Iterator[Part]:
    """The suites over the other beds."""
    for bed in sorted((ROOT / "fixtures" / "beds").glob("*/proto")):
        other = Bed.open(bed.parent)
        name = f"bed-{other.root.name}"
        yield _suite("interop", "--bed", str(other.root), part_name=name, reports=other.reports)
        if (bed / "evolution").is_dir():
            more = f"{name}-evolution"
            yield _suite("evolution", "--bed", str(other.root), part_name=more, reports=other.reports)


def _own_tests(processes: Processes, long: bool) -> Part:
    # A file of tests shares what its fixtures run, so a file goes to one process. It waits for
    # peers and deadlines, too, so there are more of these than cores. xdist would start the files with the fewest tests
    # last, and whole runs are what they have.
    ignored = [f"--ignore=tests/{name}" for name in PARTS_OF_THEIR_OWN]
    arguments = [*ignored, "-n", str(2 * (os.cpu_count() or 1)), "--dist", "loadfile", "--no-loadscope-reorder"]
    return _pytest_part(processes, "runner", *arguments, env={"WIREBED_LONG": str(int(long))})


@contextmanager
def _beside(threads: int) -> Iterator[tuple[ThreadPoolExecutor, Processes]]:
    """Threads beside the main one, and the processes that they run; an interruption ends these."""
    processes = Processes()
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield pool, processes
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            processes.stop()
            raise


def _pytest_part(processes: Processes, name: str, *arguments: str, env: Mapping[str, str] | None = None) -> Part:
    command = [sys.executable, "-m", "pytest", *arguments, f"--junitxml={_reports(name) / 'junit.xml'}"]
    return _part(name, ROOT / "python", [command], processes, env)


def _of_peer(peer: peer_yaml.Peer) -> Part:
    """The tests of a peer's language, and the peer against the contract."""
    contract = [sys.argv[0], "peer-test", "--peer", peer.name, "--reports", str(TEST_REPORTS / peer.name)]
    return _part(peer.name, peer.folder, [*peer.commands("test"), contract], Processes())


def _part(
    name: str, folder: Path, commands: list[list[str]], processes: Processes, env: Mapping[str, str] | None = None
) -> Part:
    part = Part(name)
    start = time.monotonic()
    print(f"test: {name} …", flush=True)
    log = log_path("test", name)
    _reports(name)
    for number, command in enumerate(commands):
        path = log if number == 0 else log.with_suffix(f".{number}.log")
        code = _run(command, folder, path, processes, env)
        if code:
            part.code = code
            print(f"{excerpt(path, tail=60)}\ntest: {name} failed with exit code {code}; all of it: {shown(path)}")
    return _counted(part, start)


def _run(
    command: list[str], folder: Path, log: Path, processes: Processes, env: Mapping[str, str] | None = None
) -> int:
    try:
        code = processes.run(command, folder, log, {"WIREBED_REPORTS": str(REPORTS), **(env or {})})
        assert code is not None, "it has no limit"
        return code
    except UserError as error:
        log.write_text(f"\n{error}\n")
        return FAILED


def _suite(name: str, *options: str, part_name: str = "", reports: Path = REPORTS) -> Part:
    """Runs a whole suite with its usual output."""
    part = Part(part_name or name)
    start = time.monotonic()
    _reports(part.name)
    part.code = run_own([sys.argv[0], name, *options])
    written = reports / f"{name}.xml"
    if written.exists() and written.stat().st_mtime >= time.time() - (time.monotonic() - start) - 1:
        shutil.copy(written, _reports(part.name) / "junit.xml")
    return _counted(part, start)


def _reports(name: str) -> Path:
    folder = TEST_REPORTS / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _counted(part: Part, start: float) -> Part:
    import junitparser

    part.seconds = time.monotonic() - start
    for path in sorted((TEST_REPORTS / part.name).rglob("*.xml")):
        xml = junitparser.JUnitXml.fromfile(str(path))
        for suite in [xml] if isinstance(xml, junitparser.TestSuite) else xml:
            # An attribute that a writer leaves out (ctest: errors) reads as None.
            tests, skipped = suite.tests or 0, suite.skipped or 0
            bad = (suite.failures or 0) + (suite.errors or 0)
            part.failed += bad
            part.skipped += skipped
            part.passed += tests - bad - skipped
    # A failure outside of the tests, and a part in which nothing ran, count as one failure.
    if not part.failed and (part.code or not part.passed):
        part.failed = 1
    return part


def _summary(parts: list[Part]) -> int:
    print("\npart         passed   failed  skipped  seconds")
    for part in parts:
        note = f"  exit code {part.code}" if part.code else "" if part.passed else "  no test ran"
        print(f"{part.name:<10} {part.passed:>8} {part.failed:>8} {part.skipped:>8} {part.seconds:>8.1f}{note}")
    passed, failed, skipped = (sum(getattr(part, key) for part in parts) for key in ("passed", "failed", "skipped"))
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    return 1 if failed else 0


def check(fix: bool = False) -> int:
    """Checks format, lint, new commits, and the tables of fixtures/results; `fix` repairs what can be repaired."""
    from wirebed_checks import history, results

    setup.install("tests")
    failures = _tools("format" if fix else "check")
    for problem in history.problems():
        print(f"check: commit {problem}")
        failures += 1
    for path in results.check(fix):
        print(f"check: {shown(path)}: its table is not that of the last full run; `make format` renews it")
        failures += 1
    return 1 if failures else 0


def _tools(key: str) -> int:
    """Runs the formatters and linters, and shows the output of those that fail; returns how many do."""
    failures = 0
    for name, why in discovery.left_out(discovery.in_folder(ROOT)).items():
        print(f"{key}: {name}: not done: {why}")
        failures += not why.startswith("left out by")
    with _beside(os.cpu_count() or 1) as (threads, processes):
        runs = [threads.submit(_tools_of, peer, key, processes) for peer in discovery.discover()]
        for run in runs:
            failed, text = run.result()
            failures += failed
            print(text, flush=True)
    return failures


def _tools_of(peer: peer_yaml.Peer, key: str, processes: Processes) -> tuple[int, str]:
    """How many of a peer's formatters and linters fail, and what is told of all of them."""
    failures, lines = 0, []
    for number, command in enumerate(peer.commands(key)):
        log = log_path(key, peer.name, str(number))
        code = _run(command, peer.folder, log, processes)
        lines.append(f"{key}: {peer.name}: {Path(command[0]).name} {'ok' if code == 0 else f'exit code {code}'}")
        if code:
            failures += 1
            lines.append(excerpt(log, tail=60))
    return failures, "\n".join(lines)
