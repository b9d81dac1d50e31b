"""Why a task did not succeed: exceptions that become a `Failure` or an `Unsupported` in a reply."""

from __future__ import annotations

from wirebed_protocol import peer_pb2


class Refusal(Exception):
    """A library or an object refused a value at a stage of the pipeline. This is never a defect of the peer."""

    def __init__(self, stage: int, type_name: str, reason: str, exhausted: bool = False) -> None:
        super().__init__(reason)
        self.stage = stage
        self.type_name = type_name
        self.reason = reason
        self.exhausted = exhausted

    @classmethod
    def of(cls, stage: int, error: BaseException) -> Refusal:
        """The refusal for an `error` that a library raised, in its words."""
        kind = type(error)
        name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
        return cls(stage, name, str(error), is_exhausted(error))


def is_exhausted(error: BaseException) -> bool:
    """Whether memory or stack ran out, also where a library raised an exception of its own over that."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        if isinstance(found, (MemoryError, RecursionError)):
            return True
        seen.add(id(found))
        found = found.__cause__ or found.__context__
    return False


class Unsupported(Exception):
    """The format, the library or the language does not support this, by design."""


def unbuildable(reason: str) -> Refusal:
    """The object cannot hold the value of the view."""
    return Refusal(peer_pb2.BUILD, "", reason)


def unusable(path: str, reason: str) -> Refusal:
    """The value was read, but does not have its declared type. `path` leads to it, in names of the plain class."""
    return Refusal(peer_pb2.USE, "", f"{path}: {reason}" if path else reason)
