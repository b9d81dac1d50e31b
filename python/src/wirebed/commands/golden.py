"""The command `make golden`: which of its jobs is asked for, and what it prints."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from wirebed.bed import Bed, document
from wirebed.bed.glob import listed
from wirebed.commands import since
from wirebed.errors import UserError, unknown
from wirebed.report.changes.new import new_lines
from wirebed.run import Build
from wirebed.run.leg import NOW
from wirebed.run.peers import Keep
from wirebed.run.selection import CodecSelection
from wirebed.run.taking_part import TakingPart, taking_part
from wirebed.state.golden import check_base
from wirebed.state.golden.checker import Checker
from wirebed.state.golden.store import Store
from wirebed.state.golden.update import retire, take_captured, upgrade_records
from wirebed_build.trees.tree import Tree


def main(
    bed: Bed,
    accept: str | None = None,
    why: str | None = None,
    retire: str | None = None,
    check: bool = False,
    base: str | None = None,
    import_file: str | None = None,
    case: str | None = None,
    format: str | None = None,
    upgrade: bool = False,
    peers: Sequence[str] | None = None,
    keep: Keep | None = None,
) -> int:
    """0 when all is recorded, 1 when something stands in the way. `peers` asks only those that are named. `keep`: as
    for a Session; what is added is executed in any case."""
    jobs = {"ACCEPT": accept, "RETIRE": retire, "CHECK": check, "IMPORT": import_file, "UPGRADE_RECORDS": upgrade}
    given = [name for name, value in jobs.items() if value]
    if len(given) > 1:
        raise UserError(f"{' and '.join(given)} are different jobs: one at a time")
    why = why or ""
    if (accept or retire) and not why.strip():
        raise UserError(f"{given[0]}= needs WHY='…': the reason is recorded beside the bytes")
    if base and not check:
        raise UserError(f"BASE={base} is for CHECK=1, which changes no golden and holds all against that commit")
    if check:
        return _check(bed, base)
    if retire:
        return _retire(bed, retire, why)
    if upgrade:
        return _upgrade(bed)
    part = taking_part(bed, CodecSelection(format=format)) if peers is None else TakingPart(list(peers))
    if import_file:
        return _import(bed, import_file, case, format, why, part)
    return _update(bed, accept or "", why, case, format, part, keep)


def _say(lines: Sequence[str], to: TextIO | None = None) -> None:
    for line in lines:
        print(line, file=to or sys.stdout)


def _check(bed: Bed, base: str | None) -> int:
    if not base:
        raise UserError("CHECK=1 needs BASE=<git ref>, for example BASE=origin/main")
    store = Store(bed.fixtures / "golden")
    every = _problems(bed, base)
    problems = new_lines(_problems_before(bed, base), every) if every else ()
    _say(problems)
    document.find_lines("golden", problems)
    count = sum(len(store.record(case).files) for case in store.cases())
    verdict = f"{len(problems)} problem{'' if len(problems) == 1 else 's'}" if problems else "no problems"
    document.count(goldens=count, cases=len(store.cases()), problems=len(problems))
    before = f"; {len(every) - len(problems)} as before" if len(problems) < len(every) else ""
    print(f"{count} goldens of {len(store.cases())} cases against {base}: {verdict}{before}")
    return 1 if problems else 0


def _problems(bed: Bed, base: str) -> list[str]:
    from wirebed.commands import golden_cases, golden_samples
    from wirebed.state.golden import dumps

    store = Store(bed.fixtures / "golden")
    problems = check_base.check(store, base)
    if store.cases():
        if Tree.files_of(bed):
            checker = Checker(bed, *golden_cases.load(bed, []))
            problems += checker.unsettled() + dumps.stale(checker)
        problems += golden_samples.stale(bed)
    return problems


def _problems_before(bed: Bed, base: str) -> list[str]:
    """Those that the commit itself has. A commit with a Wirebed of its own must have none: its deviations and reasons
    would stand beside those of this one."""
    with since.checked_out(bed, base) as commit:
        return [] if commit.bed is None or commit.wirebed is not None else _problems(commit.bed, commit.id)


def _retire(bed: Bed, glob: str, why: str) -> int:
    _say(retire(Store(bed.fixtures / "golden"), glob, why))
    return 0


def _upgrade(bed: Bed) -> int:
    lines = upgrade_records(Store(bed.fixtures / "golden"))
    _say(lines)
    print(f"{len(lines)} records written in the newest form")
    return 0


def _import(bed: Bed, file: str, case_name: str | None, format: str | None, why: str, part: TakingPart) -> int:
    from wirebed.commands import golden_cases

    path = Path(file).expanduser()
    if not path.is_file():
        raise UserError(f"IMPORT={file} is no file")
    if not case_name or not format:
        raise UserError("IMPORT= needs CASE=<the case whose value it is> and FORMAT=<the format of the bytes>")
    data = path.read_bytes()
    schema, known = golden_cases.load(bed, part.here, lambda name: name == case_name)
    by_name = {case.name: case for case in known}
    if case_name not in by_name:
        raise unknown("case", case_name, by_name)
    case = by_name[case_name]
    problems = golden_cases.of_bytes(Build.of(bed, {NOW.reader: schema}), case, format, data, path.name, part)
    if problems:
        _say([f"{file} is not taken: it does not give the value of {case_name} everywhere", *problems])
        return 1
    print(take_captured(Checker(bed, schema, known), case, format, data, why or f"captured as {path.name}"))
    return 0


def _update(
    bed: Bed,
    accept: str,
    why: str,
    case_glob: str | None,
    format: str | None,
    part: TakingPart,
    keep: Keep | None,
) -> int:
    """Cases, samples of evolution steps, or both: globs are about samples when they begin as their folder does."""
    from wirebed.commands.golden_cases import Cases
    from wirebed.commands.golden_samples import Samples
    from wirebed.commands.golden_update import Source, update
    from wirebed.suites.evolution.goldens import FOLDER, there

    globs, of_steps = [accept] if accept else listed(case_glob), there(bed)
    of_samples = [glob.removeprefix("!").startswith(FOLDER) for glob in globs]
    sources: list[Callable[[Bed, str | None, TakingPart, Keep | None], Source]] = []
    # A bed that has steps alone has no cases.
    if not (globs and all(of_samples)) and (Tree.files_of(bed) or not of_steps):
        sources.append(Cases)
    if (not globs or any(of_samples)) and of_steps:
        sources.append(Samples)
    return max((update(of(bed, case_glob, part, keep), accept, why, case_glob, format) for of in sources), default=0)
