"""The report of OLD= NEW=: JSON lines, and its views on the terminal and in markdown."""

import json
from pathlib import Path

from wirebed.bed import REPORTS
from wirebed.evolution.between import markdown, terminal
from wirebed.evolution.between.findings import Effect, Finding
from wirebed.evolution.between.verdicts import MEANS

NAME = "evolution-between"


def tell(run, seconds: float) -> int:
    """Writes all of it; the exit code."""
    data = lines(run, seconds)
    folder = REPORTS
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / f"{NAME}.jsonl", "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in data))
    _write(folder / f"{NAME}.md", markdown.text(data))
    terminal.show(data)
    return data[-1]["footer"]["exit"]


def _write(path: Path, text: str):
    draft = path.with_suffix(".new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def lines(run, seconds: float) -> list[dict]:
    """A header, a line for each change, one for each finding, a footer."""
    header = {
        "report": 1,
        "suite": "evolution-between",
        "old": str(run.folders["v1"]),
        "new": str(run.folders["v2"]),
        "formats": run.formats,
        "directions": list(run.directions),
        "codecs": run.codecs,
    }
    found = [{"header": header}]
    for pair in run.changes.pairs.values():
        for change in pair.changes:
            found.append({"change": {"message": pair.name, "field": change.name, "what": list(change.what)}})
    for enum in run.changes.enums.values():
        told = {"enum": enum.name, "what": list(enum.what)}
        declare = [question.declare for question in enum.questions]
        found.append({"change": told | ({"declare": declare} if declare else {})})
    found += [{"finding": _finding(one)} for one in run.findings if _telling(run, one)]
    return [*found, {"footer": _footer(run, seconds)}]


def _telling(run, finding: Finding) -> bool:
    """What did not change and is safe is counted only."""
    return bool(finding.verdict) or run.changes.change(finding.message, finding.field) is not None


def _finding(one: Finding) -> dict:
    told = {
        "message": one.message,
        "field": one.field,
        "format": one.format,
        "direction": one.direction,
        "verdict": one.verdict.word,
        "effects": [_effect(effect) for effect in one.effects],
    }
    for key in ("question", "hazard", "accepted", "hidden"):
        if getattr(one, key):
            told[key] = getattr(one, key)
    return told


def _effect(one: Effect) -> dict:
    witness = one.witness
    told = {
        "what": one.what,
        "means": MEANS.get(one.what, one.what),
        "verdict": one.verdict.word,
        "when": one.when,
        "relayed": one.relayed,
        "witness": one.text,
        "sample": witness.probe.name,
        "path": witness.path,
        "expected": witness.expected,
        "actual": witness.actual,
        "reason": witness.reason,
        "writer": witness.writer,
        "relay": witness.relay,
        "reader": witness.reader,
        "languages": list(one.languages),
    }
    empty = ("expected", "actual", "path", "reason", "relay", "when")
    return {key: value for key, value in told.items() if value or key not in empty} | {"not": list(one.others)}


def _footer(run, seconds: float) -> dict:
    pairs = run.changes.pairs
    changed = sum(len(pair.changes) for pair in pairs.values())
    worst: dict[str, int] = {}
    by_place: dict[tuple, int] = {}
    for one in run.findings:
        key = (one.message, one.field)
        by_place[key] = max(by_place.get(key, 0), one.verdict)
    for (message, name), verdict in by_place.items():
        if verdict or run.changes.change(message, name):
            worst[_WORDS[verdict]] = worst.get(_WORDS[verdict], 0) + 1
    return {
        "messages": len(pairs),
        "added": sorted(run.changes.added),
        "removed": sorted(run.changes.removed),
        "fields": sum(len(pair.old.fields) for pair in pairs.values()),
        "changed": changed,
        "verdicts": {word: worst[word] for word in _WORDS if word in worst},
        "samples": len(run.samples.probes),
        "cells": run.executed,
        "planned": run.planned,
        "missing": run.missing,
        "left_out": run.left_out,
        "stale": run.stale,
        "undeclared": [question.declare for question in run.changes.questions],
        "wrong": len(run.wrong),
        "exit": run.exit,
        "times": {"seconds": round(run.seconds, 3), "with_start": round(seconds, 3)},
    }


_WORDS = ("safe", "lossy", "corrupting", "breaking", "undeclared")
