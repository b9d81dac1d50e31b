"""Runs a task before any clock does: it may be refused, and what it writes must be as long as in its cell."""

from __future__ import annotations

from typing import Any

from wirebed_protocol import bench_pb2

from wirebed_bench.operations import Operations, Task
from wirebed_peer.refusal import Refusal, Unsupported

# An operation that reuses something does not work as the first time later.
ROUNDS = 3


def probe(operations: Operations, task: Task) -> dict[str, Any]:
    """Returns what the codec keeps between operations (`kept`) and the `bytes` it wrote, or why it `refused`."""
    try:
        operation = operations.of(task)
        for _ in range(ROUNDS):
            result = operation.call(operation.argument)
        written = {"bytes": len(result)} if task.operation in (bench_pb2.ENCODE, bench_pb2.POPULATE) else {}
    except Unsupported as reason:
        return {"id": task.id, "refused": str(reason)}
    except Refusal as refusal:
        return {"id": task.id, "refused": f"{refusal.type_name}: {refusal}".removeprefix(": ")}
    except Exception as error:
        return {"id": task.id, "refused": f"{type(error).__name__}: {error}"}
    return {"id": task.id, "kept": operation.kept, **written}
