"""The views that readers of each version ought to see of the samples of a step.

The reference of a reading is `none_reader(migrated(none_writer(sample)))`: what the reader's own objects hold of what
a reader of that version ought to see of what the writer's objects hold. Where the types of the reader's version
cannot hold the migrated value, the migrated value itself is the reference.
"""

import functools
from collections.abc import Iterable, Mapping

from wirebed.bed.schema import Schema
from wirebed.peers.codecs import CodecRef, Codecs
from wirebed.run.questions import Place, Questions
from wirebed.run.route import References, Route
from wirebed.run.values import Values
from wirebed.suites.evolution.change_places import ChangePlaces
from wirebed.suites.evolution.migrate import Migrated, Migrator
from wirebed.suites.evolution.model import Names, Step
from wirebed.suites.evolution.shape_pairs import ShapePairs


class StepValues(Values):
    """The samples of a step as the objects of languages and versions hold them."""

    def __init__(self, step: Step, schemas: Mapping[str, Schema], codecs: Codecs, questions: Questions) -> None:
        super().__init__(codecs, questions)
        self.step, self.schemas = step, schemas
        self.options = {"defaults": "shown"} if step.defaults else {}
        self.ought = {sample.name: sample.ought for sample in step.samples}
        self.migrators: dict[tuple[str, str], Migrator] = {}
        self.moved: dict[tuple[str, str, bytes], Migrated] = {}
        self.relayed: dict[tuple[str, str, bytes], Migrated] = {}
        self.pairs: dict[tuple[str, str], ShapePairs] = {}
        self.changes: dict[tuple[str, str, bytes], ChangePlaces | None] = {}
        self.of_change: dict[tuple[References, str, bytes], References] = {}

    def message(self, route: Route, tree: str) -> str:
        return self.step.roots[tree]

    def view(self, route: Route) -> bytes:
        return route.value.view

    def expected(self, route: Route) -> bytes:
        if route.mutation is not None:
            return route.mutation.gives.view
        return self.held(route) if route.leg.returns else self.migrated(route).view

    def has_references(self, route: Route) -> bool:
        # A default that has changed would be that of the reader.
        return route.leg.returns or (self.migrated(route).fits and not self.step.defaults)

    def references(self, route: Route, expected: bytes) -> References:
        """Also asks the readers' objects to hold the value in its own version: where they can, a failure is an effect
        of the change, and no limit of their language."""
        references = super().references(route, expected)
        leg = route.leg
        if leg.reader == leg.writer or not self.has_references(route):
            return references
        key = (references, leg.writer, self.held(route))
        if key not in self.of_change:
            self.of_change[key] = References(expected, references.places, self._at_home(route, route.readers))
        return self.of_change[key]

    def relay_references(self, route: Route) -> References:
        through = self.through(route)
        if route.relay is None or through is None or not through.fits:
            return super().relay_references(route)
        none, message = self.codecs.none(route.relay), self.message(route, route.leg.relay)
        there = self._ask_reference(none, message, through.view)
        return References(through.view, [there], self._at_home(route, [route.relay]))

    def _at_home(self, route: Route, codecs: Iterable[CodecRef]) -> list[Place | None]:
        """The answers of the objects of codecs to the value in the version of its writer."""
        version = route.leg.writer
        there = [self.codecs.by_id.get((version, codec.id)) for codec in codecs]
        nones = [None if codec is None else self.codecs.none(codec) for codec in there]
        return [self._ask_reference(ref, self.message(route, version), self.held(route)) for ref in nones]

    def migrator(self, source: str, target: str) -> Migrator:
        key = (source, target)
        if key not in self.migrators:
            step, schemas = self.step, self.schemas
            first, last = sorted(map(step.versions.index, (source, target)))
            names = functools.reduce(Names.then, step.names[first:last])
            names = names if source == step.versions[first] else names.back()
            roots = (step.roots[source], step.roots[target])
            self.migrators[key] = Migrator(schemas[source], schemas[target], names, roots, step.defaults)
        return self.migrators[key]

    def migrated(self, route: Route) -> Migrated:
        """The view that the reader of a leg without a relay, or at the end of a chain, ought to see."""
        leg, held = route.leg, self.held(route)
        key = (route.value.name, leg.name, held)
        if key not in self.moved:
            ought = {version: case.view for version, case in self.ought[route.value.name].items()}
            first, *more = [leg.relay, leg.reader] if leg.relay else [leg.reader]
            moved = self.migrator(leg.writer, first).migrate(held, ought.get(first))
            for version in more:
                moved = moved.then(self.migrator(first, version), ought.get(version))
            self.moved[key] = moved
        return self.moved[key]

    def through(self, route: Route) -> Migrated | None:
        """The view that the relay of a leg ought to have seen, whose types may have cut a number."""
        leg = route.leg
        if leg.relay in ("", leg.writer):
            return None
        held = self.held(route)
        key = (route.value.name, leg.relay, held)
        if key not in self.relayed:
            ought = self.ought[route.value.name].get(leg.relay)
            view = ought.view if ought is not None else None
            self.relayed[key] = self.migrator(leg.writer, leg.relay).migrate(held, view)
        return self.relayed[key]

    def places(self, route: Route) -> ChangePlaces | None:
        """The places of a value as it was written, beside what the version declares that meets it: the relay's where
        the leg returns, else the last reader's. None where no other version does."""
        leg, held = route.leg, self.held(route)
        key = (route.value.name, leg.name, held)
        if key not in self.changes:
            migrated = self.through(route) if leg.returns else self.migrated(route)
            self.changes[key] = None if migrated is None else self._change_places(route, migrated)
        return self.changes[key]

    def _change_places(self, route: Route, migrated: Migrated) -> ChangePlaces:
        leg = route.leg
        versions = leg.writer, leg.relay if leg.returns else leg.reader
        if versions not in self.pairs:
            self.pairs[versions] = ShapePairs(self.migrator(*versions).same)
        message, reader = self.step.roots[leg.writer], self.schemas[leg.reader]
        return ChangePlaces(self.held(route), message, self.pairs[versions], migrated, reader)
