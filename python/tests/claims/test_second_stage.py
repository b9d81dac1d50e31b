"""What the second stage measures, and that its processes count."""

import json
import math
from dataclasses import replace

import claim_results as made
import pytest

from wirebed_claims import second_stage
from wirebed_claims.bounds import Bounds
from wirebed_claims.claim import Article, Claim, System, Workload
from wirebed_claims.protocols import BENCH, PROTOCOLS
from wirebed_claims.quantity import Quantity
from wirebed_claims.rules import Bounded

SLOW, FAST = "java:xml/xstream", "java:json/gson"
ARTICLE = Article(
    "x",
    "",
    {"slow": System("slow", codec=SLOW), "fast": System("fast", codec=FAST)},
    {"stock": Workload("stock", case="Stock/a")},
)


def article(above: float, protocols=(BENCH,)) -> Article:
    slow, fast = (Quantity("time", "serialize", system, "stock") for system in ARTICLE.systems)
    rule = Bounded((slow, fast), Bounds(above, math.inf, True, f"above {above}"))
    return replace(ARTICLE, claims=(Claim("X.1", "", rule, {}, "", protocols, ()),))


def results(folder, slow=(80.0, 100.0, 120.0), fast=(50.0, 50.0, 50.0)):
    rows = [
        made.row(codec, "Stock/a", "encode", 0, samples=[[one] for one in samples])
        for codec, samples in ((SLOW, slow), (FAST, fast))
    ]
    return made.results(folder, rows)


def test_a_claim_that_a_few_more_processes_would_decide(tmp_path):
    known = results(tmp_path)
    (stage,) = second_stage.stages([article(1.5)], known)
    assert (stage.claim, stage.rows) == (
        "X.1",
        {("Stock/a", SLOW, "encode", False, False), ("Stock/a", FAST, "encode", False, False)},
    )
    assert 3 < stage.processes <= second_stage.MARGIN * second_stage.MOST
    assert stage.words == f"--message Stock/a --codec {FAST},{SLOW} --bench encode --budget {stage.minutes}"


@pytest.mark.parametrize(
    "above",
    [
        1.01,  # decided
        1.98,  # so near that no number decides it
        1.89,  # by more processes than the second stage has
    ],
)
def test_other_claims_are_left_as_they_are(tmp_path, above):
    assert list(second_stage.stages([article(above)], results(tmp_path))) == []


def test_the_published_protocol_has_no_second_stage(tmp_path):
    """Where the bench says no, only that protocol is open, and here it has no result."""
    known = results(tmp_path, slow=(10.0, 10.1, 10.2))
    assert list(second_stage.stages([article(1.01, PROTOCOLS)], known)) == []


def test_the_processes_of_the_second_stage_count(tmp_path):
    first, path = results(tmp_path), tmp_path / "second.json"
    later = json.loads(first.paths["bench"].read_text())
    later["rows"] = [made.row(SLOW, "Stock/a", "encode", 0, samples=[[90.0], [110.0]])]
    path.write_text(json.dumps(later | {"started": "2026-01-02T00:00:00", "others": 0.5}))
    both = replace(first, second=(path,))
    key = ("Stock/a", SLOW, "encode", False, False)
    assert both.rows[key]["samples"] == [[80.0], [100.0], [120.0], [90.0], [110.0]]
    assert len(both.rows["Stock/a", FAST, "encode", False, False]["samples"]) == 3
    assert both.origins["second stage"]["others"] == 0.5
