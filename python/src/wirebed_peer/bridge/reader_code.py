"""Source text of functions that read the fields of a record in the order in which views have them.

Such a function leaves a field that is unknown or out of order to the table of its class.
"""

from __future__ import annotations

import keyword
from dataclasses import dataclass
from itertools import groupby
from struct import Struct
from typing import Any

from wirebed_peer.bridge import nodes, scalars

# Scalars that are read in place: tag, struct format, width, and the expression of the value.
_IN_PLACE = {
    "int": (ord("i"), "q", 8, "an integer"),
    "float": (ord("g"), "f", 4, "a float"),
    "double": (ord("d"), "d", 8, "a double"),
    "enum": (ord("e"), "i", 4, "an enum"),
}
NAMESPACE: dict[str, Any] = {
    "malformed": nodes.malformed,
    "u32_from": nodes.u32_from,
    **{f"{kind}_from": Struct(f"<{code}").unpack_from for kind, (_, code, _, _) in _IN_PLACE.items()},
    **{f"read_{kind}": reader for kind, reader in scalars.READERS.items()},
}
_NEXT = ["n = u32_from(v, p)[0]", "p += 4"]


@dataclass
class FieldReader:
    """How one field is read: `lines` read it into `x`, or it is a scalar of `kind`, always present, read in place."""

    number: int
    name: str
    lines: list[str]
    # What `x` is assigned to; empty when the lines assign it themselves.
    target: str = ""
    kind: str = ""

    def assign(self, value: str = "x") -> list[str]:
        if not self.target:
            return []
        if self.name.isidentifier() and not keyword.iskeyword(self.name):
            return [f"{self.target}.{self.name} = {value}"]
        return [f"setattr({self.target}, {self.name!r}, {value})"]


def scalar(kind: str) -> list[str]:
    """Reads a scalar node at `p` into `x`."""
    if kind not in _IN_PLACE:
        return [f"x, p = read_{kind}(v, p)"]
    tag, _, width, what = _IN_PLACE[kind]
    return [
        f"if v[p] != {tag}:",
        f"    raise malformed(p, {what!r})",
        f"x = {kind}_from(v, p + 1)[0]",
        f"p += {1 + width}",
    ]


def fields(parts: list[FieldReader], namespace: dict[str, Any]) -> list[str]:
    """Reads each field that is present; afterwards `n` is the number of the first field that is left, or 0.

    One unpacking reads a row of scalars that are always present. When one of them is missing, they are read one by one.
    """
    lines = list(_NEXT)
    for in_place, group in groupby(parts, lambda part: part.kind in _IN_PLACE):
        row = list(group)
        if in_place and len(row) > 1:
            lines += _row(row, namespace)
        for part in row:
            body = [*part.lines, *part.assign(), *_NEXT]
            lines += [f"if n == {part.number}:", *(f"    {line}" for line in body)]
    return lines


def _row(row: list[FieldReader], namespace: dict[str, Any]) -> list[str]:
    """Reads a row of scalars at once, beginning at the tag of the first."""
    first, *others = row
    tag, code, width, _ = _IN_PLACE[first.kind]
    form, size = f"<B{code}", 1 + width
    names, marks, expected = ["t", "x0"], ["t"], [tag]
    for index, part in enumerate(others, 1):
        tag, code, width, _ = _IN_PLACE[part.kind]
        form, size = f"{form}IB{code}", size + 5 + width
        names += [f"n{index}", f"t{index}", f"x{index}"]
        marks += [f"n{index}", f"t{index}"]
        expected += [part.number, tag]
    namespace[f"row{first.number}"] = Struct(form).unpack_from
    namespace[f"marks{first.number}"] = tuple(expected)
    found = [line for index, part in enumerate(row) for line in part.assign(f"x{index}")]
    return [
        f"if n == {first.number} and p + {size} <= len(v):",
        f"    {', '.join(names)} = row{first.number}(v, p)",
        f"    if ({', '.join(marks)}) == marks{first.number}:",
        *(f"        {line}" for line in (*found, f"p += {size}", *_NEXT)),
    ]
