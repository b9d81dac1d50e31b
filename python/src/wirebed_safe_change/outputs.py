"""The problems of a report of OLD= NEW= for programs: JUnit XML, SARIF 2.1.0, the findings of `--json`, and the
annotations of a workflow.

SARIF: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
Annotations: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
"""

import io
import json
import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from junitparser import Failure, JUnitXml, TestCase, TestSuite

from wirebed.bed import document
from wirebed.report.junit import clean
from wirebed_safe_change.problems import ERROR, NOTE, WARNING, Problem

_COMMANDS = {ERROR: "error", WARNING: "warning", NOTE: "notice"}
_SUITE = "safe-change"


def junit(problems: list[Problem]) -> bytes:
    """A test for each problem, of which the errors fail; one that passes where there is none."""
    suite = TestSuite(_SUITE)
    suite.add_testcases([_test(problem) for problem in problems] or [TestCase("the schemas", _SUITE)])
    whole, file = JUnitXml(f"wirebed {_SUITE}"), io.BytesIO()
    whole.add_testsuite(suite)
    whole.write(file, pretty=False)
    return file.getvalue()


def _test(problem: Problem) -> TestCase:
    test = TestCase(clean(problem.title), f"{_SUITE}.{problem.rule}")
    text = clean("\n".join(filter(None, (_place(problem), problem.text))))
    if problem.level == ERROR:
        failure = Failure(clean(problem.title))
        failure.text = text
        test.result = [failure]
    else:
        test.system_out = text
    if problem.file:
        # As pytest writes them; the tools that show JUnit read these attributes.
        test._elem.set("file", clean(problem.file))
        test._elem.set("line", str(problem.line))
    return test


def sarif(problems: list[Problem]) -> str:
    rules = {problem.rule: {"id": problem.rule, "name": f"schema-change-{problem.rule}"} for problem in problems}
    driver = {"name": "wirebed", "rules": list(rules.values())}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": list(map(_result, problems))}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _result(problem: Problem) -> dict:
    result = {"ruleId": problem.rule, "level": problem.level, "message": {"text": f"{problem.title}\n{problem.text}"}}
    location: dict = {}
    if problem.name:
        location["logicalLocations"] = [{"fullyQualifiedName": problem.name}]
    if problem.file:
        location["physicalLocation"] = {
            "artifactLocation": {"uri": quote(_in_workspace(problem.file))},
            "region": {"startLine": problem.line, "startColumn": problem.column},
        }
    return result | ({"locations": [location]} if location else {})


def annotations(problems: list[Problem], environment: Mapping[str, str] = os.environ) -> list[str]:
    """A command of a workflow for each problem; none where no workflow of GitHub runs."""
    return [_annotation(problem) for problem in problems] if environment.get("GITHUB_ACTIONS") == "true" else []


def find(problems: list[Problem]) -> None:
    """The findings of --json."""
    for problem in problems:
        place = (problem.file, problem.line, problem.column)
        text = f"{problem.title}\n{problem.text}"
        document.find(problem.rule, text, problem.level, place=place, name=problem.name)


def _annotation(problem: Problem) -> str:
    properties: dict[str, str | int] = {"title": problem.title}
    if problem.file:
        properties = {"file": _in_workspace(problem.file), "line": problem.line, "col": problem.column, **properties}
    words = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in properties.items())
    return f"::{_COMMANDS[problem.level]} {words}::{_escaped(problem.text)}"


def _escaped(text: str, more: str = "") -> str:
    return "".join(f"%{ord(letter):02X}" if letter in f"%\r\n{more}" else letter for letter in text)


def _in_workspace(file: str) -> str:
    """The path from the folder that the workflow has checked out, where it is below that."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    path = Path(file).absolute()
    return path.relative_to(workspace).as_posix() if workspace and path.is_relative_to(workspace) else file


def _place(problem: Problem) -> str:
    return f"{problem.file}:{problem.line}:{problem.column}" if problem.file else ""
