"""The tests that are pinned as failing, in `fixtures/conformance/<suite>/<format>/<peer>-<library>.txt`: a name on each
line, sorted.

```text
Recommended.Proto3.JsonInput.BoolFieldDoubleQuotedFalse
Required.Proto3.JsonInput.StringFieldNotAString skipped
```

A test that the codec opted out of has the word `skipped`, and one that it reads, and need not read, the word `read`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from wirebed.bed import Bed, files
from wirebed.bed.codec_id import codec_id, format_of, library_of, peer_of
from wirebed.errors import UserError
from wirebed_conformance.outcomes import FAILED, READ, SKIPPED

FOLDER = "conformance"
_HEAD = """\
# The tests of {suite} that {codec} fails (fixtures/conformance/README.md).
# `make conformance` compares, and `make conformance ACCEPT=1` writes this file.
"""

_WORDS = (SKIPPED, READ)

# Test -> failed, skipped or read.
Pins = Mapping[str, str]


def path_of(bed: Bed, suite: str, codec: str) -> Path:
    """`codec`: its id."""
    return bed.fixtures / FOLDER / suite / format_of(codec) / f"{peer_of(codec)}-{library_of(codec)}.txt"


def pinned(bed: Bed) -> Iterator[tuple[str, str, Pins]]:
    """Each suite and the id of a codec that has a file, with what the file says."""
    folder = bed.fixtures / FOLDER
    for path in sorted(folder.glob("*/*/*.txt")):
        suite, format, name = path.relative_to(folder).with_suffix("").parts
        peer, _, library = name.partition("-")
        codec = codec_id(peer, f"{format}/{library}")
        yield suite, codec, read(bed, suite, codec)


def read(bed: Bed, suite: str, codec: str) -> dict[str, str]:
    """Those of the file; none without one. UserError for a line that is none of such a file."""
    path, pins = path_of(bed, suite, codec), dict[str, str]()
    for number, line in enumerate(files.read_text(path).splitlines() if path.is_file() else (), 1):
        if not line.strip() or line.startswith("#"):
            continue
        test, _, word = line.strip().partition(" ")
        if word not in ("", *_WORDS):
            words = " or ".join(f"`{known}`" for known in _WORDS)
            raise UserError(f"the name of a test is wanted, with {words} after it, or nothing", path, number, 1)
        if test in pins:
            raise UserError(f"{test} stands here twice", path, number, 1)
        pins[test] = word or FAILED
    return pins


def write(bed: Bed, suite: str, codec: str, pins: Pins) -> None:
    lines = [f"{test} {outcome}\n" if outcome in _WORDS else f"{test}\n" for test, outcome in sorted(pins.items())]
    files.write(path_of(bed, suite, codec), "".join([_HEAD.format(suite=suite, codec=codec), *lines]))
