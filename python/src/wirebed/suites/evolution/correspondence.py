"""Which fields and enum values of two versions of a schema are the same thing: by name, or as the step declares."""

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from wirebed.bed.schema import Schema
from wirebed.suites.evolution.model import Names


class Correspondence:
    """From one schema to another; `roots` are the root messages of both."""

    def __init__(self, schema_from: Schema, schema_to: Schema, names: Names, roots: tuple[str, str]) -> None:
        self.schema_from, self.schema_to, self.names, self.roots = schema_from, schema_to, names, roots
        self.taken = frozenset(names.renamed.values())

    def field(self, source: FieldDescriptor, target_message: Descriptor) -> FieldDescriptor | None:
        """The field of a message of the other schema that is the same thing, or None."""
        if source.full_name in self.names.apart:
            return None
        renamed = self.names.renamed.get(source.full_name)
        if renamed is not None:
            field = target_message.fields_by_name.get(renamed.rpartition(".")[2])
            return field or self._extension(renamed, target_message)
        if source.is_extension:
            return self._extension(self._moved(source.full_name), target_message)
        field = target_message.fields_by_name.get(source.name)
        if field is None or field.full_name in self.taken or field.full_name in self.names.apart:
            return None
        return field

    def _extension(self, full_name: str, target_message: Descriptor) -> FieldDescriptor | None:
        try:
            extension = self.schema_to.pool.FindExtensionByName(full_name)
        except KeyError:
            return None
        extended = extension.containing_type
        return extension if extended is not None and extended.full_name == target_message.full_name else None

    def _moved(self, full_name: str) -> str:
        """A full name in the package of the other root."""
        here, there = (root.rpartition(".")[0] for root in self.roots)
        return there + full_name[len(here) :] if full_name.startswith(f"{here}.") else full_name

    def enum(self, source: EnumDescriptor, number: int, target: EnumDescriptor) -> int | str:
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
