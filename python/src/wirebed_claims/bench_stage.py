"""The second stage of a claim about times of `make bench`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wirebed_claims.results import RowKey, rows_of
from wirebed_claims.stage import Stage
from wirebed_costs import earlier, load_result

TIMES = ("bench", "--times-only")
# Seconds that a row takes in a process beyond its measurement.
_ROW = 3.0


@dataclass(frozen=True)
class BenchStage(Stage):
    """`seconds`: how long a row is measured in each process."""

    rows: frozenset[RowKey]
    seconds: float

    of, command, file = "bench", TIMES, "bench.json"

    @staticmethod
    def read(path: Path) -> dict[str, Any]:
        return load_result.load(path)

    @property
    def seconds_of_rows(self) -> float:
        cases, codecs, operations = self._parts
        # Each case also has a copy, and some of memcpy.
        measured = len(cases) * (len(codecs) * len(operations) + 2)
        return (_ROW + 2 * self.seconds) * self.processes * measured

    @property
    def _parts(self) -> tuple[list[str], list[str], list[str]]:
        """The cases, codecs and operations. The codec of a copy is the language, and copies come along."""
        cases, codecs, operations = (sorted({str(key[part]) for key in self.rows}) for part in range(3))
        return cases, [codec for codec in codecs if ":" in codec], operations

    @property
    def options(self) -> dict[str, str]:
        """Each of the cases is measured with each of the codecs."""
        chosen = dict(zip(("message", "codec", "bench"), map(",".join, self._parts), strict=True))
        return chosen | {"task-seconds": f"{self.seconds:g}"}

    def is_measured_by(self, result: Mapping[str, Any], first: Mapping[str, Any]) -> bool:
        if earlier.differences(result, first) or result["started"] <= first["started"]:
            return False
        if result["task_seconds"] != self.seconds:
            return False
        # It measures some of the languages and codecs of the first stage.
        if any(peer not in first["peers"] for peer in result["peers"]):
            return False
        if not earlier.versions(result).items() <= earlier.versions(first).items():
            return False
        before, after = rows_of(first), rows_of(result)
        return all(
            key in after and earlier.is_same(after[key], before[key]) and _processes(after[key]) == self.processes
            for key in self.rows
        )


def _processes(row: Mapping[str, Any]) -> int:
    """How many measured a row, also where others disturbed them."""
    return len(row["samples"]) + int(row.get("left_out", 0))
