"""`make claims` measures each row on which its rules rest, without a switch and with each of them."""

import pytest

from wirebed import cases
from wirebed.bed import Bed, codec_id, glob
from wirebed.bed.schema import Schema
from wirebed_build.trees import ensure_schema
from wirebed_claims import gather, rules
from wirebed_claims.load import load
from wirebed_claims.protocols import BENCH, Protocol
from wirebed_claims.results import Results
from wirebed_connections import load_rows
from wirebed_costs import workloads
from wirebed_costs.rows import RowSelection
from wirebed_costs.statistics import Estimate


@pytest.fixture
def asked(monkeypatch):
    """By the name of their source, the keys of the rows that the rules ask for: without a switch, with one of rows, and
    with one of values."""
    keys: dict[str, set] = {"bench": set(), "switches": set(), "values": set()}

    def row(protocol, key):
        keys["values" if protocol.switch.workload else "switches" if protocol.switch.rows else "bench"].add(key)
        return Estimate.of([1.0, 1.1, 1.2])

    monkeypatch.setattr(Protocol, "_row", row)
    for article in load():
        for claim in (claim for claim in article.claims if BENCH in claim.protocols):
            for switch in [None, *(one for one in claim.switches if one.rows or one.workload)]:
                rules.decide(claim.rule, Protocol(BENCH, Results({}), article, switch))
    return {name: found - keys["bench"] if name != "bench" else found for name, found in keys.items()}


@pytest.fixture(scope="module")
def own():
    schema = Schema.load(ensure_schema(Bed.open()))
    return workloads.load(Bed.open(), schema, cases.load(Bed.open(), schema))


def measured(own, key, source: gather.Source) -> bool:
    """Whether a command of `make bench` measures a row. Copies come with any of their case."""
    options = dict(zip(source.command[2::2], source.command[3::2], strict=True))
    case, codec, operation, reused, cold = key
    if operation == "copy":
        return not (reused or cold)
    benchmark = operation + " reused" * reused + " cold" * cold
    chosen = workloads.select(own, options["--message"], quick=False)
    takes = RowSelection(options["--bench"]).takes(benchmark)
    return takes and any(one.case.name == case and one.takes(codec) for one in chosen)


def sources() -> list[gather.Source]:
    return [*(source for source in gather.sources(None) if source.name == "bench"), *gather.switched()]


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.name)
def test_each_row_is_measured_but_a_reusing_copy(asked, own, source):
    keys = asked[source.name]
    missing = [key for key in sorted(keys) if not measured(own, key, source)]
    assert keys and [key for key in missing if key[2] != "copy"] == []
    assert [key[2:] for key in missing] == [("copy", True, False)] * (source.name == "switches")


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.name)
def test_no_value_is_measured_on_which_nothing_rests(asked, own, source):
    group = source.command[source.command.index("--message") + 1]
    chosen = workloads.select(own, group, quick=False)
    assert {one.case.name for one in chosen} == {case for case, *_ in asked[source.name]}


def test_each_echo_of_a_rule_is_measured(monkeypatch):
    """Its codec is in fixtures/echo/rows.yaml, and `make claims` asks for it. The echo of a switch of the Persons is on
    the loopback."""
    asked = set()

    def echoed(protocol, quantity):
        system = protocol.article.systems[quantity.system]
        measured = protocol.as_measured(quantity)
        asked.add((protocol.switch.echo, system.echo, measured.transport, measured.bind))
        return Estimate.of([1.0, 1.1, 1.2])

    monkeypatch.setattr(Protocol, "_echoed", echoed)
    (s1,) = (article for article in load() if article.id == "s1")
    for claim in s1.claims:
        for name in claim.protocols:
            for switch in [None, *(one for one in claim.switches if one.transport or one.persons)]:
                rules.decide(claim.rule, Protocol(name, Results({}), s1, switch))
    commands = {source.name: source.command for source in [*gather.sources("*"), *gather.with_persons([s1])]}
    assert {transport for *_, transport, _ in asked} == {
        f"{article}{protocol}" for article in ("", "jboss-") for protocol in ("socket", "http", "rmi")
    }
    assert {name for name, *_ in asked} == {"echo", "echo with a fan-out of 4", "echo with a depth of 2"}
    for name, codec, transport, bind in asked:
        command = commands[name]
        client, server, offered = (command[command.index(f"--{of}") + 1] for of in ("client", "server", "transport"))
        assert codec in load_rows.named()
        assert codec_id.takes(codec, glob.listed(client)) and codec_id.takes(codec, glob.listed(server))
        assert glob.takes([transport], glob.listed(offered))
        assert bind == "127.0.0.1" or "--bind" in command


def test_an_echo_of_other_persons_asks_for_them():
    (s1,) = (article for article in load() if article.id == "s1")
    commands = {source.name: list(source.command) for source in gather.with_persons([s1])}
    assert commands["echo with a fan-out of 4"][-2:] == ["--fan-out", "4"]
    assert commands["echo with a depth of 2"][-2:] == ["--depth", "2"]
