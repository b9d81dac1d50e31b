"""What readers of each version ought to see of the samples of a step.

The reference of a reading is `none_reader(migrated(none_writer(sample)))`: what the reader's own objects hold of what
a reader of that version ought to see of what the writer's objects hold. Where the types of the reader's version
cannot hold the migrated value, the migrated value itself is the reference.
"""

from collections.abc import Mapping

from wirebed.engine.questions import Questions
from wirebed.engine.route import Route
from wirebed.engine.values import Values
from wirebed.evolution.migrate import Migrated, Migrator
from wirebed.evolution.model import Step
from wirebed.peers.codecs import Codecs


class StepValues(Values):
    """The samples of a step as the objects of languages and versions hold them."""

    def __init__(self, step: Step, schemas: Mapping[str, object], codecs: Codecs, questions: Questions):
        super().__init__(codecs, questions)
        self.step, self.schemas = step, schemas
        self.options = {"defaults": "shown"} if step.defaults else {}
        self.ought = {sample.name: sample.ought for sample in step.samples}
        self.migrators: dict[tuple[str, str], Migrator] = {}
        self.moved: dict[tuple, Migrated] = {}

    def message(self, route: Route, tree: str) -> str:
        return self.step.roots[tree]

    def view(self, route: Route) -> bytes:
        return route.case.view

    def expected(self, route: Route) -> bytes:
        if route.mutation is not None:
            return route.mutation.gives.view
        return self.held(route) if route.leg.returns else self.migrated(route).view

    def has_references(self, route: Route) -> bool:
        # A default that has changed would be that of the reader.
        return route.leg.returns or (self.migrated(route).fits and not self.step.defaults)

    def migrator(self, source: str, target: str) -> Migrator:
        key = (source, target)
        if key not in self.migrators:
            step, schemas = self.step, self.schemas
            at = step.versions.index
            names = step.names[at(source)] if at(source) < at(target) else step.names[at(target)].back()
            roots = (step.roots[source], step.roots[target])
            self.migrators[key] = Migrator(schemas[source], schemas[target], names, roots, step.defaults)
        return self.migrators[key]

    def migrated(self, route: Route) -> Migrated:
        """What the reader of a leg without a relay, or at the end of a chain, ought to see."""
        leg, held = route.leg, self.held(route)
        key = (route.case.name, leg.name, held)
        if key not in self.moved:
            ought = {version: case.view for version, case in self.ought[route.case.name].items()}
            first, *more = [leg.relay, leg.reader] if leg.relay else [leg.reader]
            moved = self.migrator(leg.writer, first).migrate(held, ought.get(first))
            for version in more:
                moved = moved.then(self.migrator(first, version), ought.get(version))
            self.moved[key] = moved
        return self.moved[key]

    def through(self, route: Route) -> Migrated | None:
        """What the relay of a leg ought to have seen, whose types may have cut a number."""
        leg = route.leg
        if leg.relay in ("", leg.writer):
            return None
        ought = self.ought[route.case.name].get(leg.relay)
        return self.migrator(leg.writer, leg.relay).migrate(self.held(route), ought.view if ought is not None else None)
