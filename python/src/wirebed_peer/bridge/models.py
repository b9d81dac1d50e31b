"""The models that codecs take and return, behind one interface: build an object from a view, show it, edit it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol

from wirebed_protocol import peer_pb2

from wirebed_peer.bridge.message_to_view import MessageViews
from wirebed_peer.bridge.plain_to_view import PlainViews
from wirebed_peer.bridge.view_to_message import MessageBuilder
from wirebed_peer.bridge.view_to_plain import PlainBuilder
from wirebed_peer.refusal import unbuildable
from wirebed_peer.tree import Tree


class Model(Protocol):
    """Converts between views and the objects of every message of one tree."""

    def build(self, message: str, view: bytes) -> Any: ...

    def show(self, message: str, value: Any, defaults: bool = False) -> bytes:
        """The view of a value; `defaults` adds what the absent fields of a protobuf message read as."""

    def require(self, message: str) -> None:
        """Raises Unsupported for a message that is not in the tree."""

    def edit(self, message: str, value: Any, replacements: bytes, cleared: list[int]) -> None:
        """Clears fields by number, and replaces every field that is present in the view `replacements`."""


class MessageModel:
    """Protobuf messages."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._builder = MessageBuilder(tree.pool)
        self._views = MessageViews()
        self._views_with_defaults = MessageViews(defaults=True)

    def build(self, message: str, view: bytes) -> Any:
        return self._builder.build(view, self._tree.message_class(message))

    def show(self, message: str, value: Any, defaults: bool = False) -> bytes:
        return (self._views_with_defaults if defaults else self._views).show(value)

    def require(self, message: str) -> None:
        self._tree.message_class(message)

    def edit(self, message: str, value: Any, replacements: bytes, cleared: list[int]) -> None:
        for number in cleared:
            self._builder.clear(value, number)
        if replacements:
            self._builder.replace(replacements, value)


class PlainModel:
    """Plain dataclasses."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._builder = PlainBuilder(tree)
        self._views = PlainViews(tree)

    def build(self, message: str, view: bytes) -> Any:
        return self._builder.build(message, view)

    def show(self, message: str, value: Any, defaults: bool = False) -> bytes:
        return self._views.show(message, value)

    def require(self, message: str) -> None:
        self._tree.plain_class(message)

    def edit(self, message: str, value: Any, replacements: bytes, cleared: list[int]) -> None:
        entry = self._tree.plain_class(message)
        names = {field.number: field.names["python"] for field in entry.fields}
        empty = self._tree.python_class(entry)()
        for number in cleared:
            if number not in names:
                raise unbuildable(f"the plain class of {message} has no field {number}")
            setattr(value, names[number], getattr(empty, names[number]))
        if replacements:
            other = self._builder.build(message, replacements)
            for number in self._builder.present(replacements):
                setattr(value, names[number], getattr(other, names[number]))


class _Shared(threading.local):
    """The models of one thread, by kind and tree. A model compiles code when it first needs it, unguarded."""

    def __init__(self) -> None:
        self.models: dict[tuple[int, Tree], Model] = {}


_shared = _Shared()
_KINDS: dict[int, Callable[[Tree], Model]] = {peer_pb2.MESSAGE: MessageModel, peer_pb2.PLAIN: PlainModel}


def model_of(model: int, tree: Tree) -> Model:
    """The model of this kind for a tree. All codecs of a thread share it, and with it the compiled code."""
    known = _shared.models.get((model, tree))
    if known is None:
        known = _shared.models[model, tree] = _KINDS[model](tree)
    return known
