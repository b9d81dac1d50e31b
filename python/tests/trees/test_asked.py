"""The peers that globs ask for: by their codecs where these are known, else by their names."""

import json

import pytest
from wirebed_protocol import peer_pb2

from wirebed.bed import REPORTS, Bed
from wirebed.bed.codec_id import matches
from wirebed.bed.glob import may_begin
from wirebed.commands import interop
from wirebed.peers import asked
from wirebed.peers.asked import Side
from wirebed.peers.codecs import codecs_of
from wirebed.run import Selection
from wirebed_build.languages import discovery, peer_yaml
from wirebed_build.private_folder import PrivateFolder
from wirebed_build.trees.cache import Cache
from wirebed_build.trees.fingerprint import FileHashes

CODECS = {
    "java": ("none/plain", "hessian2/caucho", "java-serial/jdk"),
    "python": ("none/plain", "hessian2/wirebed", "json/orjson"),
    "cpp": ("none/plain", "hessian2/wirebed"),
}


def introduction(peer: str) -> peer_pb2.Introduction:
    codecs = [
        peer_pb2.Codec(format=format, library=library, encodes=True, decodes=library != "caucho")
        for format, _, library in (key.partition("/") for key in CODECS[peer])
    ]
    return peer_pb2.Introduction(peer=peer, codecs=codecs)


@pytest.fixture
def peers(monkeypatch, tmp_path):
    """`peers(selection, known=…)`: the peers that are asked when those of `known` have introduced themselves before."""
    for name in CODECS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "peer.yaml").write_text(f"name: {name}\nlanguage: L\nrun: [sh]\n")
    monkeypatch.setattr(asked, "Cache", lambda: None)

    def of(known=tuple(CODECS), out=(), stated=(), **globs) -> list[str] | None:
        codecs = {name: codecs_of({name: introduction(name)}) for name in known}
        monkeypatch.setattr(asked, "known", lambda peer, *_: codecs.get(peer.name))
        monkeypatch.setattr(discovery, "left_out", lambda _: dict.fromkeys(out, "no compiler"))
        held = [codec for name in stated for codec in codecs_of({name: introduction(name)})]
        return asked.peers(Selection(**globs).sides(), asked.codecs(tmp_path, held))

    return of


@pytest.mark.parametrize(
    ("globs", "known", "expected"),
    [
        ({}, CODECS, None),
        ({"case": "Stock/*"}, CODECS, None),
        ({"writer": "python/*", "reader": "python/*"}, (), ["python"]),
        ({"writer": "python", "reader": "cpp:*"}, (), ["cpp", "python"]),
        ({"writer": "python/*"}, (), ["cpp", "java", "python"]),
        ({"format": "json"}, CODECS, ["python"]),
        ({"format": "json"}, ("python", "cpp"), ["java", "python"]),
        ({"format": "none"}, CODECS, ["cpp", "java", "python"]),
        ({"writer": "*/wirebed", "reader": "*/wirebed"}, CODECS, ["cpp", "python"]),
        ({"writer": "*/caucho", "reader": "*/orjson"}, CODECS, ["java", "python"]),
        ({"writer": "*/caucho", "reader": "*/caucho"}, CODECS, None),  # it only encodes: no reader is left
        ({"writer": "pyton/*", "reader": "python/*"}, (), None),
        ({"format": "jsn"}, CODECS, None),
    ],
)
def test_only_who_is_asked(peers, globs, known, expected):
    assert peers(known, **globs) == expected


def test_a_peer_that_nobody_knows_is_asked_by_the_codecs_that_are_stated(peers):
    assert peers((), format="java-serial") == sorted(CODECS)
    assert peers((), stated=CODECS, format="java-serial") == ["java"]
    # What a peer has introduced decides, and a glob that takes nothing that is stated asks everybody.
    assert peers(("python",), stated=CODECS, format="json") == ["python"]
    assert peers((), stated=CODECS, format="new") is None


def test_a_peer_that_this_machine_lacks_is_asked_by_its_name(peers):
    assert peers(out=["java"], format="json") == ["java", "python"]
    assert peers(out=["java"], writer="python/*", reader="python/*") == ["python"]


@pytest.mark.parametrize(
    "globs", [{"format": "json"}, {"writer": "*/wirebed", "reader": "*/wirebed"}, {"format": "no"}]
)
def test_who_takes_part_does_not_depend_on_what_was_known(peers, globs):
    sides = Selection(**globs).sides()
    parts = set()
    for known in ((), CODECS):
        started = peers(known, **globs) or list(CODECS)
        parts.add(frozenset(asked.introduced({name: introduction(name) for name in started}, sides)))
    assert len(parts) == 1


@pytest.mark.parametrize(
    ("glob", "prefix", "expected"),
    [
        ("java/*", "java/", True),
        ("java/*", "java:", False),
        ("j*", "java:", True),
        ("*", "java/", True),
        ("*/caucho", "java/", True),
        ("*:json/*", "java/", True),  # as in java/x:json/y
        ("ja", "java/", False),
        ("java", "java/", False),
        ("j?va/", "java/", True),
        ("[jk]ava[:/]*", "java:", True),
        ("[!j]ava/*", "java/", False),
        ("", "java/", False),
    ],
)
def test_what_a_name_of_a_glob_begins_with(glob, prefix, expected):
    assert may_begin(glob, prefix) is expected


@pytest.mark.parametrize(
    "glob", ["java/*", "*", "*/caucho", "java:hessian2/*", "j?va", "*2/ca*", "[h-k]*", "pyth*", "c*p"]
)
def test_a_peer_that_has_a_codec_of_the_glob_is_never_left_out(glob):
    side = Side(glob, lambda one: matches(one.id, glob))
    for name in CODECS:
        if any(map(side.takes, codecs_of({name: introduction(name)}))):
            assert side.may_take(name)


def test_what_a_peer_introduced_is_known_until_its_sources_change(tmp_path):
    source = tmp_path / "source"
    source.write_text("1")
    peer = peer_yaml.Peer(tmp_path, {"name": "java", "language": "L", "run": ["sh"], "loads": ["source"]})
    cache, hashes = Cache(tmp_path / "cache"), FileHashes(tmp_path / "hashes.json")
    assert asked.known(peer, cache, hashes) is None
    asked.keep(peer, introduction("java"), cache, hashes)
    assert [one.key for one in asked.known(peer, cache, hashes)] == sorted(CODECS["java"], key=CODECS["java"].index)
    source.write_text("22")
    assert asked.known(peer, cache, hashes) is None


@pytest.mark.parametrize(
    "forged",
    [
        b"no JSON",
        b"\xff\xfe",
        b"[" * 100_000,
        b"1",
        b'"no hex"',
        b'"ffff"',
        json.dumps(introduction("python").SerializeToString().hex()).encode(),  # of another peer
    ],
)
def test_a_forged_introduction_is_none(tmp_path, forged):
    """Its hash is right, so the folder believes it."""
    peer = peer_yaml.Peer(tmp_path, {"name": "java", "language": "L", "run": ["sh"]})
    cache, hashes = Cache(tmp_path / "cache"), FileHashes(tmp_path / "hashes.json")
    asked.keep(peer, introduction("java"), cache, hashes)
    (path,) = (tmp_path / "cache/codecs").iterdir()
    PrivateFolder(path.parent).write(path.name, forged)
    assert asked.known(peer, cache, hashes) is None


def test_an_introduction_may_have_numbers_that_nobody_knows():
    said = introduction("java")
    said.codecs[0].settings.add(role=99, name="one", reads=[peer_pb2.Setting.KEYS, 98])
    (setting,) = codecs_of({"java": said})[0].settings
    assert (setting.role, setting.reads) == ("99", ("keys", "98"))


def test_a_run_of_one_language_builds_and_starts_no_other(tmp_path):
    (tmp_path / "proto").mkdir()
    (tmp_path / "proto/m.proto").write_text('syntax = "proto3"; package m; message M { int32 n = 1; }')
    (tmp_path / "fixtures/cases/M").mkdir(parents=True)
    (tmp_path / "fixtures/cases/M/one.txtpb").write_text(
        "# proto-file: m.proto\n# proto-message: m.M\n# about: one\nn: 1\n"
    )
    bed, report = Bed.open(tmp_path), REPORTS / "asked.jsonl"
    found = []
    selection = Selection(format="protobuf", writer="python/*", reader="python/*")
    assert interop.run(bed, selection, report, lambda report, _: found.append(report)) == 0
    built = {path.name for path in (bed.tree_dir / "plain").iterdir()}
    assert built == {"python"} and not (bed.tree_dir / "java").exists() and not (bed.tree_dir / "cpp").exists()
    header = json.loads(report.open().readline())["header"]
    assert [one["peer"] for one in header["peers"]] == ["python"]


def test_what_a_generation_introduces_is_not_taken_for_its_base(monkeypatch):
    remembered = []
    monkeypatch.setattr(asked, "keep", lambda peer, *_: remembered.append(peer.name))
    asked.remember({"java~gson-2.10.1": introduction("java"), "python@v1": introduction("python")}, ["java"])
    assert remembered == ["python"]
