"""The cases of fixtures/java_types: values of classes that were written by hand, field by field.

The fields of a class are the fields of a message that only the runner knows, all of them texts in the notation. So
comparison, entries and reports are those of any message.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from google.protobuf import descriptor_pb2
from wirebed_protocol import plain_pb2

from wirebed.bed import Bed, yaml_tree
from wirebed.bed.files import read_text
from wirebed.bed.schema import JavaField, Schema, pool_of
from wirebed.cases.case import Case
from wirebed.cases.java_types import notation
from wirebed.errors import UserError, together
from wirebed.view import ViewWriter
from wirebed.view.parse import parse

FOLDER = "java_types"
# The field for what a reader saw beside the fields of the class.
OTHERS = "others"
KEYS = ("class", "about", "fields", "values")
# How the fields of a class are reached; the first one where a file does not say it.
ACCESS = ("public", "getters")


class ClassSchema(Schema):
    """The message of one class."""

    def __init__(self, class_name: str, types: Mapping[str, str], access: str) -> None:
        """`types`: the type that Java declares for each field, by the name of the field. `access`: one of ACCESS."""
        names = tuple(types)
        package, _, name = class_name.rpartition(".")
        file = descriptor_pb2.FileDescriptorProto(name=f"{class_name}.proto", package=package, syntax="proto3")
        message = file.message_type.add(name=name)
        for number, field in enumerate((*names, OTHERS), 1):
            # A field that hides one of its parent is called `Parent.name`, which no schema can spell.
            spelled = field.replace(".", "_")
            message.field.add(
                name=spelled, number=number, type=descriptor_pb2.FieldDescriptorProto.TYPE_STRING, label=1
            )
        self.class_name, self.names = class_name, names
        self.java_fields = {
            (class_name, number): JavaField(types[name], access, _hiding(name, names))
            for number, name in enumerate(names, 1)
        }
        self.files = descriptor_pb2.FileDescriptorSet(file=[file])
        self.pool = pool_of(self.files)
        self.plain = plain_pb2.PlainSchema()  # the class itself is what the codecs write

    def view(self, fields: dict[str, str]) -> bytes:
        """The view of a message with these texts."""
        out = ViewWriter()
        out.record(self.class_name)
        others = {name: value for name, value in fields.items() if name not in self.names}
        for number, name in enumerate(self.names, 1):
            if name in fields:
                out.field(number)
                out.text(fields[name])
        if others:
            out.field(len(self.names) + 1)
            out.text(", ".join(f"{name}: {value}" for name, value in others.items()))
        out.end()
        return out.finish()


def _hiding(name: str, names: tuple[str, ...]) -> str:
    if "." in name:
        return "hidden"
    return "hides" if any(other.endswith(f".{name}") for other in names) else ""


@dataclass(eq=False)
class JavaCase(Case):
    schema: ClassSchema | None = None
    bare: bytes = b""  # the bare object of the class


def load(bed: Bed) -> list[JavaCase]:
    """The cases by name; UserError names all invalid files."""
    cases: list[JavaCase] = []
    errors: list[UserError] = []
    for path in sorted((bed.fixtures / FOLDER).glob("*.yaml")):
        try:
            cases += _of_file(path)
        except UserError as error:
            errors.append(error)
    together(errors, "files are no values of classes")
    return cases


def _of_file(path: Path) -> list[JavaCase]:
    root = yaml_tree.read(read_text(path), path)
    entries = root.items((*KEYS, "access"), "a class")
    for key in KEYS:
        if key not in entries:
            raise root.error(f"a class has the key {key}")
    class_name = entries["class"].want(str, "the full name of a class")
    about = entries["about"].want(str, "one line of text")
    if path.stem != class_name.rpartition(".")[2]:
        raise entries["class"].error(f"the values of {class_name} belong in a file of its simple name")
    declared = entries["fields"].want(dict, "the type of each field, as Java declares it")
    types = {name: type_.want(str, "a type of Java") for name, type_ in declared.items()}
    access = entries["access"].want(str, "a word") if "access" in entries else ACCESS[0]
    if access not in ACCESS:
        raise entries["access"].error(f"`{access}` is none of {', '.join(ACCESS)}")
    schema = ClassSchema(class_name, types, access)
    cases = []
    for name, value in entries["values"].want(dict, "values by name").items():
        fields = _fields(value)
        if tuple(fields) != schema.names:
            raise value.error(f"each value has the fields {', '.join(schema.names)}, in this order")
        cases.append(_case(f"{class_name}/{name}", path, about, schema, fields))
    return cases


def _fields(given: yaml_tree.Value) -> dict[str, str]:
    fields = {}
    for line in given.want(str, "lines `field: value`").splitlines():
        name, colon, value = line.partition(": ")
        try:
            if not colon or name in fields:
                raise notation.BadText(f"`{line}` is no line `field: value`, or a second one")
            fields[name] = notation.normal(value)
        except notation.BadText as error:
            raise given.error(f"{name}: {error}") from None
    return fields


def _case(name: str, path: Path, about: str, schema: ClassSchema, fields: dict[str, str]) -> JavaCase:
    def spelled(field: str) -> str:
        return field if "." not in field else f'"{field}"'

    inner = ", ".join(f"{spelled(field)}: {value}" for field, value in fields.items())
    view = schema.view(fields)
    return JavaCase(
        name=name,
        message=schema.class_name,
        build=lambda: view,
        about=about,
        path=path,
        meaning=fields,
        schema=schema,
        bare=notation.parse(f"{schema.class_name} ({inner})"),
    )


def seen(bare: bytes, schema: ClassSchema) -> bytes:
    """The view of a reader, as the message of the class."""
    return schema.view(notation.fields(parse(bare)))
