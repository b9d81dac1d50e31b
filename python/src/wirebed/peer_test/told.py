"""What the user sees of a run: a line for each group, each failure with the command that repeats it, and JUnit XML."""

import shlex
from pathlib import Path

from junitparser import Failure as JUnitFailure
from junitparser import JUnitXml, TestCase, TestSuite

from wirebed.peer_test.kit import Group
from wirebed.peer_test.question import Failure
from wirebed.report.junit import clean

# So many failures of a subject are shown; the XML has all of them.
SHOWN = 3


def line(group: Group) -> str:
    failed = f"{group.failed:,} wrong" if group.failed else "ok"
    return f"  {group.name:<10} {group.questions:>7,} questions {group.seconds:>6.1f} s  {failed}"


def failures(group: Group, peer: str, variables: tuple[str, ...]) -> list[str]:
    """The first of each subject, and how many more there are."""
    found = []
    for subject, wrong in sorted(group.failures.items()):
        found += [text(one, peer, variables) for one in wrong[:SHOWN]]
        if len(wrong) > SHOWN:
            every = repeat(f"{group.name} {subject}*", peer, variables)
            found.append(f"{len(wrong) - SHOWN:,} more of {group.name} {subject}: {every}")
    return found


def text(failure: Failure, peer: str, variables: tuple[str, ...]) -> str:
    return (
        f"✗ {peer}: {failure.name}\n"
        f"    asked     {failure.asked}\n"
        f"    answered  {failure.answer}\n"
        f"    expected  {failure.wrong.expected}\n"
        f"    contract  {failure.wrong.clause.value}\n"
        f"    {repeat(failure.name, peer, variables)}"
    )


def repeat(name: str, peer: str, variables: tuple[str, ...]) -> str:
    return " ".join(["make peer-test", f"PEER={peer}", *variables, f"QUESTION={shlex.quote(name)}"])


def write_junit(groups: list[Group], peer: str, path: Path, variables: tuple[str, ...]) -> None:
    """A suite for each group, a test for each subject in it, with all that is wrong there."""
    suites = JUnitXml(f"wirebed peer-test {peer}")
    for group in groups:
        suite = TestSuite(f"peer-test.{peer}.{group.name}")
        tests = []
        for subject, count in sorted(group.asked.items()):
            test = TestCase(f"{subject} ({count} questions)", suite.name)
            if wrong := group.failures.get(subject):
                failed = JUnitFailure(clean(f"{len(wrong)} wrong: {wrong[0].name}"))
                failed.text = clean("\n".join(text(one, peer, variables) for one in wrong))
                test.result = [failed]
            tests.append(test)
        suite.add_testcases(tests)
        suites.add_testsuite(suite)
    path.parent.mkdir(parents=True, exist_ok=True)
    suites.write(str(path), pretty=False)
