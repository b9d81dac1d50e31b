"""Two ways to write the raw layout with struct: behind what a new buffer holds, or into a buffer that is kept.

Each gives the lines of Python that do so with a value. Where to write next is the end of `out`, or `p`.
"""

from __future__ import annotations


class Appending:
    """`write<n>(v, out, depth)`: `out` grows."""

    head = "def write{number}(v, out, depth):"
    end: tuple[str, ...] = ()

    @staticmethod
    def packed(struct: str, size: int, values: str) -> list[str]:
        return [f"out += {struct}.pack({values})"]

    @staticmethod
    def many(letter: str, size: int, values: str) -> list[str]:
        """All of `items`, each of a fixed size."""
        return [f"out += pack(f'<{{len(items)}}{letter}', *{values})"]

    @staticmethod
    def constant(data: bytes) -> list[str]:
        return [f"out += {data!r}"]

    @staticmethod
    def counted(what: str, value: str) -> list[str]:
        return [f"put_{what}({value}, out)"]

    @staticmethod
    def nested(number: int, value: str) -> list[str]:
        return [f"write{number}({value}, out, depth + 1)"]


class Placing:
    """`write<n>(v, out, p, depth)`, which gives the next `p`: `out` is long enough already."""

    head = "def write{number}(v, out, p, depth):"
    end = ("return p",)

    @staticmethod
    def packed(struct: str, size: int, values: str) -> list[str]:
        return [f"{struct}.pack_into(out, p, {values})", f"p += {size}"]

    @staticmethod
    def many(letter: str, size: int, values: str) -> list[str]:
        return [f"pack_into(f'<{{len(items)}}{letter}', out, p, *{values})", f"p += {size} * len(items)"]

    @staticmethod
    def constant(data: bytes) -> list[str]:
        return [f"p = place({data!r}, out, p)"]

    @staticmethod
    def counted(what: str, value: str) -> list[str]:
        return [f"p = place_{what}({value}, out, p)"]

    @staticmethod
    def nested(number: int, value: str) -> list[str]:
        return [f"p = write{number}({value}, out, p, depth + 1)"]
