"""The head of a reason: the type of the error and the longest part of its words, without values and names. Two failures
with one cause have the same head, whatever the input says."""

import re

_TYPE = re.compile(r"(?:\w+(?:\.|::|\$))*\w*(?:[Ee]rror|[Ee]xception)\b")
_VALUES = re.compile(r"\bb?\"[^\"]*\"|\bb?'[^']*'|`[^`]*`|\"[^\"]*\"|'[^']*'|[\w$]+(?:\.[\w$\[\]]+)+|\w*\d\w*")
_ENDS = re.compile(r"[^\w ]+")
_MOST = 6  # words


def head(reason: str) -> str:
    line = reason.partition("\n")[0]
    found = _TYPE.match(line)
    type_, words = (found[0].rpartition(".")[2], line[found.end() :]) if found else ("", line)
    parts = [" ".join(part.split()[:_MOST]) for part in _ENDS.split(_VALUES.sub(":", words))]
    return ": ".join(filter(None, (type_, max(parts, key=len, default=""))))
