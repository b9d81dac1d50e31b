"""A small report of the evolution suite, made by hand: what its views are tested with."""

import typed

from wirebed.report import load

JAVA, PYTHON, CPP = "java:protobuf/protobuf-java", "python:protobuf/upb", "cpp:protobuf/libprotobuf"
AT = "https://protobuf.dev/programming-guides/proto3/#updating"


def cell(case, leg, *, writer=JAVA, reader=PYTHON, format="protobuf", outcome="equal", **more):
    """A line of one cell."""
    head = {"case": case, "leg": leg, "format": format, "writer": writer}
    return typed.line(**head, readers=[reader], outcome=outcome, **more)


def differs(case, leg, kind, expected="7", actual="5", path="a", **more):
    found = {"path": path, "kind": kind, "type": "int64", "expected": expected, "actual": actual}
    return cell(case, leg, outcome="differs", differences=[found], **more)


def step(name, change="a change", says=None, **docs):
    if says:
        docs["protobuf"] = says
    return typed.step(step=name, change=change, docs={f: {"says": s, "at": AT} for f, s in docs.items()})


def report(tmp_path, steps, cells, **footer):
    outcomes = {}
    for one in cells:
        outcomes[one.outcome] = outcomes.get(one.outcome, 0) + 1
    unexpected = sum(bool(one.problems) for one in cells)
    end = {"cells": len(cells), "outcomes": outcomes, "unexpected": unexpected, "exit": 1 if unexpected else 0}
    footer = end | {"times": {"seconds": 1.5, "whole": 2.5}} | footer
    path = tmp_path / "evolution.jsonl"
    path.write_text(typed.text({"suite": "evolution", "codecs": []}, [*steps, *cells], footer))
    return load(path)


# int32 -> int64: old readers cut what is too large; one language refuses.
NARROW = [
    cell("s06/v1.big", "backward"),
    cell("s06/v1.big", "relay-new", relay=CPP, reader=JAVA),
    differs("s06/v2.big", "forward", "narrowed", "4294967301", "5"),
    differs("s06/v2.big", "forward", "narrowed", "4294967301", "5", reader=JAVA),
    cell("s06/v2.big", "forward", reader=CPP, outcome="rejected", stage="parse", reason="out of range"),
    differs("s06/v2.big", "relay-old", "narrowed", "4294967301", "5", relay=PYTHON, reader=JAVA),
]
# A field that is added: kept by those who do not know it.
ADD = [
    differs("s01/v1.set", "backward", "default-filled"),
    differs("s01/v2.set", "forward", "preserved"),
    cell("s01/v2.set", "relay-old", relay=PYTHON, reader=JAVA),
]
STEPS = [step("s01", "add a field", "safe"), step("s06", "int32 to int64", "conditional")]
