"""fixtures/reasons/*.yaml: why something is not `equal`, mechanism by mechanism, under names that both suites use.

```yaml
unknown-field-kept:
  reason: A field that the schema does not have is kept as an unknown field and written again.
  authority: https://protobuf.dev/programming-guides/proto3/#unknowns
  nature: by-design
```

`unchanged: true` beside them says that both sides show the same with one schema: it is no effect of a change, and
predictions do not count it as harm. Of a mechanism by which codecs fail, `manner:` and `by:` say what they say in an
entry, for all entries that name it.
"""

from dataclasses import dataclass
from pathlib import Path

from wirebed.cases import yaml_tree
from wirebed.deviations.entry import NATURES
from wirebed.outcome import By, Manner, word

WHY = ("reason", "authority", "nature")
_HOW = {"manner": Manner, "by": By}

# A word for each codec that fails, by globs; () where nothing is stated.
Words = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Reason:
    reason: str
    authority: str
    nature: str
    manners: Words = ()
    bys: Words = ()
    unchanged: bool = False  # whether it is no effect of a change


def load(*folders: Path) -> dict[str, Reason]:
    """Name -> reason, of all files of these folders; none where a folder is not there."""
    found: dict[str, Reason] = {}
    places: dict[str, yaml_tree.Value] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("*.yaml"))):
        for name, value in yaml_tree.mapping(path).items():
            if name in found:
                raise value.error(f"`{name}` is the name of another reason: {places[name].where}")
            found[name], places[name] = _reason(name, value), value
    return found


def _reason(name: str, value: yaml_tree.Value) -> Reason:
    parts = value.items((*WHY, *_HOW, "unchanged"), "a reason")
    for key in WHY:
        if key not in parts:
            raise value.error(f"`{name}` has no `{key}:`")
    said = {key: parts[key].want(str, "a text").strip() for key in WHY}
    if said["nature"] not in NATURES:
        raise parts["nature"].error(f"`{said['nature']}` is none of {', '.join(NATURES)}")
    manners, bys = (_words(parts[key], known) if key in parts else () for key, known in _HOW.items())
    unchanged = "unchanged" in parts and parts["unchanged"].want(bool, "true or false")
    return Reason(**said, manners=manners, bys=bys, unchanged=unchanged)


def _words(value: yaml_tree.Value, names) -> Words:
    known = [word(name) for name in names if name]
    stated = {"*": value} if isinstance(value.raw, str) else value.want(dict, "a word, or a word for each codec,")
    for one in stated.values():
        if one.raw not in known:
            raise one.error(f"`{one.raw}` is none of {', '.join(known)}")
    return tuple((glob, one.raw) for glob, one in stated.items())


def of_bed(bed, root: Path) -> dict[str, Reason]:
    """The reasons of the repository at `root`, and those of a bed of one's own."""
    folders = [root / "fixtures" / "reasons"]
    return load(*folders, *([] if bed.own else [bed.fixtures / "reasons"]))
