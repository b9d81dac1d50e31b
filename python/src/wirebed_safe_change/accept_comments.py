"""Accepted changes in the comments of NEW: `// wirebed:accept lossy: no order has two`.

On a field it accepts what happens to the field, on a message also what happens to its fields, and on an rpc, a service
or an enum what happens to its name. What is gone has no comment: its message has it, or the file of ACCEPT=.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirebed.errors import UserError
from wirebed_safe_change.places import Place, Places

_MARK = "wirebed:accept"
_COMMENT = re.compile(rf"{_MARK}\s+(\w+)\s*:\s*(\S.*)")


@dataclass(frozen=True)
class Comment:
    name: str  # the full name of the declaration
    verdict: str
    why: str
    place: Place


def comments_of(places: Places, verdicts: Sequence[str]) -> Iterator[Comment]:
    for name, place, text in places.comments:
        for line in text.splitlines() if _MARK in text else ():
            if _MARK not in line:
                continue
            match = _COMMENT.fullmatch(line.strip().lstrip("*").strip())
            if match is None or match[1] not in verdicts:
                advice = f"say `{_MARK} <verdict>: <why>`; a verdict is {', '.join(verdicts)}"
                raise UserError(advice, place.file, place.line, place.column)
            yield Comment(name, match[1], match[2].strip(), place)
