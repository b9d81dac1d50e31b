"""The second of two stages: more processes of `make bench` for the claims that the first stage left undecided.

The figures of the first stage say about how many processes would decide a claim. Where these are not many, the rows on
which it depends are measured once more. Their number does not depend on what is measured then, and there is no third
stage: who measures until a figure is decided finds what is not there.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirebed_claims import verdict
from wirebed_claims.claim import Article
from wirebed_claims.protocols import BENCH, Protocol, RowKey
from wirebed_claims.results import Results
from wirebed_claims.verdict import UNDECIDED, Verdict

# The most processes that a claim may need, and how many more than that estimate are measured.
MOST, MARGIN = 24, 1.25
# Seconds that a row takes in a process, and that a run takes before its first.
_ROW, _START = 3.5, 45.0


@dataclass(frozen=True)
class Stage:
    """What is measured for a claim: the rows, and in how many processes."""

    claim: str
    rows: frozenset[RowKey]
    processes: int

    @property
    def minutes(self) -> int:
        return math.ceil((_START + _ROW * self.processes * len(self.rows)) / 60)

    @property
    def words(self) -> str:
        """The options of `wirebed bench`. Each of the cases is measured with each of the codecs."""
        parts = zip(*((case, codec, operation) for case, codec, operation, *_ in self.rows), strict=True)
        cases, codecs, operations = (",".join(sorted(set(part))) for part in parts)
        return f"--message {cases} --codec {codecs} --bench {operations} --budget {self.minutes}"


def stages(articles: Sequence[Article], results: Results) -> Iterator[Stage]:
    """The claims that a few more processes would decide, those that take the least time first."""
    every = (verdict.verdict(article, claim, results) for article in articles for claim in article.claims)
    found = [stage for one in every if (stage := _of(one, results))]
    return iter(sorted(found, key=lambda stage: (stage.minutes, stage.claim)))


def _of(found: Verdict, results: Results) -> Stage | None:
    decision = found.deciding
    quantities = decision.quantities
    timed = all(quantity.measure == "time" and not quantity.transport for quantity in quantities)
    if found.word != UNDECIDED or found.protocol != BENCH or not timed or not 0 < decision.needs <= MOST:
        return None
    protocol = Protocol(BENCH, results, found.article)
    rows = {key for quantity in quantities for keys in protocol.bench_rows(quantity) for key in keys}
    have = min(len(results.rows[key]["samples"]) for key in rows)
    return Stage(found.claim.id, frozenset(rows), math.ceil(MARGIN * decision.needs) - have)
