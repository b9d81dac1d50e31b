"""The one glob syntax of the command line, deviations and expectations: `*`, `?` and `[…]`, and capitals count.

A `*` takes slashes, too. `[[]` is a bracket itself. Which names of a codec a glob may match, codec_id.matches says, and
which codecs a list of globs takes in an entry, wirebed.state.deviations.selectors. Lists of globs in variables (CASE=,
FORMAT=, LANGUAGE=, WRITER= and the like), in the file of a bed and in the entries of fuzz, conformance and limits may
have a `!`, which leaves out; those of deviations and laws have none.
"""

import fnmatch
import functools
import re
from collections.abc import Collection, Iterable, Sequence


def matches(name: str, glob: str | None) -> bool:
    """Whether a glob takes a name; None and "" take all."""
    return not glob or fnmatch.fnmatchcase(name, glob)


def any_matches(name: str, globs: Iterable[str]) -> bool:
    """Whether one of some globs takes a name; without any glob none does."""
    return any(fnmatch.fnmatchcase(name, glob) for glob in globs)


@functools.cache
def listed(text: str | None) -> tuple[str, ...]:
    """The globs of a list with commas between. `[,]` is a comma itself."""
    return tuple(filter(None, map(str.strip, re.findall(r"(?:\[[^]]*\]|[^,])+", text or ""))))


def takes(names: Collection[str], globs: Iterable[str]) -> bool:
    """Whether a list of globs takes what has these names. What `!java/*` matches is left out. A list of such globs
    alone takes everything else, and an empty one everything."""
    every = list(globs)
    out = [glob.removeprefix("!") for glob in every if glob.startswith("!")]
    taken = [glob for glob in every if not glob.startswith("!")]
    if any(any_matches(name, out) for name in names):
        return False
    return not taken or any(any_matches(name, taken) for name in names)


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
