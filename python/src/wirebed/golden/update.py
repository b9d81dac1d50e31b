"""`make golden`: what is added and why. Bytes that are checked in are never touched."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from wirebed import glob as globs
from wirebed import interrupt
from wirebed.codec_id import format_of
from wirebed.errors import UserError, unknown

from . import dumps
from .checker import Checker, Finding, case_hash, file_writer
from .model import Entry, Tombstone, digest
from .store import Store


@dataclass(frozen=True)
class Encoding:
    """What one codec wrote of one case in this run."""

    case: object
    codec: str
    version: str
    data: bytes
    stable: bool = True


@dataclass
class Report:
    """What was done, in words; `refused` holds what stands in the way of everything else."""

    added: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def update(found: Iterable[tuple[Checker, Iterable[Encoding]]], accept: str = "", why: str = "") -> Report:
    """Adds what is missing; with `accept`, also encodings that drifted. Refuses on any other drift.

    `found`: the encodings that each checker is to judge; evolution has a checker for each version.
    """
    report, plans, accepted = Report(), [], False
    for checker, encodings in found:
        report.refused += checker.problems()
        by_case = defaultdict(list)
        for encoding in encodings:
            finding = _find(checker, encoding)
            if finding.acceptable and not accepts(accept, encoding.case.name, encoding.codec):
                report.refused += [finding.text] if finding.red else []
            elif finding.kind != "same":
                accepted |= finding.acceptable
                by_case[encoding.case.name].append((encoding, finding))
        plans.append((checker, by_case))
    if accept and not accepted and not report.refused:
        raise UserError(
            f"ACCEPT={accept} matches no encoding that has drifted or was retired: there is nothing to accept"
        )
    if not report.refused:
        for checker, by_case in plans:
            report.added += _enter(checker, by_case, why)
    return report


def _enter(checker: Checker, by_case: dict[str, list[tuple[Encoding, Finding]]], why: str) -> list[str]:
    """Enters the encodings into the records of their cases; returns the lines that say so."""
    added = []
    for name in sorted(by_case):
        with interrupt.deferred():  # a golden that no golden.yaml lists would be a fault
            for encoding, finding in sorted(by_case[name], key=lambda pair: _by_library(pair[0])):
                added.append(_take(checker, encoding, finding, why))
            checker.store.save(name)
    return added + dumps.write_missing(checker)


def _find(checker: Checker, encoding: Encoding) -> Finding:
    """The write check; bytes that are others each time have drifted, too, if a golden expects the same."""
    case, codec, version = encoding.case, encoding.codec, encoding.version
    finding = checker.judge(case, codec, version, encoding.data)
    if encoding.stable or finding.kind not in ("same", "version") or not finding.file:
        return finding
    text = (
        f"{case.name}: {codec} {version} writes other bytes each time, and {finding.file} expects the same\n"
        f"    If that is right: make golden ACCEPT='{case.name}' WHY='…'"
    )
    return Finding("drift", case.name, codec, text, finding.file)


def _by_library(encoding: Encoding) -> tuple[str, str]:
    """The order in which writers of the same bytes give a new file its name."""
    return encoding.codec.rpartition("/")[2], encoding.codec


def accepts(accept: str, case: str, codec: str) -> bool:
    """A glob of ACCEPT names a case, or `<case>/<format>/<peer>-<library>`."""
    full = f"{case}/{format_of(codec)}/{file_writer(codec)}"
    return bool(accept) and (globs.matches(case, accept) or globs.matches(full, accept))


def _take(checker: Checker, encoding: Encoding, finding: Finding, why: str) -> str:
    """Enters one encoding into the record of its case; returns the line that tells it."""
    store, case, codec, version = checker.store, encoding.case, encoding.codec, encoding.version
    record, schema = store.record(case.name), checker.closure(case.message)
    format = format_of(codec)
    reason = _leave(record.files, format, codec, finding, schema, encoding, why)
    unstable = "" if encoding.stable else ", others each time: only to be read"
    same = [f for f, e in record.files.items() if f.startswith(f"{format}/") and e.sha256 == digest(encoding.data)]
    if same:
        entry = record.files[same[0]]
        if version not in entry.writers.get(codec, []):
            entry.writers[codec] = sorted([*entry.writers.get(codec, []), version])
        entry.left.pop(codec, None)
        if schema not in entry.schema:
            entry.schema.append(schema)
        if not encoding.stable:
            entry.unstable.append(codec)
        return f"{case.name}/{same[0]}: {codec} {version} writes these bytes{unstable}{reason}"
    entry = Entry(
        sha256=digest(encoding.data),
        size=len(encoding.data),
        case=case_hash(case),
        schema=[schema],
        writers={codec: [version]},
        unstable=[] if encoding.stable else [codec],
    )
    file = store.add(case.name, format, file_writer(codec), encoding.data, entry, checker.schema, case.message)
    record.retired.pop(file, None)
    return f"{case.name}/{file}: new, {len(encoding.data):,} bytes by {codec} {version}{unstable}{reason}"


def _leave(files: dict[str, Entry], format: str, codec: str, finding: Finding, schema, encoding, why: str) -> str:
    """Marks the encodings that `codec` wrote until now and writes no more; says why there is another."""
    reason = ""
    for file, entry in files.items():
        if not file.startswith(f"{format}/") or codec not in entry.current_writers():
            continue
        if entry.sha256 == digest(encoding.data):
            continue
        if finding.kind == "drift":
            entry.left[codec] = why or "other bytes each time"
            reason = f"; {file} becomes read: {entry.left[codec]}"
        elif schema not in entry.schema:
            entry.left[codec] = f"the schema changed ({entry.schema[-1]} to {schema})"
            reason = f"; {file} becomes read, since the schema of {encoding.case.message} changed"
    return reason


def retire(store: Store, glob: str, why: str) -> list[str]:
    """Removes the goldens that `glob` names (a case, or a file below fixtures/golden), leaving tombstones."""
    told, known = [], []
    for case in store.cases():
        record = store.record(case)
        known += (f"{case}/{file}" for file in sorted(record.files))
        gone = [f for f in sorted(record.files) if globs.matches(case, glob) or globs.matches(f"{case}/{f}", glob)]
        with interrupt.deferred():
            for file in gone:
                entry = record.files.pop(file)
                record.retired[file] = Tombstone(entry.sha256, why, entry.unstable)
                store.remove(case, file)
            if gone:
                store.save(case)
        told += (f"{case}/{file}: retired: {why}" for file in gone)
    if not told:
        raise unknown("golden", glob, [*store.cases(), *known])
    return told


def take_captured(checker: Checker, case, format: str, data: bytes, origin: str) -> str:
    """Enters captured bytes, which every reader has read as the case's value, as a golden to be read."""
    store, record, schema = checker.store, checker.store.record(case.name), checker.closure(case.message)
    for file, entry in record.files.items():
        if file.startswith(f"{format}/") and entry.sha256 == digest(data):
            return f"{case.name}/{file}: has these bytes already"
    entry = Entry(digest(data), len(data), case_hash(case), [schema], imported=origin)
    with interrupt.deferred():
        file = store.add(case.name, format, "captured", data, entry, checker.schema, case.message)
        record.retired.pop(file, None)
        store.save(case.name)
    return f"{case.name}/{file}: new, {len(data):,} captured bytes ({origin})"
