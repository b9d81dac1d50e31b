"""The tests that are pinned as failing, in `fixtures/conformance/<format>/<peer>-<library>.txt`: a name on each line,
sorted.

```text
Recommended.Proto3.JsonInput.BoolFieldDoubleQuotedFalse
Required.Proto3.JsonInput.StringFieldNotAString skipped
```

A test that the testee opted out of has the word `skipped`.
"""

from collections.abc import Mapping
from pathlib import Path

from wirebed.bed import Bed, files
from wirebed.bed.codec_id import format_of, library_of, peer_of
from wirebed.errors import UserError
from wirebed_conformance.suite import FAILED, SKIPPED

FOLDER = "conformance"
_HEAD = """\
# The tests of protobuf's conformance suite that {codec} fails (fixtures/conformance/README.md).
# `make conformance` compares, and `make conformance ACCEPT=1` writes this file.
"""

# Test -> failed or skipped.
Pins = Mapping[str, str]


def path_of(bed: Bed, codec: str) -> Path:
    """`codec`: its id."""
    return bed.fixtures / FOLDER / format_of(codec) / f"{peer_of(codec)}-{library_of(codec)}.txt"


def read(bed: Bed, codec: str) -> dict[str, str]:
    """Those of the file; none without one. UserError for a line that is none of such a file."""
    path, pins = path_of(bed, codec), dict[str, str]()
    for number, line in enumerate(files.read_text(path).splitlines() if path.is_file() else (), 1):
        if not line.strip() or line.startswith("#"):
            continue
        test, _, word = line.strip().partition(" ")
        if word not in ("", SKIPPED):
            raise UserError(f"the name of a test is wanted, with `{SKIPPED}` after it or nothing", path, number, 1)
        if test in pins:
            raise UserError(f"{test} stands here twice", path, number, 1)
        pins[test] = word or FAILED
    return pins


def write(bed: Bed, codec: str, pins: Pins) -> None:
    lines = [f"{test} {SKIPPED}\n" if outcome == SKIPPED else f"{test}\n" for test, outcome in sorted(pins.items())]
    files.write(path_of(bed, codec), "".join([_HEAD.format(codec=codec), *lines]))
