"""The annotated dumps beside binary goldens, which reviewers read instead of the bytes, so they must be correct."""

from collections.abc import Iterator

from wirebed.bed import PROGRAM
from wirebed.cases.case import Case
from wirebed.state.golden.checker import Checker
from wirebed.state.golden.store import Damaged, Golden, dump_path
from wirebed.view import dump


def write_missing(checker: Checker) -> list[str]:
    """Writes each missing dump; returns a line for each."""
    written = []
    for case, golden in _binary(checker):
        path = dump_path(golden.path)
        if not path.exists():
            checker.store.write_dump(golden.case, golden.file, golden.data, checker.schema, case.message)
            written.append(f"{golden.case}/{golden.file}: its dump was missing")
    return written


def stale(checker: Checker) -> list[str]:
    """A line for each dump that is not that of the bytes. Goldens of older schemas are left out, since the names of
    fields may have changed."""
    problems = []
    for case, golden in _binary(checker):
        path = dump_path(golden.path)
        if checker.closure(case.message) not in golden.entry.schema:
            continue
        expected = dump.of(golden.format, golden.data, checker.schema, case.message)
        if not path.exists() or path.read_text(encoding="utf-8") != expected:
            problems.append(
                f"{checker.store.shown(path)}: is not the dump of the golden beside it; "
                f"remove it and run `{PROGRAM} golden`"
            )
    return problems


def _binary(checker: Checker) -> Iterator[tuple[Case, Golden]]:
    """Every intact binary golden, with its case."""
    for name in sorted(checker.recorded & set(checker.cases)):
        for file in sorted(checker.store.record(name).files):
            try:
                golden = checker.store.read(name, file)
            except Damaged:
                continue
            if not dump.is_text(golden.format):
                yield checker.cases[name], golden
