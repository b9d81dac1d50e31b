"""The one glob syntax of the command line, deviations and expectations: `*`, `?` and `[…]`, and capitals count.

A `*` takes slashes, too. `[[]` is a bracket itself. Which names of a codec a glob may match, codec_id.matches says, and
which codecs a list of globs takes in an entry, wirebed.state.deviations.selectors.
"""

import fnmatch
import re
from collections.abc import Iterable, Sequence


def matches(name: str, glob: str | None) -> bool:
    """Whether a glob takes a name; None and "" take all."""
    return not glob or fnmatch.fnmatchcase(name, glob)


def any_matches(name: str, globs: Iterable[str]) -> bool:
    """Whether one of some globs takes a name; without any glob none does."""
    return any(fnmatch.fnmatchcase(name, glob) for glob in globs)


def may_begin(glob: str, prefix: str) -> bool:
    """Whether a glob takes some name that begins like this."""
    tokens = re.findall(r"\*|\?|\[!?\]?[^]]*\]|.", glob, re.DOTALL)
    places = _after_stars(tokens, {0})
    for letter in prefix:
        taking = {at for at in places if at < len(tokens) and fnmatch.fnmatchcase(letter, tokens[at])}
        places = _after_stars(tokens, {at if tokens[at] == "*" else at + 1 for at in taking})
    return bool(places)


def _after_stars(tokens: Sequence[str], places: set[int]) -> set[int]:
    """The places in a glob, and those that a `*` which takes nothing leads to."""
    reached = set(places)
    for at in sorted(places):
        while at < len(tokens) and tokens[at] == "*":
            at += 1
            reached.add(at)
    return reached
