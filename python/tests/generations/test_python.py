"""Generations of the Python peer: other versions of packages, and nothing else but these."""

import importlib.util
from collections.abc import Iterator

import pytest
from wirebed_protocol import peer_pb2

from wirebed.bed import BUILD, ROOT, Bed
from wirebed.errors import UserError
from wirebed.peers import Pool, discover
from wirebed.peers.job import TaskFields, task
from wirebed_build.trees import ensure

OLD = "protobuf=4.25.8,javaobj-py3=0.3.0"
TEXT = "interop.Text"
NAME = "python~protobuf-4.25.8+javaobj-py3-0.3.0"


def program():
    spec = importlib.util.spec_from_file_location("generation", ROOT / "python/generation.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """The peer and a generation of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WIREBED_GENERATIONS", OLD)
        tree = ensure(Bed.open(), [NAME])
        with Pool(discover(names=["python", NAME]), tree) as pool:
            yield pool


def codecs(pool: Pool, peer: str) -> dict[str, peer_pb2.Codec]:
    return {f"{codec.format}/{codec.library}": codec for codec in pool.introductions()[peer].codecs}


def test_a_generation_loads_its_own_files_and_none_of_its_base(pool):
    old, today = codecs(pool, NAME), codecs(pool, "python")
    assert pool.introductions()[NAME].peer == NAME and old.keys() == today.keys()
    assert old["protobuf/upb"].version == old["protobuf/upb"].loaded.version == "4.25.8"
    assert f"/generations/{NAME}/" in old["protobuf/upb"].loaded.path
    assert old["json/orjson"].version == today["json/orjson"].version
    assert old["json/orjson"].loaded.path != today["json/orjson"].loaded.path
    loaded = pool.loaded()[NAME].files
    assert any(path.startswith(f"{BUILD}/generations/{NAME}/") for path in loaded)
    assert not [path for path in loaded if path.startswith(f"{BUILD}/python/venv/") and "/lib/" in path]


def answers(pool: Pool, *tasks: TaskFields) -> list[peer_pb2.Result]:
    results = [result for result in pool.run({NAME: list(tasks)})[NAME] if isinstance(result, peer_pb2.Result)]
    assert len(results) == len(tasks)
    return results


def test_an_older_protobuf_answers_and_says_what_it_lacks(pool):
    (read,) = answers(pool, task("protobuf/upb", TEXT, decode=b"\x0a\x03abc"))
    written, delimited = answers(
        pool,
        task("protobuf/upb", TEXT, encode=read.decoded),
        task("protobuf/upb", TEXT, {"delimited": "1"}, encode=read.decoded),
    )
    assert written.encoded == b"\x0a\x03abc"
    assert delimited.unsupported.reason == "No module named 'google.protobuf.proto'"


def test_a_codec_whose_library_lacks_a_module_says_so_and_the_others_go_on(pool):
    assert codecs(pool, NAME)["java-serial/javaobj"].version == "0.3.0"
    unloaded, other = answers(
        pool, task("java-serial/javaobj", TEXT, decode=b""), task("protobuf/upb", TEXT, decode=b"")
    )
    assert unloaded.unsupported.reason == "No module named 'javaobj.constants'"
    assert other.decoded


def test_a_generation_names_no_place():
    """Otherwise the build cache could not give it to another checkout."""
    files = [path for path in (BUILD / "generations" / NAME / "lib").rglob("*") if path.is_file()]
    assert files and not [path for path in files if str(ROOT).encode() in path.read_bytes()]


@pytest.mark.parametrize(
    ("pin", "words"),
    [
        ("orjson=0.0.7", "error: orjson=0.0.7 cannot be installed: there is no version of orjson==0.0.7\n"),
        ("grpcio=1.60.0", "error: grpcio=1.60.0: no codec of the peer needs grpcio\n"),
    ],
)
def test_what_cannot_be_is_a_line(monkeypatch, pin, words):
    monkeypatch.setenv("WIREBED_GENERATIONS", pin)
    with pytest.raises(UserError) as raised:
        ensure(Bed.open(), [f"python~{pin.replace('=', '-')}"])
    assert words in str(raised.value) and str(raised.value).count("\n") == 2


@pytest.mark.parametrize(
    ("there", "wrong"),
    [
        (["1.0"], ""),
        (["1.0.0"], "a-b=1.0: what is installed is 1.0.0"),
        (["1.0", "2.0"], "a-b=1.0: what is installed is 1.0 and 2.0"),
        ([], "a-b=1.0: no codec of the peer needs a-b"),
    ],
)
def test_a_pin_is_there_alone(tmp_path, there, wrong):
    for version in there:
        (tmp_path / f"a_b-{version}.dist-info").mkdir()
        (tmp_path / f"a_b-{version}.dist-info" / "METADATA").write_text(f"Name: a-b\nVersion: {version}\n")
    assert program().not_there(tmp_path, "a-b", "1.0") == wrong


def test_a_pin_wins_over_the_lock():
    lock = "# libraries.in 12\na==1 \\\n    --hash=sha256:00\n    # via b\nb==2 \\\n    --hash=sha256:11\n"
    text = program().overridden(lock, {"a": "3"})
    assert text == "a==3\n# libraries.in 12\nb==2 \\\n    --hash=sha256:11\n"


def test_what_uv_says_of_a_build_is_a_line():
    words = "error: Failed to build `a==1`\n  cause: The build backend returned an error\n\n[stdout]\nrunning\n" * 9
    assert program().in_short(words) == "Failed to build `a==1` cause: The build backend returned an error"
