"""Methods of messages, unbound: a field may have the name of a method, and then hides it, as in `message.HasField`."""

from collections.abc import Callable
from typing import Any

from google.protobuf.empty_pb2 import Empty
from google.protobuf.internal import api_implementation

from wirebed_peer.older_protobuf import message_class

_message = message_class(Empty.DESCRIPTOR)


def _unbound(name: str) -> Callable[..., Any]:
    if api_implementation.Type() != "python":
        return getattr(_message, name)

    # Protobuf in pure Python makes each method anew for each class, where it hides a field of its name.
    def call(message: Any, *arguments: Any, **options: Any) -> Any:
        return getattr(message, name)(*arguments, **options)

    return call


clear = _unbound("Clear")
clear_extension = _unbound("ClearExtension")
clear_field = _unbound("ClearField")
has_field = _unbound("HasField")
is_initialized = _unbound("IsInitialized")
list_fields = _unbound("ListFields")
serialize = _unbound("SerializeToString")
set_in_parent = _unbound("SetInParent")
