"""The strip at the top of the page: of which runs it is, on which machine, and with which versions."""

from dataclasses import dataclass

from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import AS_EXPECTED, MEANINGS
from wirebed.report.load import Report
from wirebed.report.phrases import failures, sign
from wirebed.view.outcome import EXACT
from wirebed_page.trip.languages import joined

# "As expected" would read as good, and is said of losses that are known. By whether a part alone was run.
_NEW = {False: "nothing new", True: "nothing new in this part"}


@dataclass(frozen=True)
class Strip:
    """The facts that the strip shows of one run."""

    suite: str
    chosen: str  # the part that the user has chosen; empty for a full run
    languages: str  # of the programs, in words
    started: str
    commit: str
    machine: str
    cells: int
    seconds: float | None
    verdict: str
    inexact: int  # of the cells, by the sign under which each counts
    failures: list[str]
    versions: dict[str, str]  # of each codec


def of(report: Report) -> Strip:
    header, footer, machine = report.header, report.footer, report.header.machine
    return Strip(
        header.suite,
        header.chosen,
        joined(header.languages) if header.languages else "",
        header.started,
        header.commit,
        f"{machine.cpu}, {machine.cores} cores, {machine.system}",
        footer.cells,
        footer.times.whole,
        _NEW[bool(header.chosen)] if footer.exit == AS_EXPECTED else MEANINGS[footer.exit],
        footer.cells - sum(len(line.readers) for line in report.lines if sign(line) == EXACT),
        failures(report),
        {short(codec.codec) + " " + codec.format: codec.version for codec in header.codecs},
    )
