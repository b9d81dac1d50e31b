"""The rules by name, with the parameters that each wants."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from wirebed_fuzz.mutants import refusals, scalars, shapes, wire
from wirebed_fuzz.mutants.refusals import OfBytes, OfView
from wirebed_fuzz.mutants.scalars import Change
from wirebed_fuzz.mutants.wire import Bytes


class Hooks(NamedTuple):
    """A rule with its parameters: one of these is there."""

    view: Change | None = None
    data: Bytes | None = None
    refuses_view: OfView | None = None
    refuses_data: OfBytes | None = None


class Rule(NamedTuple):
    """`kind`: which of the hooks it makes. `make` takes the parameters by their names."""

    kind: str
    make: Callable[..., Any]

    def hooks(self, parameters: Mapping[str, object]) -> Hooks:
        return Hooks(**{self.kind: self.make(**parameters)})

    @property
    def refuses(self) -> bool:
        return self.kind.startswith("refuses")

    @property
    def parameters(self) -> Mapping[str, type]:
        return {name: each.annotation for name, each in inspect.signature(self.make).parameters.items()}


_OF_VIEWS = (
    scalars.text_up_to, scalars.without_letter, scalars.without_first, scalars.stripped_texts, scalars.texts_of_at_most,
    scalars.integers_as_doubles, scalars.positive_zeros, scalars.rounded_doubles, scalars.decimals_without_zeros,
    scalars.negative_nanos, scalars.fractions_as_nanos, scalars.coarse_nanos, scalars.unsigned_minutes,
    scalars.zeros_for_unknown_enums, shapes.without_empty_entries, shapes.empty_keys, shapes.null_in_empty_lists,
    shapes.sorted_lists, shapes.shifted_references, shapes.copied_references, shapes.unified_records,
    shapes.without_cycles, shapes.without_defaults, shapes.without_empty_records, shapes.without_default_wrappers,
    shapes.without_empty_texts, shapes.zeros_for_absent, shapes.without_numbers,
)  # fmt: skip
_OF_BYTES = (
    wire.without_field_behind_unknown, wire.content_of_unknown, wire.last_part_only, wire.fitting_lengths,
    wire.replaced_bytes, wire.replaced_utf8,
)  # fmt: skip
_REFUSES_VIEW = (
    refusals.refuses_letters, refusals.refuses_negative_int32, refusals.refuses_integers, refusals.refuses_references,
)  # fmt: skip
_REFUSES_BYTES = (refusals.refuses_unknown_members, refusals.refuses_unknown_closed_enums)

RULES: Mapping[str, Rule] = {
    make.__name__: Rule(kind, make)
    for kind, makers in {
        "view": _OF_VIEWS,
        "data": _OF_BYTES,
        "refuses_view": _REFUSES_VIEW,
        "refuses_data": _REFUSES_BYTES,
    }.items()
    for make in makers
}
