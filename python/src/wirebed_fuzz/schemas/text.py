"""A small schema as the text of a .proto file."""

from collections.abc import Iterator

from wirebed_fuzz.schemas.model import PROTO2, WELL_KNOWN, Enum, Field, File, Message, Reserved


def text(file: File) -> str:
    used = {field.type for _, message in file.walk() for field in message.fields}
    imports = sorted({WELL_KNOWN[name] for name in used if name in WELL_KNOWN})
    lines = [f'syntax = "{file.syntax}";', "", f"package {file.package};", ""]
    lines += [f'import "{name}";' for name in imports] + [""] * bool(imports)
    for enum in file.enums:
        lines += [*_enum(enum), ""]
    for message in file.messages:
        lines += [*_message(file, message, message.name), ""]
    return "\n".join(lines[:-1]) + "\n"


def _message(file: File, message: Message, path: str) -> Iterator[str]:
    yield f"message {message.name} {{"
    yield from _indented(_body(file, message, path))
    yield "}"


def _body(file: File, message: Message, path: str) -> Iterator[str]:
    yield from _reserved(message.reserved)
    for enum in message.enums:
        yield from _enum(enum)
    of_groups = {field.type for field in message.fields if field.group}
    for inner in message.messages:
        if f"{path}.{inner.name}" not in of_groups:
            yield from _message(file, inner, f"{path}.{inner.name}")
    done = set[str]()
    for field in message.fields:
        if not field.oneof:
            yield from _field(file, field)
        elif field.oneof not in done:
            done.add(field.oneof)
            yield f"oneof {field.oneof} {{"
            members = (member for member in message.fields if member.oneof == field.oneof)
            yield from _indented(line for member in members for line in _field(file, member))
            yield "}"


def _field(file: File, field: Field) -> Iterator[str]:
    options = f" [{', '.join(' = '.join(each) for each in field.options)}]" if field.options else ""
    if field.label == "map":
        yield f"map<{field.key}, {field.type}> {field.name} = {field.number}{options};"
        return
    label = f"{field.label} " if field.label else ""
    inner = file.message(field.type) if field.group else None
    if inner is None:
        yield f"{label}{field.type} {field.name} = {field.number}{options};"
        return
    assert file.syntax == PROTO2, "proto3 has no groups"
    yield f"{label}group {inner.name} = {field.number}{options} {{"
    yield from _indented(_body(file, inner, field.type))
    yield "}"


def _enum(enum: Enum) -> Iterator[str]:
    yield f"enum {enum.name} {{"
    if len({number for _, number in enum.values}) < len(enum.values):
        yield "  option allow_alias = true;"
    yield from _indented(_reserved(enum.reserved))
    yield from (f"  {name} = {number};" for name, number in enum.values)
    yield "}"


def _reserved(reserved: Reserved) -> Iterator[str]:
    if reserved.numbers:
        yield f"reserved {', '.join(map(str, reserved.numbers))};"
    if reserved.names:
        yield "reserved " + ", ".join(f'"{name}"' for name in reserved.names) + ";"


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)
