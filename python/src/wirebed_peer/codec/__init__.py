"""One file per library: what it does to an object of its model, and nothing else."""

from __future__ import annotations

import platform
from collections.abc import Callable
from importlib import metadata
from typing import Any, ClassVar, NamedTuple

from wirebed_protocol import peer_pb2

from wirebed_peer.refusal import Refusal, Unsupported
from wirebed_peer.tree import Tree

Options = dict[str, str]


class Bound(NamedTuple):
    """One direction of a codec for one message: the call that a user of the library has in his own code.

    It raises whatever the library raises.
    """

    call: Callable[[Any], Any]
    kept: str  # what stays from call to call; what is new in each


class Codec:
    """One library doing one format. Values are real objects of its model: messages or plain objects.

    `encode` and `decode` raise Refusal for what the library refuses and Unsupported for what it cannot do by
    design; any other exception is a defect of the peer. `encoder` and `decoder` give the bare calls that these make.
    """

    format: ClassVar[str]
    library: ClassVar[str]
    # The package whose version is the codec's; of a codec of the standard library that of Python.
    package: ClassVar[str] = ""
    model: ClassVar[int]
    encodes: ClassVar[bool] = True
    decodes: ClassVar[bool] = True
    canonical: ClassVar[bool] = False
    bare: ClassVar[bool] = False

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    @property
    def name(self) -> str:
        return f"{self.format}/{self.library}"

    def introduce(self) -> peer_pb2.Codec:
        return peer_pb2.Codec(
            format=self.format,
            library=self.library,
            version=metadata.version(self.package) if self.package else platform.python_version(),
            encodes=self.encodes,
            decodes=self.decodes,
            model=self.model,
            canonical=self.canonical,
            bare=self.bare,
        )

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        return writing(self.encoder(message, options).call, value)

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        return parsing(self.decoder(message, options).call, data)

    def encoder(self, message: str, options: Options) -> Bound:
        """Value -> bytes; with nothing kept but what every user of the library keeps."""
        raise Unsupported(f"{self.name} does not encode")

    def decoder(self, message: str, options: Options) -> Bound:
        """Bytes -> value; with nothing kept but what every user of the library keeps."""
        raise Unsupported(f"{self.name} does not decode")

    def reusing_encoder(self, message: str, options: Options) -> Bound:
        """With all kept that the library lets its user keep.

        The caller lets go of the result before the next call, which writes over it, or makes it longer.
        """
        raise Unsupported("this library keeps nothing more")

    def reusing_decoder(self, message: str, options: Options) -> Bound:
        """With all kept that the library lets its user keep. What it returns is overwritten by the next call."""
        raise Unsupported("this library keeps nothing more")


def parsing(call: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """A library's parser: whatever it raises is its refusal of the bytes, in its own words."""
    try:
        return call(*arguments, **keywords)
    except Refusal:
        raise
    except Exception as error:
        raise Refusal.of(peer_pb2.PARSE, error) from None


def writing(call: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """A library's writer: whatever it raises is its refusal of the object."""
    try:
        return call(*arguments, **keywords)
    except Refusal:
        raise
    except Exception as error:
        raise Refusal.of(peer_pb2.WRITE, error) from None
