"""The interface of codecs. Each codec has one file for its library, and works on objects of its model alone."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from importlib import metadata
from typing import Any, ClassVar, NamedTuple

from wirebed_protocol import peer_pb2

from wirebed_peer.failures import calls_library
from wirebed_peer.refusal import Refusal, Unsupported
from wirebed_peer.tree import Tree

Options = dict[str, str]


class Bound(NamedTuple):
    """One direction of a codec for one message: the call as a user of the library writes it.

    It raises whatever the library raises.
    """

    call: Callable[[Any], Any]
    kept: str  # says what is kept from call to call, and what is new in each


class Codec:
    """One library doing one format. Values are real objects of its model: messages or plain objects.

    `encode` and `decode` raise Refusal for what the library refuses and Unsupported for what it cannot do by
    design; any other exception is a defect of the peer. `encoder` and `decoder` give the bare calls that these make.
    """

    format: ClassVar[str]
    library: ClassVar[str]
    # The package whose version the codec reports; a codec of the standard library reports that of Python.
    package: ClassVar[str] = ""
    # The packages that are the library, and its errors for what it refuses, each with where the library documents it.
    # Both are names, so that a codec can be described without its library. A codec without a library has none.
    library_packages: ClassVar[tuple[str, ...]] = ()
    typed_errors: ClassVar[dict[str, str]] = {}
    # Where the library says that its user's object holds something after an error; empty where it never does.
    leaves_object: ClassVar[str] = ""
    # All that differs between the codec and the defaults of the library.
    settings: ClassVar[tuple[peer_pb2.Setting, ...]] = ()
    model: ClassVar[peer_pb2.Model]
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
            version=self.version(),
            loaded=self.loaded(),
            encodes=self.encodes,
            decodes=self.decodes,
            model=self.model,
            canonical=self.canonical,
            bare=self.bare,
            leaves_object=self.leaves_object,
            typed_errors=[
                peer_pb2.TypedError(type=name, authority=authority) for name, authority in self.typed_errors.items()
            ],
            settings=self.settings,
        )

    @classmethod
    def version(cls) -> str:
        """The version of the package that is the library, or of Python."""
        if cls.package:
            return metadata.version(cls.package)
        for name in cls.library_packages:
            if name.partition(".")[0] not in sys.stdlib_module_names:
                raise ValueError(f"{cls.format}/{cls.library} has no `package`, and {name} is not of Python itself")
        return platform.python_version()

    @classmethod
    def loaded(cls) -> peer_pb2.LoadedLibrary | None:
        """The first module of the library that is loaded from a file, with the version that it states."""
        for name in cls.library_packages:
            path = getattr(sys.modules.get(name), "__file__", None)
            if path:
                # A package may be a part of the library: lxml states the version of lxml.etree.
                stated = (getattr(sys.modules.get(part), "__version__", "") for part in (name, name.partition(".")[0]))
                return peer_pb2.LoadedLibrary(path=path, version=next(filter(None, map(str, stated)), ""))
        return None

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        return self.writing(self.encoder(message, options).call, value)

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        return self.parsing(self.decoder(message, options).call, data)

    def encoder(self, message: str, options: Options) -> Bound:
        """Value -> bytes. It keeps nothing but what every user of the library keeps."""
        raise Unsupported(f"{self.name} does not encode")

    def decoder(self, message: str, options: Options) -> Bound:
        """Bytes -> value. It keeps nothing but what every user of the library keeps."""
        raise Unsupported(f"{self.name} does not decode")

    def reusing_encoder(self, message: str, options: Options) -> Bound:
        """Value -> bytes. It reuses all that the library lets its user reuse.

        The next call overwrites the result or extends it, so the caller releases it before.
        """
        raise Unsupported("this library keeps nothing more")

    def reusing_decoder(self, message: str, options: Options) -> Bound:
        """Bytes -> value. It reuses all that the library lets its user reuse. The next call overwrites the result."""
        raise Unsupported("this library keeps nothing more")

    @classmethod
    @calls_library
    def parsing(cls, call: Callable[..., Any], *arguments: Any) -> Any:
        """Calls the library's parser. Whatever that raises is a refusal of the bytes, in its own words."""
        try:
            return call(*arguments)
        except Refusal:
            raise
        except Exception as error:
            raise Refusal.of(peer_pb2.PARSE, error, cls) from None

    @classmethod
    @calls_library
    def writing(cls, call: Callable[..., Any], *arguments: Any) -> Any:
        """Calls the library's writer. Whatever that raises is a refusal of the object."""
        try:
            return call(*arguments)
        except Refusal:
            raise
        except Exception as error:
            raise Refusal.of(peer_pb2.WRITE, error, cls) from None
