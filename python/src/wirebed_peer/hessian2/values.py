"""Generic values: what Hessian 2 holds without a schema.

None, bool, float, str and bytes represent themselves, and int the 32-bit `int`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


class Long(int):
    """The 64-bit `long`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Date:
    """A date, in milliseconds since 1970."""

    milliseconds: int


@dataclass(eq=False, slots=True)
class List:
    """A list with its type, which Java uses for arrays and collections."""

    type: str | None = None
    items: list[Any] = field(default_factory=list)
    # Whether the wire gives the length, instead of an end mark.
    fixed: bool = True


class EmptyList:
    """An untyped `List` of fixed length without items, as the reader returns it.

    An input of n bytes can hold n of these, and each needs its identity: 16 bytes each, where a `List` takes 128.
    """

    __slots__ = ()
    type = None
    items = ()
    fixed = True


@dataclass(eq=False, slots=True)
class Map:
    """A map with its type, and its entries in the order of the wire. A key can be any value."""

    type: str | None = None
    entries: Sequence[tuple[Any, Any]] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Object:
    """An object with its class and its fields in the order of the wire."""

    type: str
    names: tuple[str, ...] = ()
    values: list[Any] = field(default_factory=list)
