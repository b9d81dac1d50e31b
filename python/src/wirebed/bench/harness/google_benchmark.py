"""Google Benchmark's JSON (`--benchmark_format=json`): a list of repetitions of all benchmarks, aggregates beside them.

One start of the program is one process for all its tasks, whatever the number of repetitions: they are its iterations.
What is taken is the time of the processor: the programs have one thread, and so it is that of the clock wherever nobody
else is at work.
"""

from pathlib import Path

from wirebed.bench.harness import BYTES, COLD, WARM, Sample, load

COUNTS = False
SECONDS = {WARM: 0.1, COLD: 0.2, BYTES: 0.2}

_NANOS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def read(path: Path) -> list[Sample]:
    """One sample for each task."""
    samples: dict[str, Sample] = {}
    for one in load(path)["benchmarks"]:
        if one.get("run_type", "iteration") != "iteration" or one.get("error_occurred"):
            continue
        task = one["name"].partition("/")[0]
        sample = samples.setdefault(task, Sample(task, [], 0))
        sample.values.append(one["cpu_time"] * _NANOS[one["time_unit"]])
        sample.operations += one["iterations"]
    return list(samples.values())
