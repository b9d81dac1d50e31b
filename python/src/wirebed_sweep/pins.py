"""The letters that a bed has pinned: `fixtures/sweep/<format>.txt`, with a block for each golden and way.

```text
fixtures/golden/Stock/nan/protobuf/java-protobuf-java-85f2b3a1.bin cut
    cpp/libprotobuf python/upb: ~8t
    java/protobuf-java: ~8t
```

Readers with the same letters stand in one line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from wirebed.bed import Bed, files
from wirebed.errors import UserError
from wirebed_sweep.ask import Key
from wirebed_sweep.letters import coded, decoded
from wirebed_sweep.ways import ABOUT

FOLDER = "sweep"
_HEAD = """\
# What readers make of goldens that are damaged at each byte (fixtures/sweep/README.md of Wirebed).
# `make sweep` compares, and `make sweep ACCEPT=1` writes this file.
"""
_BLOCK = re.compile(r"(?P<golden>\S.*) (?P<way>\w+)")
_LINE = re.compile(r"    (?P<readers>\S.*): (?P<code>.*\D)")


Pins = Mapping[Key, str]


def path_of(bed: Bed, format: str) -> Path:
    return bed.fixtures / FOLDER / f"{format}.txt"


def formats(bed: Bed) -> list[str]:
    """The formats that have pinned letters."""
    return sorted(path.stem for path in (bed.fixtures / FOLDER).glob("*.txt"))


def read(bed: Bed, format: str) -> dict[Key, str]:
    """Those of the file; none without one. UserError for a line that is none of such a file."""
    path, pins = path_of(bed, format), dict[Key, str]()
    golden = way = ""
    for number, line in enumerate(files.read_text(path).splitlines() if path.is_file() else (), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if found := _LINE.fullmatch(line):
            row = decoded(found["code"])
            pins |= {Key(format, golden, way, reader): row for reader in found["readers"].split()}
        elif (found := _BLOCK.fullmatch(line)) and found["way"] in ABOUT:
            golden, way = found["golden"], found["way"]
        else:
            raise UserError("a golden and a way, or readers and their letters, are wanted here", path, number, 1)
    return pins


def write(bed: Bed, format: str, pins: Pins) -> None:
    files.write(path_of(bed, format), "".join([_HEAD, *_lines(pins)]))


def _lines(pins: Pins) -> Iterator[str]:
    blocks: dict[tuple[str, str], dict[str, list[str]]] = {}
    for key, row in sorted(pins.items()):
        blocks.setdefault((key.golden, key.way), {}).setdefault(row, []).append(key.reader)
    for (golden, way), readers in blocks.items():
        yield f"{golden} {way}\n"
        yield from _block(readers)


def _block(readers: Mapping[str, Iterable[str]]) -> Iterator[str]:
    for row, names in readers.items():
        yield f"    {' '.join(names)}: {coded(row)}\n"
