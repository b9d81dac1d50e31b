"""The parts of the page that each subject gives: a card for the start, and blocks of data for the browser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote


def address(*parts: str) -> str:
    """The address of a view in the page, as browser/lib/address.js makes it."""
    return "/".join(["#", *(quote(part, safe="") for part in parts)])


@dataclass(frozen=True)
class Card:
    """A question, its answer in a line, and a picture of counts: (word, sign, count), the best first.
    `brief`: the question in a few words, for the navigation. `noun`: the word for one of what is counted."""

    brief: str
    question: str
    answer: str
    link: str
    rows: Mapping[str, Sequence[tuple[str, str, int]]] = field(default_factory=dict)
    noun: str = "cell"


@dataclass(frozen=True)
class Answer:
    """An answer at the top of the start: its title, with the view that has all of it, and a summary. Each part has a
    name, a link and a sentence."""

    title: str
    link: str
    summary: str
    parts: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Harm:
    """Something harmful that is known, in words, with a cell that shows it."""

    who: str
    what: str
    link: str


class Findable(NamedTuple):
    """Something that the search of the page finds by its name and by words about it."""

    what: str  # case, type, reason, …; with an `s` it is the word for several
    name: str
    words: str
    link: str


@dataclass(frozen=True)
class Section:
    """`blocks`: name -> data that JSON can hold. The browser unpacks a block when a view first asks for it.
    `files`: what is written beside the page, by its place there."""

    card: Card
    blocks: Mapping[str, object]
    files: Mapping[str, str] = field(default_factory=dict)
    answers: Sequence[Answer] = ()
    harms: Sequence[Harm] = ()  # the most harmful first
    findable: Sequence[Findable] = ()
