"""`make golden CHECK=1 BASE=<git ref>`: checks that no golden of BASE vanished or changed without a record."""

import subprocess
from pathlib import Path

from wirebed.bed import PROGRAM
from wirebed.bed.git import commit_of
from wirebed.errors import UserError
from wirebed.state.golden.model import GoldenEntry, Record
from wirebed.state.golden.record_read import parse
from wirebed.state.golden.store import RECORD, Store

LARGEST_FIXTURES = 25 * 1000 * 1000


def check(store: Store, base: str) -> list[str]:
    """A line for each fault; empty when all goldens of BASE are here or recorded as retired."""
    folder = store.root.parent.parent
    prefix = _git(folder, "rev-parse", "--show-prefix").strip()
    before = _tree(folder, commit_of(f"BASE={base}", base, folder), f"{prefix}fixtures/golden")
    faults = store.damage() + store.unlisted() + _too_large(store.root.parent)
    for path in sorted(before):
        if path.rpartition("/")[2] == RECORD:
            text = _git(folder, "cat-file", "blob", before[path])
            case = path.removeprefix(f"{prefix}fixtures/golden/").removesuffix(f"/{RECORD}")
            faults += _case(store, case, parse(text, f"{base}:{path}"))
    now = _hashes(folder, [folder / p.removeprefix(prefix) for p in before])
    for path, blob in sorted(before.items()):
        faults += _file(store, folder / path.removeprefix(prefix), blob, now)
    return faults


def _file(store: Store, path: Path, blob: str, now: dict[Path, str]) -> list[str]:
    """A fault where a golden's file is not the same as on BASE; records and dumps may change."""
    if path.name in (RECORD, "README.md") or path.suffix == ".txt":
        return []
    if path in now:
        if now[path] == blob:
            return []
        return [f"{store.shown(path)}: other bytes than on BASE; restore it: a golden never changes"]
    case, file = _split(store, path)
    if file in store.record(case).retired:
        return []
    mend = f"restore it, or `{PROGRAM} golden RETIRE='{case}/{file}' WHY=…`"
    return [f"{store.shown(path)}: was on BASE and is gone; {mend}"]


def _split(store: Store, path: Path) -> tuple[str, str]:
    """The case and the file of a golden that is only on BASE: the last two parts are format and name."""
    parts = path.relative_to(store.root).parts
    return "/".join(parts[:-2]), "/".join(parts[-2:])


def _case(store: Store, case: str, before: Record) -> list[str]:
    now = store.record(case)
    place = store.shown(store.root / case / RECORD)
    faults = []
    for file, entry in sorted(before.files.items()):
        if file in now.files:
            faults += [f"{place}: {file}: {what}" for what in _entry(entry, now.files[file])]
        elif file not in now.retired:
            faults.append(f"{place}: {file} was on BASE and is gone without a tombstone")
        elif now.retired[file].sha256 != entry.sha256:
            faults.append(f"{place}: the tombstone of {file} has another sha256")
    for file in sorted(set(before.retired) - set(now.retired) - set(now.files)):
        faults.append(f"{place}: the tombstone of {file} is gone")
    return faults


def _entry(before: GoldenEntry, now: GoldenEntry) -> list[str]:
    """The parts of an entry that changed without a reason."""
    faults = []
    for name in ("sha256", "case", "imported", "runtime"):
        was, is_now = (getattr(entry, name) for entry in (before, now))  # a field of an entry
        if was != is_now:
            faults.append(f"{name} changed from {was} to {is_now}")
    if now.schema[: len(before.schema)] != before.schema:
        faults.append("hashes of the schema changed: they are only ever added")
    for codec, versions in sorted(before.writers.items()):
        lost = sorted(set(versions) - set(now.writers.get(codec, [])))
        if lost:
            faults.append(f"{codec} {', '.join(lost)} is no longer among the writers")
    for codec in sorted(set(before.left) - set(now.left) - set(now.current_writers())):
        faults.append(f"the reason why {codec} left is gone")
    for codec in sorted(set(now.left) - set(before.left)):
        if not now.left[codec].strip():
            faults.append(f"{codec} left without a reason")
    faults += [f"{codec} was unstable on BASE" for codec in sorted(set(before.unstable) - set(now.unstable))]
    return faults


def _too_large(fixtures: Path) -> list[str]:
    size = sum(p.stat().st_size for p in fixtures.rglob("*") if p.is_file())
    if size <= LARGEST_FIXTURES:
        return []
    return [f"fixtures/ holds {size / 1e6:.1f} MB, more than the {LARGEST_FIXTURES / 1e6:.0f} it may"]


def _tree(folder: Path, commit: str, below: str) -> dict[str, str]:
    """Path -> blob of every file below a folder of a commit."""
    listed = _git(folder, "ls-tree", "-r", "-z", "--full-tree", commit, "--", below)
    rows = [row.split("\t", 1) for row in listed.split("\0") if row]
    return {path: facts.split()[2] for facts, path in rows}


def _hashes(folder: Path, paths: list[Path]) -> dict[Path, str]:
    """Existing file -> the blob that git would make of it, without conversion of line ends."""
    existing = [path for path in paths if path.is_file() and path.suffix != ".txt"]
    if not existing:
        return {}
    names = "".join(f"{path}\n" for path in existing)
    out = _git(folder, "hash-object", "--no-filters", "--stdin-paths", input=names)
    return dict(zip(existing, out.split(), strict=True))


def _git(folder: Path, *arguments: str, input: str | None = None) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], input=input, capture_output=True, text=True)
    if done.returncode:
        raise UserError(f"git {arguments[0]}: {done.stderr.strip() or 'failed'}")
    return done.stdout
