"""Writes the rows of a benchmark program as tasks: a file of wirebed.BenchTasks (proto/wirebed/bench.proto)."""

from collections.abc import Iterable
from pathlib import Path

from wirebed_protocol import bench_pb2

from wirebed.bed.codec_id import key_of
from wirebed_costs.rows import BenchRow
from wirebed_costs.vary import vary

# The seed of the other value with which a program is probed.
SEED = 1


def write(rows: Iterable[BenchRow], path: Path, schema):
    others: dict[bytes, bytes] = {b"": b""}
    tasks = bench_pb2.BenchTasks()
    for row in rows:
        if row.view not in others:
            others[row.view] = vary(row.view, SEED, schema)
        tasks.tasks.add(
            id=row.task,
            operation=bench_pb2.Operation.Value(row.operation.upper()),
            codec=key_of(row.codec) if row.codec else "",
            message=row.message or "",
            options=row.options,
            reused=row.reused,
            view=row.view,
            other=others[row.view],
            wire=row.data,
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(tasks.SerializeToString())
