"""The output of a run: a line for each group, each failure with the command that repeats it, and JUnit XML."""

import shlex
from pathlib import Path

from junitparser import Failure as JUnitFailure
from junitparser import JUnitXml, TestCase, TestSuite

from wirebed.bed import PROGRAM
from wirebed.report.junit import clean
from wirebed_peer_test.examiner import Group
from wirebed_peer_test.question import Failure

# The most failures of a subject that are shown; the XML has all of them.
SHOWN = 3


def line(group: Group) -> str:
    failed = f"{group.failed:,} wrong" if group.failed else "ok"
    return f"  {group.name:<10} {group.questions:>7,} questions {group.seconds:>6.1f} s  {failed}"


def failures(group: Group, peer: str, variables: tuple[str, ...]) -> list[str]:
    """The first failures of each subject, and the number of the others."""
    lines = []
    for subject, wrong in sorted(group.failures.items()):
        lines += [text(failure, peer, variables) for failure in wrong[:SHOWN]]
        if len(wrong) > SHOWN:
            every = repeat(f"{group.name} {subject}*", peer, variables)
            lines.append(f"{len(wrong) - SHOWN:,} more of {group.name} {subject}: {every}")
    return lines


def text(failure: Failure, peer: str, variables: tuple[str, ...]) -> str:
    return (
        f"✗ {peer}: {failure.name}\n"
        f"    asked     {failure.question}\n"
        f"    answered  {failure.answer}\n"
        f"    expected  {failure.wrong.expected}\n"
        f"    contract  {failure.wrong.clause.value}\n"
        f"    {repeat(failure.name, peer, variables)}"
    )


def repeat(name: str, peer: str, variables: tuple[str, ...]) -> str:
    return " ".join([PROGRAM, "peer-test", f"PEER={peer}", *variables, f"QUESTION={shlex.quote(name)}"])


def write_junit(groups: list[Group], peer: str, path: Path, variables: tuple[str, ...]):
    """Writes a suite for each group, with a test for each subject that has all its failures."""
    suites = JUnitXml(f"wirebed peer-test {peer}")
    for group in groups:
        suite = TestSuite(f"peer-test.{peer}.{group.name}")
        for subject, count in sorted(group.counts.items()):
            test = TestCase(f"{subject} ({count} questions)", suite.name)
            if wrong := group.failures.get(subject):
                failed = JUnitFailure(clean(f"{len(wrong)} wrong: {wrong[0].name}"))
                failed.text = clean("\n".join(text(failure, peer, variables) for failure in wrong))
                test.result = [failed]
            suite.add_testcase(test)
        suites.add_testsuite(suite)
    path.parent.mkdir(parents=True, exist_ok=True)
    suites.write(str(path), pretty=False)
