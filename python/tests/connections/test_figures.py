"""Figures of echoes: the latencies of several rounds."""

from types import SimpleNamespace

import pytest
from wirebed_protocol import peer_pb2

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.peers.codecs import CodecRef
from wirebed.peers.scope import Scope
from wirebed.state.roster import Roster
from wirebed_build.trees import ensure
from wirebed_connections import latencies, loads, payloads
from wirebed_connections.load_rows import CLOSED, LoadRow, timed
from wirebed_connections.payloads import Payload, Persons, persons_of
from wirebed_connections.plan import Selection, Way
from wirebed_connections.suite import check


def test_the_latencies_of_all_rounds_have_percentiles():
    rounds = [peer_pb2.Latencies(each=range(1, 501)), peer_pb2.Latencies(each=range(501, 1001))]
    expected = {"count": 1000, "mean": 500.5, "p50": 500, "p90": 900, "p99": 990, "p99.9": 999, "max": 1000}
    assert latencies.summary(rounds) == expected
    assert latencies.summary([peer_pb2.Latencies()]) == {}


def codec(peer: str) -> CodecRef:
    return CodecRef(peer, "json", "one", "1", True, True, "plain", False, False, f"{peer}:json/one", "json/one")


ROW = LoadRow(CLOSED, Payload("P/p", "a.P", (b"", b""), 2), codec("a"), Way("socket", "127.0.0.1"))


def test_wrong_and_lost_echoes_are_told():
    loaded = peer_pb2.Loaded(echoes=997, wrong=2, failed=1, first=peer_pb2.Failure(type="E", reason="it broke"))
    one = loads.Measured(ROW, [[peer_pb2.Loaded(echoes=1000)], [loaded]])
    (problem,) = one.problems
    assert "2 echoes came back with another value, 1 did not come back: E: it broke" in problem
    assert not loads.Measured(ROW, [[peer_pb2.Loaded(echoes=1000)]]).problems


def test_a_client_that_is_lost_under_load_is_told():
    one = loads.Measured(ROW, lost="the peer died")
    assert one.problems == [f"{ROW.id}: the peer died"] and one.line()["not_measured"] == "the peer died"
    after_a_round = loads.Measured(ROW, [[peer_pb2.Loaded(echoes=10, seconds=1)]], lost="the peer died")
    assert after_a_round.problems == one.problems and after_a_round.line()["echoes"] == 10
    assert loads.Measured(ROW, [[peer_pb2.Loaded()]]).problems == [f"{ROW.id}: no echo came back"]


def test_a_load_that_no_time_was_left_for_is_not_a_problem():
    one = loads.Measured(ROW, why="there was no time left")
    assert not one.problems and one.line()["not_measured"] == "there was no time left"


def test_the_line_of_a_row_counts_over_all_rounds():
    runs = [
        peer_pb2.Loaded(
            echoes=10, seconds=seconds, sent=100, received=200,
            round_trip=peer_pb2.Latencies(each=[mean] * 10), whole=peer_pb2.Latencies(each=[2 * 10**6] * 10),
        )
        for seconds, mean in ((1.0, 10**6), (2.0, 10**6), (4.0, 3 * 10**6))
    ]  # fmt: skip
    line = loads.Measured(ROW, [[one] for one in runs]).line()
    assert line["echoes"] == 30 and line["throughput"] == 5.0 and line["sent"] == 10.0 and line["received"] == 20.0
    assert line["milliseconds"] == [1000.0, 1000.0, 3000.0] and line["rounds"] == 3
    assert line["whole"]["p50"] == 2e6 and "others" not in line
    # A round of several passes is one observation, their mean.
    line = loads.Measured(ROW, [runs[:1], runs[1:]], others=[0.0, 0.5]).line()
    assert (line["milliseconds"], line["rounds"], line["others"]) == ([1000.0, 2000.0], 2, [0.0, 0.5])


def test_persons_are_the_same_in_each_run_and_as_many_as_asked():
    one, shared = persons_of(Persons.of("20", "3", "2"), sample=5)
    again, _ = persons_of(Persons.of("20", "3", "2"), sample=5)
    assert one.values == again.values and len(one.values) == 20 and len(one.echoed) == 5
    assert any(b"=" in value for value in shared.values) and one.name == "Persons/random_20"


def test_the_payload_that_is_timed_has_many_values_or_the_longest():
    short, long, many = (Payload(name, "a.P", values, 1) for name, values in
                         (("s", (b"1",)), ("l", (b"123",)), ("m", (b"1", b"2"))))  # fmt: skip
    assert timed([short, many, long]) is many and timed([short, long]) is long


def test_the_roster_alone_says_how_many_cells_a_full_run_has(tmp_path):
    """A plan that forgets a server, or a transport, must not be green."""
    path = tmp_path / "roster.yaml"
    path.write_text(
        "peers:\n  a: {json/one: both, none/plain: both, xml/x: decode}\n  b: {json/one: both, xml/x: both}\n"
        "echo:\n  b: {json/two: both}\ntransports: {a: [socket], b: [socket, http]}\n"
    )
    roster = Roster.load(path).plus(Roster.load(path, "echo"))
    # json: a-a, and a-b, b-a and b-b with two libraries of b; xml: b-b.
    assert roster.echoes() == 1 + 2 + 2 + 4 * 2 + 2


def test_the_command_that_repeats_a_cell_has_the_same_persons():
    assert Persons().variables == [] and Persons(200, 2, 3).variables == ["PERSONS=200", "DEPTH=3"]


@pytest.mark.parametrize("wrong", [("0", None, None), ("x", None, None), (None, "99", None), (None, None, "-1")])
def test_a_wrong_number_is_an_error(wrong):
    with pytest.raises(UserError, match="say a number from"):
        Persons.of(*wrong)


def test_the_cases_of_an_echo_are_a_list_of_globs():
    schema = Schema.load(ensure(Bed.open()))
    some = payloads.of(Bed.open(), schema, "Persons/shared*,Stock/article_*,!*_xml", Persons(20, 2, 1), full=False)
    names = ["article_hessian", "article_java", "article_json"]
    assert [one.name for one in some] == ["Persons/shared_20", *(f"Stock/{name}" for name in names)]


def test_a_budget_gives_the_times_its_minutes_and_more_rounds():
    usual, longer = loads.Effort.of(), loads.Effort.of("4")
    assert longer.seconds == 240 and longer.rounds > usual.rounds
    assert longer.anew and not usual.anew
    with pytest.raises(UserError, match="BUDGET=0: say minutes, like BUDGET=1.25"):
        loads.Effort.of("0")


@pytest.fixture
def measure(monkeypatch):
    """measure(effort, names) -> the rows, and what was done: `stop` of the servers, and each row with its warm-up.

    A row takes a second, or as long as `seconds` says by its number.
    """

    def of(effort: loads.Effort, names: str, seconds: dict[int, float] | None = None):
        seen, clock = [], SimpleNamespace(now=0.0)

        def exchange(request, limit):
            clock.now += (seconds or {}).get(sum(one != "stop" for one in seen), 1.0)
            load = request.load
            seen.append(f"{load.message} {load.warm_up}+{load.echoes}")
            return SimpleNamespace(loaded=peer_pb2.Loaded(echoes=load.echoes, wrong=int(load.echoes == 5000)))

        servers = SimpleNamespace(stop=lambda: seen.append("stop"), get=lambda *_: SimpleNamespace(ports={"socket": 1}))
        plan = SimpleNamespace(servers=servers, judge=SimpleNamespace(expected_of=lambda *_: [b"", b""]))
        listed = [LoadRow(CLOSED, Payload(name, name, (b"", b""), 2), codec("p"), Way("socket", "127.0.0.1"))
                  for name in names]  # fmt: skip
        monkeypatch.setattr(loads, "rows", lambda plan: listed)
        monkeypatch.setattr(loads.time, "monotonic", lambda: clock.now)
        monkeypatch.setattr(loads.Loads, "_client", lambda *_: SimpleNamespace(exchange=exchange))
        return loads.Loads(effort, plan, pool=None).measure(lambda row: True), seen

    return of


def passes(rows: list[loads.Measured]) -> list[list[int]]:
    """For each row how many passes count in each of its rounds."""
    return [[len(each) for each in one.rounds] for one in rows]


def test_rounds_end_with_the_time(measure):
    """A round that has begun measures no row more; what was measured before stays."""
    rows, _ = measure(loads.Effort(10, 4.0), "abc")
    assert sorted(len(one.rounds) for one in rows) == [1, 1, 2]


def test_the_rounds_of_the_usual_run_share_their_processes(measure):
    rows, seen = measure(loads.Effort(3, 60.0), "a")
    assert seen == ["a 1000+1000", "a 50+1000", "a 50+1000", "stop"]
    assert passes(rows) == [[1, 1, 1]] and not rows[0].others


def test_with_a_budget_each_round_has_new_processes_and_a_pass_that_does_not_count(measure):
    rows, seen = measure(loads.Effort(2, 60.0, anew=True), "a")
    assert seen == ["stop", *["a 0+5000", *["a 50+1000"] * 4, "stop"] * 2, "stop"]
    assert passes(rows) == [[4, 4]] and len(rows[0].others) == 2
    assert rows[0].line()["echoes"] == 8000
    # What comes back wrong in the warm-up is told all the same.
    assert len(rows[0].problems) == 2 and "1 echoes came back with another value" in rows[0].problems[0]


def test_rounds_of_new_processes_are_whole(measure):
    """Two rows take ten seconds in a round: 34 seconds have three rounds, also where the third is slower."""
    assert passes(measure(loads.Effort(30, 34.0, anew=True), "ab")[0]) == [[4, 4, 4]] * 2
    assert passes(measure(loads.Effort(30, 34.0, anew=True), "ab", {22: 9.0})[0]) == [[4, 4, 4]] * 2
    rows, _ = measure(loads.Effort(30, 7.0, anew=True), "ab")
    assert passes(rows) == [[], []]
    assert rows[0].line()["not_measured"] == "there was no time for a whole round"


@pytest.mark.parametrize(
    ("globs", "expected"),
    [
        ({"client": "pyton/*"}, 'CLIENT=pyton/* matches nothing; near: "python"'),
        ({"server": "java/javaobj"}, "SERVER=java/javaobj matches nothing; near: "),
        ({"transport": "grp"}, 'TRANSPORT=grp matches nothing; near: "grpc", "grpc-stream"'),
        ({"format": "jsn"}, 'FORMAT=jsn matches nothing; near: "json"'),
        ({"bind": "127.0.0.2"}, "BIND=127.0.0.2 matches nothing"),
        ({"format": "hessian2", "client": "python/upb"}, "no cell is left: each of FORMAT, CLIENT, SERVER"),
        ({"client": "cpp", "transport": "rmi"}, "no cell is left"),
        ({"client": "java/gson", "server": "python/struct"}, "no cell is left"),
    ],
)
def test_globs_that_take_nothing_are_told_before_anything_is_built(globs, expected):
    with pytest.raises(UserError) as raised:
        check(Selection(**globs), Scope())
    assert expected in raised.value.message


def test_globs_are_held_against_what_the_bed_is_about():
    check(Selection(client="java/gson", transport="rmi", format="json"), Scope())
    with pytest.raises(UserError, match="TRANSPORT=rmi matches nothing"):
        check(Selection(transport="rmi"), Scope(without=frozenset({"java", "dubbo", "legacy"})))
