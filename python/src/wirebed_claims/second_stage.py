"""The second of two stages: more processes of `make bench` for the claims that the first stage left undecided.

The figures of the first stage say about how many processes would decide a claim. Where these are not many, the rows on
which it depends are measured once more. Their number does not depend on what is measured then, and there is no third
stage: who measures until a figure is decided finds what is not there.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wirebed_claims import verdict
from wirebed_claims.claim import Article
from wirebed_claims.protocols import BENCH, Protocol
from wirebed_claims.results import Results, RowKey, rows_of
from wirebed_claims.verdict import UNDECIDED, Verdict
from wirebed_costs import earlier

# The most processes that a claim may need, and how many more than that estimate are measured.
MOST, MARGIN = 24, 1.25
# Seconds that a row takes in a process beyond its measurement, that a run takes before its first row, and how much of
# the budget they may be: the number of rounds ends the run.
_ROW, _START, _PART = 3.0, 60.0, 0.7


@dataclass(frozen=True)
class Stage:
    """What is measured for a claim: the rows, in how many processes, and for how many seconds in each."""

    claim: str
    rows: frozenset[RowKey]
    processes: int
    seconds: float

    @property
    def minutes(self) -> int:
        cases, codecs, operations = self._parts
        # Each case also has a copy, and some of memcpy.
        measured = len(cases) * (len(codecs) * len(operations) + 2)
        return math.ceil((_START + (_ROW + 2 * self.seconds) * self.processes * measured) / _PART / 60)

    @property
    def _parts(self) -> tuple[list[str], list[str], list[str]]:
        """The cases, codecs and operations. The codec of a copy is the language, and copies come along."""
        cases, codecs, operations = (sorted({str(key[part]) for key in self.rows}) for part in range(3))
        return cases, [codec for codec in codecs if ":" in codec], operations

    @property
    def words(self) -> list[str]:
        """The options of `wirebed bench`. Each of the cases is measured with each of the codecs."""
        cases, codecs, operations = self._parts
        options = {
            "message": ",".join(cases),
            "codec": ",".join(codecs),
            "bench": ",".join(operations),
            "budget": str(self.minutes),
            "rounds": str(self.processes),
            "task-seconds": f"{self.seconds:g}",
        }
        return [word for name, text in options.items() for word in (f"--{name}", text)]

    def is_measured_by(self, result: Mapping[str, Any], first: Mapping[str, Any]) -> bool:
        """Whether a result has these processes, under the conditions of the first stage and after it."""
        # It measures some of the languages and codecs of the first stage.
        peers = [peer for peer in first["peers"] if peer["peer"] in {one["peer"] for one in result["peers"]}]
        if earlier.differences(result, {**first, "peers": peers}) or result["started"] <= first["started"]:
            return False
        if result["task_seconds"] != self.seconds:
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


def stages(articles: Sequence[Article], results: Results) -> list[Stage]:
    """The claims that a few more processes would decide, those that take the least time first."""
    every = (verdict.verdict(article, claim, results) for article in articles for claim in article.claims)
    found = [stage for one in every if (stage := _of(one, results))]
    return sorted(found, key=lambda stage: (stage.minutes, stage.claim))


def _of(found: Verdict, results: Results) -> Stage | None:
    decision = found.deciding
    quantities = [quantity for part in decision.open_parts or (decision,) for quantity in part.quantities]
    timed = all(quantity.measure == "time" and not quantity.transport for quantity in quantities)
    if found.word != UNDECIDED or found.protocol != BENCH or not timed or not 0 < decision.needs <= MOST:
        return None
    protocol = Protocol(BENCH, results, found.article)
    rows = {key for quantity in quantities for keys in protocol.bench_rows(quantity) for key in keys}
    have = min(len(results.rows[key]["samples"]) for key in rows)
    processes = math.ceil(MARGIN * decision.needs) - have
    return Stage(found.claim.id, frozenset(rows), processes, results.task_seconds)
