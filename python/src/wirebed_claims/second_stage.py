"""The second of two stages: more processes for the claims that the first stage left undecided.

The figures of the first stage say about how many processes would decide a claim. Where these are not many, the rows on
which it depends are measured once more. Their number does not depend on what is measured then, and there is no third
stage: measuring until a figure is decided finds effects that do not exist.
"""

import math
from collections.abc import Sequence

from wirebed_claims import echo_stage, verdict
from wirebed_claims.bench_stage import BenchStage
from wirebed_claims.claim import Article
from wirebed_claims.echo_stage import EchoStage
from wirebed_claims.echoes import closed, disturbed, row_of
from wirebed_claims.protocols import BENCH, Protocol
from wirebed_claims.quantity import Quantity
from wirebed_claims.results import Results
from wirebed_claims.stage import Stage
from wirebed_claims.verdict import UNDECIDED, Verdict
from wirebed_costs.statistics import observed

# The most processes that a claim may need, and how many more than that estimate are measured.
MOST, MARGIN = 24, 1.25


def stages(articles: Sequence[Article], results: Results) -> list[Stage]:
    """The claims that a few more processes would decide, those that take the least time first."""
    every = (verdict.verdict(article, claim, results) for article in articles for claim in article.claims)
    found = [stage for one in every if (stage := _of(one, results))]
    return sorted(found, key=lambda stage: (stage.minutes, stage.claim))


def _of(found: Verdict, results: Results) -> Stage | None:
    decision = found.deciding
    quantities = [quantity for part in decision.open_parts or (decision,) for quantity in part.quantities]
    if found.word != UNDECIDED or not 0 < decision.needs <= MOST or any(one.measure != "time" for one in quantities):
        return None
    protocol, processes = Protocol(found.protocol, results, found.article), math.ceil(MARGIN * decision.needs)
    if all(quantity.transport for quantity in quantities):
        return _of_echo(found.claim.id, quantities, protocol, processes)
    # A program of the published protocol has as many processes as its plan says.
    if found.protocol != BENCH or any(quantity.transport for quantity in quantities):
        return None
    rows = frozenset(key for quantity in quantities for keys in protocol.bench_rows(quantity) for key in keys)
    have = int(min(observed(results.rows[key]).processes for key in rows))
    return BenchStage(found.claim.id, processes - have, rows, results.task_seconds)


def _of_echo(claim: str, quantities: Sequence[Quantity], protocol: Protocol, rounds: int) -> EchoStage:
    rows = frozenset(map(protocol.echo_row, quantities))
    (loads,) = protocol.results.loads("echo")
    have = min(disturbed(load).count(False) for load in closed(loads) if row_of(load) in rows)
    return EchoStage(claim, rounds - have, rows, echo_stage.seconds_of(rows, loads))
