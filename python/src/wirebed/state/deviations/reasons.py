"""fixtures/reasons/*.yaml: why something is not `equal`, mechanism by mechanism, under names that both suites use.

```yaml
unknown-field-kept:
  reason: A field that the schema does not have is kept as an unknown field and written again.
  authority: https://protobuf.dev/programming-guides/proto3/#unknowns
  nature: by-design
```

`unchanged: true` beside them says that both sides show the same with one schema: it is no effect of a change, and
predictions do not count it as harm. Of a mechanism by which codecs fail, `manner:` and `by:` say what they say in an
entry, for all entries that name it. `differs-by:` is `by:` of its differences, and `versions:` holds for all entries
that state none themselves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from pathlib import Path

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from wirebed.bed import Bed, yaml_tree
from wirebed.bed.files import read_text
from wirebed.state.deviations.entry import NATURES, ByCodec
from wirebed.view.outcome import By, Manner, word
from wirebed_build.languages import discovery

WHY = ("reason", "authority", "nature")
_HOW = {"manner": Manner, "by": By, "differs-by": By}


@dataclass(frozen=True)
class Reason:
    reason: str
    authority: str
    nature: str
    manners: ByCodec = ()
    bys: ByCodec = ()
    differ_bys: ByCodec = ()  # whose words its differences are
    versions: tuple[tuple[str, SpecifierSet], ...] = ()
    unchanged: bool = False  # whether it is no effect of a change


def load(*folders: Path) -> dict[str, Reason]:
    """Name -> reason, of all files of these folders; none where a folder is not there."""
    reasons: dict[str, Reason] = {}
    places: dict[str, yaml_tree.Value] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("*.yaml"))):
        for name, (reason, value) in _file(path, read_text(path)).items():
            if name in reasons:
                raise value.error(f"`{name}` is the name of another reason: {places[name].where}")
            reasons[name], places[name] = reason, value
    return reasons


@lru_cache(maxsize=64)
def _file(path: Path, text: str) -> Mapping[str, tuple[Reason, yaml_tree.Value]]:
    """The reasons of a file with this text, with their places. A process that runs several suites reads it again."""
    return {name: (_reason(name, value), value) for name, value in yaml_tree.mapping_of(text, path).items()}


def _reason(name: str, value: yaml_tree.Value) -> Reason:
    parts = value.items((*WHY, *_HOW, "versions", "unchanged"), "a reason")
    for key in WHY:
        if key not in parts:
            raise value.error(f"`{name}` has no `{key}:`")
    texts = {key: parts[key].want(str, "a text").strip() for key in WHY}
    if texts["nature"] not in NATURES:
        raise parts["nature"].error(f"`{texts['nature']}` is none of {', '.join(NATURES)}")
    manners, bys, differ_bys = (_words(parts[key], known) if key in parts else () for key, known in _HOW.items())
    versions = _versions(parts["versions"]) if "versions" in parts else ()
    unchanged = "unchanged" in parts and parts["unchanged"].want(bool, "true or false")
    return Reason(**texts, manners=manners, bys=bys, differ_bys=differ_bys, versions=versions, unchanged=unchanged)


def _words(value: yaml_tree.Value, names: type[IntEnum]) -> ByCodec:
    known = [word(name) for name in names if name]
    stated = value.raw if isinstance(value.raw, dict) else {"*": value}
    return tuple((glob, tuple(_word(item, known) for item in _each(given))) for glob, given in stated.items())


def _word(value: yaml_tree.Value, known: Sequence[str]) -> str:
    if not isinstance(value.raw, str) or value.raw not in known:
        raise value.error(f"`{value.raw}` is none of {', '.join(known)}")
    return value.raw


def _versions(value: yaml_tree.Value) -> tuple[tuple[str, SpecifierSet], ...]:
    ranges = []
    for glob, allowed in value.want(dict, "a range of versions for each codec").items():
        try:
            ranges.append((glob, SpecifierSet(allowed.want(str, "a range of versions"))))
        except InvalidSpecifier:
            raise allowed.error(f"`{allowed.raw}` is no version range; such as '==2.4'") from None
    return tuple(ranges)


def _each(value: yaml_tree.Value) -> list[yaml_tree.Value]:
    return value.raw if isinstance(value.raw, list) else [value]


def of_bed(bed: Bed, root: Path) -> dict[str, Reason]:
    """The reasons of the repository at `root`, of peers from elsewhere, and of a bed of one's own."""
    folders = [root / "fixtures" / "reasons", *(peer.folder / "reasons" for peer in discovery.elsewhere())]
    return load(*folders, *([] if bed.own else [bed.fixtures / "reasons"]))
