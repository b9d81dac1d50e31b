"""Reads pyperf's JSON: a suite of benchmarks, each with the runs of its worker processes, in seconds per operation."""

from pathlib import Path

from wirebed_costs.harness_output import BYTES, COLD, STACKS, WARM, Measurement, load

COUNTS = False
SECONDS = {WARM: 0.6, COLD: 0.5, BYTES: 0.2, STACKS: 0.4}


def read(path: Path) -> list[Measurement]:
    """One sample for each worker process that measured; others calibrate or warm up."""
    suite = load(path)
    common = suite.get("metadata", {})
    return [sample for benchmark in suite["benchmarks"] for sample in _of(benchmark, common)]


def _of(benchmark: dict, common: dict) -> list[Measurement]:
    own = {**common, **benchmark.get("metadata", {})}
    samples = []
    for run in benchmark["runs"]:
        values = run.get("values")
        if not values:
            continue
        about = {**own, **run.get("metadata", {})}
        operations = len(values) * about.get("loops", 1) * about.get("inner_loops", 1)
        samples.append(Measurement(about["name"], [value * 1e9 for value in values], operations))
    return samples
