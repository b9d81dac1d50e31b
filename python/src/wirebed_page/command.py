"""`wirebed report`: makes a page, index.html beside the reports of the bed, of the newest results."""

import gc
import multiprocessing
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from wirebed.bed import Bed, files
from wirebed.bed.exit_codes import AS_EXPECTED
from wirebed.errors import UserError, shown
from wirebed_build import interrupt
from wirebed_build.progress import Progress
from wirebed_page import (
    bugs,
    changes,
    claims,
    conformance,
    cost,
    echo,
    evolution,
    glossary,
    interop,
    last_shown,
    limits,
    render,
    replay,
    signs,
    silence,
    strip,
    trip,
    upgrade,
)
from wirebed_page.packed import pack
from wirebed_page.runs import REPORTED, Runs
from wirebed_page.section import Section

PAGE = "index.html"
# In the order of the start page.
SECTIONS: dict[str, Callable[[Runs, Bed], Section | None]] = {
    "changes": changes.section,
    "interop": interop.section,
    "trip": trip.section,
    "bugs": bugs.section,
    "evolution": evolution.section,
    "upgrade": upgrade.section,
    "replay": replay.section,
    "limits": limits.section,
    "silence": silence.section,
    "conformance": conformance.section,
    "cost": cost.section,
    "claims": claims.section,
    "echo": echo.section,
}
LARGEST = "evolution"


def main(bed: Bed, out: str | None = None, base: str | None = None) -> int:
    older = Path(base).expanduser() if base else last_shown.before(bed.reports)
    runs = Runs(bed, bed.reports, older, is_asked=bool(base))
    path = Path(out).expanduser() if out else bed.reports / PAGE
    make(runs, path)
    last_shown.keep(bed.reports)
    for sentence in (*runs.missing.values(), *(f"{name}: {words}" for name, words in runs.checked_in.items())):
        print(sentence)
    print(f"{shown(path)}: {path.stat().st_size / 1e6:.1f} MB")
    return AS_EXPECTED


def make(runs: Runs, path: Path):
    """Writes the page, and beside it the files of its sections; UserError where no result is there."""
    with Progress("report") as progress, _without_collector():
        parts = _parts(runs, progress)
        if not any(part.section for part in parts.values()):
            raise UserError("there is nothing to show: " + " ".join(runs.missing.values()))
        with progress.step("page"):
            files.write(path, _page(runs, parts))
            for part in parts.values():
                for name, content in part.section.files.items() if part.section else ():
                    files.write(path.parent / name, content)


@contextmanager
def _without_collector():
    """Its searches would take a third of the time, since all that is read is kept until the page is written."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@dataclass(frozen=True)
class _Part:
    """The data that the page takes from one section; `blocks` are packed."""

    section: Section | None
    blocks: dict[str, str]
    strip: strip.Strip | None
    missing: dict[str, str]
    seconds: float


def _part(name: str, runs: Runs) -> _Part:
    start = time.monotonic()
    section = SECTIONS[name](runs, runs.bed)
    blocks = {block: pack(data) for block, data in section.blocks.items()} if section else {}
    run = getattr(runs, name) if name in REPORTED else None
    line = strip.of(run.report) if run is not None else None
    bare = section and replace(section, blocks={})
    return _Part(bare, blocks, line, runs.missing, time.monotonic() - start)


def _parts(runs: Runs, progress: Progress) -> dict[str, _Part]:
    """Each section in its order. The largest is made by a process beside this one."""
    # Both processes need the entries, and what is parsed before the fork is parsed once.
    _ = runs.deviations
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork"), _end_by_signal) as beside:
        # A copy without what is cached, since it is pickled while this process goes on and caches more.
        largest = beside.submit(_part, LARGEST, replace(runs, missing={}, checked_in={}))
        parts = {}
        for name in SECTIONS:
            parts[name] = largest.result() if name == LARGEST else _part(name, runs)
            runs.missing.update(parts[name].missing)
            progress.note(f"{name}: {parts[name].seconds:.1f} s")
    return parts


def _end_by_signal():
    """The process that made this one cleans up (wirebed_build.interrupt); this one has nothing to clean."""
    signal.set_wakeup_fd(-1)
    for number in interrupt.SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def _page(runs: Runs, parts: dict[str, _Part]) -> str:
    blocks = {name: text for part in parts.values() for name, text in part.blocks.items()}
    findable = [one for part in parts.values() if part.section for one in part.section.findable]
    return render.render(
        blocks | {"signs": pack(signs.block()), "glossary": pack(glossary.block()), "search": pack(findable)},
        strips=[parts[name].strip for name in REPORTED if parts[name].strip],
        cards={name: part.section.card for name, part in parts.items() if part.section},
        answers=[answer for part in parts.values() if part.section for answer in part.section.answers],
        harms=[harm for part in parts.values() if part.section for harm in part.section.harms],
        missing=runs.missing,
    )
