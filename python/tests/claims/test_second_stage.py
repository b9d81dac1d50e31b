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
from wirebed_claims.rules import All, Bounded

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


def rows_of_case(operation, slow=(80.0, 100.0, 120.0), fast=(50.0, 50.0, 50.0)):
    return [
        made.row(codec, "Stock/a", operation, 0, samples=[[one] for one in samples])
        for codec, samples in ((SLOW, slow), (FAST, fast))
    ]


def results(folder, **times):
    return made.results(folder, rows_of_case("encode", **times))


def test_a_claim_that_a_few_more_processes_would_decide(tmp_path):
    known = results(tmp_path)
    (stage,) = second_stage.stages([article(1.5)], known)
    assert (stage.claim, stage.rows) == (
        "X.1",
        {("Stock/a", SLOW, "encode", False, False), ("Stock/a", FAST, "encode", False, False)},
    )
    assert 3 < stage.processes <= second_stage.MARGIN * second_stage.MOST
    assert " ".join(stage.words) == (
        f"--message Stock/a --codec {FAST},{SLOW} --bench encode --budget {stage.minutes} "
        f"--rounds {stage.processes} --task-seconds 0.5"
    )


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


def test_all_open_parts_of_a_claim_are_measured(tmp_path):
    """The rule is a conjunction, and the figure that stands for it is of one part."""
    one = article(1.5)
    slow, fast = (Quantity("time", "deserialize", system, "stock") for system in ARTICLE.systems)
    both = All((one.claims[0].rule, Bounded((slow, fast), Bounds(1.6, math.inf, True, "above 1.6"))))
    rows = [*rows_of_case("encode"), *rows_of_case("decode")]
    (stage,) = second_stage.stages(
        [replace(one, claims=(replace(one.claims[0], rule=both),))], made.results(tmp_path, rows)
    )
    assert {operation for _, _, operation, *_ in stage.rows} == {"encode", "decode"}


def later(first, samples, **more) -> dict:
    result = json.loads(first.paths["bench"].read_text())
    rows = [{**row, "samples": samples} for row in result["rows"]]
    return result | {"rows": rows, "started": "2026-01-02T00:00:00", "others": 0.5, **more}


def test_the_processes_of_the_second_stage_count_for_their_claim(tmp_path):
    first, path = results(tmp_path), tmp_path / "second.json"
    path.write_text(json.dumps(later(first, [[90.0], [110.0]])))
    both = replace(first, second={"X.1": path})
    key = ("Stock/a", SLOW, "encode", False, False)
    assert both.of_claim("X.1").rows[key]["samples"] == [[80.0], [100.0], [120.0], [90.0], [110.0]]
    assert both.of_claim("X.2").rows[key]["samples"] == [[80.0], [100.0], [120.0]]
    assert both.origins["second stage"]["doubts"] == [
        "other programs used 0.5 cores while the second stage of the benchmark measured: its times are unreliable"
    ]


def test_processes_that_others_disturb_do_not_count_where_both_stages_leave_enough(tmp_path):
    first, path = results(tmp_path), tmp_path / "second.json"
    result = later(first, [[900.0], [110.0]])
    path.write_text(json.dumps(result | {"rows": [{**row, "disturbed": [True, False]} for row in result["rows"]]}))
    both = replace(first, second={"X.1": path}).of_claim("X.1")
    assert both.rows["Stock/a", SLOW, "encode", False, False]["samples"] == [[80.0], [100.0], [120.0], [110.0]]


def test_what_belongs_to_the_first_stage(tmp_path):
    known = results(tmp_path)
    (stage,) = second_stage.stages([article(1.5)], known)
    first, samples = json.loads(known.paths["bench"].read_text()), [[1.0]] * stage.processes
    assert stage.is_measured_by(later(known, samples), first)
    rows = [{**row, "left_out": 1} for row in later(known, samples[1:])["rows"]]
    assert stage.is_measured_by(later(known, samples) | {"rows": rows}, first)
    assert not stage.is_measured_by(first, first)
    assert not stage.is_measured_by(later(known, samples, peers=[{**made.JAVA, "flags": "-Xint"}]), first)
    assert not stage.is_measured_by(later(known, samples[1:]), first)
    assert not stage.is_measured_by(later(known, samples, task_seconds=1.0), first)
