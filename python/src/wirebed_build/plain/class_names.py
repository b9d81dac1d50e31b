"""The names of every class and enum of a tree in each language; two Java classes with one name are an error."""

from dataclasses import dataclass, field
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor

from wirebed_build.plain import hints, java
from wirebed_build.plain.hints import SourceLocations
from wirebed_build.plain.language_names import Spelling

Type = Descriptor | EnumDescriptor


@dataclass
class TypeNames:
    """The names of each type, as the fields of PlainClass and PlainEnum that hold them."""

    types: dict[str, dict[str, Any]] = field(default_factory=dict)


def assign(
    messages: list[Descriptor], enums: list[EnumDescriptor], locations: SourceLocations, spellings: dict[str, Spelling]
) -> TypeNames:
    type_names = TypeNames()
    java_classes = _JavaClasses(locations)
    # Outer types come first, since the name of a nested type contains the name of the outer one.
    types: list[Type] = [*messages, *enums]
    for type_ in sorted(types, key=_depth):
        type_names.types[type_.full_name] = {
            "java_class": java_classes.name(type_),
            "java_message": java.protoc_class(type_),
            "names": {language: spelling.type(type_) for language, spelling in spellings.items()},
        }
    java_classes.check_against_protoc(type_names)
    return type_names


class _JavaClasses:
    """Binary names of plain classes, nested as declared unless a package is hinted."""

    def __init__(self, locations: SourceLocations) -> None:
        self._locations = locations
        self._names: dict[str, str] = {}
        self._owners: dict[str, Type] = {}

    def name(self, type_: Type) -> str:
        simple = java.plain_simple(type_)
        if type_.containing_type is None or hints.of_class(type_).package:
            name = f"{java.plain_package(type_)}.{simple}"
        else:
            outer = self._names[type_.containing_type.full_name]
            enclosing = outer.rsplit(".", 1)[-1].split("$")
            while simple in enclosing:
                simple += "_"
            name = f"{outer}${simple}"
        first = self._owners.setdefault(name, type_)
        if first is not type_:
            raise self._locations.error(
                type_,
                f"{type_.full_name} and {first.full_name} would both be the Java class {name}; "
                "give one of them another plain_class name or package",
            )
        self._names[type_.full_name] = name
        return name

    def check_against_protoc(self, type_names: TypeNames) -> None:
        """Raises an error where a plain class has the name of one of protoc's classes, which share a JVM with it."""
        protoc = {names_["java_message"]: name for name, names_ in type_names.types.items()}
        for name, type_ in self._owners.items():
            if name in protoc:
                raise self._locations.error(
                    type_,
                    f"the plain class of {type_.full_name} would be {name}, which is what protoc calls the class of "
                    f"{protoc[name]}; hint another package (plain_package, plain_class.package)",
                )


def _depth(type_: Type) -> int:
    depth = 0
    while type_.containing_type is not None:
        type_ = type_.containing_type
        depth += 1
    return depth
