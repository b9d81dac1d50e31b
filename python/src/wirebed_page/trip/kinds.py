"""The kinds of value of which the table tells what became: fixtures/trip.yaml of a bed.

```yaml
- {kind: "-0.0", cases: Floats/minus_zero_alone, at: real}
```

`cases`: globs of the cases that hold it; `at`: the path of the place, where the cases hold it at one.
"""

from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import yaml_tree
from wirebed.bed.files import read_text
from wirebed.bed.yaml_tree import Value

FILE = "trip.yaml"
_KEYS = ("kind", "cases", "at")


@dataclass(frozen=True)
class Kind:
    name: str
    cases: tuple[str, ...]
    at: str = ""


def load(path: Path) -> list[Kind]:
    """The kinds in the order of the file; none where there is no file."""
    if not path.is_file():
        return []
    kinds: dict[str, Kind] = {}
    for value in yaml_tree.read(read_text(path), path).want(list, "a list of kinds"):
        kind = _kind(value)
        if kind.name in kinds:
            raise value.error(f"`{kind.name}` stands here twice")
        kinds[kind.name] = kind
    return list(kinds.values())


def _kind(value: Value) -> Kind:
    parts = value.items(_KEYS, "a kind")
    for key in ("kind", "cases"):
        if key not in parts:
            raise value.error(f"there is no `{key}:`")
    cases = parts["cases"]
    globs = cases.raw if isinstance(cases.raw, list) else [cases]
    at = _text(parts["at"]) if "at" in parts else ""
    return Kind(_text(parts["kind"]), tuple(map(_text, globs)), at)


def _text(value: Value) -> str:
    return value.want(str, "a text")
