"""The files below `fixtures/golden`: reads, writes and removes goldens, and finds damaged and unlisted files."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import zstandard

from wirebed.bed import PROGRAM, files
from wirebed.bed.schema import Schema
from wirebed.state.golden.model import GoldenEntry, Record, digest
from wirebed.state.golden.record_read import parse
from wirebed.state.golden.record_write import to_text
from wirebed.view import dump

COMPRESSED_ABOVE = 64 * 1024
LARGEST = 64 * 1024 * 1024  # no golden decompresses to more
RECORD = "golden.yaml"


@dataclass(frozen=True)
class Golden:
    """One golden of one case, with its bytes."""

    case: str
    file: str  # relative to the case's folder
    path: Path
    entry: GoldenEntry
    data: bytes

    @property
    def format(self) -> str:
        return self.file.partition("/")[0]


class Damaged(Exception):
    """A golden differs from its record; the text names the file and what to do."""


class Store:
    """The goldens of one bed, which are read when needed."""

    def __init__(self, root: Path, takes: Callable[[str], bool] = lambda path: True) -> None:
        """`takes` chooses the cases and paths below `root` that belong to this store, since suites share the folder."""
        self.root = root
        self._takes = takes
        self._shown_from = root.parent.parent
        self._records: dict[str, Record] = {}
        self._digests: dict[str, str] = {}  # of the texts of records
        self._intact: set[tuple[str, str]] = set()  # the case and file of goldens that were read

    def cases(self) -> list[str]:
        """The names of all cases with a record."""
        return self._cases(self._paths())

    def _cases(self, paths: Iterable[str]) -> list[str]:
        names = (path.removesuffix(f"/{RECORD}") for path in paths if path.endswith(f"/{RECORD}"))
        return sorted(filter(self._takes, names))

    def _paths(self) -> Iterator[str]:
        """All files, relative to the folder of the store."""
        root = str(self.root)
        for folder, _, names in os.walk(root):
            below = folder[len(root) + 1 :].replace(os.sep, "/")
            yield from (f"{below}/{name}" if below else name for name in names)

    def record(self, case: str) -> Record:
        if case not in self._records:
            path = self.root / case / RECORD
            data = path.read_bytes() if path.exists() else b""
            self._digests[case] = digest(data) if data else ""
            self._records[case] = parse(data.decode(), self.shown(path)) if data else Record()
        return self._records[case]

    def digests(self, cases: Iterable[str]) -> Iterator[str]:
        """What was recorded of these cases when their records were read, as digests."""
        for case in cases:
            self.record(case)
            yield self._digests[case]

    def shown(self, path: Path) -> str:
        """A path relative to the bed."""
        return path.relative_to(self._shown_from).as_posix() if path.is_relative_to(self._shown_from) else str(path)

    def read(self, case: str, file: str) -> Golden:
        """The golden, checked against its record."""
        entry = self.record(case).files[file]
        path = self.root / case / file
        try:
            raw = path.read_bytes()
            data = _expand(raw) if file.endswith(".zst") else raw
        except FileNotFoundError:
            raise Damaged(f"{self.shown(path)}: is gone; {_restore(self.shown(path))}") from None
        except zstandard.ZstdError as problem:
            raise Damaged(f"{self.shown(path)}: {problem}; {_restore(self.shown(path))}") from None
        if digest(data) != entry.sha256:
            raise Damaged(
                f"{self.shown(path)}: {len(data):,} bytes with sha256 {digest(data)[:8]}…, recorded is "
                f"{entry.sha256[:8]}…; {_restore(self.shown(path))}"
            )
        self._intact.add((case, file))
        return Golden(case, file, path, entry, data)

    def damage(self, cases: Iterable[str] | None = None) -> list[str]:
        """A line for each golden that differs from its record. What was read before is not read again."""
        problems = []
        for case in self.cases() if cases is None else cases:
            for file in self.record(case).files:
                try:
                    if (case, file) not in self._intact:
                        self.read(case, file)
                except Damaged as problem:
                    problems.append(str(problem))
        return problems

    def unlisted(self) -> list[str]:
        """A line for each file that no record lists."""
        known, paths = {"README.md"}, [*self._paths()]
        for case in self._cases(paths):
            listed = self.record(case).files
            known |= {f"{case}/{file}" for file in (RECORD, *listed, *map(_dump_of, listed))}
        unlisted = sorted(self.root / path for path in paths if path not in known and self._takes(path))
        return [
            f"{self.shown(p)}: no golden.yaml lists it; remove it, or take it with "
            f"`{PROGRAM} golden IMPORT={self.shown(p)} CASE=<case> FORMAT=<format>`"
            for p in unlisted
        ]

    def add(
        self, case: str, format: str, writer: str, data: bytes, entry: GoldenEntry, schema: Schema, message: str
    ) -> str:
        """Writes a new golden and its dump; returns its name. It never replaces a file."""
        packed = len(data) > COMPRESSED_ABOVE
        file = f"{format}/{writer}-{entry.sha256[:8]}.{dump.extension(format)}" + (".zst" if packed else "")
        path = self.root / case / file
        if path.exists():
            raise Damaged(f"{self.shown(path)}: exists, but no golden.yaml lists it; remove it")
        files.write(path, zstandard.ZstdCompressor(level=19).compress(data) if packed else data)
        self.record(case).files[file] = entry
        self.write_dump(case, file, data, schema, message)
        return file

    def write_dump(self, case: str, file: str, data: bytes, schema: Schema, message: str) -> None:
        """Writes the annotated dump beside a binary golden."""
        format = file.partition("/")[0]
        if not dump.is_text(format):
            path = dump_path(self.root / case / file)
            files.write(path, dump.of(format, data, schema, message))

    def remove(self, case: str, file: str) -> None:
        path = self.root / case / file
        self._intact.discard((case, file))
        path.unlink(missing_ok=True)
        dump_path(path).unlink(missing_ok=True)
        if path.parent.exists() and not any(path.parent.iterdir()):
            path.parent.rmdir()

    def save(self, case: str) -> None:
        path = self.root / case / RECORD
        files.write(path, to_text(self.record(case)))


def dump_path(path: Path) -> Path:
    """The dump of `x.bin` or `x.bin.zst`, which is `x.txt`."""
    return path.with_name(_dump_of(path.name))


def _dump_of(name: str) -> str:
    return name.removesuffix(".zst").rpartition(".")[0] + ".txt"


def _expand(raw: bytes) -> bytes:
    with zstandard.ZstdDecompressor().stream_reader(raw) as reader:
        data = reader.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise zstandard.ZstdError(f"holds more than {LARGEST:,} bytes")
    return data


def _restore(path: str) -> str:
    return (
        f"a golden never changes: restore it with `git checkout -- {path}`; "
        f"for new bytes use `{PROGRAM} golden ACCEPT=… WHY=…`, to give it up `{PROGRAM} golden RETIRE=… WHY=…`"
    )
