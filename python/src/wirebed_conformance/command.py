"""`wirebed conformance`: runs protobuf's suite over codecs, and holds what fails against what is pinned; or with other
versions of libraries, against those of today."""

from collections.abc import Collection, Sequence

from wirebed.bed import ROOT, Bed, document
from wirebed.bed.codec_id import base_of, codec_id, format_of, is_generation, key_of, peer_of
from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed.errors import UserError, shown
from wirebed.peers import discover
from wirebed.run import other_versions
from wirebed.run.selection import CodecSelection, check_list
from wirebed.run.taking_part import taking_part
from wirebed.state.roster import Roster
from wirebed_build.languages import generations
from wirebed_build.progress import Progress
from wirebed_conformance import hold, pins, terminal
from wirebed_conformance.entries import Entries
from wirebed_conformance.hold import OfCodec, Other
from wirebed_conformance.suite import SOURCE, Suite
from wirebed_conformance.tests import SUITES

EVERY = "*"


def main(bed: Bed, selection: CodecSelection, case: str, accept: bool) -> int:
    """The exit code: 0 as pinned, or no version differs from that of today; 1 otherwise. `case`: a glob of tests."""
    versions = bool(generations.variables())
    if accept and (versions or case != EVERY):
        raise UserError("ACCEPT=1 pins all tests of the codecs of today, and this run asks others, or only some")
    entries = Entries.read(bed)
    codecs = _codecs(bed, selection, versions)
    found = _run(codecs, case, entries)
    terminal.show(found)
    document.count(tests=sum(len(of.outcomes) for of in found), failed=sum(len(of.failed) for of in found))
    if versions:
        return _compare(found)
    whole = case == EVERY
    stale = list(entries.stale({of.codec: of.failed for of in found})) if whole and selection.full else []
    return _hold(bed, found, stale, whole, accept)


def _codecs(bed: Bed, selection: CodecSelection, versions: bool) -> list[str]:
    """The ids of the codecs that are asked: those that answer from descriptors, as the roster names them."""
    check_list("FORMAT", selection.format, SUITES)
    part = taking_part(bed, selection)
    names = other_versions.peers() if versions else part.here
    peers = [spec.name for spec in discover(names=names, compiled=False) if not spec.left_out]
    members = Roster.load(ROOT / "fixtures" / "roster.yaml", "descriptors").members
    every = [codec_id(peer, key_of(m.codec)) for peer in peers for m in members if peer_of(m.codec) == base_of(peer)]
    of_suite = [codec for codec in every if format_of(codec) in SUITES]
    chosen = [c for c in of_suite if selection.takes_format(format_of(c)) and selection.takes_reader(c)]
    if versions and not any(map(is_generation, chosen)):
        raise UserError(f"no codec that is asked loads another version: {', '.join(generations.variables())}")
    if not chosen:
        raise UserError(f"no codec that is chosen is in the suite; these are: {', '.join(of_suite)}")
    # A codec of another version is held against that of today.
    return list(dict.fromkeys(codec for each in chosen for codec in (base_of(each), each)))


def _run(codecs: Sequence[str], case: str, entries: Entries) -> list[OfCodec]:
    """By format."""
    peers = list(dict.fromkeys(map(peer_of, codecs)))
    suite, found = Suite(peers), list[OfCodec]()
    with Progress("conformance", len(peers)) as bar:
        for peer in peers:
            of_peer = [codec for codec in codecs if peer_of(codec) == peer]
            ran = suite.run(peer, [format_of(codec) for codec in of_peer], case)
            bar.advance(1)
            for codec in of_peer:
                outcomes, listed = hold.of_format(ran, format_of(codec)), entries.listed(codec, SOURCE)
                of = OfCodec(codec, outcomes, ran.words, listed)
                unexplained = entries.unexplained(codec, of.failed, listed)
                found.append(OfCodec(codec, outcomes, ran.words, listed, unexplained))
    if not any(of.outcomes for of in found):
        raise UserError(f"CASE={case}: the suite has no such test of {', '.join(codecs)}")
    return sorted(found, key=lambda of: list(SUITES).index(format_of(of.codec)))


def _hold(bed: Bed, found: Sequence[OfCodec], stale: Collection[str], whole: bool, accept: bool) -> int:
    """Holds what was found against what is pinned, or pins it. `stale`: the entries that no test shows any more."""
    if accept:
        for of in found:
            pins.write(bed, of.codec, of.not_passed)
        print(f"what {len(found)} codecs fail is pinned in {shown(bed.fixtures / pins.FOLDER)}")
    others = [other for of in found for other in hold.others(of, pins.read(bed, of.codec), whole)]
    terminal.show_others(others, found, "pinned")
    terminal.show_unexplained(found)
    terminal.show_stale(stale)
    if others:
        print("ACCEPT=1 with the same command pins these tests")
    _sum(found, others, "pinned")
    return UNEXPECTED if others or stale or any(of.unexplained for of in found) else AS_EXPECTED


def _compare(found: Sequence[OfCodec]) -> int:
    """Prints what other versions of the libraries answer otherwise than those of today."""
    today = {of.codec: of.not_passed for of in found}
    of_others = [of for of in found if is_generation(of.codec)]
    others = [other for of in of_others for other in hold.others(of, today.get(base_of(of.codec), {}), True)]
    terminal.show_others(others, found, "today")
    _sum(of_others, others, "today")
    return UNEXPECTED if others else AS_EXPECTED


def _sum(found: Sequence[OfCodec], others: Collection[Other], before: str) -> None:
    tests = sum(len(of.outcomes) for of in found)
    print(f"{tests - len(others):,} of {tests:,} outcomes are as {before}")
