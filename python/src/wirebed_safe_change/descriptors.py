"""Answers without a compiler: the libraries make messages from the descriptors at run time.

The roster says which formats that are: those of protobuf messages. All others are of plain classes, which are compiled.
fixtures/evolution/descriptors.yaml says where these messages are known to differ from the classes of protoc.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.bed import ROOT, yaml_tree
from wirebed.bed.glob import listed, takes
from wirebed.cases.place import is_map
from wirebed.state.roster import Roster
from wirebed.suites.evolution.load import known_formats
from wirebed.suites.evolution.runner import ROSTER, VARIANTS
from wirebed.suites.evolution.variants import load_variants
from wirebed_safe_change.fields import checks_utf8

KNOWN = ROOT / "fixtures" / "evolution" / "descriptors.yaml"
_FIELDS: dict[str, Callable[[F], bool]] = {
    "string that need not be UTF-8": lambda field: field.type == F.TYPE_STRING and not checks_utf8(field),
    "closed enum": lambda field: field.enum_type is not None and field.enum_type.is_closed,
    "map of a closed enum": lambda field: is_map(field) and any(map(_FIELDS["closed enum"], _entry(field))),
}
_ROLES = ("relay", "reader")
_KEYS = ("codec", "field", "why")
_LISTS = ("as", "formats", "kinds", "samples")


def roster() -> Roster:
    """The codecs that answer from descriptors."""
    return Roster.load(ROSTER, "descriptors")


@cache
def formats() -> tuple[str, ...]:
    """The formats, also those that are another one read otherwise."""
    bases = {member.format for member in roster().members}
    variants = load_variants(VARIANTS)
    return tuple(name for name in known_formats() if (variants[name].base if name in variants else name) in bases)


def suffice(globs: str) -> bool:
    """Whether all formats that a list of globs takes are answered from descriptors."""
    return all(name in formats() for name in known_formats() if takes([name], listed(globs)))


def not_asked() -> list[str]:
    """The formats that a run from descriptors cannot ask."""
    return [name for name in known_formats() if name not in formats()]


@dataclass(frozen=True)
class Difference:
    """A known difference. `samples`: those of the steps that show it; none where random pairs alone do."""

    name: str
    codec: str
    field: str
    why: str
    roles: tuple[str, ...]
    formats: tuple[str, ...]
    kinds: tuple[str, ...]
    samples: tuple[str, ...]

    def explains(self, role: str, codec: str, format_: str, kind: str, field: F | None) -> bool:
        """Whether it can be why a value shows this kind that `codec` relays or reads in a version with this `field`."""
        if role not in self.roles or codec != self.codec or kind not in self.kinds or field is None:
            return False
        parts = (field, *_entry(field))
        return takes([format_], self.formats) and any(_FIELDS[self.field](part) for part in parts)


@cache
def known(path: Path = KNOWN) -> tuple[Difference, ...]:
    """The known differences."""
    differences = []
    for name, value in yaml_tree.read(path.read_text(encoding="utf-8"), path).want(dict, "differences by name").items():
        parts = value.items((*_KEYS, *_LISTS), "a difference")
        if missing := [key for key in (*_KEYS, *_LISTS) if key not in parts]:
            raise value.error(f"`{name}` has no `{missing[0]}:`")
        words = {key: parts[key].want(str, "a text").strip() for key in _KEYS}
        lists = {key: tuple(item.want(str, "a text") for item in parts[key].want(list, "a list")) for key in _LISTS}
        roles = lists.pop("as")
        for value, names in ((words["field"], _FIELDS), *((role, _ROLES) for role in roles)):
            if value not in names:
                raise parts["field" if names is _FIELDS else "as"].error(f"`{value}` is none of {', '.join(names)}")
        formats, kinds, samples = lists.values()
        differences.append(Difference(name, **words, roles=roles, formats=formats, kinds=kinds, samples=samples))
    return tuple(differences)


def _entry(field: F) -> list[F]:
    """The key and the value of a map."""
    return list(field.message_type.fields) if is_map(field) and field.message_type is not None else []
