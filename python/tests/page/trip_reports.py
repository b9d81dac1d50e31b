"""Small made-up reports of interop, for the tests of trips, badges and changes."""

from pathlib import Path

import typed

from wirebed.report import Report
from wirebed.report.cell import Line

_LANGUAGES = {"cpp": "C++", "java": "Java", "python": "Python"}
GOOD, OTHER, MORE, GSON = "java:json/good", "python:json/other", "cpp:json/more", "java:json/gson"
CODECS = (GOOD, OTHER, MORE, GSON)


def report(*lines: Line, **header) -> Report:
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
    return typed.report(head, list(lines), {"cells": sum(len(line.readers) for line in lines), "exit": 0})


def codec(name: str, version: str = "1", **more) -> dict:
    format, _, library = name.partition(":")[2].partition("/")
    return {"codec": name, "format": format, "library": library, "version": version, "model": "plain", **more}


def equal(case: str, writer: str, *readers: str, **more) -> Line:
    head = {"case": case, "format": "json", "writer": writer, "readers": readers, "outcome": "equal"}
    return typed.line(**head | more)


def differs(case: str, writer: str, *readers: str, entry: str = "loss", **more) -> Line:
    found = {"outcome": "differs", "entries": [entry], "differences": [difference("field", "-0.0", "0.0")]}
    return equal(case, writer, *readers, **found | more)


def rejected(case: str, writer: str, *readers: str, entry: str = "refusal", **more) -> Line:
    how = {"outcome": "rejected", "stage": "parse", "manner": "typed", "by": "library", "reason": "no"}
    return equal(case, writer, *readers, **how | {"entries": [entry]} | more)


def difference(path: str, expected: str, actual: str, kind: str = "narrowed", type: str = "double") -> dict:
    return {"path": path, "kind": kind, "type": type, "expected": expected, "actual": actual}


def write(path: Path, of: Report) -> Path:
    path.write_text(typed.text(of.header, of.lines, of.footer), encoding="utf-8")
    return path
