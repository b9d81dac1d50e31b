"""The layout of nodes of fixed size that follow each other: which bytes are always the same, and where the values are.

Two views with the same nodes differ in their values only. So one comparison under a mask recognizes the nodes, and one
unpacking reads all their values.
"""

from __future__ import annotations

from struct import Struct, calcsize
from typing import Any

from wirebed_peer.bridge import nodes

bits = int.from_bytes


class Layout:
    """Collects nodes, and the expression to which the value of each is assigned."""

    def __init__(self) -> None:
        self.targets: list[str] = []
        self._form = "<"
        self._same = bytearray()
        self._mask = bytearray()

    def constant(self, data: bytes) -> None:
        self._form += f"{len(data)}x"
        self._same += data
        self._mask += b"\xff" * len(data)

    def scalar(self, kind: str, target: str) -> None:
        """Adds the node of a scalar of fixed size."""
        tag, code = nodes.FIXED[kind]
        self.constant(tag.encode())
        self._form += code
        self._same += bytes(calcsize(f"<{code}"))
        self._mask += bytes(calcsize(f"<{code}"))
        self.targets.append(target)

    def lines(self, before: list[str], after: list[str], namespace: dict[str, Any]) -> list[str]:
        """If these nodes are at `p`, reads their values, between the lines `before` and `after`; `e` is their end."""
        mark, size = len(namespace), len(self._same)
        namespace[f"mask{mark}"] = bits(self._mask, "little")
        namespace[f"same{mark}"] = bits(self._same, "little")
        namespace[f"values{mark}"] = Struct(self._form).unpack_from
        return [
            f"e = p + {size}",
            f"if e <= len(v) and bits(v[p:e], 'little') & mask{mark} == same{mark}:",
            *(f"    {line}" for line in before),
            f"    {', '.join(self.targets)}, = values{mark}(v, p)",
            *(f"    {line}" for line in after),
        ]
