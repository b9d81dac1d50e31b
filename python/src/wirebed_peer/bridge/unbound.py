"""Methods of messages, unbound: a field may have the name of a method, and then hides it, as in `message.HasField`."""

from google.protobuf.empty_pb2 import Empty

from wirebed_peer.older_protobuf import message_class

_message = message_class(Empty.DESCRIPTOR)

clear = _message.Clear
clear_extension = _message.ClearExtension
clear_field = _message.ClearField
has_field = _message.HasField
is_initialized = _message.IsInitialized
list_fields = _message.ListFields
serialize = _message.SerializeToString
set_in_parent = _message.SetInParent
