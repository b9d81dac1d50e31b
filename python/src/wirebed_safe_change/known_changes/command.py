"""`wirebed changes`: runs OLD= NEW= over each folder of proto/changes, and compares its verdicts with the true ones."""

import tempfile
from pathlib import Path

from wirebed.bed import REPORTS
from wirebed.errors import shown
from wirebed.suites.evolution.plan import Selection
from wirebed_safe_change import descriptors
from wirebed_safe_change.known_changes import table
from wirebed_safe_change.known_changes.judge import Judged, judge, places
from wirebed_safe_change.known_changes.reported import Reported
from wirebed_safe_change.known_changes.truth import SCHEMAS, Change, gaps, load

NAME = "changes.md"
_PROTOBUF = "proto[bj]*[fn]"  # protobuf and protojson


def main(full: bool = False) -> int:
    """Returns 0 when each verdict is true or a stated gap, else 1. `full`: the schemas are compiled."""
    judged = verdicts(full)
    text = table.text(judged, full)
    REPORTS.mkdir(parents=True, exist_ok=True)
    (REPORTS / NAME).write_text(text, encoding="utf-8")
    unstated = [verdict for verdict in judged if not verdict.as_stated]
    print(text)
    for verdict in unstated:
        print(f"not as stated: {verdict}")
    print(f"{table.summary(judged)}; {len(unstated)} not as stated; {shown(REPORTS / NAME)}")
    return 1 if unstated else 0


def verdicts(full: bool = False) -> list[Judged]:
    """Every verdict of a run beside the true one."""
    changes = load()
    given, stated = observe(changes, full), gaps(changes)
    return judge(changes, given, stated) + places(changes, given, stated)


def observe(changes: list[Change], full: bool = False) -> dict[str, Reported]:
    """The report of OLD= NEW= for each folder, in its formats and all languages.

    A folder with a format of plain classes is asked when `full` says that its schemas may be compiled.
    """
    formats: dict[str, set[str]] = {}
    for change in changes:
        formats.setdefault(change.folder, set()).update(change.truth)
    asked = {folder: wanted for folder, wanted in formats.items() if full or all(map(descriptors.suffice, wanted))}
    return {
        folder: Reported([line for glob in _globs(wanted) for line in _lines(folder, glob, changes, full)])
        for folder, wanted in asked.items()
    }


def _globs(formats: set[str]) -> list[str]:
    """The globs to ask for: descriptors answer their formats in one run, each other format has its own."""
    return sorted({_PROTOBUF if descriptors.suffice(format_) else format_ for format_ in formats})


def _lines(folder: str, formats: str, changes: list[Change], full: bool) -> list[dict]:
    from wirebed_safe_change import report
    from wirebed_safe_change.command import MODES, Run

    old, new = (str(SCHEMAS / folder / side) for side in ("old", "new"))
    accepted = _accept([change for change in changes if change.folder == folder])
    with tempfile.TemporaryDirectory() as scratch:
        accept = Path(scratch) / "accept.yaml"
        accept.write_text(accepted, encoding="utf-8")
        run = Run(old, new, MODES["full"], Selection(format=formats), str(accept) if accepted else None, compiled=full)
        run.execute()
    return report.lines(run)


def _accept(changes: list[Change]) -> str:
    """The declarations of the authors of these changes, in the form of ACCEPT=."""
    renamed = {old: new for change in changes for old, new in change.renamed.items()}
    reused = [name for change in changes for name in change.reused]
    lines = ["renamed:", *(f"  {old}: {new}" for old, new in renamed.items())] if renamed else []
    return "\n".join([*lines, "reused:", *(f"  - {name}" for name in reused), ""] if reused else [*lines, ""])
