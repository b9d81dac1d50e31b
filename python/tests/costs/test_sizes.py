"""Sizes: what is counted, and that each codec still writes as many bytes as fixtures/bench/fixed.yaml has."""

import gzip

import pytest
import zstandard

from wirebed import cases as all_cases
from wirebed.bed import Bed
from wirebed.peers.client import connect
from wirebed_build.trees import ensure
from wirebed_costs import pinned_figures, sizes, workloads


@pytest.fixture(scope="module")
def peers():
    with connect(ensure(Bed.open())) as found:
        yield found


@pytest.fixture(scope="module")
def cases(peers):
    known = all_cases.load(Bed.open(), peers.schema)
    return {one.case.name: one.case for one in workloads.load(Bed.open(), peers.schema, known)}


def test_sizes_are_those_of_gzip_and_zstd():
    data = b"Dummy text" * 100
    assert sizes.compressed(data) == (len(gzip.compress(data, 6)), len(zstandard.compress(data, 3)))


@pytest.mark.parametrize(("view", "count"), [(10, 1000), (1 << 10, 1000), (1 << 12, 256), (1 << 22, 1)])
def test_streams_of_huge_values_are_shorter(view, count):
    assert sizes.stream_count(b"x" * view) == count


def test_a_stream_has_different_values_each_after_its_length(peers, cases):
    refs = [ref for ref in peers.codecs if ref.key in ("protobuf/libprotobuf", "raw/memcpy", "json/nlohmann")]
    rows = {row["codec"]: row for row in sizes.of(peers, [(cases["Testobject/article"], ref) for ref in refs])}
    assert len(rows) == 3
    raw = rows["cpp:raw/memcpy"]
    # Texts keep their length and numbers their type: each is of 22 bytes, after one byte of length.
    assert (raw["raw"], raw["stream_count"], raw["stream_raw"]) == (22, 1000, 23_000)
    # A thousand times the same would be next to nothing.
    assert 4_000 < raw["stream_gzip"] < 23_000 and 4_000 < raw["stream_zstd"] < 23_000


def test_every_fixed_figure_is_of_a_workload_and_a_codec(peers, cases):
    known = pinned_figures.read(pinned_figures.path_of(Bed.open()))
    assert {codec for figures in known["bytes"].values() for codec in figures} <= set(known["codecs"])
    assert set(known["bytes"]) <= set(cases)


def test_codecs_write_as_many_bytes_as_fixed(peers, cases):
    """As many, not the same: those are the goldens' matter."""
    fixed_figures = pinned_figures.read(pinned_figures.path_of(Bed.open()))
    known = {ref.id: ref for ref in peers.codecs}
    of_today = {
        codec for codec, version in fixed_figures["codecs"].items()
        if codec in known and known[codec].version == version
    }  # fmt: skip
    pairs = [
        (cases[name], known[codec])
        for name, figures in fixed_figures["bytes"].items()
        for codec in figures
        if name in cases and codec in of_today
    ]
    assert pairs, "no codec has the version that its figures were seen with"
    found = {(case.name, codec): size for case, codec, size in sizes.single(peers, pairs)}
    expected = {(case.name, ref.id): fixed_figures["bytes"][case.name][ref.id] for case, ref in pairs}
    assert found == expected, "if they are to be: make bench, make bench-accept"
