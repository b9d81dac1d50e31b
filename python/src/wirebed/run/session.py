"""One run of a suite: it executes the plan, and matches, counts and reports each row as it comes.

A suite sets in `prepare` the plan, the matcher of the entries, the checker of the goldens, and what it prints for cells
that no entry states (`unstated`). The hooks at the end of the class are the rest of what differs between suites.
"""

import datetime
import platform
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from wirebed.bed import Bed
from wirebed.bed.codec_id import codec_id, peer_and_version, peer_of
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.bed.machine import commit, machine
from wirebed.peers import Pool
from wirebed.peers.codecs import CodecRef
from wirebed.peers.kept import Keeper
from wirebed.report.of_today import content
from wirebed.run import Row, run
from wirebed.state import roster as rosters
from wirebed.state.deviations import Entry, of_bed
from wirebed.state.deviations.entry import TREE
from wirebed.state.left import Leftovers
from wirebed.state.row import of_tree
from wirebed.view.outcome import Cell
from wirebed_build.progress import Progress


class Session:
    """The peers start when a session is entered, and answer hello while the runner reads its own files."""

    # The fingerprint of what the peers were built from, for `make why`: see wirebed_build.trees.state.
    build = ""
    # Whether a full run has a failure for all that codecs state to leave.
    shows_all_left = False

    def __init__(self, bed: Bed, root: Path, pool: Pool, suite: str, keep: Callable[[Pool], Keeper] | None = None):
        """`keep` makes what answers from earlier runs; without, everything is executed and nothing is kept."""
        self.bed, self.root, self.pool, self.suite = bed, Path(root), pool, suite
        self.keeper = keep(pool) if keep is not None else None
        self.kept = 0  # cells whose readers' answers were kept
        self.writer = None
        self.busy: Counter = Counter()  # codec -> seconds of its peer's processes
        self.read: Counter = Counter()  # format and its readers -> rows
        self.questions = 0  # that the peers have answered
        self.left = Leftovers()
        self.drift: list[str] = []
        self.unexpected: list[Cell] = []

    def __enter__(self):
        self.pool.__enter__()
        return self

    def __exit__(self, *error):
        self.pool.__exit__(*error)

    def start_for(self, selection):
        """Starts what this selection is going to ask anyway, while the runner reads its own files."""
        if selection.full:
            # Of every codec some kept answers are executed again.
            self.pool.start_all()

    def own_entries(self) -> list[Entry]:
        """The deviations of the bed that are about this suite and these peers."""
        entries = of_bed(self.bed, self.root)
        return [one for one in entries if one.suite == self.suite and one.applies(self.pool.left_out)]

    def run(self, path: Path, started: float, progress: bool = True) -> int:
        """Executes the plan and writes the report; the exit code."""
        self.writer = self.open_report(path)
        begun = time.monotonic()
        with Progress("cells", self.plan.cells, quiet=not progress) as bar:
            self._take(self._trees())

            def take(rows: list[Row]):
                self._take(rows)
                bar.advance(sum(len(row.readers) for row in rows))

            run(self.plan.works, self.keeper or self.pool, take, self._observe)
        return self._finish(time.monotonic() - begun, started)

    def outcomes(self, take: Callable[[Row], None] = lambda row: None) -> list[Cell]:
        """Runs without a report and returns the unexpected cells. `take` gets every row."""
        for row in self._trees():
            self._judge(row)

        def each(rows: list[Row]):
            for row in rows:
                self._judge(row)
                take(row)

        run(self.plan.works, self.keeper or self.pool, each, self._observe)
        if self.keeper is not None:
            self.keeper.finish()
        return self.unexpected

    def discard(self):
        """Removes the report of a run that failed or was interrupted."""
        if self.writer is not None:
            self.writer.discard()

    def _trees(self) -> list[Row]:
        """A row of one cell for each language that cannot compile a tree."""
        rows = []
        for process, why in sorted(self.pool.unsupported.items()):
            peer, version = peer_and_version(process)
            rows.append(of_tree(peer, f"*/{version}" if version else "*", TREE, why, self.schemas[version]))
        return rows

    def _judge(self, row: Row):
        self.matcher.judge(row)
        self.unstated.see(row)
        self.unexpected += [cell for cell in row.cells if cell.problems]
        self.left.see(row.cells)
        if self.goldens is not None:
            self.drift += self.drift_of(row)

    def _take(self, rows: list[Row]):
        for row in rows:
            self._judge(row)
            self.read[row.format, tuple(row.readers)] += 1
            if self.keeper is not None:
                self.kept += len(row.kept)
                self.keeper.see(row)
        self.writer.rows(rows)

    def _observe(self, job):
        self.busy[codec_id(peer_and_version(job.peer)[0], job.codec)] += job.seconds
        self.questions += len(job)

    def _finish(self, seconds: float, started: float) -> int:
        from wirebed.report.speed import speed

        more: dict = {}
        if self.keeper is not None:
            more["kept"] = self._kept()
        # Only a full run can say that no cell shows an entry.
        stale = self.stale(self.not_shown() if self.selection.full else [])
        goldens, hint = list(self.drift), ""
        if self.goldens is not None:
            goldens += self.goldens.problems(None if self.selection.full else self.selection.takes_case)
            hint = self.goldens.hint()
        missing = self._missing()
        left = self.left.problems(self.leaving(), self.selection.full and self.shows_all_left)
        red = self.unexpected or any(stale.values()) or goldens or left
        code = NOT_WHOLE if missing else UNEXPECTED if red else AS_EXPECTED
        times = {
            "seconds": round(seconds, 3),
            "with_start": round(time.monotonic() - started, 3),
            # The rate of cells that nothing executed says nothing.
            **({} if self.kept else speed(self.busy, self._counts(), seconds)),
            "timing": self.timing(),
            "untimed": bool(self.kept) and not self.keeper.timing,
        }
        more |= {
            "planned": self.plan.cells,
            "questions": self.questions,
            "missing": missing,
            **stale,
            "goldens": goldens,
            "left": self.left.counts(),
            "left_otherwise": left,
        }
        more |= {"beside": self.beside(), "hint": hint, "unstated": self.unstated.text(), "exit": code}
        # Of the whole command, without the reading of the report.
        times["whole"] = round(time.monotonic() - started, 3)
        self.writer.footer(more | {"times": times})
        return code

    def _kept(self) -> dict:
        """What the footer says of kept answers; UserError where one that was executed again is another."""
        unstable = self.keeper.finish()
        again = {"again": self.keeper.repeats.count, "seed": self.keeper.seed}
        return {"cells": self.kept, **again, "unstable": unstable, "fresh": self.keeper.fresh}

    def times(self, codec: str) -> bool:
        """Whether the timing of a codec is taken: not of one that was timed when its answers were kept."""
        return self.keeper is None or self.keeper.times(codec)

    def _counts(self) -> Counter:
        """Format, and codec as a reader -> its cells."""
        counts: Counter = Counter()
        for (format_, readers), rows in self.read.items():
            counts[format_] += rows * len(readers)
            counts.update(dict.fromkeys(readers, rows))
        return counts

    def not_shown(self) -> list[Entry]:
        """The entries that no cell showed, though a full run of these peers on this machine could have."""
        runtimes = {one.peer: one.runtime.rpartition(" ")[2] for one in self.introductions.values()}
        # The version of a library that comes with a language is that of the machine; the project pins all others.
        unpinned = {codec: v for codec, v in self.versions.items() if v == runtimes.get(peer_of(codec))}
        left_out = self.pool.left_out
        stale = (e for e in self.matcher.stale() if not e.of_foreign_trees)
        return [e for e in stale if not e.needs(left_out) and not e.elsewhere(unpinned)]

    def _missing(self) -> list[str]:
        """Why this run was not complete. A run under a filter is complete when all planned cells came back."""
        left = self.writer.outcomes.get("unsupported", 0) - self.writer.unsupported_as_expected
        told = [f"{left} cells were unsupported, and no entry pins that"] * bool(left)
        planned = self.plan.cells
        if self.selection.full:
            absent, planned = self.rostered()
            told += absent
        executed = self.writer.cells - len(self.pool.unsupported)
        if planned != executed:
            told.append(f"{planned} cells were planned, {executed} came back")
        return told

    def roster(self, key: str, without) -> rosters.Roster:
        return rosters.Roster.load(self.root / "fixtures" / "roster.yaml", key).without(without)

    def header(self) -> dict:
        selected = {key: value for key, value in vars(self.selection).items() if value}
        return {
            "report": 1,
            "suite": self.suite,
            "bed": self.bed.name,
            "variables": list(self.bed.variables),
            "filters": selected,
            "kept": self.keeper is not None and not self.keeper.fresh,  # whether answers of earlier runs may be taken
            "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "machine": machine(),
            "commit": commit(self.root),
            "content": content(self.root) if self.selection.full else "",
            "build": self.build,
            "runner": platform.python_version(),
            "peers": [
                {"peer": name, "language": intro.language, "runtime": intro.runtime}
                for name, intro in sorted(self.introductions.items())
            ],
            "codecs": [_of_codec(codec) for codec in self.codecs],
        }

    # The hooks of a suite.

    def open_report(self, path: Path):
        """The writer of the report."""
        raise NotImplementedError

    def drift_of(self, row: Row) -> list[str]:
        """The problems that the goldens show in the bytes of a row."""
        raise NotImplementedError

    def stale(self, entries: list[Entry]) -> dict[str, list[str]]:
        """Lines for the footer of the report about entries that no cell showed, by the key of the footer."""
        told = "{}: `{}` states {}: no cell shows it; remove it"
        return {"stale": [told.format(one.where, one.name, one.states()) for one in entries]}

    def rostered(self) -> tuple[list[str], int]:
        """Where the codecs differ from those of the roster, and how many cells a full run has."""
        raise NotImplementedError

    def timing(self) -> list[dict]:
        """The indicative timing that ends a run."""
        raise NotImplementedError

    def leaving(self) -> list[CodecRef]:
        """The codecs that state what they leave."""
        return self.codecs

    def beside(self) -> list[dict]:
        """The outcomes of the red cases between the codecs that a filter left out."""
        return []


def _of_codec(codec: CodecRef) -> dict:
    told = {key: getattr(codec, key) for key in ("format", "library", "version", "model")}
    return {"codec": codec.id, **told, "settings": [vars(one) for one in codec.settings]}
