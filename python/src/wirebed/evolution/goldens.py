"""The goldens of samples: bytes that a codec of one version once wrote, read by both versions for ever.

They lie in fixtures/golden/evolution/<step>/<version>.<sample>/ and are kept as those of cases are (wirebed.golden);
each version has a checker of its own, since the schema is its own.
"""

import fnmatch
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from wirebed.ask import Panel
from wirebed.bed import BUILD, ROOT, Bed
from wirebed.evolution.model import Sample, Step
from wirebed.evolution.ways import Given
from wirebed.golden import Checker
from wirebed.golden.checker import hint
from wirebed.golden.store import Store
from wirebed.matrix.row import Row
from wirebed.peers import Pool, discover

FOLDER = "evolution/"


def there(bed: Bed) -> bool:
    return (bed.fixtures / "evolution").is_dir()


class Goldens:
    """The checkers of all versions."""

    def __init__(self, bed: Bed, schemas: Mapping[str, object], steps: Iterable[Step]):
        self.cases = {sample.name: _case(sample) for step in steps for sample in step.samples}
        by_version: dict[str, list] = {version: [] for version in schemas}
        for step in steps:
            for sample in step.samples:
                by_version[sample.version].append(self.cases[sample.name])
        self.checkers = {
            version: Checker(bed, schemas[version], cases, _store(bed, version, schemas))
            for version, cases in by_version.items()
        }

    def sources(self) -> dict[str, list[Given]]:
        """By sample: every intact golden."""
        found: dict[str, list[Given]] = {}
        for checker in self.checkers.values():
            for source in checker.sources():
                given = Given(source.format, source.data, source.writer or "given", source.name)
                found.setdefault(source.case.name.removeprefix(FOLDER), []).append(given)
        return found

    def written(self, row: Row, sample_version: str, codec_version: str) -> list[str]:
        """The write check of what one codec wrote now."""
        checker = self.checkers[sample_version]
        return checker.written(self.cases[row.name], row.writer, codec_version, row.data)

    def problems(self, takes=None) -> list[str]:
        """Damaged and stray files; `takes` limits it to samples with such names."""
        below = None if takes is None else lambda name: takes(name.removeprefix(FOLDER))
        return [line for checker in self.checkers.values() for line in checker.problems(below)]

    def hint(self) -> str:
        return hint(sum((checker.todo for checker in self.checkers.values()), Counter()))


def _case(sample: Sample):
    return replace(sample.case, name=FOLDER + sample.name)


def _store(bed: Bed, version: str, versions: Iterable[str]) -> Store:
    """Files that are of no version at all are of the first one."""
    others = set(versions) - {version} if version == min(versions) else None

    def takes(path: str) -> bool:
        parts = path.split("/")
        if parts[0] != FOLDER.rstrip("/"):
            return False
        own = parts[2].partition(".")[0] if len(parts) > 2 else ""
        return own == version or (others is not None and own not in others)

    return Store(bed.fixtures / "golden", takes)


def stale(bed: Bed) -> list[str]:
    """Dumps that do not say what the bytes are."""
    from wirebed.golden import dumps

    if not there(bed):
        return []
    schemas, steps, _ = _load(bed)
    return [line for checker in Goldens(bed, schemas, steps).checkers.values() for line in dumps.stale(checker)]


def update(bed: Bed, accept: str, why: str, glob: str | None, format_: str | None, peers) -> int:
    """`make golden` of the samples that are marked."""
    from wirebed.evolution.command import prepare
    from wirebed.golden.encode import encodings
    from wirebed.golden.update import update as enter

    trees, schemas, steps, entries = prepare(bed, peers=peers)
    every = [s for step in steps if not step.class_name for s in step.samples if s.case.golden]
    wanted = [s for s in every if _matches(FOLDER + s.name, glob)]
    if not wanted:
        print(f"no sample{f' that matches CASE={glob}' if glob else ''} is marked golden (`golden: true`)")
        return 0
    blocked = _blocked(bed, trees, steps, entries, {sample.name for sample in wanted}, peers)
    goldens = Goldens(bed, schemas, steps)
    refused, added, count = [], [], 0
    for version, checker in goldens.checkers.items():
        cases = [goldens.cases[s.name] for s in wanted if s.version == version and s.name not in blocked]
        if accept and not any(_matches(case.name, accept.partition("/")[0] + "/*") for case in cases):
            continue
        found = encodings(cases, partial(_panel, trees[version], schemas[version], peers)) if cases else []
        if format_:
            found = [e for e in found if fnmatch.fnmatchcase(e.codec.partition(":")[2].partition("/")[0], format_)]
        # ACCEPT= is told where there is something to accept: another version may have it.
        mine = accept if any(_accepts(accept, e) for e in found) else ""
        report = enter(checker, found, mine, why)
        refused, added, count = refused + report.refused, added + report.added, count + len(found)
    for line in (*refused, *added):
        print(line)
    print(
        f"{len(wanted)} golden samples, {count} encodings: {len(added)} added, {len(refused)} refused, "
        f"{len(blocked)} samples blocked"
    )
    return 1 if refused or blocked else 0


def _matches(name: str, glob: str | None) -> bool:
    return not glob or fnmatch.fnmatchcase(name, glob)


def _accepts(glob: str, encoding) -> bool:
    from wirebed.golden.update import matches

    return matches(glob, encoding.case.name, encoding.codec)


@contextmanager
def _panel(tree, schema, peers):
    specs = [spec for spec in discover(ROOT) if peers is None or spec.name in peers]
    with Pool(specs, tree, BUILD / "log" / "ask") as pool:
        yield Panel(pool, schema)


def _load(bed: Bed):
    from wirebed.evolution.command import load_steps

    return load_steps(bed)


def _blocked(bed: Bed, trees, steps, entries, wanted: set[str], peers) -> set[str]:
    """The samples of which nothing is added, since a cell of theirs is not as expected."""
    from wirebed.evolution.session import EvolutionSession

    chosen = [replace(step, samples=tuple(s for s in step.samples if s.name in wanted)) for step in steps]
    specs = [spec for spec in discover(ROOT) if peers is None or spec.name in peers]
    with EvolutionSession(bed, trees, ROOT, specs) as session:
        session.prepare_steps([step for step in chosen if step.samples], entries, with_goldens=False)
        cells = session.outcomes()
    blocked: dict[str, list] = {}
    for cell in cells:
        name = next((n for n in wanted if cell.id.case == n or cell.id.case.startswith(f"{n}.")), cell.id.case)
        blocked.setdefault(name, []).append(cell)
    for name, found in sorted(blocked.items()):
        print(f"{name}: nothing is added while {len(found)} of its cells are not as expected:")
        for cell in found[:5]:
            print(f"    {cell.id}: {cell.outcome.value}: {'; '.join([cell.reason, *cell.problems])}"[:300])
    return set(blocked)
