"""What the suite has found of a codec, held against what is pinned, and against what is known of why it fails."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from wirebed_conformance.outcomes import FAILED, PASSED, Ran
from wirebed_conformance.tests import format_of

NOT_THERE = "no test"


@dataclass(frozen=True)
class OfCodec:
    """What a suite says of a codec.

    `outcomes`: of the tests of its format; `listed`: those that the suite expects to fail; `unexplained`: those that
    fail, and neither the suite nor an entry says so.
    """

    suite: str
    codec: str
    outcomes: Mapping[str, str]
    words: Mapping[str, str]
    listed: Collection[str] = ()
    unexplained: Collection[str] = ()

    @property
    def failed(self) -> list[str]:
        return failed(self.outcomes)

    @property
    def not_passed(self) -> dict[str, str]:
        return {test: outcome for test, outcome in self.outcomes.items() if outcome != PASSED}


@dataclass(frozen=True)
class Other:
    """A test whose outcome is not that of before."""

    suite: str
    codec: str
    test: str
    before: str
    now: str


def failed(outcomes: Mapping[str, str]) -> list[str]:
    return [test for test, outcome in outcomes.items() if outcome == FAILED]


def of_format(ran: Ran, format: str) -> dict[str, str]:
    """The outcomes of the tests of a format."""
    return {test: outcome for test, outcome in ran.outcomes.items() if format_of(test) == format}


def others(found: OfCodec, before: Mapping[str, str], whole: bool) -> Iterator[Other]:
    """`before`: what did not pass. `whole`: whether all tests were run: one that is gone is told only then."""
    for test in sorted(found.outcomes.keys() | before.keys()):
        old, now = before.get(test, PASSED), found.outcomes.get(test, NOT_THERE)
        if old != now and (whole or now != NOT_THERE):
            yield Other(found.suite, found.codec, test, old, now)
