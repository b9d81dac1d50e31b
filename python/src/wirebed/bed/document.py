"""`--json`: the one JSON document that a command prints when it ends; all else goes to stderr.

Commands say here what they have counted and what is not as expected, whether a document is asked for or not. The form
is document.schema.json beside this file; it is the same for all commands.
"""

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from wirebed.bed import exit_codes
from wirebed.errors import UserError, shown

FORM = 1
OPTION, VARIABLE = "--json", "WIREBED_JSON"
HELP = "it prints one JSON document when it ends, and all else on stderr"
ERROR, WARNING, NOTE = "error", "warning", "note"
# The most findings that a document has; the others are counted.
MOST = 1000
# A file, a line, perhaps a column; empty and 0 where it is not known.
Place = tuple[str, int, int]
_PLACE = re.compile(r"^(?P<file>[^\s:]+):(?P<line>[1-9]\d*)(?::(?P<column>[1-9]\d*))?: ", re.MULTILINE)

_counts: Counter[str] = Counter()
_findings: list[dict[str, object]] = []
_reports: dict[str, None] = {}


def count(**numbers: int) -> None:
    """Adds to what the document counts."""
    _counts.update(numbers)


def find(kind: str, text: str, level: str = ERROR, place: Place | None = None, **more: str) -> None:
    """Adds a finding. Without `place`, a line of the text may begin with one. `more`: what belongs to the kind, such as
    the command that repeats a cell; what is empty is left out."""
    file, line, column = place or _stated(text)
    finding = {"kind": kind, "level": level, "text": text, "file": file, "line": line, "column": column, **more}
    _findings.append({key: value for key, value in finding.items() if value})


def _stated(text: str) -> Place:
    """The first place that a line of a text begins with."""
    stated = _PLACE.search(text)
    return (stated["file"], int(stated["line"]), int(stated["column"] or 0)) if stated else ("", 0, 0)


def find_lines(kind: str, lines: Iterable[str]) -> None:
    for line in lines:
        find(kind, line)


def find_error(error: UserError) -> None:
    """The error with which a command ends."""
    place = (shown(error.path), error.line or 0, error.column or 0) if error.path else None
    find("input", error.message, place=place)


def report(path: Path) -> None:
    """Names a file that the command wrote."""
    _reports[shown(path)] = None


class Output:
    """Keeps stdout for the document, if one is asked for; from then on, what this process and those below it print
    there goes to stderr."""

    def __init__(self, words: list[str]) -> None:
        """`words`: those of the command line; the option is taken from them, since each command has it."""
        # What is run in turn prints no document of its own.
        self.asked = OPTION in words or os.environ.pop(VARIABLE, "") not in ("", "0")
        words[:] = (word for word in words if word != OPTION)
        self.command = next((word for word in words[1:] if not word.startswith("-")), "")
        if self.asked:
            self.stdout = os.dup(1)
            os.dup2(2, 1)

    def write(self, code: int) -> None:
        if self.asked:
            sys.stdout.flush()
            with os.fdopen(self.stdout, "w", encoding="utf-8") as out:
                json.dump(_document(self.command, code), out, ensure_ascii=False, indent=1)
                out.write("\n")


def _document(command: str, code: int) -> dict[str, object]:
    return {
        "form": FORM,
        "command": command,
        "exit_code": int(code),
        "exit_word": exit_codes.meaning(code),
        "counts": dict(sorted(_counts.items())),
        "findings": _findings[:MOST],
        "more_findings": max(0, len(_findings) - MOST),
        "reports": list(_reports),
    }
