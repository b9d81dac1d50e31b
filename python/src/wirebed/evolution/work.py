"""What is done for one step: its samples are written, read, passed on and read again, each distinct thing once.

The reference of a reading is `none_reader(migrated(none_writer(sample)))`: what the reader's own objects hold of what
a reader of that version ought to see of what the writer's objects hold. Where the types of the reader's version
cannot hold the migrated value, it stands as it is.
"""

from collections.abc import Mapping

from wirebed.evolution.asked import Asked, asked_of
from wirebed.evolution.carried import Carried
from wirebed.evolution.codecs import Codec, Codecs
from wirebed.evolution.judging import Judging
from wirebed.evolution.migrate import Migrated, Migrator
from wirebed.evolution.model import Sample, Step
from wirebed.evolution.ways import Way
from wirebed.matrix.slots import Slot, Tasks
from wirebed.view import canonical


class Values:
    """The samples of a step as the objects of languages and versions hold them."""

    def __init__(self, step: Step, schemas: Mapping[str, object], codecs: Codecs, asked: Asked):
        self.step, self.schemas, self.codecs, self.asked = step, schemas, codecs, asked
        self.migrators: dict[tuple[str, str], Migrator] = {}
        self.canonical: dict[str, bytes] = {}
        self.moved: dict[tuple, Migrated] = {}

    def value(self, sample: Sample) -> bytes:
        if sample.name not in self.canonical:
            self.canonical[sample.name] = canonical(sample.case.view)
        return self.canonical[sample.name]

    def writer_of(self, way: Way) -> Codec | None:
        """The codec whose objects held the value: that of this run, or of the golden."""
        if way.writer is not None:
            return way.writer
        return self.codecs.by_id.get((way.sample.version, way.given.writer))

    def held_slot(self, way: Way) -> Slot | None:
        writer = self.writer_of(way)
        none = self.codecs.none(writer) if writer is not None else None
        if none is None:
            return None
        return self.asked.encode(none, way.sample.case.message, {}, way.sample.case.view)

    def held(self, way: Way) -> bytes:
        """The sample as its writer's objects hold it."""
        slot = self.held_slot(way)
        return self.value(way.sample) if slot is None or slot.data is None else slot.data

    def migrator(self, source: str, target: str) -> Migrator:
        key = (source, target)
        if key not in self.migrators:
            step, schemas = self.step, self.schemas
            at = step.versions.index
            names = step.names[at(source)] if at(source) < at(target) else step.names[at(target)].back()
            roots = (step.roots[source], step.roots[target])
            self.migrators[key] = Migrator(schemas[source], schemas[target], names, roots, step.defaults)
        return self.migrators[key]

    def migrated(self, way: Way) -> Migrated:
        """What the reader of a read leg or at the end of a chain ought to see."""
        leg, sample, held = way.leg, way.sample, self.held(way)
        key = (sample.name, leg.name, held)
        if key not in self.moved:
            ought = {version: case.view for version, case in sample.ought.items()}
            first, *more = [leg.relay, leg.reader] if leg.relay else [leg.reader]
            moved = self.migrator(leg.writer, first).migrate(held, ought.get(first))
            for version in more:
                moved = moved.then(self.migrator(first, version), ought.get(version))
            self.moved[key] = moved
        return self.moved[key]

    def through(self, way: Way) -> Migrated | None:
        """What the relay of a leg ought to have seen, whose types may have cut a number."""
        leg = way.leg
        if leg.relay in ("", leg.writer):
            return None
        ought = way.sample.ought.get(leg.relay)
        return self.migrator(leg.writer, leg.relay).migrate(self.held(way), ought.view if ought is not None else None)

    def expected(self, way: Way) -> bytes:
        """What readers are held to, before their own objects are asked."""
        if way.mutation is not None:
            return way.mutation.gives.view
        return self.held(way) if way.leg.returns else self.migrated(way).view

    def referable(self, way: Way) -> bool:
        """Whether a reader's own objects can be asked to hold what is expected."""
        # A default that has changed would be that of the reader.
        return way.leg.returns or (self.migrated(way).fits and not self.step.defaults)


class StepWork:
    """A step in three stages: its samples are written, then read or passed on, then what was passed on is read."""

    STEPS = ("begin", "carry", "arrive")

    def __init__(self, step: Step, ways: list[Way], schemas: Mapping[str, object], codecs: Codecs):
        self.step, self.schemas, self.codecs = step, schemas, codecs
        self.asked = asked_of(step, schemas)
        self.values = Values(step, schemas, codecs, self.asked)
        self.carried = [Carried(way) for way in ways]

    def begin(self, tasks: Tasks):
        self.asked.tasks = tasks
        for one in self.carried:
            way = one.way
            self.values.held_slot(way)
            if way.writer is not None:
                case = way.sample.case
                one.written = self.asked.encode(way.writer, case.message, self._options(way), case.view)

    def carry(self, tasks: Tasks):
        self.asked.tasks = tasks
        for one in self.carried:
            way, data = one.way, one.data
            if data is None:
                continue
            self._refer(one)
            if way.relay is None:
                one.reads = [self._read(way, reader, data) for reader in way.readers]
                one.passed = [self._pass(way, reader, data) for reader in way.readers]
            else:
                one.relayed = self._relay(way, data)

    def arrive(self, tasks: Tasks):
        self.asked.tasks = tasks
        for one in self.carried:
            way = one.way
            if one.passed is not None:
                one.returned = [
                    self._return(way, r, slot.data) if slot is not None and slot.data is not None else None
                    for r, slot in zip(way.readers, one.passed, strict=True)
                ]
            elif one.relayed is not None and one.relayed.data is not None:
                one.reads = [self._read(way, reader, one.relayed.data) for reader in way.readers]

    def rows(self, _schema) -> list:
        self.asked.settle()
        judging = Judging(self.step, self.values, self.schemas)
        return [judging.row(one) for one in self.carried]

    def _options(self, way: Way) -> dict[str, str]:
        """What the case asks of the format, and the variant of every reader of it."""
        return {**way.sample.case.options.get(way.format.base, {}), **way.format.options}

    @property
    def _defaults(self) -> dict[str, str]:
        """What the step asks of every reading."""
        return {"defaults": "shown"} if self.step.defaults else {}

    def _read(self, way: Way, reader: Codec, data: bytes) -> Slot:
        return self.asked.decode(
            reader, self.step.roots[reader.version], {**self._options(way), **self._defaults}, data
        )

    def _relay(self, way: Way, data: bytes) -> Slot:
        edits = (b"", ())
        if way.mutation is not None:
            edits = (way.mutation.set.view if way.mutation.set is not None else b"", tuple(way.mutation.clear))
        into = way.into.ref.key if way.into is not None else ""
        return self.asked.relay(way.relay, self.step.roots[way.relay.version], self._options(way), data, edits, into)

    def _pass(self, way: Way, reader: Codec, data: bytes) -> Slot | None:
        """Whether what this reader does not see is kept by it: it passes the bytes on."""
        if not reader.ref.encodes:
            return None
        return self.asked.relay(reader, self.step.roots[reader.version], self._options(way), data)

    def _return(self, way: Way, reader: Codec, data: bytes) -> Slot | None:
        back = self.codecs.by_id.get((way.leg.writer, reader.id))
        if back is None:
            return None
        return self._read(way, back, data)

    def _refer(self, one: Carried):
        """What each reader's own objects make of the value that it ought to see."""
        way = one.way
        one.references = [None] * len(way.readers)
        if not self.values.referable(way):
            return
        value = self.values.expected(way)
        for index, reader in enumerate(way.readers):
            none = self.codecs.none(reader)
            if none is not None:
                root = self.step.roots[reader.version]
                one.references[index] = self.asked.decode(none, root, self._defaults, value)
