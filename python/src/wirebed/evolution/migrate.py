"""What a reader of another version ought to see of a value: a view of one schema -> a view of another, by names.

A field is the same as the other version's field of the same name in the message that stands there, or of the name
that the step declares. Types convert where that is exact (migrate_scalars.py); a list of one is its element, a map is
the list of its entries, a wrapper message its value. What the other type cannot hold stays in the view as it is: then
the reader is compared with what it should have seen, and the kind says what it made of it.
"""

from dataclasses import dataclass

from wirebed.evolution.migrate_tree import write
from wirebed.evolution.migrate_work import Work
from wirebed.evolution.model import Names
from wirebed.schema import Schema
from wirebed.view import parse


@dataclass(frozen=True)
class Migrated:
    """`unseen` are the places of fields with a value that the other version has no field for, in the old view;
    `origin` says for places of the new view where in the old one they come from; `fits`: the types of the new schema
    can hold every node."""

    view: bytes
    unseen: tuple[tuple, ...]
    fits: bool
    origin: dict[tuple, tuple]
    schema: Schema  # that of the old view
    target: Schema  # that of the new one

    def source(self, steps: tuple) -> tuple:
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
    ):
        self.schema_from = schema_from
        self.schema_to = schema_to
        self.names = names
        self.roots = roots
        self.defaults = defaults
        self.taken = frozenset(names.renamed.values())
        self.known: dict[tuple[bytes, bytes | None], Migrated] = {}

    def migrate(self, view: bytes, ought: bytes | None = None) -> Migrated:
        if (view, ought) not in self.known:
            self.known[view, ought] = self._migrate(view, ought)
        return self.known[view, ought]

    def _migrate(self, view: bytes, ought: bytes | None) -> Migrated:
        work = Work(self, view)
        root = work.record(parse(view), self.schema_to.message(self.roots[1]))
        data, origin = write(root)
        if ought is not None:
            return Migrated(ought, (), True, origin, self.schema_from, self.schema_to)
        unseen = tuple(node.steps() for node in work.unseen)
        return Migrated(data, unseen, work.fits, origin, self.schema_from, self.schema_to)

    def field(self, source, target_message):
        """The field of a message of the other schema that is the same thing, or None."""
        if source.full_name in self.names.apart:
            return None
        renamed = self.names.renamed.get(source.full_name)
        if renamed is not None:
            found = target_message.fields_by_name.get(renamed.rpartition(".")[2])
            return found or self.extension(renamed, target_message)
        if source.is_extension:
            return self.extension(self.moved(source.full_name), target_message)
        found = target_message.fields_by_name.get(source.name)
        if found is None or found.full_name in self.taken or found.full_name in self.names.apart:
            return None
        return found

    def extension(self, full_name: str, target_message):
        try:
            found = self.schema_to.pool.FindExtensionByName(full_name)
        except KeyError:
            return None
        return found if found.containing_type.full_name == target_message.full_name else None

    def moved(self, full_name: str) -> str:
        """A full name in the package of the other root."""
        here, there = (root.rpartition(".")[0] for root in self.roots)
        return there + full_name[len(here) :] if full_name.startswith(f"{here}.") else full_name

    def enum(self, source, number: int, target) -> int | str:
        """The number in another enum; the name where it has none, but another value has the number."""
        name = None
        for value in source.values:
            full_name = f"{source.full_name}.{value.name}"
            if value.number != number or {full_name, source.full_name} & self.names.apart:
                continue
            name = name or value.name
            renamed = self.names.renamed.get(full_name)
            same = target.values_by_name.get(renamed.rpartition(".")[2] if renamed else value.name)
            if same is not None and (renamed or f"{target.full_name}.{same.name}" not in self.taken):
                return same.number
        return number if name is None or number not in target.values_by_number else name
