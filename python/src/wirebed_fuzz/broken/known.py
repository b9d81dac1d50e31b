"""The disagreements over damaged bytes that a bed knows, and why they are there: `fixtures/fuzz/broken.yaml`.

```yaml
java-util-takes-text-after-the-value:
  format: protojson
  reader: java/protobuf-java-util
  does: takes
  says: Extra data
  reason: "…"
  authority: "…"
  nature: library-bug
```
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wirebed.bed import Bed, codec_id, files, glob, yaml_tree
from wirebed.bed.yaml_tree import Value
from wirebed.state.deviations.entry import NATURES
from wirebed_fuzz.broken.odd import DIFFERS, DOES, Odd

FILE = "fuzz/broken.yaml"
_WHY = ("reason", "authority", "nature")
_PATTERNS = ("says", "dump")
_KEYS = ("format", "reader", "does", *_PATTERNS, "kinds", *_WHY)


@dataclass(frozen=True)
class Known:
    """`readers`, `formats`, `kinds`: globs. `says`: a pattern that the words of a reader that refuses the input have.
    `dump`: one that the dump of the input has."""

    name: str
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
    """Those of the file; none without one. UserError for a mistake in it, with its place."""
    path = bed.fixtures / FILE
    if not path.is_file():
        return []
    entries: Mapping[str, Value] = yaml_tree.read(files.read_text(path), path).want(dict, "a mapping of names")
    return [_known(name, value) for name, value in entries.items()]


def stating(every: Iterable[Known], odd: Odd) -> Known | None:
    """The entry that states what a reader does; None where none does."""
    return next((known for known in every if known.takes(odd)), None)


def _known(name: str, value: Value) -> Known:
    entries = value.items(_KEYS, f"the entry {name}")
    does = entries["does"].want(str, "what the reader does") if "does" in entries else ""
    for key in ("format", "reader", "does", *(("kinds",) if does == DIFFERS else ()), *_WHY):
        if key not in entries:
            raise value.key_error(f"the entry {name} has no {key}")
    if does != DIFFERS and not any(key in entries for key in _PATTERNS):
        raise value.key_error(f"the entry {name} has neither says nor dump")
    if does not in DOES:
        raise entries["does"].error(f"one of {', '.join(DOES)} is wanted here")
    if entries["nature"].want(str, "a nature") not in NATURES:
        raise entries["nature"].error(f"one of {', '.join(NATURES)} is wanted here")
    return Known(
        name,
        _globs(entries["format"]),
        _globs(entries["reader"]),
        does,
        _pattern(entries["says"]) if "says" in entries else None,
        _pattern(entries["dump"]) if "dump" in entries else None,
        _globs(entries["kinds"]) if "kinds" in entries else (),
    )


def _globs(value: Value) -> tuple[str, ...]:
    if isinstance(value.plain(), str):
        return (value.want(str, "a glob"),)
    return tuple(each.want(str, "a glob") for each in value.want(list, "a glob, or a list of them"))


def _pattern(value: Value) -> re.Pattern[str]:
    text = value.want(str, "a regular expression")
    try:
        return re.compile(text)
    except re.error as error:
        raise value.error(f"this is no regular expression: {error}") from None
