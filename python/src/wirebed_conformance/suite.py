"""Builds protobuf's suite, runs it over a peer, and reads what it says."""

import re
import subprocess
import sys
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from wirebed.bed import BUILD, ROOT
from wirebed.errors import UserError, shown
from wirebed_build import os_sessions
from wirebed_build.languages import discovery, setup
from wirebed_build.languages.peer_yaml import Peer, fill
from wirebed_build.trees import ensure_descriptors
from wirebed_build.trees.tree import Tree
from wirebed_conformance.outcomes import FAILED, PASSED, SKIPPED, Ran
from wirebed_conformance.tests import SUITES

SOURCE = BUILD / "conformance" / "source"
_BUILDER, _PROGRAM = "cpp", "conformance"
_MESSAGES = tuple(f"google/protobuf/test_messages_proto{number}.proto" for number in (2, 3))
_OUTCOME = re.compile(rf"^({PASSED}|{FAILED}|{SKIPPED}) (\S+)$", re.MULTILINE)
_WORDS = re.compile(r"^ERROR, test=(\S+): (.*?)(?=\nERROR, test=|\n\n)", re.MULTILINE | re.DOTALL)
_POLITE = 3.0  # seconds that the testee has to end by itself


class Suite:
    """The suite, built, and the tree of its messages for these peers."""

    def __init__(self, peers: Collection[str]) -> None:
        setup.install(_PROGRAM, names=[_BUILDER])
        self.program = _program()
        # No bed may declare these files. The tree of the suite alone does.
        tree = Tree("conformance", ("conformance.proto", *_MESSAGES), (SOURCE,))
        self.tree = ensure_descriptors(tree, peers, first=self.program)

    def run(self, peer: str, formats: Collection[str], tests: str) -> Ran:
        """Runs the tests that a glob takes, in the parts of the suite that these formats are in."""
        testee = [sys.executable, "-m", "wirebed_conformance.testee", str(self.tree), peer]
        suites = dict.fromkeys(SUITES[format] for format in formats)
        return run([*map(fill, self.program.data["run"]), ",".join(suites), tests, *testee], f"{peer}.log")


def run(command: Sequence[str], name: str) -> Ran:
    """Runs the suite's program. `name`: of the log, which has what it and the testee say on stderr."""
    log = BUILD / "log" / "conformance" / name
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as errors:
        # The suite leaves lists of tests where it is started.
        process = os_sessions.start(
            command, cwd=log.parent, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors
        )
        try:
            text = process.communicate()[0].decode(errors="replace")
            _wait_for_testee(process.pid)
        finally:
            os_sessions.end([process], _POLITE)
    if process.returncode:
        raise UserError(f"the suite did not run, exit code {process.returncode}: {_end(log)}\nall: {shown(log)}")
    return read(text)


def read(text: str) -> Ran:
    """What the suite's program has printed."""
    outcomes = {name: outcome for outcome, name in _OUTCOME.findall(text)}
    return Ran(outcomes, {name: " ".join(words.split()) for name, words in _WORDS.findall(text)})


def _wait_for_testee(session: int) -> None:
    """The testee ends its peer when the suite has closed its stdin."""
    until = time.monotonic() + _POLITE
    while os_sessions.processes(session) and time.monotonic() < until:
        time.sleep(0.02)


def _end(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-5:])


def _program() -> Peer:
    builder = next(peer for peer in discovery.in_folder(ROOT) if peer.name == _BUILDER)
    program = builder.program(_PROGRAM)
    if program is None:
        raise UserError(f"the suite cannot be built here: {builder.no_program(_PROGRAM)}")
    return program
