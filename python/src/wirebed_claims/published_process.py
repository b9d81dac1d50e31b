"""One process of an article's program: starts it, waits for its end, and reads the lines that it has printed.

Such a line is a JSON object: the times of an operation, or the runtime and the library (java/published/README.md).
"""

import base64
import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wirebed.bed import BUILD, ROOT
from wirebed_build import os_sessions
from wirebed_build.trees.process import POLITE, TELLING
from wirebed_claims.published_result import Measurement

LOGS = BUILD / "log" / "published"
_COPIED = ("seed", "program", "system", "operation", "n", "loops", "bytes", "read_back", "not_comparable")


_WARNING = "WARNING:"  # how a runtime begins the lines in which it warns


class Failed(Exception):
    """The process has measured nothing; the text says why, in one line."""


def run(command: Sequence[str], log: Path, limit: float, environment: Mapping[str, str]) -> list[dict[str, Any]]:
    """What it prints. It is ended after `limit` seconds; its messages go to the log."""
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
            raise Failed(f"no end after {limit:.0f} s") from None
        finally:
            if process.returncode != 0:
                os_sessions.end([process], POLITE)
            os_sessions.forget(process.pid)
    if process.returncode:
        raise Failed(f"exit code {process.returncode}: {_telling(log)}")
    warnings = [line for line in log.read_text(errors="replace").splitlines() if line.startswith(_WARNING)]
    try:
        return [*map(json.loads, out.splitlines()), {"warnings": warnings}]
    except ValueError as error:
        raise Failed(f"it prints what is no JSON: {error}") from error


def measurements(lines: Sequence[Mapping[str, Any]], chosen: Mapping[str, str], **common: Any) -> list[Measurement]:
    """The measurements of one process. `chosen`: the switches that the runner has set, besides those that the program
    names; `common`: more fields that are those of the process."""
    about = next((line for line in lines if "runtime" in line), None)
    timed = [line for line in lines if "operation" in line]
    if about is None or not timed:
        raise Failed("it has measured nothing")
    try:
        common |= {"runtime": about["runtime"], "library": about["library"]}
        common["warnings"] = tuple(text for one in lines for text in one.get("warnings", ()))
        return [_measurement(line, {**line["switches"], **chosen}, common) for line in timed]
    except (KeyError, TypeError, ValueError) as error:
        raise Failed(f"a line of it is not as it should be: {error!r}") from error


def _measurement(line: Mapping[str, Any], switches: Mapping[str, str], common: Mapping[str, Any]) -> Measurement:
    form = line.get("form")
    return Measurement(
        **{name: line[name] for name in _COPIED if name in line},
        **common,
        switches=switches,
        nanoseconds=tuple(map(int, line["nanoseconds"])),
        wire=base64.b64decode(form) if form is not None else None,
        is_text=bool(line.get("form_is_text")),
    )


def _telling(log: Path) -> str:
    """The line of the messages that says most."""
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return next(filter(TELLING.search, lines), lines[0] if lines else "no word on stderr")
