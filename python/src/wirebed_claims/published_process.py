"""One process of an article's program: starts it, waits for its end, and reads the lines that it has printed.

Such a line is a JSON object: the times of an operation, or the runtime and the library (java/published/README.md).
"""

import json
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from wirebed.bed.folders import BUILD, ROOT
from wirebed_build import os_sessions
from wirebed_build.trees.process import POLITE, TELLING
from wirebed_claims.published_result import Measurement

LOGS = BUILD / "log" / "published"
_WARNING = "WARNING:"  # how a runtime begins the lines in which it warns


class Failed(Exception):
    """The process has measured nothing, or cannot be started; the text says why, in one line."""


def run(command: Sequence[str], name: str, limit: float, environment: Mapping[str, str]) -> list[dict[str, Any]]:
    """Returns the output and the runtime's warnings. It is ended after `limit` seconds; its messages go to a log."""
    log = LOGS / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w+b") as errors:
        try:
            process = os_sessions.start(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, env=environment
            )
        except OSError as error:
            raise Failed(f"cannot run {command[0]}: {error.strerror}") from error
        try:
            out, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            raise Failed(f"did not end within {limit:.0f} s") from None
        finally:
            if process.returncode != 0:
                os_sessions.end([process], POLITE)
            os_sessions.forget(process.pid)
    messages = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    if process.returncode:
        most_telling = next(filter(TELLING.search, messages), messages[0] if messages else "no word on stderr")
        raise Failed(f"exit code {process.returncode}: {most_telling}")
    try:
        lines = [json.loads(line) for line in out.splitlines()]
    except ValueError as error:
        raise Failed(f"it prints what is no JSON: {error}") from error
    return [*lines, {"warnings": [line for line in messages if line.startswith(_WARNING)]}]


def measurements(
    lines: Sequence[Mapping[str, Any]], chosen: Mapping[str, str], of_process: Mapping[str, Any]
) -> list[Measurement]:
    """The measurements of one process. `chosen`: the switches that the runner has set, besides those that the program
    names; `of_process`: fields that the program does not know."""
    timed = [line for line in lines if "operation" in line]
    about = {key: value for line in lines if line not in timed for key, value in line.items()}
    if "runtime" not in about or not timed:
        raise Failed("it has measured nothing")
    common = dict(of_process) | {key: about[key] for key in ("runtime", "library", "warnings") if key in about}
    try:
        return [_measurement(line, {**line["switches"], **chosen}, common) for line in timed]
    except (KeyError, TypeError, msgspec.ValidationError) as error:
        raise Failed(f"a line of it is not as it should be: {error!r}") from error


def _measurement(line: Mapping[str, Any], switches: Mapping[str, str], common: Mapping[str, Any]) -> Measurement:
    form = {name: line[key] for key, name in (("form", "wire"), ("form_is_text", "is_text")) if key in line}
    return msgspec.convert({**line, **form, **common, "switches": switches}, Measurement)
