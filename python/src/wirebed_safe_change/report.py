"""The report of OLD= NEW=: JSON lines, and its views on the terminal, in markdown, and for programs (outputs.py)."""

import json
from collections import Counter

from wirebed.bed import REPORTS, document, files
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
    files.write(folder / f"{NAME}.jsonl", "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in data))
    files.write(folder / f"{NAME}.md", markdown.text(data))
    all_problems = problems(data)
    files.write(folder / f"{NAME}.xml", outputs.junit(all_problems))
    files.write(folder / f"{NAME}.sarif", outputs.sarif(all_problems))
    terminal.show(data)
    for line in outputs.annotations(all_problems):
        print(line)
    footer = data[-1]["footer"]
    document.report(folder / f"{NAME}.jsonl")
    document.count(cells=footer["cells"], messages=footer["messages"], changed=footer["changed"], wrong=footer["wrong"])
    outputs.find(all_problems)
    return footer["exit"]


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
        "not_counted": sorted(codec for codec in run.codecs if not run.counting.takes(codec)),
        "codec": ",".join(run.counting.globs),
    }
    data = [{"header": header}]
    for pair in run.changes.pairs.values():
        for change in pair.changes:
            line = {"message": pair.name, "field": change.name, "what": list(change.what)}
            data.append({"change": line | _places(run, *run.declared_at(pair.name, change.name))})
        if pair.hazards:
            line = {"message": pair.name, "field": "", "what": pair.hazards, "hazards": pair.hazards}
            data.append({"change": line | _places(run, *run.declared_at(pair.name, ""))})
    undeclared = run.undeclared
    for enum in run.changes.enums.values():
        line = {"enum": enum.name, "what": list(enum.what)} | _places(run, enum.name, run.new_name(enum.name))
        declare = [question.declare for question in enum.questions if question in undeclared]
        data.append({"change": line | ({"declare": declare} if declare else {})})
    data += [{"change": _named(run, change)} for change in run.named]
    data += [{"finding": _finding(run, finding)} for finding in run.findings if _has_line(run, finding)]
    return [*data, {"footer": _footer(run)}]


def _named(run, change: NameChange) -> dict:
    verdicts = {format_: str(run.verdicts(format_)[change.name]) for format_ in run.formats}
    line = {"kind": change.kind, "name": change.name, "what": list(change.what), "verdicts": verdicts}
    line |= _places(run, change.name, run.new_name(change.name))
    more: dict[str, object] = {"reached": change.reached, "hint": change.declare, "accepted": change.accepted}
    more |= {"fails": id(change) in run.failing, "hazards": list(change.hazards)}
    return line | {key: value for key, value in more.items() if value}


def _has_line(run, finding: Finding) -> bool:
    """Whether a finding has a line; a field that is safe and did not change is only counted."""
    return bool(finding.verdict or finding.beside) or run.changes.change(finding.message, finding.field) is not None


def _places(run, old: str, new: str) -> dict:
    """`at`: where NEW has it, or what would hold it; `was`: where OLD has it. Without, the descriptors do not say."""
    places = {"at": run.places["v2"].around(new), "was": run.places["v1"].at(old)}
    return {key: vars(place) for key, place in places.items() if place is not None}


def _becomes(run, finding: Finding) -> dict:
    """The state that an accepted entry can name."""
    old, new = run.declared_at(finding.message, finding.field)
    message, _, field = new.rpartition(".")
    is_known = finding.field and "[" not in finding.field and old.rpartition(".")[2] == field
    return {"becomes": run.accepted.where.versions[1][1].of_field(message, field)} if is_known else {}


def _finding(run, finding: Finding) -> dict:
    line = {key: getattr(finding, key) for key in ("message", "field", "format", "direction")} | {
        "verdict": str(finding.verdict),
        "reading": str(finding.of(relayed=False)),
        "relaying": str(finding.of(relayed=True)),
        "effects": [_effect(effect) for effect in finding.effects],
        "conditions": [_effect(effect) for effect in finding.conditions],
    }
    line |= _places(run, *run.declared_at(finding.message, finding.field)) | _becomes(run, finding)
    for key in ("question", "hazard", "accepted", "hidden"):
        if getattr(finding, key):
            line[key] = getattr(finding, key)
    if finding.codecs:
        line["codecs"] = {codec: str(verdict) for codec, verdict in finding.codecs.items()}
    if finding.beside:
        line["beside"] = [_effect(effect) for effect in finding.beside]
    if finding.unwritten:
        line["unwritten"] = [{"sample": sample.probe.name, "told": str(sample)} for sample in finding.unwritten]
    return line | ({"fails": True} if id(finding) in run.failing else {})


def _effect(effect: Effect) -> dict:
    line = {
        "what": effect.what,
        "means": MEANINGS.get(effect.what, effect.what),
        "verdict": str(effect.verdict),
        **({"when": effect.when} if effect.when else {}),
        "relayed": effect.relayed,
        "repeats": effect.repeats,
        **({"doubt": effect.doubt} if effect.doubt else {}),
        "witness": effect.text,
        "sample": effect.witness.probe.name,
    }
    line |= {key: value for key in _OF_WITNESS if (value := getattr(effect.witness, key))}
    return line | {"languages": list(effect.languages), "not": list(effect.others), "codecs": list(effect.codecs)}


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
    for finding in run.findings:
        key = (finding.message, finding.field)
        if not finding.hidden and (key in worst or finding.verdict):
            there = worst if key in worst else beside
            there[key] = max(there.get(key) or Verdict.SAFE, finding.verdict)
    return _by_word(worst), _by_word(beside)


def _by_word(verdicts: dict) -> dict[str, int]:
    """Counts by verdict, the mildest first. The verdict of a field whose whole message fails is unknown."""
    words = Counter(str(Verdict.UNKNOWN if verdict is None else verdict) for verdict in verdicts.values())
    return {word: words[word] for word in map(str, Verdict) if words[word]}


def _worst_named(run) -> dict[str, int]:
    """Counts the names by their worst verdict of all formats."""
    return _by_word({c.name: max(run.verdicts(format_)[c.name] for format_ in run.formats) for c in run.named})
