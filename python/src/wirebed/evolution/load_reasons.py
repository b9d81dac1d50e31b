"""fixtures/evolution/reasons.yaml: what happens when a schema changes, mechanism by mechanism, under a name.

```yaml
unknown-field-kept:
  reason: A field that the schema does not have is kept as an unknown field and written again.
  authority: https://protobuf.dev/programming-guides/proto3/#unknowns
  nature: by-design
```

`unchanged: true` beside them says that both sides show the same with one schema: it is no effect of the change, and
predictions do not count it as harm.
"""

from dataclasses import dataclass
from pathlib import Path

from wirebed.cases import yaml_tree
from wirebed.deviations.entry import NATURES
from wirebed.errors import UserError

_KEYS = ("reason", "authority", "nature")


@dataclass(frozen=True)
class Reason:
    reason: str
    authority: str
    nature: str
    unchanged: bool = False  # whether it is no effect of a change


def load(path: Path) -> dict[str, Reason]:
    """Name -> reason; a file that is not there or says nothing has none."""
    found = {}
    for name, value in _entries(path).items():
        parts = value.items((*_KEYS, "unchanged"), "a reason")
        for key in _KEYS:
            if key not in parts:
                raise value.error(f"`{name}` has no `{key}:`")
        said = {key: parts[key].want(str, "a text").strip() for key in _KEYS}
        if said["nature"] not in NATURES:
            raise parts["nature"].error(f"`{said['nature']}` is none of {', '.join(NATURES)}")
        unchanged = "unchanged" in parts and parts["unchanged"].want(bool, "true or false")
        found[name] = Reason(**said, unchanged=unchanged)
    return found


def names(path: Path) -> tuple[str, ...]:
    """The names at the top of such a file, whatever they stand for."""
    return tuple(_entries(path))


def _entries(path: Path) -> dict[str, yaml_tree.Value]:
    try:
        text = path.read_text()
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError as error:
        raise UserError(f"byte {error.start} is not UTF-8", path) from None
    if not any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines()):
        return {}
    return yaml_tree.value_of(yaml_tree.compose(text, path, pure=False), path).want(dict, "a mapping of names")
