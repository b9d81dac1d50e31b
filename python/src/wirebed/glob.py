"""The one glob syntax of the command line, deviations and expectations: `*`, `?` and `[…]`, and capitals count.

A `*` takes slashes, too. `[[]` is a bracket itself. Which names of a codec a glob may match, codec_id.matches says.
"""

import fnmatch
from collections.abc import Iterable


def matches(name: str, glob: str | None) -> bool:
    """Whether a glob takes a name; None and "" take all."""
    return not glob or fnmatch.fnmatchcase(name, glob)


def any_matches(name: str, globs: Iterable[str]) -> bool:
    """Whether one of some globs takes a name; without any glob none does."""
    return any(fnmatch.fnmatchcase(name, glob) for glob in globs)
