"""What a reader makes of damaged goldens: a letter for each, and the letters run-length coded, as in `12t~3u`."""

import itertools
import re
from collections.abc import Iterable, Iterator

from wirebed_protocol import peer_pb2

from wirebed.peers.job import Given, Lost
from wirebed.view.canonical import alike
from wirebed.view.outcome import Outcome

SAME, SILENT = "=", "~"
# A refusal, by its manner. In capitals: by code of this bed, or by the cast that a user makes.
TYPED, UNTYPED, EXHAUSTED = "t", "u", "x"
CRASH, TIMEOUT, UNSUPPORTED, INTERNAL = "!", "@", "-", "?"
REFUSED = frozenset("tuxTUX")
ABOUT = {
    SAME: "the value of the golden",
    SILENT: "another value, in silence",
    TYPED: "refused, with an error that its library documents",
    UNTYPED: "refused, with another error",
    EXHAUSTED: "refused for want of stack or memory",
    CRASH: "the process ended",
    TIMEOUT: "no answer in time",
    UNSUPPORTED: "not supported",
    INTERNAL: "a defect of the peer",
}
_MANNERS = {peer_pb2.TYPED: TYPED, peer_pb2.UNTYPED: UNTYPED, peer_pb2.EXHAUSTED: EXHAUSTED}
_LOST = {Outcome.CRASH: CRASH, Outcome.TIMEOUT: TIMEOUT}
_RUN = re.compile(r"(\d+)(\D)")


def letter(answer: Given, whole: bytes) -> str:
    """`whole`: the view of the golden, as the same reader has given it."""
    if isinstance(answer, bytes):
        return SAME if alike(answer, whole) else SILENT
    if isinstance(answer, Lost):
        return _LOST.get(answer.outcome, INTERNAL)
    which = answer.WhichOneof("outcome")
    if which == "decode_error":
        manner = _MANNERS.get(answer.decode_error.manner, UNTYPED)
        return manner if answer.decode_error.by == peer_pb2.LIBRARY else manner.upper()
    return UNSUPPORTED if which == "unsupported" else INTERNAL


def coded(letters: Iterable[str]) -> str:
    runs = ((len(list(run)), letter) for letter, run in itertools.groupby(letters))
    return "".join(f"{count if count > 1 else ''}{letter}" for count, letter in runs)


def decoded(code: str) -> str:
    return _RUN.sub(lambda run: run[2] * int(run[1]), code)


def differing(before: str, now: str) -> Iterator[int]:
    """The bytes at which two rows differ."""
    pairs = itertools.zip_longest(before, now)
    return (at for at, (old, new) in enumerate(pairs) if old != new)
