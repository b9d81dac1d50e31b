"""The cause that the words of a refusal state, which both strict readers of Hessian 2 must give in words of their own.

A lead byte that cannot stand where it stands is one cause, whatever the reader looked for, since the byte at the offset
tells the rest.
"""

from __future__ import annotations

import re

_OFFSET = re.compile(r"offset (\d+): (.*)", re.DOTALL)
# For each cause, the words of C++, which end at a NUL that they quote, and those of Python. The first that fits counts.
_WORDS = {
    "the input ends": (r"the input ends within", r"the input ends too early"),
    "bytes follow": (r"\d+ trailing bytes", r"\d+ bytes follow the value"),
    "another envelope": (r"not the (head|end) ", r"the message envelope .* missing|0x\w\w where the end"),
    "another byte": (
        r"reserved lead byte|an end where|no (int|string|string chunk|binary chunk) where|\w+ where|an object of ",
        r"no value begins with|0x\w\w where|an object of ",
    ),
    "count": (r"negative a |a number of \w+ \d+ is beyond|the list is longer", r"-?\d+ (items|fields) are claimed"),
    "type number": (r"type -?\d+ of", r"type -?\d+ of"),
    "class number": (r"class -?\d+ of", r"class -?\d+ of"),
    "ref number": (r"ref -?\d+ of", r"object -?\d+ of"),
    "ref to another object": (r"a ref to an object", r"a reference to an? \w+ where"),
    "refs repeat": (r"refs repeat too much", r"references repeat too much"),
    "depth": (r"deeper than \d+ levels", r"nested more than \d+ deep"),
    "text": (r"not a UTF-16 unit", r"0x\w\w begins no UTF-16 unit"),
    "pair in two chunks": (r"a string chunk splits", r"a chunk of a string begins inside"),
    "int32": (r"-?\d+ is no int$", r"the long -?\d+ does not fit an int"),
    "uint32": (r"-?\d+ is no uint32", r"-?\d+ does not fit a uint32"),
    "double": (r"-?\d+ is no double", r"the long -?\d+ does not fit a double"),
    "float": (r"a number that is no float", r"\S+ is no float"),
    "date": (r"no word", r"-?\d+ ms since 1970 are out of the range of datetime"),
    "decimal": (r"no decimal number", r".* (is not a decimal|has an exponent or a scale)"),
    "constant": (r"\S+ has no constant", r"\S+ has no value"),
    "missing field": (r"\S+ without its field", r"an object without its field"),
    "field twice": (r"the field ", r"the field .* of a typed map stands twice"),
}  # fmt: skip
_PATTERNS = {
    reader: {cause: re.compile(words[index], re.DOTALL) for cause, words in _WORDS.items()}
    for index, reader in enumerate(("cpp", "python"))
}


def cause_of(reader: str, reason: str) -> tuple[int, str]:
    """The offset and the cause in a reason that a reader gave."""
    found = _OFFSET.fullmatch(reason)
    if not found:
        raise ValueError(f"{reader} names no offset: {reason}")
    cause = next((cause for cause, pattern in _PATTERNS[reader].items() if pattern.match(found[2])), None)
    if cause is None:
        raise ValueError(f"a cause of {reader} that causes.py does not know: {reason}")
    return int(found[1]), cause
