"""The outcomes of tests, and what a suite says of them."""

from collections.abc import Mapping
from dataclasses import dataclass

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
# Passed, too, by a reader that may do one thing or the other: it has read what another one has refused.
READ = "read"


@dataclass(frozen=True)
class Ran:
    """What a suite says of each test: its outcome, and words about those that failed."""

    outcomes: Mapping[str, str]
    words: Mapping[str, str]
