"""The decision of a rule under one protocol and one setting of the switches: the answers that its figures leave open.

A figure that is not exact leaves several where a boundary of the rule is in its interval or NEAR it, or where fewer
than three processes were measured that no other program disturbed: they make a process slower by an unknown
factor. A conjunction has the least answers of its parts.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import reduce

from wirebed_claims.quantity import Interval, Quantity

MOST_SHOWN = 4  # of the parts of a conjunction


class Answer(IntEnum):
    """What a rule says, the least first. IN_DIRECTION: a ratio is not within its bounds, but on their side of 1."""

    NO = 0
    IN_DIRECTION = 1
    YES = 2


@dataclass(frozen=True)
class Decision:
    """`text` has all figures, or what is missing; `clause` is what was to hold.

    `quantities`: what `figure` is of, one or the two of a ratio. `margin`: how far the figure is from the nearest
    boundary, as the logarithm of their quotient; None where no number decides. `needs`: about how many processes would
    decide what is undecided, ∞ where none would; 0 for what is decided. `open_parts`: all that have to be decided
    before it is. `excepted`: a sentence about what the rule lets pass; else empty.
    """

    possible: frozenset[Answer]
    text: str
    clause: str = ""
    figure: Interval | None = None
    quantities: tuple[Quantity, ...] = ()
    margin: float | None = None
    needs: float = 0.0
    missing: bool = False
    open_parts: tuple["Decision", ...] = ()
    excepted: str = ""

    @classmethod
    def exact(cls, holds: bool, text: str, clause: str, excepted: str = "") -> "Decision":
        """The decision of what has no figure with an error: cells, outputs, lengths."""
        return cls(frozenset({Answer.YES if holds else Answer.NO}), text, clause, excepted=excepted)

    @classmethod
    def without(cls, result: str) -> "Decision":
        return cls(frozenset(Answer), result, missing=True)

    @property
    def answer(self) -> Answer | None:
        """None where it is undecided or a result is missing."""
        return next(iter(self.possible)) if len(self.possible) == 1 else None


def conjunction(decisions: Iterable[Decision]) -> Decision:
    """All must hold. One of the parts that decide stands for the figure: where all hold the closest to its boundary,
    where some do not the furthest, and where it is undecided the one that needs the most processes."""
    parts = list(decisions)
    possible = reduce(_least, (part.possible for part in parts), frozenset({Answer.YES}))
    decided = len(possible) == 1
    deciding = [part for part in parts if part.possible == possible] if decided else _open(parts)
    fails = decided and possible != {Answer.YES}
    stands = max(deciding, key=lambda part: (part.needs, _margin(part) if fails else -_margin(part)))
    text = "; ".join(dict.fromkeys(part.text for part in (deciding if len(deciding) <= MOST_SHOWN else [stands])))
    if len(deciding) > MOST_SHOWN:
        text += f" ({len(deciding)} of {len(parts)} parts are so)"
    open_parts = () if decided else tuple(leaf for part in deciding for leaf in part.open_parts or (part,))
    excepted = " ".join(dict.fromkeys(part.excepted for part in parts if part.excepted))
    return replace(stands, possible=possible, text=text, open_parts=open_parts, excepted=excepted)


def _open(parts: list[Decision]) -> list[Decision]:
    """The parts that leave the answer open: the first without a result, or else all that are undecided and matter."""
    undecided = [part for part in parts if part.answer is None]
    return [part for part in undecided if part.missing][:1] or [part for part in undecided if _matters(part, parts)]


def _matters(part: Decision, parts: list[Decision]) -> bool:
    """Whether an answer to this part leaves fewer answers to all of them."""
    others = reduce(_least, (other.possible for other in parts if other is not part), frozenset({Answer.YES}))
    every = _least(others, part.possible)
    return any(_least(others, frozenset({answer})) != every for answer in part.possible)


def _least(possible: frozenset[Answer], more: frozenset[Answer]) -> frozenset[Answer]:
    return frozenset(min(one, other) for one in possible for other in more)


def _margin(part: Decision) -> float:
    return float("inf") if part.margin is None else part.margin
