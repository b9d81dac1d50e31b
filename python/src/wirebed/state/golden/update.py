"""`make golden`: adds encodings with their reasons. It never changes bytes that are checked in."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from packaging.version import InvalidVersion, Version

from wirebed.bed import PROGRAM
from wirebed.bed import glob as globs
from wirebed.bed.codec_id import base_of, format_of
from wirebed.cases.case import Case
from wirebed.errors import UserError, unknown
from wirebed.state.golden import dumps
from wirebed.state.golden.checker import Checker, WriteCheck, case_hash, file_writer
from wirebed.state.golden.model import NEWEST_FORM, GoldenEntry, Tombstone, digest
from wirebed.state.golden.store import Store
from wirebed_build import interrupt


@dataclass(frozen=True)
class Encoding:
    """The bytes that one codec wrote of one case in this run."""

    case: Case
    codec: str
    version: str
    data: bytes
    stable: bool = True
    environment: Mapping[str, str] = field(default_factory=dict)  # what these bytes depend on, of the process
    beside: bool = False  # by another version than the one that the codec has today, which runs beside it


@dataclass
class UpdateReport:
    """Lines about what was added; when there are `refused` lines, nothing was added."""

    added: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def update(encoded: Iterable[tuple[Checker, Iterable[Encoding]]], accept: str = "", why: str = "") -> UpdateReport:
    """Adds missing encodings, and with `accept` also drifted ones; refuses everything on any other drift.

    `encoded`: each checker with its encodings; evolution has a checker for each version.
    """
    report, plans, accepted = UpdateReport(), [], False
    for checker, encodings in encoded:
        report.refused += checker.problems()
        by_case = defaultdict(list)
        for encoding in _of_codecs(encodings):
            result = _find(checker, encoding)
            if result.acceptable and not accepts(accept, encoding.case.name, encoding.codec):
                report.refused += [result.text] if result.red else []
            elif result.status != "same":
                accepted |= result.acceptable
                by_case[encoding.case.name].append((encoding, result))
        plans.append((checker, by_case))
    if accept and not accepted and not report.refused:
        raise UserError(
            f"ACCEPT={accept} matches no encoding that has drifted or was retired: there is nothing to accept"
        )
    if not report.refused:
        for checker, by_case in plans:
            report.added += _enter(checker, by_case, why)
    return report


def _enter(checker: Checker, by_case: dict[str, list[tuple[Encoding, WriteCheck]]], why: str) -> list[str]:
    """Enters the encodings into the records of their cases; returns a line for each."""
    added = []
    for name in sorted(by_case):
        with interrupt.deferred():  # an interruption must not leave a golden that golden.yaml does not list
            for encoding, result in sorted(by_case[name], key=lambda pair: _by_library(pair[0])):
                added.append(_take(checker, encoding, result, why))
            checker.store.save(name)
    return added + dumps.write_missing(checker)


def _of_codecs(encodings: Iterable[Encoding]) -> Iterator[Encoding]:
    """What an older version of a codec writes is of the codec of today.

    The bytes of other generations, and those that are others each time, are left out: they would change what is
    expected of today's version.
    """
    every = list(encodings)
    today = {(encoding.case.name, encoding.codec): encoding.version for encoding in every}
    for encoding in every:
        codec = base_of(encoding.codec)
        if codec == encoding.codec:
            yield encoding
        elif encoding.stable and _older(encoding.version, today.get((encoding.case.name, codec))):
            yield replace(encoding, codec=codec, beside=True)


def _older(version: str, today: str | None) -> bool:
    """Whether a version comes before that of today; not where it cannot be told, or where there is none."""
    try:
        return today is not None and Version(version) < Version(today)
    except InvalidVersion:
        return False


def _find(checker: Checker, encoding: Encoding) -> WriteCheck:
    """The write check. Bytes that differ each time have drifted too, where a golden expects them to be the same."""
    case, codec, version = encoding.case, encoding.codec, encoding.version
    result = checker.judge(case, codec, version, encoding.data)
    if encoding.beside and result.status == "drift":
        return WriteCheck("missing", case.name, codec, "")
    if encoding.stable or result.status not in ("same", "version") or not result.file:
        return result
    text = (
        f"{case.name}: {codec} {version} writes other bytes each time, and {result.file} expects the same\n"
        f"    If that is right: {PROGRAM} golden ACCEPT='{case.name}' WHY='…'"
    )
    return WriteCheck("drift", case.name, codec, text, result.file)


def _by_library(encoding: Encoding) -> tuple[str, str]:
    """The sort key of writers: the first writer of new bytes gives the file its name."""
    return encoding.codec.rpartition("/")[2], encoding.codec


def accepts(accept: str, case: str, codec: str) -> bool:
    """Whether the glob of ACCEPT matches the case, or `<case>/<format>/<peer>-<library>`."""
    full = f"{case}/{format_of(codec)}/{file_writer(codec)}"
    return bool(accept) and (globs.matches(case, accept) or globs.matches(full, accept))


def _take(checker: Checker, encoding: Encoding, result: WriteCheck, why: str) -> str:
    """Enters one encoding into the record of its case; returns a line about it."""
    store, case, codec, version = checker.store, encoding.case, encoding.codec, encoding.version
    record, schema = store.record(case.name), checker.closure(case.message)
    format = format_of(codec)
    reason = "" if encoding.beside else _leave(record.files, format, codec, result, schema, encoding, why)
    left = f"{version} writes it, and not the version of today"
    unstable = "" if encoding.stable else ", others each time: only to be read"
    same = [f for f, e in record.files.items() if f.startswith(f"{format}/") and e.sha256 == digest(encoding.data)]
    if same:
        entry = record.files[same[0]]
        both = codec in entry.current_writers()  # this version and that of today
        if version not in entry.writers.get(codec, []):
            entry.writers[codec] = sorted([*entry.writers.get(codec, []), version])
        if not encoding.beside:
            entry.left.pop(codec, None)
        elif not both:
            entry.left.setdefault(codec, left)
        if schema not in entry.schema:
            entry.schema.append(schema)
        if not encoding.stable:
            entry.unstable.append(codec)
        return f"{case.name}/{same[0]}: {codec} {version} writes these bytes{unstable}{reason}"
    entry = GoldenEntry(
        sha256=digest(encoding.data),
        case=case_hash(case),
        schema=[schema],
        writers={codec: [version]},
        left={codec: left} if encoding.beside else {},
        unstable=[] if encoding.stable else [codec],
        runtime=dict(encoding.environment),
    )
    file = store.add(case.name, format, file_writer(codec), encoding.data, entry, checker.schema, case.message)
    record.retired.pop(file, None)
    return f"{case.name}/{file}: new, {len(encoding.data):,} bytes by {codec} {version}{unstable}{reason}"


def _leave(
    files: dict[str, GoldenEntry],
    format: str,
    codec: str,
    result: WriteCheck,
    schema: str,
    encoding: Encoding,
    why: str,
) -> str:
    """Marks the encodings that `codec` no longer writes as left; returns the reason for the line of the new one."""
    reason = ""
    for file, entry in files.items():
        if not file.startswith(f"{format}/") or codec not in entry.current_writers():
            continue
        if entry.sha256 == digest(encoding.data):
            continue
        if result.status == "drift":
            entry.left[codec] = why or "other bytes each time"
            reason = f"; {file} becomes read: {entry.left[codec]}"
        elif schema not in entry.schema:
            entry.left[codec] = f"the schema changed ({entry.schema[-1]} to {schema})"
            reason = f"; {file} becomes read, since the schema of {encoding.case.message} changed"
    return reason


def upgrade_records(store: Store) -> list[str]:
    """Writes each record of an older form in the newest, with the same content; returns a line for each."""
    old = [case for case in store.cases() if store.record(case).form != NEWEST_FORM]
    for case in old:
        with interrupt.deferred():
            store.save(case)
    return [f"{case}: form {store.record(case).form} becomes {NEWEST_FORM}" for case in old]


def retire(store: Store, glob: str, why: str) -> list[str]:
    """Removes the goldens that `glob` matches (cases, or files below fixtures/golden), and leaves tombstones."""
    lines: list[str] = []
    known: list[str] = []
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
        lines += (f"{case}/{file}: retired: {why}" for file in gone)
    if not lines:
        raise unknown("golden", glob, [*store.cases(), *known])
    return lines


def take_captured(checker: Checker, case: Case, format: str, data: bytes, origin: str) -> str:
    """Enters captured bytes, which every reader has read as the case's value, as a golden that is only read."""
    store, record, schema = checker.store, checker.store.record(case.name), checker.closure(case.message)
    for file, entry in record.files.items():
        if file.startswith(f"{format}/") and entry.sha256 == digest(data):
            return f"{case.name}/{file}: has these bytes already"
    entry = GoldenEntry(digest(data), case_hash(case), [schema], imported=origin)
    with interrupt.deferred():
        file = store.add(case.name, format, "captured", data, entry, checker.schema, case.message)
        record.retired.pop(file, None)
        store.save(case.name)
    return f"{case.name}/{file}: new, {len(data):,} captured bytes ({origin})"
