"""The annotated dumps beside binary goldens: a reviewer reads them instead of the bytes, so they must not lie."""

from __future__ import annotations

from collections.abc import Iterator

from wirebed import dump

from .checker import Checker
from .store import Damaged, Golden, dump_path


def write_missing(checker: Checker) -> list[str]:
    """Writes each dump that is not there; returns what was written."""
    told = []
    for case, golden in _binary(checker):
        path = dump_path(golden.path)
        if not path.exists():
            checker.store.write_dump(golden.case, golden.file, golden.data, checker.schema, case.message)
            told.append(f"{golden.case}/{golden.file}: its dump was missing")
    return told


def stale(checker: Checker) -> list[str]:
    """Dumps that do not say what the bytes are. After a change of the schema the names of fields may be others."""
    told = []
    for case, golden in _binary(checker):
        path = dump_path(golden.path)
        if checker.closure(case.message) not in golden.entry.schema:
            continue
        expected = dump.of(golden.format, golden.data, checker.schema, case.message)
        if not path.exists() or path.read_text(encoding="utf-8") != expected:
            told.append(
                f"{checker.store.shown(path)}: is not the dump of the golden beside it; remove it and run `make golden`"
            )
    return told


def _binary(checker: Checker) -> Iterator[tuple[object, Golden]]:
    """Every intact binary golden, with its case."""
    for name in sorted(checker.recorded & set(checker.cases)):
        for file in sorted(checker.store.record(name).files):
            try:
                golden = checker.store.read(name, file)
            except Damaged:
                continue
            if not dump.is_text(golden.format):
                yield checker.cases[name], golden
