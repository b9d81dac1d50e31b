"""Answers a column: one codec, one message, and a task for each of many values."""

from __future__ import annotations

from wirebed_protocol import peer_pb2

from wirebed_peer.tasks import Tasks, result_of

_ACTIONS = {peer_pb2.Column.ENCODE: "encode", peer_pb2.Column.DECODE: "decode"}


def answer(tasks: Tasks, column: peer_pb2.Column) -> peer_pb2.ColumnAnswer:
    """The answer to a column. A failure of any kind is that of its value alone, and the peer goes on."""
    action = _ACTIONS.get(column.action, "")
    answered = peer_pb2.ColumnAnswer()
    try:
        step = tasks.step(action, column.codec, column.message, dict(column.options), column.class_name)
    except Exception as error:
        answered.values.extend([b""] * len(column.values))
        answered.failures.extend(result_of(error, action, position) for position in range(len(column.values)))
        return answered
    for position, value in enumerate(column.values):
        try:
            answered.values.append(step(value))
        except Exception as error:
            answered.values.append(b"")
            answered.failures.append(result_of(error, action, position))
    return answered
