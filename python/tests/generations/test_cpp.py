"""Generations of the C++ peer: another libprotobuf, and a line that names it where Debian's knows too little."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from long_tests import long

from wirebed.bed import ROOT, Bed
from wirebed.peers import Pool, discover
from wirebed_build.languages.generations import GENERATIONS
from wirebed_build.trees import ensure

CPP = ROOT / "cpp"
NAME = "cpp~libprotobuf-35.1"
EDITION = 'edition = "2023";\nmessage M { int32 a = 1; }\n'
PROTO2 = 'syntax = "proto2";\nmessage M { MISTAKE }\n'


def script(name: str, *words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CPP / name, *map(str, words)], cwd=CPP, capture_output=True, text=True)


def test_a_version_whose_sources_are_not_known(tmp_path):
    done = script("build-libprotobuf", sys.executable, tmp_path, "libprotobuf=3.1")
    assert done.returncode == 1 and not any(tmp_path.iterdir())
    assert done.stderr.startswith("error: libprotobuf=3.1: the versions whose sources are known are ")
    assert " 35.1" in done.stderr


@pytest.fixture
def tree(tmp_path: Path):
    """tree(text…): the folder of a tree with files a.proto and b.proto of these texts."""

    def made(*texts: str) -> Path:
        names = [f"{'ab'[at]}.proto" for at in range(len(texts))]
        for name, text in zip(names, texts, strict=True):
            (tmp_path / name).write_text(text)
        (tmp_path / "roots.list").write_text(f"{tmp_path}\n")
        (tmp_path / "proto.list").write_text("".join(f"{name}\t{tmp_path / name}\n" for name in names))
        (tmp_path / "own.list").write_text("".join(f"{name}\n" for name in names))
        return tmp_path

    return made


def test_what_turns_a_file_of_an_edition_on_is_said_with_the_words_of_protoc(tree):
    good = 'syntax = "proto3";\nmessage N {}\n'
    folder = tree(EDITION, good)
    assert script("refused", folder, folder / "refused", "; the line").returncode == 0
    name, _, words = (folder / "refused").read_text().partition("\t")
    assert name == "a.proto" and words.startswith("a.proto:1:1: ") and words.endswith("; the line\n")


def test_nothing_is_said_of_a_file_that_no_protoc_takes(tree):
    folder = tree(PROTO2)
    done = script("refused", folder, folder / "refused", "; the line")
    assert done.returncode == 1 and "; the line" not in done.stderr
    assert done.stderr.startswith("a.proto:2:")


@long("compiles libprotobuf")
def test_a_generation_loads_its_own_libprotobuf(monkeypatch):
    monkeypatch.setenv(GENERATIONS, "libprotobuf=35.1")
    tree = ensure(Bed.open(), [NAME])
    with Pool(discover(names=["cpp", NAME]), tree) as pool:
        introduced, loaded = pool.introductions(), pool.loaded()
    of_today, codecs = (
        {f"{codec.format}/{codec.library}": codec for codec in introduced[peer].codecs} for peer in ("cpp", NAME)
    )
    assert of_today.keys() == codecs.keys()
    for key in ("protobuf/libprotobuf", "protojson/libprotobuf", "prototext/libprotobuf"):
        assert codecs[key].version == codecs[key].loaded.version == "35.1" != of_today[key].version
        assert codecs[key].loaded.path.endswith(f"/generations/{NAME}/protobuf/lib/libprotobuf.so.35.1")
    libraries = {peer: {path for path in loaded[peer].files if "libprotobuf" in path} for peer in loaded}
    assert libraries["cpp"] and libraries[NAME] and not libraries["cpp"] & libraries[NAME]


@long("compiles libprotobuf")
def test_a_bed_with_editions_that_names_it_is_read_by_cpp(tmp_path):
    bed = tmp_path / "editions"
    subprocess.run(["cp", "-r", ROOT / "fixtures/beds/editions", bed], check=True)
    with (bed / "fixtures/bed.yaml").open("a") as file:
        file.write("libraries: ['libprotobuf=35.1']\n")
    shutil.copy(Path(__file__).with_name("libprotobuf_35.yaml"), bed / "fixtures/deviations")
    command = [ROOT / "python/wirebed", "interop", f"--bed={bed}", "--language=cpp,python", "--format=proto*"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stdout
    assert "cpp takes no part" not in done.stdout
