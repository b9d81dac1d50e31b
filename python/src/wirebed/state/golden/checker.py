"""The goldens in a run: the bytes that every reader must read, and the check of what the writers write today."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from wirebed.bed import PROGRAM, Bed
from wirebed.bed.codec_id import format_of, library_of, peer_of
from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.state.golden.closure import closure_hash
from wirebed.state.golden.model import GoldenEntry, digest
from wirebed.state.golden.store import Damaged, Golden, Store
from wirebed.view import dump

# By version: the status of what was written now -> encodings.
Statuses = dict[str, dict[str, int]]


@dataclass(frozen=True)
class WriteCheck:
    """The result of comparing today's bytes of one codec and one case with the goldens."""

    status: str  # same | version | drift | missing | retired
    case: str
    codec: str
    text: str
    file: str = ""  # the golden that was expected
    versions: tuple[str, ...] = ()  # those that are recorded of the codec, where `status` is version

    @property
    def red(self) -> bool:
        return self.status == "drift"

    @property
    def acceptable(self) -> bool:
        """Whether these bytes are added only with ACCEPT."""
        return self.status in ("drift", "retired")


class Checker:
    """The goldens of one bed, compared with today's cases and schema."""

    def __init__(self, bed: Bed, schema: Schema, cases: Iterable[Case], store: Store | None = None) -> None:
        self.store = store or Store(bed.fixtures / "golden", of_interop)
        self.schema = schema
        self.cases = {case.name: case for case in cases}
        # The number of encodings by status: of those since `part`, and of all that were added.
        self.now, self.whole = Counter[str](), Counter[str]()
        self._closures: dict[str, str] = {}

    def closure(self, message: str) -> str:
        """Today's hash of a message's schema closure."""
        if message not in self._closures:
            self._closures[message] = closure_hash(self.schema, message)
        return self._closures[message]

    @cached_property
    def recorded(self) -> frozenset[str]:
        return frozenset(self.store.cases())

    def problems(self, takes: Callable[[str], bool] | None = None) -> list[str]:
        """A line for each damaged file, unlisted file and case that changed after its goldens; each says what to do.

        `takes` chooses the cases; unlisted files are reported only without it.
        """
        names = sorted(name for name in self.recorded if takes is None or takes(name))
        return self.store.damage(names) + (self.store.unlisted() if takes is None else []) + self.unsettled(names)

    def unsettled(self, names: Iterable[str] | None = None) -> list[str]:
        """A line for each of these cases (or all) that is gone, has changed, or has two current goldens of a codec."""
        problems = []
        for name in sorted(self.recorded) if names is None else names:
            record = self.store.record(name)
            case = self.cases.get(name)
            if case is None and record.files:
                problems.append(
                    f"{self.store.shown(self.store.root / name)}: goldens of a case that is gone; "
                    f"restore the case, or `{PROGRAM} golden RETIRE='{name}' WHY=…`"
                )
            elif case is not None:
                problems += self._changed(case, record.files)
                problems += self._ambiguous(case, record.files)
        return problems

    def _changed(self, case: Case, files: dict[str, GoldenEntry]) -> list[str]:
        changed = [file for file, entry in files.items() if not of_today(entry, case)]
        if not changed:
            return []
        return [
            f"{self._shown_case(case)}: has changed since {len(changed)} goldens were taken of it; a "
            f"case with goldens is immutable: restore it, and put the new value into a new case "
            f"(or give the goldens up with `{PROGRAM} golden RETIRE='{case.name}' WHY=…`)"
        ]

    def _ambiguous(self, case: Case, files: dict[str, GoldenEntry]) -> list[str]:
        schema = self.closure(case.message)
        current: dict[tuple[str, str], list[str]] = {}
        for file, entry in sorted(files.items()):
            for codec in entry.current_writers():
                if schema in entry.schema:
                    current.setdefault((file.partition("/")[0], codec), []).append(file)
        path = self.store.shown(self.store.root / case.name / "golden.yaml")
        return [
            f"{path}: {codec} is a current writer of {' and of '.join(files)}; only one can be: "
            f"move the older under `left:` with the reason"
            for (_, codec), files in current.items()
            if len(files) > 1
        ]

    def _shown_case(self, case: Case) -> str:
        return self.store.shown(case.path) if case.path else case.name

    def sources(self, takes: Callable[[str], bool] = lambda name: True) -> Iterator[ByteSource]:
        """Every intact golden of an unchanged case, for all readers of its format. `takes` chooses the cases."""
        for name in filter(takes, sorted(self.recorded & set(self.cases))):
            case = self.cases[name]
            for file, entry in sorted(self.store.record(name).files.items()):
                if not of_today(entry, case):
                    continue  # `problems` reports it; the value that readers should see is unknown
                try:
                    golden = self.store.read(name, file)
                except Damaged:
                    continue  # `problems` reports it
                yield self._source(case, golden)

    def _source(self, case: Case, golden: Golden) -> ByteSource:
        return ByteSource(
            name=self.store.shown(golden.path),
            case=case,
            format=golden.format,
            message=case.message,
            options=dict(case.options.get(golden.format, {})),
            data=golden.data,
            writer=speaks_for(golden),
            expect=case.view,
        )

    def expected(self, case: Case, codec: str, version: str) -> Golden | None:
        """The golden that `codec` is expected to write again: that of this version, else the last one.

        The version of a runtime is that of the machine, so a version under `left:` may be today's on another machine.
        """
        schema, goldens = self.closure(case.message), []
        for file, entry in sorted(self.store.record(case.name).files.items()):
            known = version in entry.writers.get(codec, ())
            current = entry.written_by(codec, schema)
            if file.startswith(f"{format_of(codec)}/") and (current or entry.left_by(codec, version, schema)):
                goldens.append((known, current, file))
        return self.store.read(case.name, max(goldens)[2]) if goldens else None

    def unstable(self, case: Case, codec: str) -> bool:
        """Whether the record says that this codec writes other bytes each time."""
        schema, format = self.closure(case.message), format_of(codec)
        return any(
            codec in entry.unstable and schema in entry.schema and file.startswith(f"{format}/")
            for file, entry in self.store.record(case.name).files.items()
        )

    def unstable_writers(self, takes: Callable[[str], bool] = lambda name: True) -> dict[str, set[tuple[str, bytes]]]:
        """The codecs that write other bytes each time, each with the message and value of the cases."""
        writers: dict[str, set[tuple[str, bytes]]] = {}
        for name in filter(takes, sorted(self.recorded & set(self.cases))):
            case, record = self.cases[name], self.store.record(name)
            for unstable in (
                *(e.unstable for e in record.files.values()),
                *(e.unstable for e in record.retired.values()),
            ):
                for codec in unstable:
                    writers.setdefault(codec, set()).add((case.message, case.view))
        return writers

    def written(self, case: Case, codec: str, version: str, data: bytes, of_runtime: bool = False) -> list[str]:
        """Checks today's bytes of one codec in a run; returns the text of a drift.

        The same bytes from another patch release of a runtime are no news for a user who changed nothing.
        """
        result = self.judge(case, codec, version, data)
        if not (of_runtime and any(_same_release(version, other) for other in result.versions)):
            self.now[result.status] += 1
        return [result.text] if result.red else []

    def part(self) -> dict[str, int]:
        """The encodings that were checked since this was asked before. Who asks adds them again, or leaves them out."""
        part, self.now = dict(self.now), Counter()
        return part

    def add(self, part: Mapping[str, int]) -> None:
        self.whole.update(part)

    @property
    def todo(self) -> Counter[str]:
        """The number of all encodings by status."""
        self.add(self.part())
        return self.whole

    def hint(self) -> str:
        """A sentence about the encodings of this run that `make golden` would add; empty when there are none."""
        return hint(self.todo)

    def _retired(self, case: Case, codec: str, data: bytes) -> bool:
        """Whether these bytes were retired, and no other entry has them."""
        if case.name not in self.recorded:
            return False
        record, of_format = self.store.record(case.name), f"{format_of(codec)}/"
        if any(file.startswith(of_format) and entry.sha256 == digest(data) for file, entry in record.files.items()):
            return False
        return any(file.startswith(of_format) and stone.of(codec, data) for file, stone in record.retired.items())

    def judge(self, case: Case, codec: str, version: str, data: bytes) -> WriteCheck:
        """Compares today's bytes of one codec with its newest golden."""
        if self._retired(case, codec, data):
            return WriteCheck("retired", case.name, codec, "")
        if case.name not in self.recorded or self.unstable(case, codec):
            status = "same" if case.name in self.recorded or not case.golden else "missing"
            return WriteCheck(status, case.name, codec, "")
        try:
            golden = self.expected(case, codec, version)
        except Damaged:
            return WriteCheck("same", case.name, codec, "")  # `problems` reports it
        if golden is None:
            return WriteCheck("missing" if case.golden else "same", case.name, codec, "")
        if not of_today(golden.entry, case):
            return WriteCheck("same", case.name, codec, "")  # `problems` reports it: the codec has not drifted
        path = self.store.shown(golden.path)
        if golden.data == data:
            versions = golden.entry.writers[codec]
            if version in versions:
                return WriteCheck("same", case.name, codec, "", path)
            return WriteCheck("version", case.name, codec, "", path, tuple(versions))
        written = ", ".join(golden.entry.writers[codec])
        why = dump.explain(golden.format, golden.data, data, self.schema, case.message)
        text = "\n".join(
            [
                f"{case.name}: {codec} {version} no longer writes what {written} wrote: {path}",
                *(f"    {line}" for line in why),
                *(f"    it was written with {name} {value}" for name, value in golden.entry.runtime.items()),
                f"    If that is right: {PROGRAM} golden ACCEPT='{case.name}' WHY='…'",
            ]
        )
        return WriteCheck("drift", case.name, codec, text, path)


def _same_release(version: str, other: str) -> bool:
    """Whether a patch of the runtime is all that differs: 3.11.2 and 3.11.7, 4.0.9+jdk.17.0.15 and 4.0.9+jdk.17.0.9."""
    return _release(version) == _release(other)


def _release(version: str) -> tuple[str, list[str]]:
    """The version of a library, if there is one, and the release of the runtime, with its name behind a library."""
    library, plus, runtime = version.rpartition("+")
    return library, runtime.split(".")[: 3 if plus else 2]


def hint(todo: Counter[str]) -> str:
    """The advice at the end of a run, from the number of encodings by status."""
    missing, versions = todo["missing"], todo["version"]
    parts = [f"{missing} encodings"] * (missing > 0) + [f"{versions} versions"] * (versions > 0)
    return f"{PROGRAM} golden would add {' and '.join(parts)}" if parts else ""


def of_interop(path: str) -> bool:
    """Whether a case or file belongs to `make interop`; the samples of evolution steps have a folder of their own."""
    return not path.startswith("evolution/")


def speaks_for(golden: Golden) -> str:
    """The codec that gave the golden's file its name, else another of its writers; empty for captured bytes."""
    codecs = sorted(golden.entry.current_writers() or golden.entry.writers)
    name = golden.file.partition("/")[2]
    return next((codec for codec in codecs if name.startswith(f"{file_writer(codec)}-")), min(codecs, default=""))


def case_hash(case: Case) -> str:
    """The hash of a case in the records of its goldens."""
    return case.text_hash[:16]


def of_today(entry: GoldenEntry, case: Case) -> bool:
    """Whether the case has not changed since the golden was added."""
    return entry.case == case_hash(case)


def file_writer(codec: str) -> str:
    """`java:hessian2/caucho` -> `java-caucho`, as file names spell it."""
    return f"{peer_of(codec)}-{library_of(codec)}"
