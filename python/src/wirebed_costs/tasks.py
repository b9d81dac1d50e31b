"""Writes the rows of a benchmark program as tasks: a file of wirebed.BenchTasks (proto/wirebed/bench.proto)."""

from collections.abc import Iterable
from pathlib import Path

from wirebed_protocol import bench_pb2

from wirebed.bed.codec_id import key_of
from wirebed.view import Node, grammar, parse
from wirebed_costs.rows import BenchRow


def write(rows: Iterable[BenchRow], path: Path):
    tasks = bench_pb2.BenchTasks()
    for row in rows:
        tasks.tasks.add(
            id=row.task,
            operation=bench_pb2.Operation.Value(row.operation.upper()),
            codec=key_of(row.codec) if row.codec else "",
            message=row.message or "",
            options=row.options,
            reused=row.reused,
            view=row.view,
            cyclic=bool(row.view) and is_cyclic(row.view),
            wire=row.data,
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(tasks.SerializeToString())


def is_cyclic(view: bytes) -> bool:
    """Whether an object of the value leads back to itself."""
    waiting = [parse(view)]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        around: Node | None = node
        while node.tag == grammar.SAME and around is not None:
            if around is node.value:
                return True
            around = around.parent
    return False
