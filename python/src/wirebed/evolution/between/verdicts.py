"""The words for what a change does: verdicts, mildest first, and which kinds of difference they are."""

import enum

from wirebed.evolution.fold import verdict
from wirebed.outcome import Kind, Outcome

BACKWARD, FORWARD = "backward", "forward"
DIRECTIONS = (BACKWARD, FORWARD)


class Verdict(enum.IntEnum):
    SAFE = 0
    LOSSY = 1
    CORRUPTING = 2
    BREAKING = 3
    UNDECLARED = 4  # the bytes cannot tell; the user has to

    @property
    def word(self) -> str:
        return self.name.lower()


def of_kind(kind: Kind) -> Verdict:
    return Verdict[verdict(kind).upper()]


def of_outcome(outcome: Outcome) -> Verdict:
    return Verdict.SAFE if outcome in (Outcome.EQUAL, Outcome.UNSUPPORTED) else Verdict.BREAKING


# What a kind means to whoever changed a schema.
MEANS = {
    "preserved": "not known to the reader, kept by a relay",
    "default-filled": "reads as a default",
    "other-default": "absent reads as another default",
    "reordered": "comes in another order",
    "widened": "comes in a wider type",
    "identity-lost": "one object becomes two",
    "presence-lost": "set to its default and absent are no longer told apart",
    "dropped": "lost",
    "collapsed": "several become one",
    "unread": "never arrives: the reader has the field and sees its default",
    "narrowed": "cut to a narrower type",
    "unusable": "is read, and fails when it is used",
    "stale": "an old value wins over a newer one",
    "reinterpreted": "reads as another value",
    "reserved": "what was written before the reservation reads as something else",
    "rejected": "refused by the reader",
    "refused": "refused by the writer",
    "crash": "the reader crashes",
    "timeout": "the reader hangs",
    "internal": "the peer fails",
}
