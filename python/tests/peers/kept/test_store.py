"""The store of kept answers: whole files only, none that is damaged or another's, a bound, and two runs at once."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from wirebed_protocol import peer_pb2

from wirebed.errors import UserError
from wirebed.peers.job import Column, ColumnJob, TaskJob
from wirebed.peers.kept.builds import Records
from wirebed.peers.kept.folder import Folder
from wirebed.peers.kept.store import Store, Tag, question
from wirebed_build.loaded import Loaded
from wirebed_build.private_folder import PrivateFolder

CODEC = "json/fake"


def key(store: Store, value: bytes) -> bytes:
    return question(b"shape", store.values.digest(value))


def put(place, *values: bytes, identity="build", codec=CODEC, most=1 << 20) -> Store:
    store = Store(place, most)
    for value in values:
        store.put(store.table(identity, codec), key(store, value), Tag.DATA, b"answer to " + value)
    store.save()
    return store


def got(place, *values: bytes, identity="build", codec=CODEC) -> list:
    store = Store(place)
    return [store.get(store.table(identity, codec), key(store, value)) for value in values]


def test_an_answer_is_of_its_build_its_codec_and_its_question(tmp_path):
    put(tmp_path / "kept", b"one")
    assert got(tmp_path / "kept", b"one", b"two") == [b"answer to one", None]
    assert got(tmp_path / "kept", b"one", identity="other") == [None]
    assert got(tmp_path / "kept", b"one", codec="json/other") == [None]


@pytest.mark.parametrize("folder", ["answers", "values", "introductions", "unstable"])
@pytest.mark.parametrize("content", [b"\xff" * 50, b"\x0a"])
def test_a_file_whose_hash_is_right_and_whose_content_is_not_is_dropped(tmp_path, capsys, folder, content):
    place = tmp_path / "kept"
    store = put(place, b"one")
    store.introduce("build", peer_pb2.Introduction(peer="p"))
    store.add_unstable(store.table("build", CODEC), key(store, b"two"))
    store.save()
    (path,) = (one for one in (place / folder).iterdir() if not one.name.startswith("."))
    PrivateFolder(place / folder).write(path.name, content)
    store = Store(place)
    assert store.table("build", CODEC).unstable == (set() if folder == "unstable" else {key(store, b"two")})
    assert (store.introduction("build") is None) == (folder == "introductions")
    assert store.get(store.table("build", CODEC), key(store, b"one")) == (
        None if folder in ("answers", "values") else b"answer to one"
    )
    assert str(path) in capsys.readouterr().err and not path.exists()


@pytest.mark.parametrize(
    "content", [b"1", b"[" * 100_000, b"[[], [], []]", b"[[1], []]", b'[["/a\\u0000b"], []]', b'[["/\\ud800"], []]']
)
def test_a_forged_record_of_what_was_loaded_is_dropped(tmp_path, capsys, content):
    records = Records(Folder(tmp_path / "loaded"))
    records.write("build", Loaded(frozenset({"/a", f"{tmp_path}/b"})), tmp_path)
    assert records.known("build", tmp_path).files == {"/a", f"{tmp_path}/b"}
    records.folder.write("build", content)
    assert records.known("build", tmp_path) == Loaded()
    assert "loaded/build cannot be read" in capsys.readouterr().err and records.folder.names() == []


@pytest.mark.parametrize("name", ["answer", ".lock"])
def test_a_pipe_is_no_file(tmp_path, name):
    """Whoever opens one waits for its other end."""
    place = tmp_path / "kept"
    put(place, b"one")
    (path,) = (one for one in (place / "answers").iterdir() if not one.name.startswith("."))
    path = path if name == "answer" else path.with_name(name)
    path.unlink()
    os.mkfifo(path, 0o600)
    program = (
        "import pathlib, sys; sys.path.append(sys.argv[1]); import test_store\n"
        "test_store.put(pathlib.Path(sys.argv[2]), b'two')"
    )
    subprocess.run([sys.executable, "-c", program, str(Path(__file__).parent), str(place)], check=True, timeout=60)
    assert got(place, b"two") == [b"answer to two"]


def test_two_runs_at_once_keep_what_both_found(tmp_path):
    place = tmp_path / "kept"
    first, second = Store(place), Store(place)
    for store, value in ((first, b"one"), (second, b"two")):
        store.put(store.table("build", CODEC), key(store, value), Tag.DATA, b"answer to " + value)
    first.save()
    second.save()
    assert got(place, b"one", b"two") == [b"answer to one", b"answer to two"]


def test_what_is_dropped_is_gone_also_what_another_run_added(tmp_path):
    place = tmp_path / "kept"
    put(place, b"one")
    store = Store(place)
    table = store.table("build", CODEC)
    put(place, b"two")
    store.drop(table)
    store.save()
    assert got(place, b"one", b"two") == [None, None]


@pytest.mark.parametrize("folder", ["answers", "values"])
@pytest.mark.parametrize("harm", ["flipped", "cut", "empty", "open to others"])
def test_a_damaged_file_is_noticed_and_dropped(tmp_path, capsys, folder, harm):
    place = tmp_path / "kept"
    put(place, b"one")
    (path,) = (one for one in (place / folder).iterdir() if not one.name.startswith("."))
    data = bytearray(path.read_bytes())
    if harm == "flipped":
        data[-1] ^= 1
    path.write_bytes({"flipped": bytes(data), "cut": bytes(data[:-3]), "empty": b""}.get(harm, bytes(data)))
    if harm == "open to others":
        path.chmod(0o666)
    assert got(place, b"one") == [None]
    assert str(path.name) in capsys.readouterr().err and not path.exists()
    put(place, b"one")
    assert got(place, b"one") == [b"answer to one"]


def test_a_folder_of_another_is_refused(tmp_path):
    place = tmp_path / "kept"
    put(place, b"one")
    (place / "answers").chmod(0o777)
    with pytest.raises(UserError, match="can be written by others"):
        Store(place)


def test_what_was_used_least_recently_goes_first(tmp_path):
    place = tmp_path / "kept"
    for number in range(8):
        put(place, os.urandom(1000) + bytes([number]), codec=f"json/{number}")
        for path in (place / "answers").iterdir():
            if path.name.endswith(f"json+{number}"):
                os.utime(path, (number, number))
    sizes = [path.stat().st_size for folder in ("answers", "values") for path in (place / folder).iterdir()]
    put(place, b"last", codec="json/last", most=sum(sizes) // 2)
    left = {path.name.rpartition("+")[2] for path in (place / "answers").iterdir() if not path.name.startswith(".")}
    assert "last" in left and "0" not in left
    after = sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
    assert after <= sum(sizes) // 2
    assert got(place, b"last", codec="json/last") == [b"answer to last"]


def test_many_packs_become_one(tmp_path):
    place = tmp_path / "kept"
    values = [b"value %d" % number for number in range(20)]
    for value in values:
        put(place, value)
    assert len([path for path in (place / "values").iterdir() if not path.name.startswith(".")]) < 20
    assert got(place, *values) == [b"answer to " + value for value in values]


KILLED = """
import os, sys
from pathlib import Path
from wirebed.peers.kept.builds import Records
from wirebed.peers.kept.folder import Folder
from wirebed.peers.kept.store import Store, Tag, question
number = 0
while True:
    number += 1
    store = Store(Path(sys.argv[1]))
    value = b"%d" % number
    key = question(b"shape", store.values.digest(value))
    store.put(store.table("build", "json/fake"), key, Tag.DATA, b"answer to " + value + os.urandom(100_000))
    store.save()
    print(number, flush=True)
"""


def test_a_kill_at_any_moment_leaves_whole_files(tmp_path, capsys):
    place = tmp_path / "kept"
    for _ in range(5):
        run = subprocess.Popen([sys.executable, "-c", KILLED, str(place)], stdout=subprocess.PIPE)
        saved = int(run.stdout.readline())
        time.sleep(int.from_bytes(os.urandom(1), "big") / 10_000)
        run.send_signal(signal.SIGKILL)
        run.wait()
        store = Store(place)
        answer = store.get(store.table("build", CODEC), key(store, b"%d" % saved))
        assert answer is not None and answer.startswith(b"answer to ")
    assert capsys.readouterr().err == ""


def test_a_part_of_a_job_has_its_questions_in_order():
    columns = [Column("decode", CODEC, "t.M", {}, "", [b"a", b"b"]), Column("encode", CODEC, "t.M", {}, "", [b"c"])]
    job = ColumnJob("one", columns=[*columns, Column("decode", "json/x", "t.M", {}, "", [b"d", b"e"])])
    part = job.part([1, 2, 4])
    assert [(one.action, one.codec, list(one.values)) for one in part.columns] == [
        ("decode", CODEC, [b"b"]),
        ("encode", CODEC, [b"c"]),
        ("decode", "json/x", [b"e"]),
    ]
    tasks = TaskJob("one")
    for value in (b"a", b"b", b"c"):
        tasks.add(CODEC, "t.M", decode=value)
    assert [one["decode"] for one in tasks.part([0, 2]).tasks] == [b"a", b"c"]
