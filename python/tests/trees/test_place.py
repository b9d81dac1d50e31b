"""Where a bed lies: the names of what is built of it are in ASCII, whatever its folder is called."""

import os
import subprocess

import pytest

from wirebed.bed import ROOT, Bed
from wirebed_build.trees import ensure

PROTO = 'syntax = "proto3";\npackage placed;\nmessage M { string name = 1; }\n'


@pytest.fixture
def bed(tmp_path):
    root = tmp_path / "bäd ö"
    (root / "proto" / "placed").mkdir(parents=True)
    (root / "proto" / "placed" / "m.proto").write_text(PROTO)
    return Bed.open(root)


def test_built_files_have_ascii_names(bed):
    assert bed.name.startswith("b_d__-") and bed.name.isascii()
    assert ensure(bed, ["python"]).name == bed.name


def test_cmake_reads_the_whole_path(bed, tmp_path):
    """With the locale of a machine that has no other: each root is one flag, and protoc finds the file."""
    tree = ensure(bed, [])
    lines = (ROOT / "cpp" / "tree" / "CMakeLists.txt").read_text().splitlines()
    reads = [line for line in lines if line.startswith(("file(STRINGS ${TREE}/roots.list", "list(TRANSFORM roots"))]
    script = tmp_path / "roots.cmake"
    script.write_text("\n".join([*reads, 'message("${import_flags}")']))
    command = ["cmake", f"-DTREE={tree}", "-P", str(script)]
    done = subprocess.run(command, env={**os.environ, "LC_ALL": "C"}, capture_output=True, check=True)
    flags = [f"-I{bed.root / 'proto'}", f"-I{ROOT / 'proto'}"]
    assert done.stderr.decode().strip().split(";") == flags
