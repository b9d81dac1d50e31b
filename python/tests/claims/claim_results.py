"""Small results for the tests of claims, in the form in which the commands write them."""

import json
from pathlib import Path

from wirebed_claims import published_result
from wirebed_claims.load import load as load_articles
from wirebed_claims.published_result import Measurement
from wirebed_claims.results import Results
from wirebed_claims.verdict import Verdict, verdict

ARTICLES = load_articles()

BEGUN = {"started": "2026-01-01T00:00:00", "commit": "0" * 40}
JAVA = {"peer": "java", "language": "Java", "runtime": "OpenJDK 17", "harness": "jmh", "version": "1", "flags": ""}


def row(codec: str, case: str, operation: str, nanoseconds: float, **more) -> dict:
    return {
        "id": f"{codec} {case} {operation}", "peer": "java", "codec": codec, "case": case, "message": "", "wire": 1,
        "operation": operation, "reused": False, "cold": False, "written_by": [], "loses": None, "allocated": None,
        "samples": [[nanoseconds * factor] for factor in (0.99, 1.0, 1.01)], "operations": [1, 1, 1], **more,
    }  # fmt: skip


def measurement(program: str, system: str, operation: str, nanoseconds: float, n: int = 1, bytes: int = 1, **more):
    changed = more.pop("changed", {})
    return [
        Measurement(
            key=f"{program} {system} {changed} {number}", number=number, seed="", program=program, system=system,
            operation=operation, switches=changed, changed=frozenset(changed), n=n, loops=1, bytes=bytes,
            nanoseconds=(round(nanoseconds * factor),), runtime="JVM 17", library="", **more,
        )
        for number, factor in enumerate((0.99, 1.0, 1.01))
    ]  # fmt: skip


def results(
    folder: Path, rows=(), code=(), measurements=None, cells=None, loads=None, suite="interop", refused=()
) -> Results:
    """What is None or empty has no file."""
    paths = {}
    if rows or code:
        paths["bench"] = folder / "bench.json"
        bench = {"result": 1, **BEGUN, "machine": {}, "others": 0.0, "task_seconds": 0.5,
                 "peers": [JAVA], "codecs": [], "rows": list(rows), "sizes": [],
                 "code": list(code), "refused": list(refused)}  # fmt: skip
        paths["bench"].write_text(json.dumps(bench))
    if measurements is not None:
        paths["published"] = folder / "published.jsonl"
        published_result.write(paths["published"], BEGUN, measurements)
    if cells is not None:
        paths[suite] = report(folder / f"{suite}.jsonl", suite, cells)
    if loads is not None:
        paths["echo"] = report(folder / "echo.jsonl", "echo", [{"load": one} for one in loads])
    return Results(paths)


def report(path: Path, suite: str, lines, filters=None) -> Path:
    peers = [{"peer": peer, "language": name} for peer, name in (("java", "Java"), ("python", "Python"))]
    header = {"report": 1, "suite": suite, "filters": filters or {}, "peers": peers, "codecs": [], **BEGUN}
    path.write_text("".join(json.dumps(one) + "\n" for one in ({"header": header}, *lines, {"footer": {}})))
    return path


def cell(case: str, format: str, writer: str, reader: str, outcome: str, **more) -> dict:
    found = {"case": case, "format": format, "writer": writer, "readers": [reader], "outcome": outcome, "size": 1}
    return {**found, **more}


def load(codec: str, transport: str, milliseconds: float, bind: str = "127.0.0.1") -> dict:
    each = [milliseconds * factor for factor in (0.99, 1.0, 1.01)]
    return {
        "kind": "closed",
        "payload": "Persons/random_1000",
        "client": codec,
        "server": codec,
        "transport": transport,
        "bind": bind,
        "milliseconds": each,
    }


def decided(claim_id: str, known: Results) -> Verdict:
    article, claim = next((one, claim) for one in ARTICLES for claim in one.claims if claim.id == claim_id)
    return verdict(article, claim, known)
