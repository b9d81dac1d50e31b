"""isolated.py: what decides which code the peer runs is the content of its own files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from wirebed_protocol import peer_pb2

from wirebed.bed import BUILD, ROOT, Bed
from wirebed.peers import Pool, discover
from wirebed_build.trees import ensure, identity
from wirebed_build.trees.fingerprint import FileHashes


@pytest.fixture
def said(tmp_path):
    """`said(…variables)`: what the module `program` prints."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src/program.py").write_text("import word\nprint(word.WORD)\n")
    (tmp_path / "src/word.py").write_text("WORD = 'one'\n")
    shutil.copy(ROOT / "python/isolated.py", tmp_path)
    bytecode = f"pycache_prefix={tmp_path}/bytecode"
    command = [
        sys.executable,
        "-I",
        "-S",
        "-B",
        "-X",
        bytecode,
        f"{tmp_path}/isolated.py",
        f"{tmp_path}/gen",
        sys.prefix,
        "program",
    ]

    def of(**variables: str) -> str:
        done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    return of


def test_bytecode_is_of_the_content(said, tmp_path):
    path = tmp_path / "src/word.py"
    assert said() == said() == "one"
    assert list((tmp_path / "bytecode").rglob("word*.pyc")) and not list((tmp_path / "src").rglob("*.pyc"))
    stat = path.stat()
    path.write_text("WORD = 'two'\n")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert said() == "two"


def test_bytecode_is_written_once(said, tmp_path):
    """Otherwise each process would compile all of its modules."""
    assert said() == "one"
    (bytecode,) = (tmp_path / "bytecode").rglob("word*.pyc")
    written = bytecode.stat()
    assert said() == "one"
    assert (bytecode.stat().st_ino, bytecode.stat().st_mtime_ns) == (written.st_ino, written.st_mtime_ns)


def test_no_variable_of_python_counts(said, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    for name in ("word", "sitecustomize", "usercustomize"):
        (other / f"{name}.py").write_text("print('other')\n")
    assert said(PYTHONPATH=str(other), PYTHONSTARTUP=str(other / "word.py"), PYTHONWARNINGS="error") == "one"


def test_no_file_of_the_build_names_its_place():
    """Otherwise the same commit in another folder would have another identity, and nothing that is kept."""
    tree = ensure(Bed.open(), ["python"])
    with Pool(discover(names=["python"]), tree) as pool:
        pool.introductions()
        loaded = pool.loaded()["python"]
    found = identity.of("python", tree, lambda stated: loaded, FileHashes())
    inside = [path for path, about in found.seen.items() if about is not None and path.startswith(str(BUILD))]
    assert any("site-packages/google/protobuf" in path for path in inside)
    assert [path for path in inside if str(ROOT).encode() in Path(path).read_bytes()] == []
    assert not any(str(ROOT) in line for line in (*found.stated, *found.loaded))


def test_the_peer_says_what_it_has_loaded_once(tmp_path):
    """An introduction is compared with earlier ones, and these files are of one place."""
    from wirebed_build.loaded import told_by

    said = peer_pb2.Introduction(peer="p", loaded=["/a"], searched=["/"])
    assert told_by(said).files == {"/a"} and said == peer_pb2.Introduction(peer="p")
