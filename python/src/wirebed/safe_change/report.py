"""The report of OLD= NEW=: JSON lines, and its views on the terminal and in markdown."""

import json
from collections import Counter

from wirebed import files
from wirebed.bed import REPORTS
from wirebed.evolution.verdicts import Verdict
from wirebed.safe_change import descriptors, markdown, terminal
from wirebed.safe_change.findings import Effect, Finding
from wirebed.safe_change.meanings import MEANINGS
from wirebed.safe_change.names import NameChange

NAME = "safe-change"
_OF_WITNESS = ("path", "expected", "actual", "reason", "writer", "relay", "reader")


def write(run, seconds: float) -> int:
    """Writes the report and its views; returns the exit code."""
    data = lines(run, seconds)
    folder = REPORTS
    files.write(folder / f"{NAME}.jsonl", "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in data))
    files.write(folder / f"{NAME}.md", markdown.text(data))
    terminal.show(data)
    return data[-1]["footer"]["exit"]


def lines(run, seconds: float) -> list[dict]:
    """A header, a line for each change, one for each finding, a footer."""
    header = {
        "report": 1,
        "suite": NAME,
        "old": str(run.folders["v1"]),
        "new": str(run.folders["v2"]),
        "formats": run.formats,
        "directions": list(run.directions),
        "from": "compiled classes" if run.compiled else "descriptors",
        "not_asked": [] if run.compiled else descriptors.not_asked(),
        "relayed": sorted(
            {f"{format_} {direction}" for format_, direction, relayed in run.observations.acted if relayed}
        ),
        "codecs": run.codecs,
    }
    found = [{"header": header}]
    for pair in run.changes.pairs.values():
        for change in pair.changes:
            found.append({"change": {"message": pair.name, "field": change.name, "what": list(change.what)}})
    undeclared = run.undeclared
    for enum in run.changes.enums.values():
        line = {"enum": enum.name, "what": list(enum.what)}
        declare = [question.declare for question in enum.questions if question in undeclared]
        found.append({"change": line | ({"declare": declare} if declare else {})})
    found += [{"change": _named(run, one)} for one in run.named]
    found += [{"finding": _finding(one)} for one in run.findings if _has_line(run, one)]
    return [*found, {"footer": _footer(run, seconds)}]


def _named(run, one: NameChange) -> dict:
    verdicts = {format_: str(run.verdicts(format_)[one.name]) for format_ in run.formats}
    line = {"kind": one.kind, "name": one.name, "what": list(one.what), "verdicts": verdicts}
    more = {"reached": one.reached, "hint": one.declare, "accepted": one.accepted}
    return line | {key: value for key, value in more.items() if value}


def _has_line(run, finding: Finding) -> bool:
    """Whether a finding has a line; a field that is safe and did not change is only counted."""
    return bool(finding.verdict) or run.changes.change(finding.message, finding.field) is not None


def _finding(one: Finding) -> dict:
    line = {key: getattr(one, key) for key in ("message", "field", "format", "direction")} | {
        "verdict": str(one.verdict),
        "reading": str(one.of(relayed=False)),
        "relaying": str(one.of(relayed=True)),
        "effects": [_effect(effect) for effect in one.effects],
        "conditions": [_effect(effect) for effect in one.conditions],
    }
    for key in ("question", "hazard", "accepted", "hidden"):
        if getattr(one, key):
            line[key] = getattr(one, key)
    return line


def _effect(one: Effect) -> dict:
    line = {
        "what": one.what,
        "means": MEANINGS.get(one.what, one.what),
        "verdict": str(one.verdict),
        **({"when": one.when} if one.when else {}),
        "relayed": one.relayed,
        "repeats": one.repeats,
        **({"doubt": one.doubt} if one.doubt else {}),
        "witness": one.text,
        "sample": one.witness.probe.name,
    }
    line |= {key: value for key in _OF_WITNESS if (value := getattr(one.witness, key))}
    return line | {"languages": list(one.languages), "not": list(one.others)}


def _footer(run, seconds: float) -> dict:
    pairs = run.changes.pairs
    changed, beside = _counts(run)
    return {
        "messages": len(pairs),
        "added": sorted(run.changes.added),
        "removed": sorted(run.changes.removed),
        "fields": sum(len(pair.fields["v1"]) + sum(c.old is None for c in pair.changes) for pair in pairs.values()),
        "changed": sum(changed.values()),
        "verdicts": changed,
        "beside": beside,
        "named": _worst_named(run),
        "samples": len(run.samples.probes),
        "cells": run.executed,
        "planned": run.planned,
        "missing": run.missing,
        "left_out": run.left_out,
        "stale": run.stale,
        "undeclared": [question.declare for question in run.undeclared],
        "fail": str(run.gate.verdict),
        "strict": run.gate.hazards,
        "wrong": len(run.wrong),
        "exit": run.exit,
        "times": {"seconds": round(run.seconds, 3), "with_start": round(seconds, 3)},
    }


def _counts(run) -> tuple[dict[str, int], dict[str, int]]:
    """Counts the changed fields by their worst verdict, and the other places where something happens."""
    worst: dict[tuple[str, str], Verdict | None] = {
        (pair.name, change.name): None for pair in run.changes.pairs.values() for change in pair.changes
    }
    beside: dict[tuple[str, str], Verdict | None] = {}
    for one in run.findings:
        key = (one.message, one.field)
        if not one.hidden and (key in worst or one.verdict):
            there = worst if key in worst else beside
            there[key] = max(there.get(key) or Verdict.SAFE, one.verdict)
    return _by_word(worst), _by_word(beside)


def _by_word(verdicts: dict) -> dict[str, int]:
    """Counts by verdict, the mildest first. The verdict of a field whose whole message fails is unknown."""
    words = Counter("unknown" if verdict is None else str(verdict) for verdict in verdicts.values())
    return {word: words[word] for word in (*map(str, Verdict), "unknown") if words[word]}


def _worst_named(run) -> dict[str, int]:
    """Counts the names by their worst verdict of all formats."""
    return _by_word({one.name: max(run.verdicts(format_)[one.name] for format_ in run.formats) for one in run.named})
