"""Which codecs stand for each other on the two sides of an upgrade."""

import pytest

from wirebed.bed.codec_id import codec_id
from wirebed.errors import UserError
from wirebed.peers.codecs import CodecRef, Loaded
from wirebed_upgrade import sides

RENAMED = ("com.alibaba:hessian-lite=3.2.13", "org.apache.dubbo:hessian-lite=4.0.4")


@pytest.fixture(autouse=True)
def generations(monkeypatch):
    """`Sides.peers` sets GENERATIONS= for the rest of a run."""
    monkeypatch.setenv("WIREBED_GENERATIONS", "")


def codec(peer, format, library, jar=""):
    key = f"{format}/{library}"
    loaded = Loaded(f"{{build}}/lib/{jar}.jar", "")
    return CodecRef(
        peer, format, library, "1", True, True, "plain", False, False, codec_id(peer, key), key, loaded=loaded
    )


def test_the_codec_of_a_renamed_artifact_is_that_of_the_peer_that_has_it():
    of = sides.of(None, *RENAMED)
    peers = of.peers()
    assert peers == {"java~hessian-lite-3.2.13": "dubbo~hessian-lite-4.0.4"}
    old, new = next(iter(peers.items()))
    lite = codec(old, "hessian2", "lite", "hessian-lite-3.2.13")
    dubbo = codec(new, "hessian2", "dubbo", "hessian-lite-4.0.4")
    others = [codec(old, "hessian2", "caucho", "hessian-4.0.66"), codec(old, "json", "gson", "gson-2.15.0")]
    paired = sides.pairs([*others, lite, codec(new, "json", "x", "x-1"), dubbo], peers, {old: "17", new: "17"}, of)
    assert sides.codecs_of(paired) == {lite.id: dubbo.id}


def test_a_library_with_another_name_stays_with_its_peer():
    jackson = ("com.fasterxml.jackson.core:jackson-databind=2.20.0", "tools.jackson.core:jackson-databind=3.0.0")
    assert sides.of(None, *jackson).peers() == {"java~jackson-databind-2.20.0": "java~jackson-databind-3.0.0"}
    assert sides.of(jackson[1], None, None).peers() == {"java": "java~jackson-databind-3.0.0"}


def test_the_codec_of_one_library_is_that_of_its_name():
    of = sides.of("com.google.code.gson:gson=2.10.1", None, None)
    peers = of.peers()
    assert peers == {"java": "java~gson-2.10.1"}
    codecs = [codec(peer, "json", "gson", f"gson-{peer}") for peer in ("java", "java~gson-2.10.1")]
    paired = sides.pairs(codecs, peers, dict.fromkeys(("java", "java~gson-2.10.1"), "17"), of)
    assert sides.codecs_of(paired) == {codecs[0].id: codecs[1].id}


@pytest.mark.parametrize(
    "set, old, new, said",
    [
        (None, None, RENAMED[1], "SET= is missing"),
        (None, "3.2.13", RENAMED[1], "FROM=3.2.13: a library and its version are wanted"),
        (RENAMED[1], "3.2.13", None, "has a version or several libraries"),
        ("orjson", "3.11.6", "3.11.6", "are the same version"),
    ],
)
def test_wrong_sides_are_told(set, old, new, said):
    with pytest.raises(UserError) as raised:
        sides.of(set, old, new)
    assert said in str(raised.value)
