"""What the second stage measures, and that its processes count."""

import json
import math
from dataclasses import replace

import claim_results as made
import pytest

from wirebed_claims import second_stage
from wirebed_claims.bounds import Bounds
from wirebed_claims.claim import Article, Claim, System, Workload
from wirebed_claims.protocols import BENCH, PROTOCOLS, Protocol
from wirebed_claims.quantity import Quantity
from wirebed_claims.results import Results
from wirebed_claims.rules import All, Bounded
from wirebed_costs.statistics import quotient

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
    return replace(ARTICLE, claims=(Claim("X.1", "", "", rule, {}, "", protocols, ()),))


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
        f"bench --times-only --message Stock/a --codec {FAST},{SLOW} --bench encode --task-seconds 0.5 "
        f"--budget {stage.minutes} --rounds {stage.processes}"
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


def test_what_others_disturbed_is_measured_once_more(tmp_path):
    """A decided figure would have no second stage. Three processes are needed, and one is there."""
    rows = [row | {"disturbed": [True, True, False]} for row in rows_of_case("encode")]
    (stage,) = second_stage.stages([article(1.01)], made.results(tmp_path, rows))
    assert stage.processes == math.ceil(second_stage.MARGIN * 3) - 1


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


ECHO = "legacy:protobuf/protobuf-java"


def echo_claim(above: float, protocols=(BENCH,), binds=("127.0.0.1", "127.0.0.1")) -> Article:
    """A claim about the java echo over http beside that over a socket, of one system."""
    over = [
        Quantity("time", "round_trip", "one", transport=transport, bind=bind)
        for transport, bind in zip(("http", "socket"), binds, strict=True)
    ]
    rule = Bounded((over[0], over[1]), Bounds(above, math.inf, True, f"above {above}"))
    claim = Claim("X.1", "", "", rule, {}, "", protocols, ())
    return Article("x", "", {"one": System("one", echo=ECHO)}, {}, (claim,))


def echoes(folder, http, socket=(100.0, 100.0, 100.0), name="echo", bind="127.0.0.1", **header):
    """A report of an echo of both transports, and of a row that no claim is about."""
    rows = [
        made.load(ECHO, "http", 0) | {"milliseconds": http, "rounds": len(http), "bind": bind},
        made.load(ECHO, "socket", 0) | {"milliseconds": socket, "rounds": len(socket)},
        made.load("java:java-serial/jdk", "socket", 0) | {"milliseconds": http},
        made.load(ECHO, "http", 0) | {"kind": "open", "milliseconds": (9.0,), "rounds": 1, "bind": bind},
    ]
    return made.report(folder / f"{name}.jsonl", "echo", [{"load": one} for one in rows], **header)


def test_an_echo_that_a_few_more_rounds_would_decide(tmp_path):
    known = Results({"echo": echoes(tmp_path, (180.0, 200.0, 220.0))})
    (stage,) = second_stage.stages([echo_claim(1.7)], known)
    assert stage.rows == {(ECHO, "http", "127.0.0.1"), (ECHO, "socket", "127.0.0.1")}
    assert 0 < stage.processes <= second_stage.MARGIN * second_stage.MOST - 3
    assert " ".join(stage.words) == (
        f"echo --client {ECHO} --server {ECHO} --transport http,socket --budget {stage.minutes} "
        f"--rounds {stage.processes}"
    )
    assert second_stage.stages([echo_claim(1.01), echo_claim(1.98)], known) == [], "decided, and too near"
    everywhere = Results({"echo": echoes(tmp_path, (180.0, 200.0, 220.0), bind="0.0.0.0")})
    (stage,) = second_stage.stages([echo_claim(1.7, binds=("0.0.0.0", "127.0.0.1"))], everywhere)
    assert stage.options["bind"] == "*"


def test_an_echo_as_published_has_a_second_stage(tmp_path):
    """Its transports are rows of the same run."""
    rows = [
        made.load(ECHO, transport, 0) | {"milliseconds": milliseconds}
        for transport, milliseconds in (
            ("http", (100.0, 101.0, 102.0)), ("jboss-http", (180.0, 200.0, 220.0)),
            ("socket", (100.0, 101.0, 102.0)), ("jboss-socket", (100.0, 100.0, 100.0)),
        )
    ]  # fmt: skip
    known = Results({"echo": made.report(tmp_path / "echo.jsonl", "echo", [{"load": one} for one in rows])})
    (stage,) = second_stage.stages([echo_claim(1.7, PROTOCOLS)], known)
    assert {transport for _, transport, _ in stage.rows} == {"jboss-http", "jboss-socket"}


def ratio_of(results) -> tuple[float, float, float]:
    protocol = Protocol(BENCH, results, echo_claim(1.7))
    http, socket = (protocol.estimate(one) for one in echo_claim(1.7).claims[0].rule.quantities)
    return quotient(http, socket)


def test_the_rounds_of_both_stages_count_and_make_pairs(tmp_path):
    first = echoes(tmp_path, (200.0, 400.0, 100.0), (100.0, 200.0, 50.0))
    second = echoes(tmp_path, (600.0, 20.0), (300.0, 10.0), name="second")
    both = Results({"echo": first}, second={"X.1": second})
    assert ratio_of(both.of_claim("X.1")) == pytest.approx((2.0, 2.0, 2.0))
    assert both.origins["second echo"]["started"] == made.BEGUN["started"]
    number = {claim: len(both.of_claim(claim).loads("echo")) for claim in ("X.1", "X.2")}
    assert number == {"X.1": 2, "X.2": 1}, "they count for their claim alone"
    lost = echoes(tmp_path, (600.0, 20.0), (300.0,), name="second")
    _, low, high = ratio_of(Results({"echo": first}, second={"X.1": lost}).of_claim("X.1"))
    assert low < 1 and high > 4, "a row that lost a round makes no pairs"


def test_what_belongs_to_the_first_stage_of_an_echo(tmp_path):
    known = Results({"echo": echoes(tmp_path, (180.0, 200.0, 220.0))})
    (stage,) = second_stage.stages([echo_claim(1.7)], known)
    first, times = stage.read(known.paths["echo"]), [100.0] * stage.processes

    def is_measured(times=times, filters=stage.options, started="2026-01-02T00:00:00") -> bool:
        path = echoes(tmp_path, times, times, name="second", filters=filters)
        head, *lines = path.read_text().splitlines(keepends=True)
        path.write_text(head.replace(made.BEGUN["started"], started) + "".join(lines))
        return stage.is_measured_by(stage.read(path), first)

    assert is_measured()
    assert not is_measured(times[1:])
    assert not is_measured(filters={"client": "legacy/*"})
    assert not is_measured(started=made.BEGUN["started"])
