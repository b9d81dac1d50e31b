"""`alone:` of the roster: codecs that meet nobody but themselves, and pass nothing on."""

import pytest
from test_direct_only import RELAYS, roster, steps, who
from wirebed_protocol import peer_pb2

from wirebed.errors import UserError
from wirebed.peers.codecs import Codecs, codecs_of
from wirebed.suites.evolution.plan import EvolutionPlan

__all__ = ["steps"]  # the fixture


def plan(steps, *alone):
    said = peer_pb2.Introduction(language="Java")
    for library in ("first", "second", "third"):
        said.codecs.add(format="json", library=library, encodes=True, decodes=True)
    codecs = Codecs(codecs_of({f"java@{version}": said for version in ("v1", "v2", "v3")}))
    return EvolutionPlan(codecs, steps, alone=alone)


def pairs(made, leg) -> set[tuple[str, str]]:
    return {(writer, reader) for writer, _, _, reader in who(made)[leg]}


def test_it_meets_itself_and_nobody_else(steps):
    others = {(writer, reader) for writer in ("first", "second") for reader in ("first", "second")}
    made = plan(steps, "java:json/third")
    for leg in ("backward", "forward"):
        assert pairs(plan(steps), leg) > others | {("third", "third"), ("first", "third"), ("third", "first")}
        assert pairs(made, leg) == others | {("third", "third")}


def test_nothing_is_relayed_by_it_or_for_it(steps):
    made = who(plan(steps, "java:json/third"))
    for leg in RELAYS:
        assert made[leg] and "third" in {name for way in who(plan(steps))[leg] for name in way}
        assert "third" not in {name for way in made[leg] for name in way}


def test_two_of_them_do_not_meet(steps):
    made = plan(steps, "java:json/second", "java:json/third")
    assert pairs(made, "forward") == {(name, name) for name in ("first", "second", "third")}


def test_the_roster_names_them(tmp_path):
    assert roster(tmp_path, "").alone == frozenset()
    found = roster(tmp_path, "alone:\n  java: [json/second, raw/two]\n")
    assert found.alone == {"java:json/second", "java:raw/two"} and found.direct_only == frozenset()
    assert found.without(["java"]).alone == found.alone


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("{java: [json/secnd]}", r"11:16: no codec `java:json/secnd` is among `peers:`; near: \"java:json/second\""),
        ("{java: json/second}", r"11:8: `alone:` has a list of codecs for each peer"),
    ],
)
def test_what_is_not_right_is_told_by_line(tmp_path, said, told):
    with pytest.raises(UserError, match=told):
        roster(tmp_path, f"alone: {said}\n")
