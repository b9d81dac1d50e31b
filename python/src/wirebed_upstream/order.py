"""Which version of a library of Java comes before which, and which is no release, by the rules of Maven.

https://maven.apache.org/pom.html#version-order-specification: numbers and words, with dots and hyphens between. A
change from digits to letters is a hyphen. `1`, `1.0` and `1.0.Final` are the same, `1.0-rc1` comes before them, and
`1.0.1` after.
"""

import re

_PART = re.compile(r"([.-]?)(\d+|[a-z]+)")
# The words that come before a release, in this order, and those that mean the release itself.
_BEFORE = ("alpha", "beta", "milestone", "rc", "snapshot")
_SAME = ("", "ga", "final", "release")
_SHORT = {"a": "alpha", "b": "beta", "m": "milestone"}  # of a word with a number behind it
# Maven takes these for words like any other, which come after the release; no user means them so.
_TRIALS = ("pr", "pre", "preview", "ea", "dev")

Key = tuple[tuple[int | str, ...], ...]
_RELEASE = (5,)


def key(version: str) -> Key:
    """The order of versions is that of these."""
    parts: list[tuple[int | str, ...]] = []
    for hyphen, word in _words(version):
        if hyphen:
            _trim(parts)
        parts.append(_ranked(word, hyphen))
    _trim(parts)
    return (*parts, _RELEASE)


def is_release(version: str) -> bool:
    """Not so a candidate, a milestone or a snapshot, and what begins with no number."""
    words = [word for _, word in _words(version)]
    return version[:1].isdigit() and not {*words} & {*_BEFORE, *_TRIALS}


def _words(version: str) -> list[tuple[bool, str]]:
    """Each part, and whether a hyphen stands before it, which a dot before letters means, too."""
    found = _PART.findall(version.lower())
    words = []
    for at, (separator, word) in enumerate(found):
        numbered = at + 1 < len(found) and found[at + 1][0] == "" and found[at + 1][1].isdigit()
        word = _SHORT.get(word, word) if numbered else word
        words.append((separator != "." or word.isalpha(), "rc" if word == "cr" else word))
    return words


def _ranked(word: str, hyphen: bool) -> tuple[int | str, ...]:
    if word.isdigit():
        return 8 if hyphen else 9, int(word)
    if word in _BEFORE:
        return (_BEFORE.index(word),)
    if word in _SAME:
        return _RELEASE
    return (6,) if word == "sp" else (7, word)


def _trim(parts: list[tuple[int | str, ...]]) -> None:
    """Without what the release itself is at the end: `1.0.0` is `1`."""
    while parts and parts[-1] in (_RELEASE, (8, 0), (9, 0)):
        parts.pop()
