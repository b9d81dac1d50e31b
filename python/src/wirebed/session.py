"""One run of the matrix with everything around it: peers, cases, goldens, vectors, deviations, roster, report."""

import datetime
import os
import platform
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from wirebed import roster as rosters
from wirebed.bed import BUILD, Bed
from wirebed.cases import check
from wirebed.deviations import Entry, Matcher, of_bed
from wirebed.deviations.entry import TREE
from wirebed.deviations.suggest import Suggestions
from wirebed.matrix import Plan, Row, Selection, codecs_of, run
from wirebed.matrix.codecs import NONE
from wirebed.matrix.row import of_tree
from wirebed.outcome import Cell, Outcome
from wirebed.peers import Pool, discover

SUITE = "interop"
# So many red cases of a format are looked at through the codecs that a filter left out.
BESIDE = 20


class Session:
    """Peers start when it is entered and say hello while the runner reads its own files."""

    def __init__(self, bed: Bed, tree: Path | Mapping[str, Path], root: Path, specs=None, suite: str = SUITE):
        self.bed, self.tree, self.root, self.suite = bed, tree, Path(root), suite
        logs = BUILD / "log" / "peers" / (bed.name if suite == SUITE else f"{bed.name}-{suite}")
        self.pool = Pool(discover(root) if specs is None else specs, tree, logs)
        self.writer = None
        self.busy: Counter = Counter()  # codec -> seconds that its peer worked for it
        self.counts: Counter = Counter()  # codec (as reader) and format -> cells
        self.drift: list[str] = []
        self.unexpected: list[Cell] = []
        self.red_cases: dict[str, dict] = {}  # format -> the cases with something unexpected in it, by name

    # The fingerprint of what the peers were built from, where somebody asks for it: see wirebed.build.state.
    build = ""

    def __enter__(self):
        self.pool.__enter__()
        return self

    def __exit__(self, *error):
        self.pool.__exit__(*error)

    def prepare(self, schema, selection: Selection | None = None, cases=None, sources=None):
        """Reads the bed and plans. `cases` and `sources` stand in for those of the bed, when given."""
        self.schema, self.selection = schema, selection or Selection()
        own_cases = self._cases() if cases is None else list(cases)
        check(case for case in own_cases if self.selection.takes_case(case.name))
        self.goldens = self._checker(own_cases) if sources is None else None
        own_sources = self._sources() if sources is None else list(sources)
        self.entries = [entry for entry in self._entries() if entry.applies(self.pool.left_out)]
        self.introductions = self.pool.introductions()
        self.codecs = codecs_of(self.introductions)
        self.versions = {codec.id: codec.version for codec in self.codecs}
        self.plan = Plan(self.codecs, own_cases, own_sources, self.selection)
        self.matcher = Matcher(self.entries, self.versions, schema, self.suite)
        names = (entry.name for entry in self.entries)
        self.suggestions = Suggestions(self.versions, schema, self.suite, names)

    def _cases(self) -> list:
        from wirebed import cases

        return cases.of_bed(self.bed, self.schema, self.selection.takes_case)

    def _checker(self, own_cases):
        from wirebed.golden import Checker

        return Checker(self.bed, self.schema, own_cases)

    def _sources(self) -> list:
        from wirebed import vectors

        # A glob that takes no case at all is told by the plan, which has to know what there is.
        return [*self.goldens.sources(self.selection.takes_case), *vectors.sources(self.bed, self.schema)]

    def _entries(self) -> list:
        return of_bed(self.bed, self.root)

    def run(self, path: Path, started: float, progress: bool = True) -> int:
        """Executes the plan and writes the report; the exit code."""
        from wirebed.report import ReportWriter

        self.writer = ReportWriter(path, self.header(), self.schema)
        begun = time.monotonic()
        with _Progress(self.plan.cells, progress) as bar:
            for row in self._trees():
                self._take([row])

            def take(rows):
                self._take(rows)
                bar.advance(sum(len(row.readings) for row in rows))

            run(self.plan, self.pool, self.schema, take, self._observe)
        seconds = time.monotonic() - begun
        return self._finish(seconds, started)

    def outcomes(self, take=None) -> list[Cell]:
        """Runs without a report: the unexpected cells. `take` sees every row."""
        for row in self._trees():
            self._judge(row)

        def each(rows):
            for row in rows:
                self._judge(row)
                if take is not None:
                    take(row)

        run(self.plan, self.pool, self.schema, each, self._observe)
        return self.unexpected

    def discard(self):
        """The run failed or was interrupted: no report of it stays."""
        if self.writer is not None:
            self.writer.discard()

    def _trees(self) -> list[Row]:
        """One cell for each language that cannot compile the tree."""
        return [of_tree(peer, "*", TREE, why) for peer, why in sorted(self.pool.unsupported.items())]

    def _judge(self, row: Row):
        self.matcher.judge(row)
        self.suggestions.see(row)
        for cell in row.cells:
            if cell.problems:
                self.unexpected.append(cell)
                if row.case is not None:
                    self.red_cases.setdefault(row.format, {})[row.name] = row.case
        written_now = row.data is not None and row.case is not None and not row.source
        if self.goldens is not None and written_now and row.writer in self.versions:
            self.drift += self.goldens.written(row.case, row.writer, self.versions[row.writer], row.data)

    def _take(self, rows: list[Row]):
        for row in rows:
            self._judge(row)
            self.writer.row(row)
            self.counts[row.format] += len(row.readings)
            self.counts.update(reading.reader for reading in row.readings)

    def _observe(self, job):
        self.busy[f"{job.peer}:{job.tasks[0]['codec']}"] += job.seconds

    def _finish(self, seconds: float, started: float) -> int:
        from wirebed.report import timing

        stale = self._stale()
        goldens = list(self.drift)
        if self.goldens is not None:
            goldens += self.goldens.problems(None if self.selection.full else self.selection.takes_case)
        missing = self._missing()
        code = 3 if missing else 1 if self.unexpected or stale or goldens else 0
        taking_part = {c.id for f in self.plan.formats for c in (*self.plan.writers[f], *self.plan.readers[f])}
        measured = timing.measure(self.pool, [c for c in self.codecs if c.id in taking_part], self.plan.cases)
        times = {
            "seconds": round(seconds, 3),
            "with_start": round(time.monotonic() - started, 3),
            **self._speed(seconds),
            "timing": measured,
        }
        more = {"planned": self.plan.cells, "missing": missing, "stale": stale, "goldens": goldens}
        more["beside"] = self._beside()
        more["hint"] = self.goldens.hint() if self.goldens is not None else ""
        self.writer.footer(more | {"suggested": self.suggestions.text(), "exit": code, "times": times})
        return code

    def _beside(self) -> list[dict]:
        """For the odd one out under WRITER= or READER=: what the codecs that were left out make of the red cases."""
        if not (self.selection.writer or self.selection.reader):
            return []
        found = []
        for format_, red in self.red_cases.items():
            plan = Plan(self.codecs, list(red.values())[:BESIDE], (), Selection(format=format_))
            run(
                plan, self.pool, self.schema, lambda rows: found.extend(cell for row in rows for cell in _outcomes(row))
            )
        return found

    def _stale(self) -> list[str]:
        """Under a filter only the selected cells are checked, and the matcher has done that."""
        if not self.selection.full:
            return []
        return [f"{e.where}: `{e.name}` states {e.states()}: no cell shows it; remove it" for e in self._not_shown()]

    def _not_shown(self) -> list[Entry]:
        """The entries that no cell showed, though a full run of these peers on this machine could have."""
        runtimes = {one.peer: one.runtime.rpartition(" ")[2] for one in self.introductions.values()}
        # What comes with a language is as old as the machine; every other version is the project's own choice.
        unpinned = {codec: v for codec, v in self.versions.items() if v == runtimes.get(codec.partition(":")[0])}
        left_out = self.pool.left_out
        stale = (e for e in self.matcher.stale() if not e.of_foreign_trees)
        return [e for e in stale if not e.needs(left_out) and not e.elsewhere(unpinned)]

    def _missing(self) -> list[str]:
        """Why this run was not the whole run; [] under a filter, when all that was selected was executed."""
        left = self.writer.outcomes.get("unsupported", 0) - self.writer.unsupported_as_expected
        executed = self.writer.cells - len(self.pool.unsupported)
        told = []
        if left:
            told.append(f"{left} cells were unsupported, and no deviation pins that")
        planned = self.plan.cells
        if self.selection.full:
            roster = rosters.Roster.load(self.root / "fixtures" / "roster.yaml").without(self.pool.unsupported)
            told += roster.missing(self.codecs)
            bare = sum(len(self.plan.readers_of(s)) for s in self.plan.sources if not s.message)
            planned = roster.planned(self.plan.cases, self.plan.sources) + bare
        if planned != executed:
            told.append(f"{planned} cells were planned, {executed} came back")
        return told

    def _speed(self, seconds: float) -> dict:
        """Cells a second by format: each format's share of the wall time is that of its peers' busy time.

        A codec that alone takes over a third of its format's time, and a second at least, is told apart.
        """
        by_format: dict[str, Counter] = {}
        for codec, busy in self.busy.items():
            by_format.setdefault(codec.partition(":")[2].partition("/")[0], Counter())[codec] += busy
        total = sum(self.busy.values()) or 1.0
        rates, apart = {}, {}
        for format_, busy in sorted(by_format.items()):
            cells = self.counts[format_]
            slowest, most = busy.most_common(1)[0]
            rest = sum(busy.values())
            if len(busy) > 2 and most > rest / 3 and most > 1.0 and format_ != NONE:
                apart[slowest] = round(most, 3)
                cells, rest = cells - self.counts[slowest], rest - most
            if cells and rest:
                rates[format_] = round(cells / (seconds * rest / total))
        return {"formats": rates, "apart": apart}

    def header(self) -> dict:
        selected = {key: value for key, value in vars(self.selection).items() if value}
        return {
            "report": 1,
            "suite": self.suite,
            "bed": self.bed.name,
            "variables": list(self.bed.variables),
            "filters": selected,
            "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "machine": machine(),
            "commit": commit(self.root),
            "build": self.build,
            "runner": platform.python_version(),
            "peers": [
                {"peer": name, "language": intro.language, "runtime": intro.runtime}
                for name, intro in sorted(self.introductions.items())
            ],
            "codecs": [
                {"codec": c.id, "format": c.format, "library": c.library, "version": c.version, "model": c.model}
                for c in self.codecs
            ],
        }


def _outcomes(row: Row) -> list[dict]:
    head = {"case": row.name, "format": row.format, "writer": row.writer}
    return [
        head | {"reader": one.reader, "outcome": (Outcome.EQUAL if one.cell is None else one.cell.outcome).value}
        for one in row.readings
    ]


def machine() -> dict:
    model = ""
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        model = names[0] if names else ""
    return {"system": platform.platform(), "cpu": model, "cores": os.cpu_count()}


def commit(root: Path) -> str:
    done = subprocess.run(["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip()


class _Progress:
    """A bar where there is a terminal to draw it on."""

    def __init__(self, total: int, wanted: bool):
        self.total, self.bar = total, None
        self.wanted = wanted and sys.stderr.isatty()

    def __enter__(self):
        if self.wanted:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (TextColumn("cells"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
            self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task("cells", total=self.total)
        return self

    def __exit__(self, *_):
        if self.bar is not None:
            self.bar.stop()

    def advance(self, count: int):
        if self.bar is not None:
            self.bar.advance(self.task, count)
