"""The disagreements over damaged bytes that a bed knows, and why they are there: `fixtures/fuzz/broken.yaml`.

```yaml
broken:
- format: protojson
  reader: java/protobuf-java-util
  does: takes
  says: Parsing terminated before end of input
  why: java-util-takes-trailing-text
```

`why` is the name of a deviation or of a reason of the bed.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import ROOT, Bed, codec_id, glob, yaml_tree
from wirebed.bed.yaml_tree import Value
from wirebed.errors import instead
from wirebed.state import deviations
from wirebed.state.deviations import reasons
from wirebed_fuzz.broken.odd import DIFFERS, DOES, Odd

FILE = "fuzz/broken.yaml"
_PATTERNS = ("says", "dump")
_KEYS = ("format", "reader", "does", *_PATTERNS, "kinds", "why")


@dataclass(frozen=True)
class Known:
    """`readers`, `formats`, `kinds`: globs. `says`: a pattern that the words of a reader that refuses the input have.
    `dump`: one that the dump of the input has."""

    why: str
    formats: tuple[str, ...]
    readers: tuple[str, ...]
    does: str
    says: re.Pattern[str] | None
    dump: re.Pattern[str] | None
    kinds: tuple[str, ...]

    def takes(self, odd: Odd) -> bool:
        return (
            self.does == odd.does
            and glob.takes([odd.format], self.formats)
            and codec_id.takes(odd.reader, self.readers)
            and (self.does != DIFFERS or all(glob.takes([kind], self.kinds) for kind in odd.kinds))
            and (self.says is None or any(self.says.search(words) for words in odd.words))
            and (self.dump is None or self.dump.search(odd.dump) is not None)
        )


def load(bed: Bed) -> list[Known]:
    """Those of the bed, if it has any, and of this repository. UserError for a mistake in a file, with its place."""
    named = reasons.of_bed(bed, ROOT)
    folders = list(dict.fromkeys((bed.fixtures, ROOT / "fixtures")))
    entries = (entry for folder in folders for entry in deviations.load(folder / "deviations", known=named))
    why = {*named, *(entry.name for entry in entries)}
    return [known for folder in folders for known in _read(folder / FILE, why)]


def _read(path: Path, why: Collection[str]) -> Iterator[Known]:
    if path.is_file():
        yield from (_known(value, why) for value in yaml_tree.mapping(path)["broken"].want(list, "a list"))


def stating(every: Iterable[Known], odd: Odd) -> Known | None:
    """The entry that states what a reader does; None where none does."""
    return next((known for known in every if known.takes(odd)), None)


def _known(value: Value, named: Collection[str]) -> Known:
    entry = value.items(_KEYS, "an entry")
    does = _one_of(entry["does"], DOES, "a reader does") if "does" in entry else ""
    for key in ("format", "reader", "does", *(("kinds",) if does == DIFFERS else ()), "why"):
        if key not in entry:
            raise value.error(f"{key} is missing")
    if does != DIFFERS and not any(key in entry for key in _PATTERNS):
        raise value.error("says or dump is missing")
    return Known(
        _one_of(entry["why"], named, "a deviation or a reason"),
        _globs(entry["format"]),
        _globs(entry["reader"]),
        does,
        _pattern(entry["says"]) if "says" in entry else None,
        _pattern(entry["dump"]) if "dump" in entry else None,
        _globs(entry["kinds"]) if "kinds" in entry else (),
    )


def _one_of(value: Value, known: Collection[str], what: str) -> str:
    text: str = value.want(str, what)
    if text not in known:
        raise value.error(f"unknown: {what} {text}{instead(text, list(known))}")
    return text


def _globs(value: Value) -> tuple[str, ...]:
    if isinstance(value.raw, list):
        return tuple(each.want(str, "a glob") for each in value.raw)
    return (value.want(str, "a glob, or a list of them"),)


def _pattern(value: Value) -> re.Pattern[str]:
    text = value.want(str, "a regular expression")
    try:
        return re.compile(text)
    except re.error as error:
        raise value.error(f"this is no regular expression: {error}") from None
