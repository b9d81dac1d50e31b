"""How much of the machine other programs used while this one measured, by the processor time that the kernel counts."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from wirebed_costs.statistics import ENOUGH_PROCESSES, Estimate

_STAT = Path("/proc/stat")
# Cores from which on times are called unreliable.
MOST = 0.25
# Seconds below which the ticks of the kernel, of 10 milliseconds, say too little.
_SHORTEST = 0.5


class Others:
    """Counts from when it is made. Own time is that of this process and of its children that have ended (os.times)."""

    def __init__(self):
        self._begun = _now()

    @property
    def cores(self) -> float:
        """How many cores the others used, on average."""
        wall, busy, own = (now - begun for now, begun in zip(_now(), self._begun, strict=True))
        return round(max(0.0, (busy - own) / wall), 2) if wall >= _SHORTEST else 0.0


def _now() -> tuple[float, float, float]:
    """Seconds: the clock, what all processors were busy, and what this program took of it."""
    user, nice, system, _, _, irq, softirq, steal = map(int, _STAT.read_text().split("\n", 1)[0].split()[1:9])
    own = os.times()
    ticks = user + nice + system + irq + softirq + steal
    return (
        time.monotonic(),
        ticks / os.sysconf("SC_CLK_TCK"),
        own.user + own.system + own.children_user + own.children_system,
    )


def disturbs(cores: Sequence[float]) -> list[bool]:
    """Whether the others disturbed each process, beside which they used so many cores."""
    return [number >= MOST for number in cores]


def counted(disturbed: Sequence[bool]) -> list[int]:
    """The numbers of the processes that count: those that nobody disturbed, or all where these are too few for an
    interval."""
    quiet = [number for number, was_disturbed in enumerate(disturbed) if not was_disturbed]
    return quiet if len(quiet) >= ENOUGH_PROCESSES else list(range(len(disturbed)))


def of_processes(observations: Sequence[float], disturbed: Sequence[bool]) -> Estimate:
    """The mean of the processes that count. `processes` are those that nobody disturbed."""
    estimate = Estimate.of([observations[number] for number in counted(disturbed)])
    return replace(estimate, processes=list(disturbed).count(False))


def is_disturbed(row: Mapping[str, Any]) -> bool:
    """Whether others disturbed a process that counts of a row of a result. An older result does not say it."""
    return any(row.get("disturbed") or ())


def beside(rows: Sequence[Sequence[bool]], run: str) -> str:
    """What others did to the times of `run`, without a full stop; empty where they disturbed no row.

    `rows`: by row, whether they disturbed each process that counts.
    """
    number = sum(map(any, rows))
    if not number:
        return ""
    return f"other programs disturbed {number} of the {len(rows)} rows of {run}: their times are unreliable"


def doubt(cores: float | None, what: str) -> str:
    """Why the times of `what` are doubtful, without a full stop; empty where others used less than MOST, or where the
    result does not say it."""
    if cores is None or cores < MOST:
        return ""
    return f"other programs used {cores:.1f} cores while {what} measured: its times are unreliable"
