"""The results that verdicts are computed from, each read once. What is not there is missing."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from wirebed.report.load import Report, load
from wirebed.report.of_suites import Load
from wirebed_claims import echoes
from wirebed_claims.published_result import Measurement, load_header, load_published
from wirebed_claims.quantity import Missing
from wirebed_costs import load_result, table
from wirebed_costs.others import beside, counted

WORDS = {
    "interop": "`make interop`",
    "evolution": "`make evolution`",
    "echo": "the echo of `make claims`",
    "bench": "the benchmark of `make claims`",
    "second stage": "the second stage of the benchmark",
    "second echo": "the second stage of the echo",
    "switches": "the benchmark with switches",
    "values": "the benchmark of other values",
    "published": "the articles' programs in `make claims`",
}
# The results of `make bench`: the one without a switch comes first.
BENCHES = ("bench", "switches", "values")
# Why a program of `make bench` refuses to reuse what a library does not keep (proto/wirebed/README.md).
KEEPS_NOTHING = "this library keeps nothing more"
# The case, the codec and the operation of a row of the bench, and whether it is reused or cold.
RowKey = tuple[str, str, str, bool, bool]
SUITES = ("interop", "evolution", "echo")


def words(name: str) -> str:
    """A result as a sentence names it: also the echo with a switch, such as `echo with a depth of 2`."""
    return WORDS[_kind(name)] + name.removeprefix(_kind(name))


def _kind(name: str) -> str:
    """The name of a result without its switch."""
    return name.partition(" with ")[0]


@dataclass(frozen=True)
class Results:
    """The files by name (`words`), and by claim those of the second stage. What is not named does not exist."""

    paths: dict[str, Path]
    second: Mapping[str, Path] = field(default_factory=dict)
    # The lines of wirebed_claims.user_code, by article and system.
    user_code: dict[str, dict] = field(default_factory=dict)
    _reports: dict[Path, Report] = field(default_factory=dict)
    _claim: str = ""

    def of_claim(self, claim: str) -> "Results":
        """The results that decide a claim: the samples of its own second stage are added, and no other's."""
        return replace(self, _claim=claim) if claim in self.second else self

    def report(self, suite: str) -> Report:
        return self._read(self._path(suite))

    def _read(self, path: Path) -> Report:
        if path not in self._reports:
            self._reports[path] = load(path)
        return self._reports[path]

    def loads(self, echo: str) -> list[Sequence[Load]]:
        """The loads of an echo, and of the claim's second stage if there is one of it."""
        second = [path for path in self._echoes if echo == "echo" and path == self.second.get(self._claim)]
        return [self.report(echo).loads, *(self._read(path).loads for path in second)]

    @property
    def _echoes(self) -> list[Path]:
        """The results of the second stages that are of an echo. Those of `make bench` are the others."""
        return [path for path in self.second.values() if path.suffix == ".jsonl"]

    @cached_property
    def _benches(self) -> dict[str, dict]:
        """The results of `make bench` by name."""
        return {name: load_result.load(self.paths[name]) for name in BENCHES if name in self.paths}

    def _of_benches(self, key: str) -> Iterator[dict]:
        """The rows of all results of `make bench` under a key. Raises Missing without the result that has no switch."""
        self._path("bench")
        return (row for result in self._benches.values() for row in result[key])

    @property
    def origins(self) -> dict[str, dict]:
        """By name, when each result was begun, at which commit, and why its times are doubtful, if they are."""
        ran = {name: self.report(name).header for name in self.paths if _kind(name) in SUITES}
        origins = {name: {"started": header.started, "commit": header.commit} for name, header in ran.items()}
        timed = {name: [result] for name, result in self._benches.items()}
        if benches := [path for path in self.second.values() if path not in self._echoes]:
            timed["second stage"] = sorted(map(load_result.load, benches), key=lambda result: result["started"])
        for name, results in timed.items():
            origins[name] = _origin(results[0], (table.disturbed(result, WORDS[name]) for result in results))
        echoed = {name: [self.report(name)] for name in ran if _kind(name) == "echo"}
        if self._echoes:
            echoed["second echo"] = sorted(map(self._read, self._echoes), key=lambda report: report.header.started)
        for name, reports in echoed.items():
            begun = {"started": reports[0].header.started, "commit": reports[0].header.commit}
            closed = [load for report in reports for load in echoes.closed(report.loads)]
            loads = [(echoes.disturbed(load), echoes.quiet_rounds(load)) for load in closed]
            rows = [[disturbed[number] for number in numbers] for disturbed, numbers in loads]
            origins[name] = _origin(begun, [beside(rows, words(name))])
        if "published" in self.paths:
            header = load_header(self.paths["published"])
            origins["published"] = _origin(header, [beside(self._disturbed_programs, WORDS["published"])])
        return origins

    @property
    def runtimes(self) -> list[str]:
        """The runtimes that the cells, or else nothing, were run with."""
        peers = self.report("interop").header.peers if "interop" in self.paths else []
        return sorted({peer.runtime for peer in peers})

    @cached_property
    def rows(self) -> dict[RowKey, dict]:
        """The rows of the bench by case, codec, operation, and whether they are reused or cold. Of a row that several
        results have, as a copy, the first counts. The samples of the second stage of the claim are added to it."""
        self._path("bench")
        rows: dict[RowKey, dict] = {}
        for result in self._benches.values():
            for key, row in rows_of(result).items():
                rows.setdefault(key, row)
        second = self.second.get(self._claim)
        if second and second not in self._echoes:
            for key, row in rows_of(load_result.load(second)).items():
                if key in rows:
                    rows[key] = _together(rows[key], row)
        return rows

    def row_of(self, key: RowKey) -> dict | None:
        """A row of the bench. Where a library keeps nothing, and for a copy, reuse is the same as none."""
        case, codec, operation, reused, cold = key
        row = self.rows.get(key)
        if row is None and reused and (operation == "copy" or key in self._keep_nothing):
            return self.rows.get((case, codec, operation, False, cold))
        return row

    @cached_property
    def _keep_nothing(self) -> set[RowKey]:
        """The rows with reuse of libraries that keep nothing."""
        refused = {one["id"] for one in self._of_benches("refused") if one["why"] == KEEPS_NOTHING}
        plain = ((case, codec, operation) for case, codec, operation, reused, cold in self.rows if not (reused or cold))
        return {
            (case, codec, operation, True, False)
            for case, codec, operation in plain
            if f"{codec.replace(':', ' ', 1)} {case} {operation} reused" in refused
        }

    @property
    def task_seconds(self) -> float:
        """How long a row of the bench was measured in each process."""
        return self._benches["bench"]["task_seconds"]

    @cached_property
    def sizes(self) -> dict[tuple[str, str], int]:
        """Bytes of one encoding by case and codec, as `make interop` wrote it."""
        return {
            (line.case, line.writer): line.size
            for line in self.report("interop").lines
            if not line.source and ":" in line.writer and line.size is not None
        }

    @cached_property
    def _curves(self) -> dict[tuple[str, str], int]:
        return {(size["case"], size["codec"]): size["raw"] for size in self._of_benches("sizes")}

    def size_of(self, case: str, codec: str) -> int:
        """Bytes of a value that stands for a length of a curve."""
        if (case, codec) not in self._curves:
            raise Missing(f"{WORDS['bench']} has no {case} written by {codec}")
        return self._curves[case, codec]

    @cached_property
    def lines_of_code(self) -> dict[str, dict]:
        """By codec, or by article and system."""
        return {row["codec"]: row for row in self._of_benches("code")} | self.user_code

    @cached_property
    def published(self) -> dict[tuple[str, str, str], list[Measurement]]:
        """The measurements of the published protocols by program, system and operation."""
        by_operation = defaultdict(list)
        for measurement in load_published(self._path("published")):
            by_operation[measurement.program, measurement.system, measurement.operation].append(measurement)
        return by_operation

    @property
    def _disturbed_programs(self) -> list[list[bool]]:
        """By program, system and setting, whether others disturbed each process that counts."""
        every = {one.key: one for group in self.published.values() for one in group}
        settings = defaultdict(list)
        for one in every.values():
            settings[one.program, one.system, frozenset(one.switches.items())].append(one.disturbed)
        return [[disturbed[number] for number in counted(disturbed)] for disturbed in settings.values()]

    def processes(self, program: str, system: str | None, switches: Mapping[str, str]) -> list[Measurement]:
        """A measurement of every process of a program, whatever its operations are."""
        every = (process for key, group in self.published.items() if key[:2] == (program, system) for process in group)
        return list({process.key: process for process in every if process.is_of(switches)}.values())

    def _path(self, name: str) -> Path:
        path = self.paths.get(name)
        if path is None:
            raise Missing(f"there is no result of {words(name)}")
        return path


def _origin(result: Mapping[str, Any], doubts: Iterable[str]) -> dict[str, Any]:
    found = list(filter(None, doubts))
    return {"started": result["started"], "commit": result["commit"]} | ({"doubts": found} if found else {})


def _together(first: dict, second: dict) -> dict:
    """A row with the processes of both stages that count."""
    samples = first["samples"] + second["samples"]
    disturbed = [one for row in (first, second) for one in row.get("disturbed") or [False] * len(row["samples"])]
    numbers = counted(disturbed)
    kept = {"samples": samples, "disturbed": disturbed}
    return {**first, **{name: [each[number] for number in numbers] for name, each in kept.items()}}


def rows_of(result: Mapping[str, Any]) -> dict[RowKey, dict]:
    """The rows of a result of `make bench` that were measured. A copy has no codec: it is the language's."""
    languages = {peer["peer"]: peer["language"] for peer in result["peers"]}
    rows = (row for row in result["rows"] if any(row["samples"]))
    return {
        (row["case"], row["codec"] or languages[row["peer"]], row["operation"], row["reused"], row["cold"]): row
        for row in rows
    }
