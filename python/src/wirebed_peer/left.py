"""The object that a failure leaves with the user of a library: proto/wirebed/README.md, "What is left".

Nothing here runs before an error is there.
"""

from __future__ import annotations

from wirebed_protocol import peer_pb2

from wirebed_peer.bridge.models import Model
from wirebed_peer.refusal import Refusal

_MOST_OF_OBJECT = 65_536


def tell_object(refusal: Refusal, model: Model, message: str) -> None:
    """Tells with a refusal what its user's object holds, unless that is as in a new one."""
    # How far a reader came before memory or stack ran out is chance.
    if refusal.held is None or refusal.manner == peer_pb2.EXHAUSTED:
        return
    try:
        view = model.show(message, refusal.held)
        if view == model.show(message, type(refusal.held)()):
            return
    except Exception:
        refusal.left = peer_pb2.Left(object=b"")  # it holds something of which there is no view
        return
    refusal.left = peer_pb2.Left(object=view if len(view) <= _MOST_OF_OBJECT else b"", size=len(view))
