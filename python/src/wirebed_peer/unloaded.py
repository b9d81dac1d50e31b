"""A codec that cannot be opened, since the version of its library that is here lacks what the codec imports or uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from traceback import walk_tb
from typing import Self

from wirebed_protocol import peer_pb2


@dataclass(frozen=True)
class Unloaded:
    """It answers each task as unsupported, in the words of the loader."""

    name: str
    model: peer_pb2.Model
    version: str
    words: str

    @classmethod
    def of(cls, name: str, model: peer_pb2.Model, error: ImportError | AttributeError) -> Self:
        return cls(name, model, _version(error), _words(error))

    def introduce(self) -> peer_pb2.Codec:
        """Which directions the codec has is not known here, so a task of either gets the words."""
        format, library = self.name.split("/")
        return peer_pb2.Codec(
            format=format, library=library, version=self.version, encodes=True, decodes=True, model=self.model
        )


def _version(error: ImportError | AttributeError) -> str:
    """The version of the package that the error is about."""
    packages = metadata.packages_distributions()
    of_packages = (name for module in _modules(error) for name in packages.get(module.partition(".")[0], ()))
    package = next(of_packages, None)
    return metadata.version(package) if package else "unknown"


def _modules(error: ImportError | AttributeError) -> Iterator[str]:
    """The module that lacks something, and those in which the error was raised, from there outwards."""
    yield (error.name or "") if isinstance(error, ImportError) else getattr(error.obj, "__name__", "")
    for frame, _ in reversed([*walk_tb(error.__traceback__)]):
        yield frame.f_globals.get("__name__", "")


def _words(error: ImportError | AttributeError) -> str:
    """An ImportError ends with the file of the module where Python knows it, which is of this machine."""
    place = f" ({error.path})" if isinstance(error, ImportError) else ""
    return str(error).removesuffix(place)
