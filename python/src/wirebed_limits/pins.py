"""The limits that a bed has pinned: `fixtures/limits/limits.yaml`, with a line for each reader and kind, sorted.

```yaml
- {format: json, reader: java/gson, kind: depth, reads: 255, by: library, says: "…"}
```

A mistake in the file is an error with its place.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from wirebed.bed import Bed, files, yaml_tree
from wirebed_limits.ask import Limit

FILE = "limits/limits.yaml"
_HEAD = """\
# The largest size that each reader reads of each kind of input, and what it says of the next one
# (fixtures/limits/README.md of Wirebed). `make limits` compares, and `make limits ACCEPT=1` writes this file.
"""
_TEXTS, _KEYS = ("format", "reader", "kind", "by", "says"), ("format", "reader", "kind", "reads", "by", "says")


class Key(NamedTuple):
    """`reader`: as in `java/gson`."""

    format: str
    reader: str
    kind: str

    def __str__(self) -> str:
        return f"{self.format} {self.reader} {self.kind}"


Pins = Mapping[Key, Limit]


def path_of(bed: Bed) -> Path:
    return bed.fixtures / FILE


def read(bed: Bed) -> dict[Key, Limit]:
    """Those of the file; none without one."""
    path, pins = path_of(bed), dict[Key, Limit]()
    for value in yaml_tree.mapping(path)["limits"].want(list, "a list of limits") if path.is_file() else ():
        entry = value.items(_KEYS, "a limit")
        if missing := [key for key in _KEYS[:4] if key not in entry]:
            raise value.error(f"{missing[0]} is missing")
        texts = {key: entry[key].want(str, "a text") if key in entry else "" for key in _TEXTS}
        key = Key(texts["format"], texts["reader"], texts["kind"])
        if key in pins:
            raise value.error(f"{key} stands here twice")
        pins[key] = Limit(entry["reads"].want(int, "a whole number"), texts["by"], texts["says"])
    return pins


def write(bed: Bed, pins: Pins) -> None:
    lines = [f"- {{{', '.join(_entry(key, limit))}}}\n" for key, limit in sorted(pins.items())]
    files.write(path_of(bed), "".join([_HEAD, "limits:\n", *lines]))


def _entry(key: Key, limit: Limit) -> list[str]:
    text = [f"format: {key.format}", f"reader: {key.reader}", f"kind: {key.kind}", f"reads: {limit.reads}"]
    return [*text, f"by: {limit.by}", f"says: {json.dumps(limit.says, ensure_ascii=False)}"] if limit.by else text
