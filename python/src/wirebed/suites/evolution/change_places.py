"""The places of a sample as it was written, with what the version that meets it declares for each of them.

A law (fixtures/laws) speaks of the value and of the change at once: `{becomes: {type: int32, fits: false}}` is a
number that the field of the other version cannot hold. Fields that only the other version has are places, too.
"""

from functools import cached_property

from wirebed.bed.schema import Schema
from wirebed.state.deviations.places import PlaceSteps, ValuePlace, ValuePlaces, counterpart, steps_of
from wirebed.suites.evolution.migrate import Migrated
from wirebed.suites.evolution.shape_pairs import ShapePairs
from wirebed.view import grammar as g
from wirebed.view.compare import Found
from wirebed.view.parse import Steps


class ChangePlaces(ValuePlaces):
    def __init__(self, view: bytes, message: str, pairs: ShapePairs, migrated: Migrated, schema: Schema) -> None:
        """`view`: the value as the writer's objects hold it; `message`: its type; `pairs`: from the writer's version to
        the one that meets it; `schema`: of the last reader, by which paths are spelled."""
        super().__init__(view, schema, message)
        self.shapes = self.pairs = pairs
        self.migrated = migrated
        self.returns = schema is pairs.same.schema_from

    @cached_property
    def places(self) -> list[ValuePlace]:
        paired: dict[ValuePlace, ValuePlace] = {}
        places = []
        for place in ValuePlaces(self.view, self.pairs.same.schema_from, self.message).places:
            up = paired[place.up] if place.up is not None else None
            shape = self.pairs.below(up.shape if up is not None else None, place.shape)
            paired[place] = here = ValuePlace(place.node, shape, up)
            places.append(here)
            if place.node is not None and place.node.tag == g.RECORD:
                places += [ValuePlace(None, added, here) for added in self.pairs.added(shape, place.node.value)]
        return places

    @cached_property
    def by_steps(self) -> dict[PlaceSteps, ValuePlace]:
        return {steps_of(place): place for place in self.places if not place.shape.added}

    def place(self, difference: Found) -> ValuePlace | None:
        """A value that the reader has no field for is at its own place; what the reader sees is at the place that it
        comes from, or at the one that is there in the version that wrote it."""
        steps = difference.place.steps()
        if self.returns or difference.schema is self.pairs.same.schema_from:
            return self._written(steps)
        return self._read(steps)

    def read_place(self, difference: Found) -> ValuePlace | None:
        place = self.place(difference)
        if place is None or self.returns or place.shape.added:
            return place
        return counterpart(place, "becomes") or place

    def _written(self, steps: Steps) -> ValuePlace | None:
        """A place, or what encloses it."""
        while steps and steps not in self.by_steps:
            steps = steps[:-1]
        return self.by_steps.get(steps)

    def _read(self, steps: Steps) -> ValuePlace | None:
        """A place of what the reader sees, or what encloses it."""
        if steps in self.migrated.origin or not steps:
            return self._written(self.migrated.origin.get(steps, ()))
        up = self._read(steps[:-1])
        fields = (place for place in self._fields.get(up, ()) if _number_there(place) == steps[-1])
        return next(fields, up)

    @cached_property
    def _fields(self) -> dict[ValuePlace | None, list[ValuePlace]]:
        """The fields of each record."""
        fields: dict[ValuePlace | None, list[ValuePlace]] = {}
        for place in self.places:
            if place.up is not None and place.up.node is not None and place.up.node.tag == g.RECORD:
                fields.setdefault(place.up, []).append(place)
        return fields


def _number_there(place: ValuePlace) -> int | None:
    """The number that the field of a place has in the other version."""
    others = place.shape.others
    there = place.shape if others is None else others.becomes
    return there.field.number if there is not None and there.field is not None else None
