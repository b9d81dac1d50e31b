"""`migration:` of a step: what is called otherwise in the next version, checked against both schemas.

Names are relative to the package of each version: a message or an enum `Inner`, a field `M.a`, a value `Color.RED`, an
extension `"[full.name]"`. What stands behind the colon is the short name in the next version.
"""

from dataclasses import dataclass

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from wirebed.bed.schema import Schema
from wirebed.bed.yaml_tree import Value
from wirebed.errors import UserError, unknown
from wirebed.suites.evolution.model import Names


@dataclass(frozen=True)
class Version:
    """One version of a step: its schema, the package of its file, its root message."""

    schema: Schema
    package: str
    root: str

    def full(self, name: str) -> str:
        return f"{self.package}.{name}" if self.package else name


def names(value: Value | None, old: Version, new: Version) -> Names:
    if value is None:
        return Names()
    parts = value.items(("renamed", "apart"), "a migration")
    renamed = parts["renamed"].want(dict, "a mapping of old names to new ones") if "renamed" in parts else {}
    apart = parts["apart"].want(list, "a list of names") if "apart" in parts else []
    resolver = _Resolver(old, new)
    # Types first: where a field or a value is looked for depends on what its message or enum is called now.
    for wanted in ("type", "part"):
        for name, target in renamed.items():
            if _is_part(name, old) == (wanted == "part"):
                resolver.rename(name, target)
    full_names = frozenset(resolver.find(name.want(str, "a name"), old, name)[0] for name in apart)
    return Names(resolver.renamed, full_names)


def _is_part(name: str, version: Version) -> bool:
    return name.startswith("[") or not _type(version, version.full(name))


def _type(version: Version, full_name: str) -> Descriptor | EnumDescriptor | None:
    for find in (version.schema.pool.FindMessageTypeByName, version.schema.pool.FindEnumTypeByName):
        try:
            return find(full_name)
        except KeyError:
            continue
    return None


def _extension(version: Version, full_name: str) -> FieldDescriptor | None:
    try:
        return version.schema.pool.FindExtensionByName(full_name)
    except KeyError:
        return None


class _Resolver:
    def __init__(self, old: Version, new: Version) -> None:
        self.old = old
        self.new = new
        self.renamed: dict[str, str] = {}

    def rename(self, name: str, target: Value) -> None:
        short = target.want(str, "a name")
        full_name, owner = self.find(name, self.old, target)
        scope = self.counterpart(full_name.rpartition(".")[0])
        if short.startswith("["):
            new, _ = self.find(short, self.new, target)
        elif name.startswith("[") and _extension(self.new, f"{scope}.{short}") is not None:
            new = f"{scope}.{short}"
        elif not owner:
            new = f"{scope}.{short}" if scope else short
            if _type(self.new, new) is None:
                raise _at(target, unknown("message or enum", new, self.types(self.new)))
        else:
            moved = self.counterpart(owner)
            there = _type(self.new, moved)
            if there is None:
                raise _at(target, unknown("message or enum", moved, self.types(self.new)))
            if short not in _parts(there):
                raise _at(target, unknown(f"part of {moved}", short, _parts(there)))
            new = f"{moved}.{short}"
        if new in self.renamed.values():
            raise target.error(f"two names become {new}")
        self.renamed[full_name] = new

    def find(self, name: str, version: Version, at: Value) -> tuple[str, str]:
        """The full name of a message or enum, or else of a part of one, and that of what it is a part of."""
        if name.startswith("[") and name.endswith("]"):
            extension = _extension(version, name[1:-1])
            if extension is None:
                raise at.error(f"there is no extension {name[1:-1]}")
            return extension.full_name, extension.containing_type.full_name if extension.containing_type else ""
        full_name = version.full(name)
        if _type(version, full_name) is not None:
            return full_name, ""
        scope, _, short = full_name.rpartition(".")
        owner = _type(version, scope)
        if owner is None:
            raise _at(at, unknown("message or enum", scope, self.types(version)))
        if short not in _parts(owner):
            raise _at(at, unknown(f"part of {scope}", short, _parts(owner)))
        return full_name, scope

    def counterpart(self, full_name: str) -> str:
        """The name of a scope of the old version in the new one."""
        if full_name in self.renamed:
            return self.renamed[full_name]
        if full_name == self.old.root:
            return self.new.root
        if full_name == self.old.package:
            return self.new.package
        scope, _, short = full_name.rpartition(".")
        scope = self.counterpart(scope) if scope else ""
        return f"{scope}.{short}" if scope else short

    @staticmethod
    def types(version: Version) -> list[str]:
        return [name for name in version.schema.messages if name.startswith(version.full(""))]


def _parts(owner: Descriptor | EnumDescriptor) -> list[str]:
    if hasattr(owner, "values"):
        return [value.name for value in owner.values]
    return [field.name for field in owner.fields]


def _at(value: Value, error: UserError) -> UserError:
    return value.error(error.message)
