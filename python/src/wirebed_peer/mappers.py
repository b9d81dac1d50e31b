"""The codecs whose library code of the bed sets up, `json/orjson~ours`.

The file `mappers.list` of the tree names them: peer, codec and function, a line each. The function takes a plain class
and returns two functions: `encode`, from a value of the class to bytes, and `decode`, the reverse. Each codec has all
that the codec before the `~` says of its library, and none of its settings.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.setting import code
from wirebed_peer.refusal import Unsupported
from wirebed_peer.tree import Tree

LIST, FOLDER, PEER = "mappers.list", "mappers/python", "python"


def of_tree(tree: Tree) -> dict[str, str]:
    """Codec -> the function that makes it."""
    path = tree.folder / LIST
    lines = path.read_text().splitlines() if path.exists() else []
    parts = (line.split("\t") for line in lines)
    made = {codec: function for peer, codec, function in parts if peer == PEER}
    if made:
        sys.path += sorted(str(root) for root in (tree.folder / FOLDER).iterdir())
    return made


def plain_of(name: str) -> str:
    """`json/orjson~ours` -> `json/orjson`."""
    return name.partition("~")[0]


def with_mapper(base: type[Codec], name: str, function: str) -> type[Codec]:
    """The codec of this name, `json/orjson~ours`, beside the one that it is named after."""
    library = name.partition("/")[2]
    settings = (code(function, "The bed names it in its bed.yaml."),)
    return type(base.__name__, (Mapped, base), {"library": library, "settings": settings, "function": function})


class Mapped(Codec):
    """It comes before a codec among the base classes of one that a bed sets up."""

    function: str

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        module, _, name = self.function.rpartition(".")
        self._make = getattr(import_module(module), name)
        self._made: dict[str, tuple[Any, Any]] = {}

    def encoder(self, message: str, options: Options) -> Bound:
        return Bound(self._pair(message)[0], "what the function of the bed keeps")

    def decoder(self, message: str, options: Options) -> Bound:
        return Bound(self._pair(message)[1], "what the function of the bed keeps")

    encode, decode = Codec.encode, Codec.decode
    reusing_encoder, reusing_decoder = Codec.reusing_encoder, Codec.reusing_decoder

    def _pair(self, message: str) -> tuple[Any, Any]:
        """The two functions for the class of a message."""
        if message not in self._made:
            made = self._called(message)
            if not (isinstance(made, tuple) and len(made) == 2 and all(map(callable, made))):
                raise Unsupported(f"{self.function} returns {made!r}, and not two functions: encode and decode")
            self._made[message] = made
        return self._made[message]

    def _called(self, message: str) -> Any:
        kind = self.tree.python_class(self.tree.plain_class(message))
        try:
            return self._make(kind)
        except Exception as error:
            raise Unsupported(f"{self.function} raised {type(error).__name__}: {error}") from None
