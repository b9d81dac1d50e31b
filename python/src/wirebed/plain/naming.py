"""What every class and enum of a tree is called in each language; two Java classes of one name are an error."""

from dataclasses import dataclass, field

from google.protobuf.descriptor import Descriptor, EnumDescriptor

from wirebed.plain import hints, java, names
from wirebed.plain.hints import Places

Type = Descriptor | EnumDescriptor


@dataclass
class Given:
    """The names of each type, as the fields of PlainClass and PlainEnum that hold them."""

    types: dict[str, dict[str, str]] = field(default_factory=dict)


def assign(messages: list[Descriptor], enums: list[EnumDescriptor], places: Places) -> Given:
    given = Given()
    java_classes = _JavaClasses(places)
    python: dict[str, names.Names] = {}
    cpp: dict[str, names.Names] = {}
    # Outer before nested, whatever their kind: a nested class stands in the name of its outer one.
    for type_ in sorted([*messages, *enums], key=_depth):
        package = type_.file.package
        module = names.python_module(package)
        space = names.cpp_namespace(package)
        flat = _flat(type_)
        given.types[type_.full_name] = {
            "java_class": java_classes.name(type_),
            "java_message": java.protoc_class(type_),
            "python_module": module,
            "python_class": python.setdefault(module, names.Names()).take(names.python(flat)),
            "cpp_class": f"::plain{space}::{cpp.setdefault(space, names.Names()).take(names.cpp_class(flat))}",
        }
        if isinstance(type_, Descriptor):
            given.types[type_.full_name]["cpp_message"] = f"{_protoc_space(package)}::{names.cpp(flat)}"
    java_classes.check_against_protoc(given)
    return given


class _JavaClasses:
    """Binary names of plain classes, nested as declared unless a package is hinted."""

    def __init__(self, places: Places):
        self._places = places
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
            raise self._places.error(
                type_,
                f"{type_.full_name} and {first.full_name} would both be the Java class {name}; "
                "give one of them another plain_class name or package",
            )
        self._names[type_.full_name] = name
        return name

    def check_against_protoc(self, given: Given) -> None:
        """Classes of one name must not meet in one JVM."""
        protoc = {names_["java_message"]: name for name, names_ in given.types.items()}
        for name, type_ in self._owners.items():
            if name in protoc:
                raise self._places.error(
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


def _flat(type_: Type) -> str:
    """Outer_Inner"""
    outer = type_.containing_type
    return f"{_flat(outer)}_{type_.name}" if outer is not None else type_.name


def _protoc_space(package: str) -> str:
    return "".join(f"::{names.cpp(part)}" for part in package.split(".") if part)
