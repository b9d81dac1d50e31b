"""How a task failed, and whose code refused: proto/wirebed/README.md, "Failures".

Nothing here runs before an error is there. The first error of a chain decides, by the frames of its traceback, from
where it was raised outwards. Code in C has no frames: what it raises ends in the frame of ours that called it. That
frame counts as the library's if the error's class is one of the library's, or if `calls_library` marks its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import ClassVar, Protocol, TypeVar

from wirebed_protocol import peer_pb2

# The top-level packages of the bed. Templates make the packages `plain_…`.
_BED = ("wirebed_peer", "wirebed_echo", "wirebed_bench", "plain")
_EXHAUSTED = (MemoryError, RecursionError)
_Function = TypeVar("_Function", bound=Callable)

_calling: set[CodeType] = set()


class Library(Protocol):
    """The library of a codec, as the codec describes it."""

    @property
    def library_packages(self) -> tuple[str, ...]: ...

    @property
    def typed_errors(self) -> dict[str, str]: ...


class NoLibrary:
    library_packages: ClassVar[tuple[str, ...]] = ()
    typed_errors: ClassVar[dict[str, str]] = {}


def calls_library(function: _Function) -> _Function:
    """Marks a function, and those that it makes: they call the library's code in C, or code with frames of its own."""
    todo = [function.__code__]
    while todo:
        code = todo.pop()
        _calling.add(code)
        todo += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return function


def judged(stage: int, error: BaseException, library: Library) -> tuple[int, int]:
    """The manner in which a task failed at a stage, and by whom."""
    by = _by(stage, error, library)
    return _manner(error, by, library), by


def type_name(kind: type) -> str:
    """As `Failure.type` and `TypedError.type` have it."""
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def is_exhausted(error: BaseException) -> bool:
    """Whether memory or stack ran out, also where a library raised an exception of its own over that."""
    return any(isinstance(cause, _EXHAUSTED) for cause in _chain(error, True))


def _chain(error: BaseException, suppressed: bool) -> list[BaseException]:
    """The error and its causes, the first error last. `suppressed` includes what `from None` hides."""
    chain: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and not any(cause is known for known in chain):
        chain.append(cause)
        hidden = cause.__suppress_context__ and not suppressed
        cause = cause.__cause__ or (None if hidden else cause.__context__)
    return chain


def _by(stage: int, error: BaseException, library: Library) -> int:
    if stage == peer_pb2.USE:
        return peer_pb2.CAST
    if stage == peer_pb2.BUILD:
        return peer_pb2.CODEC
    packages = library.library_packages
    # Where the stack ends is chance, so any frame of the library counts then.
    if is_exhausted(error) and any(
        _within(_module(frame), packages) for cause in _chain(error, True) for frame in _frames(cause)
    ):
        return peer_pb2.LIBRARY
    for cause in reversed(_chain(error, False)):
        for frame in reversed(list(_frames(cause))):
            if _within(_module(frame), packages):
                return peer_pb2.LIBRARY
            if _is_of_bed(_module(frame)):
                in_c = frame.f_code in _calling or _within(type(cause).__module__, packages)
                return peer_pb2.LIBRARY if in_c else peer_pb2.CODEC
    return peer_pb2.LIBRARY if _within(type(error).__module__, packages) else peer_pb2.CODEC


def _manner(error: BaseException, by: int, library: Library) -> int:
    if is_exhausted(error):
        return peer_pb2.EXHAUSTED
    if by == peer_pb2.CAST:
        return peer_pb2.UNTYPED
    for kind in type(error).__mro__:
        of_library = _within(kind.__module__, library.library_packages)
        if _is_of_bed(kind.__module__) and not of_library:
            return peer_pb2.TYPED
        # A library may document a class of the language, such as TypeError. Where our code raised that, it fell over.
        if type_name(kind) in library.typed_errors and (by == peer_pb2.LIBRARY or of_library):
            return peer_pb2.TYPED
    return peer_pb2.UNTYPED


def _frames(error: BaseException) -> Iterator[FrameType]:
    """From the one that caught the error to the one in which it was raised."""
    at = error.__traceback__
    while at is not None:
        yield at.tb_frame
        at = at.tb_next


def _module(frame: FrameType) -> str:
    return frame.f_globals.get("__name__", "")


def _within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def _is_of_bed(module: str) -> bool:
    return _within(module, _BED) or module.startswith("plain_")
