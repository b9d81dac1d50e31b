"""`wirebed conformance`: runs suites over codecs, and holds what fails against what is pinned; or with other versions
of libraries, against those of today."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from wirebed.bed import Bed, document, glob
from wirebed.bed.codec_id import base_of, is_generation
from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed.errors import UserError, shown
from wirebed.run.selection import CodecSelection, check_list
from wirebed_build.languages import generations
from wirebed_conformance import hold, pins, run, terminal
from wirebed_conformance.entries import Entries
from wirebed_conformance.hold import OfCodec, Other

EVERY = "*"


@dataclass(frozen=True)
class Chosen:
    """What is run. `suite`: globs of suites; `case`: a glob of tests."""

    selection: CodecSelection
    suite: str | None = None
    case: str = EVERY

    @property
    def whole(self) -> bool:
        return self.selection.full and not self.suite and self.case == EVERY


def main(bed: Bed, of: Chosen, accept: bool) -> int:
    """The exit code: 0 as pinned, or no version differs from that of today; 1 otherwise."""
    versions = bool(generations.variables())
    if accept and (versions or of.case != EVERY):
        raise UserError("ACCEPT=1 pins all tests of the codecs of today, and this run asks others, or only some")
    check_list("SUITE", of.suite, run.SUITES)
    check_list("FORMAT", of.selection.format, run.FORMATS)
    entries = Entries.read(bed)
    suites = [suite for suite in run.SUITES if glob.takes([suite], glob.listed(of.suite))]
    found = [each for suite in suites for each in run.SUITES[suite](bed, of.selection, of.case, entries)]
    if not found:
        raise UserError("no codec that is chosen is asked by such a suite; those of fixtures/roster.yaml are")
    if not any(each.outcomes for each in found):
        raise UserError(f"CASE={of.case}: no suite has such a test of {', '.join(each.codec for each in found)}")
    terminal.show(found)
    document.count(tests=sum(len(each.outcomes) for each in found), failed=sum(len(each.failed) for each in found))
    if versions:
        return _compare(found)
    if accept:
        for each in found:
            pins.write(bed, each.suite, each.codec, each.not_passed)
        print(f"what {len(found)} codecs fail is pinned in {shown(bed.fixtures / pins.FOLDER)}")
    failed = [(each.codec, each.failed) for each in found]
    stale = [*entries.stale(failed), *without_codec(bed)] if of.whole else []
    return _hold(bed, found, stale, of.case == EVERY)


def _hold(bed: Bed, found: Sequence[OfCodec], stale: Collection[str], all_tests: bool) -> int:
    """Holds what was found against what is pinned. `stale`: a line for each entry that no test shows any more, and for
    each file of pins whose codec is gone."""
    others = [o for each in found for o in hold.others(each, pins.read(bed, each.suite, each.codec), all_tests)]
    terminal.show_others(others, found, "pinned")
    terminal.show_unexplained(found)
    terminal.show_stale(stale)
    if others:
        print("ACCEPT=1 with the same command pins these tests")
    _sum(found, others, "pinned")
    return UNEXPECTED if others or stale or any(each.unexplained for each in found) else AS_EXPECTED


def without_codec(bed: Bed) -> Iterator[str]:
    """A line for each file of pins that no codec of the roster reads."""
    known = {suite: run.known(suite) for suite in run.SUITES}
    for suite, codec, _ in pins.pinned(bed):
        if codec not in known.get(suite, ()):
            yield f"{shown(pins.path_of(bed, suite, codec))}: fixtures/roster.yaml has no codec {codec} for {suite}"


def _compare(found: Sequence[OfCodec]) -> int:
    """Prints what other versions of the libraries answer otherwise than those of today."""
    today = {(each.suite, each.codec): each.not_passed for each in found}
    of_others = [each for each in found if is_generation(each.codec) and (each.suite, base_of(each.codec)) in today]
    if not of_others:
        raise UserError(f"no codec that is asked loads another version: {', '.join(generations.variables())}")
    others = [o for each in of_others for o in hold.others(each, today[each.suite, base_of(each.codec)], True)]
    terminal.show_others(others, found, "today")
    _sum(of_others, others, "today")
    return UNEXPECTED if others else AS_EXPECTED


def _sum(found: Sequence[OfCodec], others: Collection[Other], before: str) -> None:
    tests = sum(len(each.outcomes) for each in found)
    print(f"{tests - len(others):,} of {tests:,} outcomes are as {before}")
