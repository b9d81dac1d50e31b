"""The verdict that a difference or a failure gives a change of a schema: one table for the steps and for OLD= NEW=.

| what | verdict |
|---|---|
| equal, preserved, default-filled | safe |
| other-default to collapsed | lossy |
| unread to reinterpreted; rejected when it is used, which is `unusable` | corrupting |
| rejected otherwise, refused by the relay, crash, timeout | breaking |

A *severity* is the number of a kind, or one of the two numbers below.
"""

import enum

from wirebed.view.outcome import Kind, Outcome

EQUAL = 0
FAILED = 100  # worse than every kind


class Verdict(enum.IntEnum):
    """The mildest first."""

    SAFE = 0
    LOSSY = 1
    CORRUPTING = 2
    UNKNOWN = 3  # of OLD= NEW= alone: nobody could write a value that was planned
    BREAKING = 4
    UNDECLARED = 5  # of OLD= NEW= alone: the bytes do not show whether it is a rename, so the user has to say it

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, format_spec: str) -> str:
        return format(str(self), format_spec)


# The verdicts of the steps: nothing has to be declared of them, and each value has a writer.
SEEN = (Verdict.SAFE, Verdict.LOSSY, Verdict.CORRUPTING, Verdict.BREAKING)


def verdict(severity: int) -> Verdict:
    if severity >= FAILED:
        return Verdict.BREAKING
    if severity > Kind.COLLAPSED:
        return Verdict.CORRUPTING
    return Verdict.LOSSY if severity > Kind.DEFAULT_FILLED else Verdict.SAFE


def of_failure(outcome: Outcome, stage: str) -> int:
    """The severity of a cell that is neither equal nor different."""
    return Kind.UNUSABLE if outcome is Outcome.REJECTED and stage == "use" else FAILED
