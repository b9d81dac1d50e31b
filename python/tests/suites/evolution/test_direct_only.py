"""`direct_only:` of the roster: codecs that write and read, but not where a relay stands in between."""

import pytest
from steps import REASON, Steps
from wirebed_protocol import peer_pb2

from wirebed.commands.evolution import load_steps
from wirebed.errors import UserError
from wirebed.peers.codecs import Codecs, codecs_of
from wirebed.state.roster import Roster
from wirebed.suites.evolution.plan import EvolutionPlan

M = "message M { int32 a = 1; }\n"
V3 = "message M { int32 a = 1; int32 b = 2; }\n"
YAML = f"""
change: none
samples:
  v1: {{one: 'a: 1'}}
  v2: {{one: 'a: 1'}}
  v3: {{one: 'a: 1'}}
mutate:
  - {{name: sets_a, sample: v2.one, set: 'a: 7', gives: 'a: 7'}}
expect:
  - {{{REASON}, format: json, leg: forward, kind: dropped, path: a}}
"""
ROSTER = """peers:
  java:
    json/first: both
    json/second: both
    json/third: decode
    raw/one: both
    raw/two: decode
"""


@pytest.fixture(scope="module")
def steps(tmp_path_factory):
    made = Steps(tmp_path_factory.mktemp("direct") / "bed")
    made.step("same", YAML, v1=M, v2=M, v3=V3)
    made.trees()
    yield load_steps(made.bed)[1]
    made.remove()


def plan(steps, *direct_only):
    """Two codecs of json and of what protobuf is relayed in, in the same process."""
    said = peer_pb2.Introduction(language="Java")
    for format_ in ("json", "protobuf", "protojson"):
        for library in ("first", "second"):
            said.codecs.add(format=format_, library=library, encodes=True, decodes=True)
    codecs = Codecs(codecs_of({f"java@{version}": said for version in ("v1", "v2", "v3")}))
    return EvolutionPlan(codecs, steps, direct_only=direct_only)


def who(made, format_="json"):
    """Leg -> what its cells are: writer, relay, what that passes on, reader."""
    found = {}
    for route in made.works[0].routes:
        if route.format.name == format_:
            names = [codec and codec.library for codec in (route.writer, route.relay, route.into)]
            found.setdefault(route.leg.name, []).extend((*names, reader.library) for reader in route.readers)
    return found


DIRECT = {"backward", "forward", "skip-up", "skip-down"}
RELAYS = {"relay-old", "relay-new", "mutate-old", "chain-up", "chain-down"}


def test_in_direct_legs_only(steps):
    before, after = who(plan(steps)), who(plan(steps, "java:json/second"))
    assert set(before) == set(after) == {*DIRECT, *RELAYS}
    for leg in DIRECT:
        assert after[leg] == before[leg] and len(after[leg]) == 4
    for leg in RELAYS:
        assert len(before[leg]) == 8 and after[leg] == [("first", "first", None, "first")]


def test_what_a_relay_passes_on_is_by_another_too(steps):
    made = who(plan(steps, "java:protojson/first"), "protobuf")
    assert {(into, reader) for _, _, into, reader in made["json-old"]} == {("second", "second")}
    assert len(made["relay-old"]) == 8


def test_nobody_is_named(steps):
    assert plan(steps).cells == plan(steps, "java:json/none").cells


def roster(tmp_path, more, section="peers"):
    path = tmp_path / "roster.yaml"
    path.write_text(ROSTER + "classes:\n  java:\n    json/first: both\n" + more)
    return Roster.load(path, section)


def test_the_roster_names_them(tmp_path):
    assert roster(tmp_path, "").direct_only == frozenset()
    both = "direct_only:\n  java:\n    - json/second\n    - raw/two\n"
    for section, count in (("peers", 5), ("classes", 1)):
        found = roster(tmp_path, both, section)
        assert found.direct_only == {"java:json/second", "java:raw/two"} and len(found.members) == count
    assert found.without(["java"]).direct_only == found.direct_only


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("{java: [json/secnd]}", r"11:22: no codec `java:json/secnd` is among `peers:`; near: \"java:json/second\""),
        ("{jva: [json/second]}", r"11:21: no codec `jva:json/second` is among `peers:`"),
        ("{java: [json/first, json/second]}", r"11:22: no other codec of java is left that could relay json"),
        ("{java: [raw/one]}", r"11:22: no other codec of java is left that could relay raw for `java:raw/one`"),
        ("{java: json/second}", r"11:14: `direct_only:` has a list of codecs for each peer"),
        ("[json/second]", r"11:14: `direct_only:` has a list of codecs for each peer"),
    ],
)
def test_what_is_not_right_is_told_by_line(tmp_path, said, told):
    with pytest.raises(UserError, match=told):
        roster(tmp_path, f"direct_only: {said}\n")
