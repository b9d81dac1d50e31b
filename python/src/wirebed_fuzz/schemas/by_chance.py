"""What runs show by chance, and why: `by-chance:` of fixtures/fuzz/schemas.yaml."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from wirebed.bed import ROOT, yaml_tree
from wirebed.bed.yaml_tree import Value
from wirebed.cases.place import is_map
from wirebed.errors import instead
from wirebed.state.deviations import reasons
from wirebed.view.outcome import Outcome

FILE = ROOT / "fixtures" / "fuzz" / "schemas.yaml"
_KEYS = ("languages", "outcome", "message", "why")


@dataclass(frozen=True)
class ByChance:
    """`languages`: the only ones that show the outcome."""

    languages: tuple[str, ...]
    outcome: str
    message: str  # of _HAS
    why: str

    def explains(self, languages: tuple[str, ...], outcome: str, message: Descriptor) -> bool:
        return (languages, outcome) == (self.languages, self.outcome) and _HAS[self.message](message)


def why(languages: tuple[str, ...], outcome: str, message: Descriptor) -> str:
    """The reason of an outcome that only these languages show; empty where none is stated."""
    return next((one.why for one in load() if one.explains(languages, outcome, message)), "")


@cache
def load() -> tuple[ByChance, ...]:
    """UserError for a mistake in the file, with its place."""
    named = reasons.load(ROOT / "fixtures" / "reasons")
    listed = yaml_tree.mapping(FILE)["by-chance"].want(list, "a list")
    return tuple(_read(value, named) for value in listed)


def _read(value: Value, named: Mapping[str, reasons.Reason]) -> ByChance:
    entry = value.items(_KEYS, "an entry")
    for key in _KEYS:
        if key not in entry:
            raise value.error(f"{key} is missing")
    languages = tuple(each.want(str, "a language") for each in entry["languages"].want(list, "a list of languages"))
    outcome = _one_of(entry["outcome"], [each.value for each in Outcome])
    message, name = _one_of(entry["message"], _HAS), _one_of(entry["why"], named)
    return ByChance(languages, outcome, message, " ".join(named[name].reason.split()))


def _one_of(value: Value, known: Mapping[str, object] | list[str]) -> str:
    text = value.want(str, "a text")
    if text not in known:
        raise value.error(f"unknown: {text}{instead(text, list(known))}")
    return text


def _has_required_fields_and_maps(message: Descriptor) -> bool:
    fields = list(_fields(message))
    return any(field.is_required for field in fields) and any(map(is_map, fields))


def _fields(message: Descriptor) -> Iterator[FieldDescriptor]:
    """Those of a message and of all that it can hold."""
    todo, known = [message], {message.full_name}
    while todo:
        for field in todo.pop().fields:
            yield field
            inner = field.message_type
            if inner is not None and inner.full_name not in known:
                known.add(inner.full_name)
                todo.append(inner)


_HAS: Mapping[str, Callable[[Descriptor], bool]] = {"required fields and maps": _has_required_fields_and_maps}
