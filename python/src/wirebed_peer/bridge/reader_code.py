"""Source text of functions that read the fields of a record in the order in which views have them.

Such a function leaves a field that is unknown or out of order to the table of its class.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from struct import Struct
from typing import Any

from wirebed_peer.bridge import layout, nodes, scalars
from wirebed_peer.bridge.complete import named
from wirebed_peer.bridge.layout import Layout

# Scalars that are read in place: tag, struct format, width, and what a reader expects there.
_IN_PLACE = {
    "int": (ord("i"), "q", 8, "an integer"),
    "float": (ord("g"), "f", 4, "a float"),
    "double": (ord("d"), "d", 8, "a double"),
    "enum": (ord("e"), "i", 4, "an enum"),
}
NAMESPACE: dict[str, Any] = {
    "bits": layout.bits,
    "counted": nodes.counted,
    "malformed": nodes.malformed,
    "u32_from": nodes.u32_from,
    "read_fixed_list": scalars.read_fixed_list,
    **{f"{kind}_from": Struct(f"<{code}").unpack_from for kind, (_, code, _, _) in _IN_PLACE.items()},
    **{f"read_{kind}": reader for kind, reader in scalars.READERS.items()},
}
NEXT = ["n = u32_from(v, p)[0]", "p += 4"]


@dataclass
class FieldReader:
    """How one field is read: by `lines`. A scalar of fixed size that is always present is read with its neighbours."""

    number: int
    lines: list[str]
    # Such a scalar: its kind, and the expression to which it is assigned.
    kind: str = ""
    target: str = ""


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def assigned(target: str, name: str, value: str = "x") -> str:
    return f"{target}.{name} = {value}" if named(name) else f"setattr({target}, {name!r}, {value})"


def scalar(kind: str) -> list[str]:
    """Reads a scalar node at `p` into `x`."""
    if kind == "text":
        return [
            f"if v[p] == {nodes.TEXT}:",
            "    e = p + 5 + u32_from(v, p + 1)[0]",
            "    if e > len(v):",
            "        raise malformed(p + 1, f'{e - p - 5} bytes')",
            "    x = v[p + 5 : e].decode()",
            "    p = e",
            "else:",
            "    x, p = read_text(v, p)",
        ]
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

    Neighbours that are always present are read at once. Where one of them is missing, all that follows is left.
    """
    lines = list(NEXT)
    for in_place, group in groupby(parts, lambda part: part.kind in _IN_PLACE):
        row = list(group)
        if in_place and len(row) > 1:
            lines += [f"if n == {row[0].number}:", *indented(_row(row, namespace))]
            continue
        for part in row:
            lines += [f"if n == {part.number}:", *indented([*part.lines, *NEXT])]
    return lines


def _row(row: list[FieldReader], namespace: dict[str, Any]) -> list[str]:
    together = Layout()
    for part in row:
        if part is not row[0]:
            together.constant(nodes.pack_u32(part.number))
        together.scalar(part.kind, part.target)
    return together.lines([], ["p = e", *NEXT], namespace)
