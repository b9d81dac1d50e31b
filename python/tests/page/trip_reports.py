"""Small made-up reports of interop, for the tests of trips, badges and changes."""

import json
from pathlib import Path

from wirebed.report.load import Report

_LANGUAGES = {"cpp": "C++", "java": "Java", "python": "Python"}
GOOD, OTHER, MORE, GSON = "java:json/good", "python:json/other", "cpp:json/more", "java:json/gson"
CODECS = (GOOD, OTHER, MORE, GSON)


def report(*lines: dict, **header) -> Report:
    codecs = [codec(name) for name in CODECS] + [codec(f"{peer}:none/plain") for peer in _LANGUAGES]
    peers = [{"peer": peer, "language": language, "runtime": "1"} for peer, language in _LANGUAGES.items()]
    head = {
        "report": 1,
        "suite": "interop",
        "bed": "interop",
        "started": "2026-11-23T07:00:00+00:00",
        "commit": "abc",
        "peers": peers,
        "codecs": codecs,
        "machine": {"cpu": "one", "cores": 2, "system": "Linux"},
        **header,
    }
    cells = sum(len(line["readers"]) for line in lines)
    return Report(head, list(lines), {"cells": cells, "exit": 0, "outcomes": {}})


def codec(name: str, version: str = "1", **more) -> dict:
    format, _, library = name.partition(":")[2].partition("/")
    return {"codec": name, "format": format, "library": library, "version": version, "model": "plain", **more}


def equal(case: str, writer: str, *readers: str, **more) -> dict:
    return {"case": case, "format": "json", "writer": writer, "readers": list(readers), "outcome": "equal", **more}


def differs(case: str, writer: str, *readers: str, entry: str = "loss", **more) -> dict:
    return equal(case, writer, *readers) | {
        "outcome": "differs",
        "entries": [entry],
        "differences": [difference("field", "-0.0", "0.0")],
        **more,
    }


def rejected(case: str, writer: str, *readers: str, entry: str = "refusal", **more) -> dict:
    how = {"outcome": "rejected", "stage": "parse", "manner": "typed", "by": "library", "reason": "no"}
    return equal(case, writer, *readers) | how | {"entries": [entry], **more}


def difference(path: str, expected: str, actual: str, kind: str = "narrowed", type: str = "double") -> dict:
    return {"path": path, "kind": kind, "type": type, "expected": expected, "actual": actual}


def write(path: Path, of: Report) -> Path:
    lines = [{"header": of.header}, *of.lines, {"footer": of.footer}]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path
