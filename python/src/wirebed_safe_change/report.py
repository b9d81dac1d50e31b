"""The report of OLD= NEW=: JSON lines, and its views on the terminal, in markdown, and for programs (outputs.py)."""

import json
from collections import Counter

from wirebed.bed import REPORTS, files
from wirebed.report.steps.verdicts import Verdict
from wirebed_safe_change import descriptors, markdown, outputs, terminal
from wirebed_safe_change.findings import Effect, Finding
from wirebed_safe_change.meanings import MEANINGS
from wirebed_safe_change.names import NameChange
from wirebed_safe_change.problems import problems

NAME = "safe-change"
_OF_WITNESS = ("path", "expected", "actual", "reason", "writer", "relay", "reader")


def write(data: list[dict], seconds: float, kept: bool = False) -> int:
    """Writes the report and its views; returns the exit code. `kept`: an earlier run has made these lines."""
    data[0]["header"]["kept"] = kept
    data[-1]["footer"]["times"]["with_start"] = round(seconds, 3)
    folder = REPORTS
    files.write(folder / f"{NAME}.jsonl", "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in data))
    files.write(folder / f"{NAME}.md", markdown.text(data))
    found = problems(data)
    files.write(folder / f"{NAME}.xml", outputs.junit(found))
    files.write(folder / f"{NAME}.sarif", outputs.sarif(found))
    terminal.show(data)
    for line in outputs.annotations(found):
        print(line)
    return data[-1]["footer"]["exit"]


def lines(run) -> list[dict]:
    """A header, a line for each change, one for each finding, a footer."""
    header = {
        "report": 1,
        "suite": NAME,
        "old": run.sources["v1"].given,
        "new": run.sources["v2"].given,
        "formats": run.formats,
        "directions": list(run.directions),
        "from": "compiled classes" if run.compiled else "descriptors",
        "not_asked": [] if run.compiled else descriptors.not_asked(),
        "relayed": sorted(
            {f"{format_} {direction}" for format_, direction, relayed in run.observations.acted if relayed}
        ),
        "codecs": run.codecs,
        "not_counted": sorted(one for one in run.codecs if not run.counting.takes(one)),
        "codec": ",".join(run.counting.globs),
    }
    found = [{"header": header}]
    for pair in run.changes.pairs.values():
        for change in pair.changes:
            line = {"message": pair.name, "field": change.name, "what": list(change.what)}
            found.append({"change": line | _places(run, *run.declared_at(pair.name, change.name))})
        if pair.hazards:
            line = {"message": pair.name, "field": "", "what": pair.hazards, "hazards": pair.hazards}
            found.append({"change": line | _places(run, *run.declared_at(pair.name, ""))})
    undeclared = run.undeclared
    for enum in run.changes.enums.values():
        line = {"enum": enum.name, "what": list(enum.what)} | _places(run, enum.name, run.new_name(enum.name))
        declare = [question.declare for question in enum.questions if question in undeclared]
        found.append({"change": line | ({"declare": declare} if declare else {})})
    found += [{"change": _named(run, one)} for one in run.named]
    found += [{"finding": _finding(run, one)} for one in run.findings if _has_line(run, one)]
    return [*found, {"footer": _footer(run)}]


def _named(run, one: NameChange) -> dict:
    verdicts = {format_: str(run.verdicts(format_)[one.name]) for format_ in run.formats}
    line = {"kind": one.kind, "name": one.name, "what": list(one.what), "verdicts": verdicts}
    line |= _places(run, one.name, run.new_name(one.name))
    more = {"reached": one.reached, "hint": one.declare, "accepted": one.accepted, "fails": id(one) in run.failing}
    more["hazards"] = list(one.hazards)
    return line | {key: value for key, value in more.items() if value}


def _has_line(run, finding: Finding) -> bool:
    """Whether a finding has a line; a field that is safe and did not change is only counted."""
    return bool(finding.verdict or finding.beside) or run.changes.change(finding.message, finding.field) is not None


def _places(run, old: str, new: str) -> dict:
    """`at`: where NEW has it, or what would hold it; `was`: where OLD has it. Without, the descriptors do not say."""
    places = {"at": run.places["v2"].around(new), "was": run.places["v1"].at(old)}
    return {key: vars(place) for key, place in places.items() if place is not None}


def _becomes(run, one: Finding) -> dict:
    """The state that an accepted entry can name."""
    old, new = run.declared_at(one.message, one.field)
    message, _, field = new.rpartition(".")
    is_known = one.field and "[" not in one.field and old.rpartition(".")[2] == field
    return {"becomes": run.accepted.where.versions[1][1].of_field(message, field)} if is_known else {}


def _finding(run, one: Finding) -> dict:
    line = {key: getattr(one, key) for key in ("message", "field", "format", "direction")} | {
        "verdict": str(one.verdict),
        "reading": str(one.of(relayed=False)),
        "relaying": str(one.of(relayed=True)),
        "effects": [_effect(effect) for effect in one.effects],
        "conditions": [_effect(effect) for effect in one.conditions],
    }
    line |= _places(run, *run.declared_at(one.message, one.field)) | _becomes(run, one)
    for key in ("question", "hazard", "accepted", "hidden"):
        if getattr(one, key):
            line[key] = getattr(one, key)
    if one.codecs:
        line["codecs"] = {codec: str(verdict) for codec, verdict in one.codecs.items()}
    if one.beside:
        line["beside"] = [_effect(effect) for effect in one.beside]
    if one.unwritten:
        line["unwritten"] = [{"sample": some.probe.name, "told": str(some)} for some in one.unwritten]
    return line | ({"fails": True} if id(one) in run.failing else {})


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
    return line | {"languages": list(one.languages), "not": list(one.others), "codecs": list(one.codecs)}


def _footer(run) -> dict:
    pairs = run.changes.pairs
    changed, beside = _counts(run)
    return {
        "messages": len(pairs),
        "asked": len(run.samples.steps),
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
        "removable": run.accepted.removable,
        "undeclared": [question.declare for question in run.undeclared],
        "fail": str(run.gate.verdict),
        "strict": run.gate.hazards,
        "wrong": len(run.wrong),
        "exit": run.exit,
        "times": {"seconds": round(run.seconds, 3)},
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
    words = Counter(str(Verdict.UNKNOWN if verdict is None else verdict) for verdict in verdicts.values())
    return {word: words[word] for word in map(str, Verdict) if words[word]}


def _worst_named(run) -> dict[str, int]:
    """Counts the names by their worst verdict of all formats."""
    return _by_word({one.name: max(run.verdicts(format_)[one.name] for format_ in run.formats) for one in run.named})
