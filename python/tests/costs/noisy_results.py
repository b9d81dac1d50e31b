"""Results made of seeded noise: rows of a known mean, whose processes and iterations differ as real ones do."""

import random

MACHINE = {"system": "Linux", "cpu": "a processor", "cores": 2, "memory": 8 << 30, "governor": None}


def samples(
    mean: float, seed: int, processes: int = 5, iterations: int = 5, between: float = 0.02, within: float = 0.01
) -> list[list[float]]:
    """Nanoseconds: `between` and `within` are the deviations of a process and of an iteration, as parts of the mean."""
    noise = random.Random(seed)
    made = []
    for _ in range(processes):
        process = mean * noise.lognormvariate(0, between)
        made.append([process * noise.lognormvariate(0, within) for _ in range(iterations)])
    return made


def row(
    operation: str = "decode", case: str = "Stock/article_hessian", codec: str | None = "java:protobuf/protobuf-java",
    mean: float = 100.0, seed: int = 1, peer: str = "java", wire: int = 50, **given,
) -> dict:  # fmt: skip
    """One row as the result file has it; `given` replaces parts, or goes to samples()."""
    noise = {key: given.pop(key) for key in ("processes", "iterations", "between", "within") if key in given}
    name = codec.partition(":")[2] if codec else ""
    return {
        "id": " ".join(filter(None, (peer, name, case, operation))), "peer": peer, "codec": codec, "case": case,
        "message": f"interop.{case.partition('/')[0]}", "operation": operation, "reused": False, "cold": False,
        "written_by": [codec] if operation in ("decode", "convert") else [], "wire": wire, "loses": None,
        "samples": samples(mean, seed, **noise), "operations": [1000] * noise.get("processes", 5), "allocated": None,
        **given,
    }  # fmt: skip


def result(rows: list[dict], **given) -> dict:
    harnesses = {"java": ("Java", "jmh"), "cpp": ("C++", "gbench"), "python": ("Python", "pyperf")}
    peers = [
        {"peer": peer, "language": language, "runtime": "1", "harness": harness, "version": "1", "flags": "-O2"}
        for peer, (language, harness) in harnesses.items()
    ]  # fmt: skip
    names = sorted({row["codec"] for row in rows} - {None})
    codecs = [{"codec": one, "version": "1", "model": "plain", "kept": ""} for one in names]
    return {
        "result": 1, "bed": "interop", "quick": False, "budget_minutes": 20, "started": "2026-01-01T00:00:00Z",
        "seconds": 1200.0, "interrupted": False, "commit": "0" * 40, "dirty": False, "machine": dict(MACHINE),
        "load": [0.1, 1.0], "peers": peers, "codecs": codecs, "rows": rows, "sizes": [], "code": [], "refused": [],
        **given,
    }  # fmt: skip
