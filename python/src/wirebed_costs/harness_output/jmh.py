"""Reads JMH's JSON (`-rf json`): a list of benchmarks, each with a list of iterations for each fork.

The task is the one parameter of a benchmark. JMH does not report the number of operations, which follows from the time
of an iteration. With `-prof gc` it also reports the bytes per operation. The flags of the JVM are `bench: flags:` of
java/peer.yaml and java/legacy/peer.yaml.
"""

import re
from pathlib import Path

from wirebed_costs.harness_output import COLD, STACKS, WARM, Measurement, load

COUNTS = True
SECONDS = {WARM: 2.8, COLD: 1.3, STACKS: 2.0}

_NANOS = {"ns/op": 1.0, "us/op": 1e3, "ms/op": 1e6, "s/op": 1e9}
_SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "min": 60.0}


def read(path: Path) -> list[Measurement]:
    """One sample for each task and fork."""
    return [sample for benchmark in load(path) for sample in _of(benchmark)]


def _of(benchmark: dict) -> list[Measurement]:
    (task,) = benchmark["params"].values()
    metric, more = benchmark["primaryMetric"], benchmark.get("secondaryMetrics", {})
    # A single shot measures a whole batch.
    batch = benchmark.get("measurementBatchSize", 1) if benchmark["mode"] == "ss" else 1
    unit = _NANOS[metric["scoreUnit"]] / batch
    bytes_ = next((more[key] for key in more if key.endswith("gc.alloc.rate.norm")), None)
    samples = []
    for fork, raw in enumerate(metric["rawData"]):
        values = [value * unit for value in raw]
        allocated = None
        if bytes_ is not None:
            norms = bytes_["rawData"][fork]
            allocated = (sum(norms) / len(norms), None)
        samples.append(Measurement(task, values, _operations(benchmark, values), allocated))
    return samples


def _operations(benchmark: dict, values: list[float]) -> int:
    if benchmark["mode"] == "ss":
        return len(values) * benchmark.get("measurementBatchSize", 1)
    time = re.fullmatch(r"([\d.]+)\s*(\w+)", benchmark["measurementTime"])
    assert time is not None, "JMH writes a number and a unit"
    seconds = float(time[1]) * _SECONDS[time[2]]
    return sum(round(seconds * 1e9 / value) for value in values if value > 0)
