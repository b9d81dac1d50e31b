"""Why a task did not succeed: exceptions that become a `Failure` or an `Unsupported` in a reply."""

from __future__ import annotations

from wirebed_protocol import peer_pb2

from wirebed_peer.failures import Library, NoLibrary, is_exhausted, judged, type_name

_HELD = "held_by_user"


class Refusal(Exception):
    """A library or an object refused a value at a stage of the pipeline. This is never a defect of the peer.

    Unless it says otherwise, a codec of ours refuses, or at USE the cast that a user would make.
    """

    def __init__(self, stage: int, type_name: str, reason: str, manner: int = 0, by: int = 0) -> None:
        super().__init__(reason)
        self.held: object = None  # the object of the library's user, if the reader has begun to fill it
        self.left: peer_pb2.Left | None = None
        self.stage = stage
        self.type_name = type_name
        self.reason = reason
        used = stage == peer_pb2.USE
        self.manner = manner or (peer_pb2.UNTYPED if used else peer_pb2.TYPED)
        self.by = by or (peer_pb2.CAST if used else peer_pb2.CODEC)

    @classmethod
    def of(cls, stage: int, error: BaseException, library: Library = NoLibrary) -> Refusal:
        """The refusal for an `error` that was raised while the library worked, in its words."""
        refusal = cls(stage, type_name(type(error)), str(error), *judged(stage, error, library))
        refusal.held = getattr(error, _HELD, None)
        return refusal


def leave(error: Exception, held: object) -> None:
    """Notes on an error of the library the object that its user gave to it."""
    setattr(error, _HELD, held)


class Unsupported(Exception):
    """The format, the library or the language does not support this, by design."""


def unbuildable(reason: str, error: BaseException | None = None) -> Refusal:
    """The object cannot hold the value of the view, which Python may have said with an `error`."""
    manner = peer_pb2.EXHAUSTED if error is not None and is_exhausted(error) else peer_pb2.TYPED
    return Refusal(peer_pb2.BUILD, "", reason, manner)


def unusable(path: str, reason: str) -> Refusal:
    """The value was read, but does not have its declared type. `path` leads to it, in names of the plain class."""
    return Refusal(peer_pb2.USE, "", f"{path}: {reason}" if path else reason)
