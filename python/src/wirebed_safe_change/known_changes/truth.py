"""The changes of fixtures/changes with their true verdicts; the README there says what they mean."""

import itertools
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import ROOT, yaml_tree

PLACE = ROOT / "fixtures" / "changes"
SCHEMAS = ROOT / "proto" / "changes"
GAPS = "gaps.yaml"
FORMATS = ("protobuf", "protojson", "hessian2", "json", "java-serial", "pickle")
PARTS = ("new reads old", "old reads new", "relay")
WHOLE = "as a whole"
VERDICTS = ("none", "safe", "lossy", "corrupting", "breaking", "undeclared")
# Those that the tool gives besides: where nobody could write a value. It is never the truth.
GIVEN = (*VERDICTS[:-2], "unknown", *VERDICTS[-2:])
ALL = "all formats"
LISTED = "listed"
_LISTED = {True: True, False: False, "either": None}
_KEYS = ("change", "folder", *FORMATS, "listed", "blameless", "accept", "when", "authority")


@dataclass(frozen=True)
class Change:
    name: str
    change: str  # in one line
    folder: str  # below proto/changes
    truth: dict[str, dict[str, str]]  # format -> part, or WHOLE -> verdict
    listed: bool | None  # None: it may be listed or not
    blameless: tuple[str, ...]  # full names of messages that must not be listed
    renamed: dict[str, str]  # full old name -> full new name
    reused: tuple[str, ...]

    @property
    def places(self) -> dict[str, bool]:
        """Part -> whether it must be listed: the change itself, and messages that must not be."""
        own = {} if self.listed is None else {LISTED: self.listed}
        return own | {f"{LISTED} {name}": False for name in self.blameless}

    @property
    def package(self) -> str:
        return f"changes.{self.name}"


@dataclass(frozen=True)
class Gap:
    """A verdict, or for ALL a listing, that is known to be wrong, with the reason."""

    change: str
    format: str
    part: str
    given: str
    reason: str

    @property
    def key(self) -> tuple[str, str, str]:
        return (self.change, self.format, self.part)


def load(place: Path = PLACE) -> list[Change]:
    """All changes in the order of the files."""
    changes = []
    for path in sorted(place.glob("*.yaml")):
        if path.name != GAPS:
            root = yaml_tree.read(path.read_text(encoding="utf-8"), path)
            changes += [_change(name, value) for name, value in root.want(dict, "a mapping of changes").items()]
    return changes


def gaps(changes: list[Change], place: Path = PLACE) -> list[Gap]:
    """The known gaps; each names an existing change, format and part of a verdict."""
    path = place / GAPS
    if not path.is_file():
        return []
    known = {(c.name, format_, part) for c in changes for format_, parts in c.truth.items() for part in parts}
    known |= {(c.name, ALL, part) for c in changes for part in c.places}
    stated: dict[tuple, Gap] = {}
    for value in yaml_tree.read(path.read_text(encoding="utf-8"), path).want(list, "a list of gaps"):
        words = {key: item.plain() for key, item in value.items(Gap.__annotations__, "a gap").items()}
        if missing := [key for key in Gap.__annotations__ if key not in words]:
            raise value.error(f"a gap needs {', '.join(missing)}")
        # A key can have a list; each combination is a gap.
        lists = [word if isinstance(word, list) else [word] for word in (words[key] for key in Gap.__annotations__)]
        for gap in (Gap(*values) for values in itertools.product(*lists)):
            if gap.key not in known or gap.key in stated:
                why = "is stated twice" if gap.key in stated else "is not known"
                raise value.error(f"{' / '.join(gap.key)} {why}")
            stated[gap.key] = gap
    return list(stated.values())


def _change(name: str, value) -> Change:
    entry = value.items(_KEYS, "a change")
    for key in ("change", "authority"):
        if key not in entry:
            raise value.error(f"{name} needs `{key}`")
    truth = {format_: _verdicts(entry[format_]) for format_ in FORMATS if format_ in entry}
    if not truth:
        raise value.error(f"{name} needs the verdict of a format: {', '.join(FORMATS)}")
    nothing = all(verdict == "none" for parts in truth.values() for verdict in parts.values())
    listed = entry["listed"].raw if "listed" in entry else not nothing
    if listed not in _LISTED:
        raise entry["listed"].error("`listed` is true, false or either")
    accept = entry["accept"].items(("renamed", "reused"), "accept") if "accept" in entry else {}
    renamed = accept["renamed"].plain() if "renamed" in accept else {}
    reused = accept["reused"].plain() if "reused" in accept else []
    blameless = entry["blameless"].plain() if "blameless" in entry else []
    folder = entry["folder"].want(str, "the name of a folder") if "folder" in entry else "without_any"
    return Change(
        name, entry["change"].want(str, "text"), folder, truth, _LISTED[listed],
        tuple(f"changes.{name}.{message}" for message in blameless), renamed, tuple(reused),
    )  # fmt: skip


def _verdicts(value) -> dict[str, str]:
    """The verdict of each part that the documentation decides, or of the whole."""
    if isinstance(value.raw, str):
        return {WHOLE: _verdict(value)}
    parts = value.items(PARTS, "a verdict")
    if not parts or list(parts) != [part for part in PARTS if part in parts]:
        raise value.error(f"a verdict has some of {', '.join(PARTS)}, in this order")
    return {part: _verdict(given) for part, given in parts.items()}


def _verdict(value) -> str:
    if value.raw not in VERDICTS:
        raise value.error(f"{value.raw} is none of {', '.join(VERDICTS)}")
    return value.raw
