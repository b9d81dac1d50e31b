"""`make bench-replay`: replays generated corpora of growing size, and checks in what each has cost.

Each replay is a command of its own, as a user types it, over a corpus that has no index yet.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from wirebed.bed import BUILD, Bed, glob
from wirebed.bed.machine import machine
from wirebed.errors import UserError, shown
from wirebed_build.progress import Progress
from wirebed_build.trees.process import run_own
from wirebed_costs.replay import persons, rows
from wirebed_costs.replay.rows import Row
from wirebed_replay.report import REPORT, read

# By format, the numbers of records.
SIZES = {"protobuf": (100_000, 1_000_000, 10_000_000), "hessian2": (100_000,), "protojson": (100_000,)}


def main(formats: str | None, quick: bool, workers: int) -> int:
    """`formats`: globs. `quick`: the smallest corpus of each, and nothing is checked in."""
    taken = [name for name in SIZES if glob.takes([name], glob.listed(formats))]
    if not taken:
        raise UserError(f"FORMAT={formats} matches none of {', '.join(SIZES)}")
    bed = Bed.open()
    made: list[Row] = []
    with TemporaryDirectory(dir=BUILD, prefix="bench-replay-") as folder, Progress("bench-replay") as progress:
        for name in taken:
            sizes = SIZES[name][:1] if quick else SIZES[name]
            for row in _measured(bed, name, sizes, workers, Path(folder)):
                progress.note(f"{row.format}: {row.records:,} records in {row.seconds:,.0f} s")
                made.append(row)
                if not quick:
                    rows.publish([row])
    print(rows.table(made), end="")
    if not quick:
        print(f"written: {shown(rows.FILE)} and its figure; `make format` renews the table of its README.md")
    return 0


def _measured(bed: Bed, format: str, sizes: Sequence[int], workers: int, folder: Path) -> Iterator[Row]:
    payloads = persons.payloads(bed, format)
    for size in sizes:
        corpus = folder / f"{format}-{size}"
        persons.write(corpus, payloads, size)
        words = [f"--corpus={corpus}", "--framing=delimited", f"--message={persons.MESSAGE}", f"--format={format}"]
        words += [f"--workers={workers}"] if workers else []
        with (folder / "log").open("wb") as log:
            code = run_own([sys.argv[0], "replay", *words], stdout=log, stderr=log)
        if code not in (0, 1):
            raise UserError(f"the replay of {size:,} records ended with {code}: {(folder / 'log').read_text()[-2000:]}")
        yield _row(read(bed.reports / f"{REPORT}.jsonl"), format, workers)
        corpus.unlink()


def _row(report: Sequence[dict], format: str, workers: int) -> Row:
    header, footer = report[0]["header"], report[-1]["footer"]
    on = machine()
    return Row(
        format, footer["records"], workers, footer["payload_bytes"], len(header["readers"]), cpu=str(on["cpu"]),
        cores=int(on["cores"] or 0), **footer["times"],
    )  # fmt: skip
