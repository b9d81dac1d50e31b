"""What a run shows that the run before it does not: a report of these cells and problems alone, judged by them.

A cell that was not as expected, and is so again with the same outcome, difference and reading, is not new.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from msgspec import structs

from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.report.changes import surroundings
from wirebed.report.changes.compare import PINNED, Changed, Changes, compare
from wirebed.report.changes.sentence import answer
from wirebed.report.changes.surroundings import Surroundings
from wirebed.report.footer import Footer, KeptAnswers, Times
from wirebed.report.load import Report

# `fixtures/deviations/java.yaml:12:5`, in whatever checkout: neither the place of a file nor its lines are news.
_PLACE = re.compile(r"\S*?(fixtures/[^\s:]+)(?::\d+)*")


@dataclass(frozen=True)
class New:
    """`part`: the report of what is new; `red_before`: the cells that are not as expected, as they were before."""

    before: Report
    part: Report
    changes: Changes
    around: Surroundings
    red_before: int

    @property
    def sentence(self) -> str:
        return answer(self.changes, self.around, self.before)


def new(before: Report, now: Report) -> New:
    """What the older run shows of what this one leaves out is not gone."""
    changes = compare(before, now)
    changes.cells = [cell for cell in changes.cells if not _as_red_as_before(cell)]
    if before.header.filters != now.header.filters:
        changes.only_before = {}
    lines = [structs.replace(cell.now, readers=(cell.reader,)) for cell in changes.cells]
    lines += [line for of_row in changes.only_now.values() for line in of_row]
    part = Report(now.header, lines, Footer(), now.steps, now.loads, whole=now)
    part = replace(part, footer=_footer(before.footer, now.footer, part))
    red_before = len(now.unexpected) - len(part.unexpected)
    return New(before, part, changes, surroundings.of(before, now), red_before)


def _as_red_as_before(cell: Changed) -> bool:
    return cell.kind == PINNED and bool(cell.before.problems) and bool(cell.now.problems)


def _footer(before: Footer, now: Footer, part: Report) -> Footer:
    """The footer of a part: its counts, and the problems that the footer before does not have."""
    faults = {key: new_lines(before.faults[key], lines) for key, lines in now.faults.items()}
    missing = new_lines(before.missing, now.missing)
    outcomes: Counter[str] = Counter()
    failures: dict[str, Counter[str]] = {}
    for line in part.lines:
        outcomes[line.outcome] += len(line.readers)
        if line.manner:
            failures.setdefault(line.by, Counter())[line.manner] += len(line.readers)
    red = len(part.unexpected)
    return structs.replace(
        now,
        cells=outcomes.total(),
        outcomes=dict(sorted(outcomes.items())),
        failures={by: dict(manners) for by, manners in failures.items()},
        unexpected=red,
        kept=KeptAnswers(),
        missing=missing,
        **faults,
        left={},
        # The drafts of all red cells: they do not say which are about the new ones.
        unstated=now.unstated if red == now.unexpected else "",
        exit=NOT_WHOLE if missing else UNEXPECTED if red or any(faults.values()) else AS_EXPECTED,
        times=Times(),
    )


def new_lines(before: Iterable[str], now: Iterable[str]) -> tuple[str, ...]:
    """The lines about faults that are not there before."""
    known = {_PLACE.sub(r"\1", line) for line in before}
    return tuple(line for line in now if _PLACE.sub(r"\1", line) not in known)
