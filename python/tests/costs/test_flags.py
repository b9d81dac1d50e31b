"""`flags:` of peer.yaml, which captions show, are those with which benchmark programs are run or compiled."""

import re

import pytest

from wirebed.bed import ROOT
from wirebed_build.languages.peer_yaml import load

PEERS = [load(ROOT / folder / "peer.yaml") for folder in ("java", "java/legacy")]
JVMS = [peer.program("bench").data for peer in PEERS]
_HEAP = re.compile(r"-Xm|-XX:\+Use\w+GC")


@pytest.mark.parametrize("bench", JVMS, ids=["java", "legacy"])
def test_a_jvm_has_the_heap_and_the_collector_of_the_flags(bench):
    of_the_heap = [word for word in bench["run"] if _HEAP.match(word)]
    assert bench["flags"].split() == of_the_heap != []


def test_all_measurements_of_java_have_the_same_heap_and_collector():
    measured = [{word for word in peer.data["measured"] if _HEAP.match(word)} for peer in PEERS]
    assert measured == [set(bench["flags"].split()) for bench in JVMS] == [measured[0]] * 2


def test_the_jvm_of_the_ruler_has_the_same_flags():
    script = (ROOT / "java" / "bench" / "ruler" / "run").read_text()
    assert JVMS[0]["ruler"][2:] == JVMS[0]["flags"].split() and "exec java $flags " in script


def test_cpp_is_compiled_with_the_flags():
    flags, *words = load(ROOT / "cpp" / "peer.yaml").program("bench").data["flags"].split(", ")
    general, base, tree, bench, main = (
        (ROOT / "cpp" / path).read_text()
        for path in ("flags.cmake", "CMakeLists.txt", "tree/CMakeLists.txt", "bench/CMakeLists.txt", "bench/main.cc")
    )
    standard = re.search(r"CXX_STANDARD (\d+)", general)[1]
    level = re.search(r'CMAKE_CXX_FLAGS_RELEASE "(.*)"', general)[1]  # nothing but it, so no -DNDEBUG
    aliasing = re.search(r"-fno-strict-aliasing", base)[0]
    (contract,) = set(re.findall(r"-ffp-contract=\w+", base + bench))
    assert flags == f"-std=c++{standard} {level} {aliasing} {contract}"
    kept = re.search(r"kKeptMemory = (\d+) << 20;", main)[1]
    assert "mallopt(M_TRIM_THRESHOLD, kKeptMemory)" in main and "NDEBUG" not in general + tree + bench
    assert words == ["assertions on", f"M_TRIM_THRESHOLD {kept} MB"]


def test_python_has_no_flags():
    bench = load(ROOT / "python" / "peer.yaml").program("bench").data
    assert bench["flags"] == "" and [word for word in bench["run"][1:] if word.startswith("-")] == ["-P", "-m"]
