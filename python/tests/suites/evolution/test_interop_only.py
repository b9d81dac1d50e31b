"""`interop_only:` of the roster: codecs that take no part in `make evolution`."""

import pytest
from test_direct_only import roster

from wirebed.errors import UserError
from wirebed.peers.codecs import CodecRef, Codecs
from wirebed.suites.evolution import runner


def ref(library: str) -> CodecRef:
    return CodecRef(
        "java", "json", library, "1", True, True, "plain", False, False, f"java:json/{library}", f"json/{library}"
    )


def test_the_roster_names_them(tmp_path):
    assert roster(tmp_path, "").interop_only == frozenset()
    found = roster(tmp_path, "interop_only:\n  java: [json/second]\n")
    assert found.interop_only == {"java:json/second"} and found.alone == frozenset()
    assert found.without(["java"]).interop_only == found.interop_only


def test_one_that_is_no_codec_is_an_error(tmp_path):
    with pytest.raises(UserError, match="no codec `java:json/secnd` is among `peers:`"):
        roster(tmp_path, "interop_only:\n  java: [json/secnd]\n")


def test_they_have_no_route(tmp_path, monkeypatch):
    made = {}
    monkeypatch.setattr(runner, "EvolutionPlan", lambda codecs, *_: made.setdefault("codecs", codecs))
    one = object.__new__(runner.Runner)
    one.variants, one.schemas, one.direct_only, one.alone = {}, {}, (), ()
    one.left_out = {"java:json/second"}
    one.plan([], codecs=(Codecs([ref("first"), ref("second")]), Codecs(())))
    assert [codec.library for codec in made["codecs"].all] == ["first"]
