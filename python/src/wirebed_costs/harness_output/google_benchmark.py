"""Reads Google Benchmark's JSON (`--benchmark_format=json`): a list of the repetitions of all benchmarks and of their
aggregates.

One start of the program is one process for all its tasks; the repetitions are its iterations. The processor time is
read: the programs have one thread, so it is the wall time of an idle machine.
"""

from pathlib import Path

from wirebed_costs.harness_output import BYTES, COLD, STACKS, WARM, Measurement, load

COUNTS = False
SECONDS = {WARM: 0.1, COLD: 0.2, BYTES: 0.2, STACKS: 0.2}

_NANOS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def read(path: Path) -> list[Measurement]:
    """One sample for each task."""
    samples: dict[str, Measurement] = {}
    for benchmark in load(path)["benchmarks"]:
        if benchmark.get("run_type", "iteration") != "iteration" or benchmark.get("error_occurred"):
            continue
        task = benchmark["name"].partition("/")[0]
        sample = samples.setdefault(task, Measurement(task, [], 0))
        sample.values.append(benchmark["cpu_time"] * _NANOS[benchmark["time_unit"]])
        sample.operations += benchmark["iterations"]
    return list(samples.values())
