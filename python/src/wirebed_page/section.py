"""The parts of the page that each subject gives: a card for the start, and blocks of data for the browser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Card:
    """A question, its answer in a line, and a picture of counts: (word, sign, count), the best first."""

    question: str
    answer: str
    link: str
    rows: Mapping[str, Sequence[tuple[str, str, int]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """An answer at the top of the start: its title, with the view that has all of it, and a summary. Each part has a
    name, a link and a sentence."""

    title: str
    link: str
    summary: str
    parts: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Section:
    """`blocks`: name -> data that JSON can hold. The browser unpacks a block when a view first asks for it.
    `files`: what is written beside the page, by its place there."""

    card: Card
    blocks: Mapping[str, object]
    files: Mapping[str, str] = field(default_factory=dict)
    answers: Sequence[Answer] = ()
