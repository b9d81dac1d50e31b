"""Reads Google Benchmark's JSON (`--benchmark_format=json`): a list of the repetitions of all benchmarks and of their
aggregates.

One start of the program is one process for all its tasks; the repetitions are its iterations. The processor time is
read: the programs have one thread, so it is the wall time of an idle machine.
"""

from pathlib import Path

from wirebed_costs.harness_output import BYTES, COLD, WARM, Measurement, load

COUNTS = False
SECONDS = {WARM: 0.1, COLD: 0.2, BYTES: 0.2}

_NANOS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def read(path: Path) -> list[Measurement]:
    """One sample for each task."""
    samples: dict[str, Measurement] = {}
    for one in load(path)["benchmarks"]:
        if one.get("run_type", "iteration") != "iteration" or one.get("error_occurred"):
            continue
        task = one["name"].partition("/")[0]
        sample = samples.setdefault(task, Measurement(task, [], 0))
        sample.values.append(one["cpu_time"] * _NANOS[one["time_unit"]])
        sample.operations += one["iterations"]
    return list(samples.values())
