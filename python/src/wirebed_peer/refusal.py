"""Why a value did not get through: exceptions that become a `Failure` or an `Unsupported` in a reply."""

from __future__ import annotations

from wirebed_protocol import peer_pb2


class Refusal(Exception):
    """A library or an object refused a value at a stage of the pipeline: never a defect of the peer."""

    def __init__(self, stage: int, type_name: str, reason: str) -> None:
        super().__init__(reason)
        self.stage = stage
        self.type_name = type_name
        self.reason = reason

    @classmethod
    def of(cls, stage: int, error: BaseException) -> Refusal:
        """The refusal that says what `error`, raised by a library, says."""
        kind = type(error)
        name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
        return cls(stage, name, str(error))


class Unsupported(Exception):
    """What the format, the library or the language cannot carry by design."""


def unbuildable(reason: str) -> Refusal:
    """The object cannot hold what the view says."""
    return Refusal(peer_pb2.BUILD, "", reason)


def unusable(path: str, reason: str) -> Refusal:
    """It was read, but is not of its declared type. `path` is where, in names of the plain class."""
    return Refusal(peer_pb2.USE, "", f"{path}: {reason}" if path else reason)
