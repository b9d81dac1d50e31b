"""`wirebed report`: makes build/report/index.html of the newest results."""

import gc
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

from wirebed import files
from wirebed.bed import REPORTS, Bed
from wirebed.errors import UserError, shown
from wirebed.exit_codes import AS_EXPECTED
from wirebed.page import changes, claims, cost, echo, evolution, interop, render, signs, strip, trip
from wirebed.page.runs import Runs
from wirebed.page.section import Section
from wirebed.progress import Progress

PAGE = "index.html"
# In the order of the start page.
SECTIONS: dict[str, Callable[[Runs, Bed], Section | None]] = {
    "changes": changes.section,
    "interop": interop.section,
    "trip": trip.section,
    "evolution": evolution.section,
    "cost": cost.section,
    "claims": claims.section,
    "echo": echo.section,
}


def main(bed: Bed, out: str | None = None, base: str | None = None) -> int:
    runs = Runs(bed)
    runs.base = Path(base).expanduser() if base else None
    path = Path(out).expanduser() if out else REPORTS / PAGE
    make(runs, path)
    for sentence in runs.missing.values():
        print(sentence)
    print(f"{shown(path)}: {path.stat().st_size / 1e6:.1f} MB")
    return AS_EXPECTED


def make(runs: Runs, path: Path):
    """Writes the page, and beside it the files of its sections; UserError where no result is there."""
    with Progress("report") as progress, _without_collector():
        sections = _sections(runs, runs.bed, progress)
        if not sections:
            raise UserError("there is nothing to show: " + " ".join(runs.missing.values()))
        with progress.step("page"):
            text = _page(runs, sections)
            files.write(path, text)
            for section in sections.values():
                for name, content in section.files.items():
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


def _sections(runs: Runs, bed: Bed, progress: Progress) -> dict[str, Section]:
    found = {}
    for name, make in SECTIONS.items():
        with progress.step(name):
            section = make(runs, bed)
        if section is not None:
            found[name] = section
    return found


def _page(runs: Runs, sections: dict[str, Section]) -> str:
    blocks = {name: data for section in sections.values() for name, data in section.blocks.items()}
    cards = {name: section.card for name, section in sections.items()}
    blocks["signs"] = signs.block()
    return render.render(blocks, strips=strip.strips(runs), cards=cards, missing=runs.missing, sign_class=signs.style)
