"""Migrates a value to another version, as its reader ought to see it: a view of one schema -> a view of another.

A field is the same as the other version's field of the same name in the message that stands there, or of the name
that the step declares. Types convert where that is exact (migrate_scalars.py); a list of one is its element, a map is
the list of its entries, a wrapper message its value. What the other type cannot hold stays in the view as it is: then
the reader is compared with what it should have seen, and the kind says how what it saw differs.
"""

from dataclasses import dataclass

from wirebed.bed.schema import Schema
from wirebed.suites.evolution.correspondence import Correspondence
from wirebed.suites.evolution.migrate_tree import write
from wirebed.suites.evolution.migrate_view import Migration
from wirebed.suites.evolution.model import Names
from wirebed.view.parse import Steps, parse


@dataclass(frozen=True)
class Migrated:
    """`unseen` are the places of fields with a value that the other version has no field for, in the old view;
    `origin` says for places of the new view where in the old one they come from; `fits`: the types of the new schema
    can hold every node."""

    view: bytes
    unseen: tuple[Steps, ...]
    fits: bool
    origin: dict[Steps, Steps]
    schema: Schema  # that of the old view
    target: Schema  # that of the new one

    def source(self, steps: Steps) -> Steps:
        """The place in the old view that a place of the new one comes from, or what encloses it there."""
        while steps not in self.origin and steps:
            steps = steps[:-1]
        return self.origin.get(steps, ())

    def then(self, second: "Migrator", ought: bytes | None = None) -> "Migrated":
        """On to a third version; `ought` is what its reader ought to see."""
        last = second.migrate(self.view, ought)
        unseen = self.unseen + tuple(self.source(steps) for steps in last.unseen)
        origin = {new: self.source(old) for new, old in last.origin.items()}
        return Migrated(last.view, unseen, last.fits, origin, self.schema, last.target)


class Migrator:
    """From one schema to another. `roots` are the root messages of both; `defaults`: absent fields show a default."""

    def __init__(
        self, schema_from: Schema, schema_to: Schema, names: Names, roots: tuple[str, str], defaults: bool = False
    ) -> None:
        self.schema_from, self.schema_to, self.root = schema_from, schema_to, roots[1]
        self.same = Correspondence(schema_from, schema_to, names, roots)
        self.defaults = defaults
        self.known: dict[tuple[bytes, bytes | None], Migrated] = {}

    def migrate(self, view: bytes, ought: bytes | None = None) -> Migrated:
        if (view, ought) not in self.known:
            self.known[view, ought] = self._migrate(view, ought)
        return self.known[view, ought]

    def _migrate(self, view: bytes, ought: bytes | None) -> Migrated:
        migration = Migration(self.same, view, self.defaults)
        root = migration.record(parse(view), self.schema_to.message(self.root))
        data, origin = write(root)
        if ought is not None:
            return Migrated(ought, (), True, origin, self.schema_from, self.schema_to)
        unseen = tuple(node.steps() for node in migration.unseen)
        return Migrated(data, unseen, migration.fits, origin, self.schema_from, self.schema_to)
