"""Figures that do not depend on the clock: bytes of each codec on each workload, bytes allocated by one operation.

They are compared with fixtures/bench/fixed.yaml. A change fails `make bench`, as a changed golden fails
`make interop`; `make bench-accept` writes the figures of the last result there. A figure holds for one version of the
library and of its runtime. With another version it is reported as not comparable, and nothing fails.
"""

from dataclasses import dataclass, field
from pathlib import Path

from wirebed.bed import Bed, files
from wirebed.errors import shown
from wirebed_costs import fixture
from wirebed_costs.load_result import load

# The noise of the runtime in the allocations that JMH and memray count: bytes, and a part of the figure.
BYTES, PART = 8, 0.01
SECTIONS = ("runtimes", "codecs", "bytes", "allocated")
HEAD = """\
# Figures without a clock, held against every result of `make bench`; `make bench-accept` writes them.
# `runtimes`, `codecs`: the versions that they were seen with. `bytes`: of one encoding. `allocated`: bytes that one
# operation allocates.
"""


@dataclass
class Checked:
    """The comparison of a result with the fixture, a line for each figure."""

    changed: list[str] = field(default_factory=list)
    unlike: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    same: int = 0


def path_of(bed: Bed) -> Path:
    return bed.fixtures / "bench" / "fixed.yaml"


def check(result: dict, old: dict) -> Checked:
    """Compares the figures of a result with the fixture, `old`; figures that only the fixture has are left out."""
    now, checked = _figures(result), Checked()
    for codec in sorted({codec for figures in now["bytes"].values() for codec in figures}):
        if (why := _unlike(old, now, codec)) is not None:
            checked.unlike.append(f"bytes of {codec}: {why}")
    for case, figures in now["bytes"].items():
        for codec, size in figures.items():
            if _unlike(old, now, codec) is None:
                _compare(checked, f"bytes of {codec} {case}", old["bytes"].get(case, {}).get(codec), size)
    for row in _stable(result):
        why = _unlike(old, now, row["codec"], row["peer"])
        size, was = round(row["allocated"]["bytes"]), old["allocated"].get(row["id"])
        if why is None:
            _compare(checked, f"bytes allocated by {row['id']}", was, size, BYTES, PART)
        elif f"allocated in {row['peer']}: {why}" not in checked.unlike:
            checked.unlike.append(f"allocated in {row['peer']}: {why}")
    return checked


def report(result: dict, bed: Bed) -> int:
    """Prints the comparison; 1 when a figure changed."""
    path = path_of(bed)
    checked = check(result, read(path))
    _print(checked)
    if checked.new:
        print(f"{len(checked.new)} figures are not in {shown(path)} yet: make bench-accept")
    if checked.changed:
        print(f"{len(checked.changed)} figures are not those of {shown(path)}; if they are to be: make bench-accept")
    return 1 if checked.changed else 0


def main(bed: Bed, file: str | None) -> int:
    """`make bench-accept`: writes the figures of a result into the fixture, and prints what changes."""
    result, path = load(file), path_of(bed)
    old = read(path)
    checked = check(result, old)
    _print(checked)
    for line in checked.new:
        print(f"new: {line}")
    files.write(path, HEAD + _dumped(merged(old, result)))
    counts = f"{len(checked.changed)} changed, {len(checked.new)} new, {checked.same} as they were"
    taken = "; those of other versions are taken instead of the old ones" if checked.unlike else ""
    print(f"{shown(path)}: {counts}{taken}")
    return 0


def _print(checked: Checked):
    for line in checked.changed:
        print(f"changed: {line}")
    for line in checked.unlike:
        print(f"not comparable: {line}")


def merged(old: dict, result: dict) -> dict:
    """The fixture with the figures of a result; figures of other versions of its codecs and runtimes are removed."""
    now = _figures(result)
    gone = {codec for codec in now["codecs"] if _unlike(old, now, codec)}
    moved = {peer for peer, runtime in now["runtimes"].items() if old["runtimes"].get(peer, runtime) != runtime}
    made = {part: {**old[part], **now[part]} for part in ("runtimes", "codecs")}
    made["bytes"] = {
        case: {codec: size for codec, size in old["bytes"].get(case, {}).items() if codec not in gone}
        | now["bytes"].get(case, {})
        for case in {**old["bytes"], **now["bytes"]}
    }
    # The id of a row begins with its peer and, where it has one, its codec's name.
    stale = tuple(f"{peer} " for peer in moved) + tuple(f"{codec.replace(':', ' ', 1)} " for codec in gone)
    valid = {row: size for row, size in old["allocated"].items() if not row.startswith(stale)}
    made["allocated"] = {**valid, **{row["id"]: round(row["allocated"]["bytes"]) for row in _stable(result)}}
    return made


def _figures(result: dict) -> dict:
    bytes_: dict[str, dict[str, int]] = {}
    for row in result["sizes"]:
        bytes_.setdefault(row["case"], {})[row["codec"]] = row["raw"]
    return {
        "runtimes": {peer["peer"]: peer["runtime"] for peer in result["peers"]},
        "codecs": {codec["codec"]: codec["version"] for codec in result["codecs"]},
        "bytes": bytes_,
    }


def _stable(result: dict) -> list[dict]:
    """The rows whose allocations are the same each time."""
    return [row for row in result["rows"] if row["allocated"] and row["allocated"]["stable"]]


def _unlike(old: dict, now: dict, codec: str | None, peer: str | None = None) -> str | None:
    """How the versions of a figure differ from those of the fixture; None where they do not, or are not recorded."""
    for part, name in (("codecs", codec), ("runtimes", peer)):
        was, is_ = old[part].get(name), now[part].get(name)
        if was is not None and was != is_:
            return f"{is_}, the fixture has {was}"
    return None


def _compare(checked: Checked, what: str, was: int | None, size: int, least: float = 0, part: float = 0):
    """Counts a figure as changed when it differs by more than `least` and more than this part of the old one."""
    if was is None:
        checked.new.append(f"{what}: {size:,}")
    elif abs(was - size) > max(least, part * was):
        checked.changed.append(f"{what}: {was:,}, now {size:,}")
    else:
        checked.same += 1


def read(path: Path) -> dict:
    """The fixture; empty sections where the file or a section is missing."""
    sections = fixture.read(path, *SECTIONS) if path.exists() else {}
    return {part: sections.get(part) or {} for part in SECTIONS}


def _dumped(data: dict) -> str:
    """YAML with a sorted line for each figure, so that two branches that add figures seldom conflict."""
    from io import StringIO

    from ruamel.yaml import YAML

    def ordered(value):
        return {key: ordered(value[key]) for key in sorted(value)} if isinstance(value, dict) else value

    out = StringIO()
    yaml = YAML()
    yaml.width = 1000
    yaml.dump({part: ordered(data[part]) for part in SECTIONS}, out)
    return out.getvalue()
