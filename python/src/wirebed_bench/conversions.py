"""The code that is generated for benchmarks: the deep copy of a plain class, and its conversion to and from protobuf.

The template bench.py.j2 makes it in {tree}/plain/python-bench.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from wirebed_peer.tree import Tree


class Conversions(NamedTuple):
    """The generated functions of one class."""

    copy: Callable[[Any], Any]  # plain object -> another
    fill: Callable[[Any, Any], Any]  # plain object, empty message -> that message
    plain: Callable[[Any], Any]  # message -> plain object


def conversions(tree: Tree, message: str) -> Conversions:
    entry = tree.plain_class(message)
    folder = str(tree.folder / "plain" / "python-bench")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    module = importlib.import_module("plain_bench" + entry.names["python"].package.removeprefix("plain"))
    return Conversions(*(getattr(module, f"{what}_{entry.names['python'].name}") for what in Conversions._fields))
