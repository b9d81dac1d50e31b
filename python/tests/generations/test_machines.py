"""s390x and i386: today's bytes and readings, and what a planted codec does there alone. Debian has the files."""

import dataclasses

import pytest
from long_tests import long

from wirebed.bed import ROOT, Bed
from wirebed.commands import interop
from wirebed.report import machines
from wirebed.run import Selection
from wirebed_build.languages.generations import GENERATIONS

PLANTED = str(ROOT / "python/tests/generations/planted.py")
CHOSEN = Selection(case="[ELS]*/*", format="protobuf", language="python")


def report_of(monkeypatch, tmp_path, kind=None, chosen=CHOSEN):
    """Of a run of a peer and of it on both machines; of Python's, each with this planted codec."""
    discover = interop.discover

    def planted(*words, **how):
        at = {"python/isolated.py": (PLANTED, kind)} if kind else {}
        return [
            dataclasses.replace(spec, run=tuple(part for word in spec.run for part in at.get(word, (word,))))
            for spec in discover(*words, **how)
        ]

    monkeypatch.setenv(GENERATIONS, "machine=s390x machine=i386")
    monkeypatch.setattr(interop, "discover", planted)
    shown = []
    interop.run(Bed.open(), chosen, tmp_path / "report.jsonl", lambda report, _: shown.append(report))
    (report,) = shown
    return report


@long("runs the Python peer on s390x and i386")
def test_both_machines_say_what_they_are_and_all_is_as_expected(monkeypatch, tmp_path):
    report = report_of(monkeypatch, tmp_path)
    runtimes = {peer.peer: peer.runtime for peer in report.header.peers}
    assert "(" not in runtimes["python"]
    assert "(big-endian)" in runtimes["python~machine-s390x"] and "(32-bit)" in runtimes["python~machine-i386"]
    assert not report.unexpected and not report.footer.goldens and not machines.lines(report)


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("native-int", "protobuf, python/upb writes: big-endian only"),
        ("long-as-c", "protobuf, python/upb reads: 32-bit only"),
        ("packed-enum", "protobuf, python/upb writes: everywhere"),
    ],
)
@long("runs the Python peer on s390x and i386")
def test_a_planted_codec_is_found_and_named(monkeypatch, tmp_path, kind, line):
    told = machines.lines(report_of(monkeypatch, tmp_path, kind))
    assert [one.rpartition(" (")[0] for one in told] == [line]


@long("compiles the C++ peer for s390x and i386")
def test_cpp_casts_numbers_otherwise_on_one_machine(monkeypatch, tmp_path):
    """A double that is beyond all integers becomes the largest one on s390x, and the least one on x86."""
    chosen = Selection(case="Explicit/*,Scalars/*", language="cpp")
    report = report_of(monkeypatch, tmp_path, chosen=chosen)
    runtimes = {peer.peer: peer.runtime for peer in report.header.peers}
    assert "(" not in runtimes["cpp"]
    assert "(big-endian)" in runtimes["cpp~machine-s390x"] and "(32-bit)" in runtimes["cpp~machine-i386"]
    assert sorted(told.rpartition(" (")[0] for told in machines.lines(report)) == [
        "json, cpp/nlohmann reads: big-endian only",
        "protojson, cpp/libprotobuf reads: big-endian only",
    ]
