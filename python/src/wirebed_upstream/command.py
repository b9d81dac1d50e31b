"""`wirebed upstream`: runs every reproduction of fixtures/upstream, with the pinned and the newest version."""

import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from wirebed.bed import REPORTS, ROOT, document, files
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.bed.glob import matches
from wirebed.errors import UserError, no_match, shown
from wirebed_build.progress import Progress
from wirebed_upstream import mechanisms, past, show
from wirebed_upstream.installed import CPython, Debian, Jdk
from wirebed_upstream.load import libraries, load
from wirebed_upstream.maven import Maven
from wirebed_upstream.pypi import PyPI
from wirebed_upstream.registry import NotThere, Registry, Releases
from wirebed_upstream.reproduction import Reproduction
from wirebed_upstream.run import Result, run


class Bounds(NamedTuple):
    """The first and the last release; None where there is no limit."""

    old: str | None = None
    new: str | None = None


_AT_ONCE = 2
_WIDTH = 120  # where there is no terminal


def main(
    case: str | None = None,
    fixtures: Path = ROOT / "fixtures",
    registries: Mapping[str, Registry] | None = None,
    reports: Path = REPORTS,
    history: Bounds | None = None,
) -> int:
    """The exit code: 0 all print what is stated, 1 one does not, 3 one could not be run. `history`: between
    which releases of the registries the programs are run, too."""
    if history is not None and not case:
        raise UserError("HISTORY=1 runs a program with up to all releases of its library: choose some by CASE=")
    natures = mechanisms.natures(fixtures)
    known = load(fixtures / "upstream", natures)
    chosen = [reproduction for reproduction in known if not case or matches(reproduction.name, case)]
    if not chosen:
        raise no_match("CASE", case or "", [reproduction.name for reproduction in known])
    known_registries = registries or all_registries()
    results = _run(chosen, known_registries)
    if history is not None:
        results = _with_past(results, known_registries, history)
    stated = {name for reproduction in known for name in reproduction.entries}
    without = mechanisms.without(natures, stated, libraries(fixtures / "upstream"))
    files.write(reports / "upstream.jsonl", show.lines(results))
    files.write(reports / "upstream.md", show.page(results, without))
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    show.table(results, console)
    show.unexpected(results, console)
    show.past(results, console)
    show.find(results)
    document.report(reports / "upstream.jsonl")
    print(show.summary(results))
    print(show.missing(without, shown(reports / "upstream.md")))
    return _code(results)


def all_registries() -> dict[str, Registry]:
    return {"maven": Maven(), "pypi": PyPI(), "debian": Debian(), "cpython": CPython(), "jdk": Jdk()}


def _run(chosen: list[Reproduction], registries: Mapping[str, Registry]) -> list[Result]:
    """A library is one thread's at a time, so that its versions are fetched once."""
    used = list(dict.fromkeys(reproduction.library for reproduction in chosen))
    with Progress("upstream") as progress, ThreadPoolExecutor(_AT_ONCE) as pool:

        def of_library(library) -> list[Result]:
            with progress.step(library.coordinates):
                mine = [reproduction for reproduction in chosen if reproduction.library == library]
                return run(library, registries[library.registry], mine)

        by_name = {result.reproduction.name: result for results in pool.map(of_library, used) for result in results}
    return [by_name[reproduction.name] for reproduction in chosen]


def _with_past(results: list[Result], registries: Mapping[str, Registry], history: Bounds) -> list[Result]:
    with Progress("history") as progress:
        return [
            replace(result, past=_past(result, registries[result.reproduction.library.registry], history, progress))
            for result in results
        ]


def _past(result: Result, registry: Registry, history: Bounds, progress: Progress) -> str:
    if not isinstance(registry, Releases):
        return "not asked: what this machine has installed has no list of releases"
    try:
        return str(past.of(result.reproduction, registry, history.old, history.new, progress))
    except NotThere as why:
        return f"not asked: {why}"


def _code(results: list[Result]) -> int:
    if any(result.ran and not result.as_stated for result in results):
        return UNEXPECTED
    return AS_EXPECTED if all(result.ran for result in results) else NOT_WHOLE
