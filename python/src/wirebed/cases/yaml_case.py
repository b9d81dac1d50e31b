"""Cases in YAML, for values that text format alone cannot express (fixtures/cases/README.md)."""

import inspect
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from google.protobuf.message import Message

from wirebed import view
from wirebed.bed import yaml_tree
from wirebed.bed.files import read_text
from wirebed.bed.schema import Schema, descriptor_of
from wirebed.bed.yaml_tree import Plain, Value
from wirebed.cases import txtpb
from wirebed.cases.case import Facts
from wirebed.cases.generators import GENERATORS
from wirebed.cases.graph import Graph
from wirebed.cases.place import Held, PlaceError
from wirebed.cases.seed_values import POPULATIONS

# The most bytes that `repeat` makes; a pipe takes several times as many.
_MOST_BYTES = 16_000_000
VALUE_KEYS = ("text", "generate", "same", "invalid_text", "bits", "hex", "raw", "view", "reject")
Entries = dict[str, Value]
_T = TypeVar("_T")
_KEYS = ("message", "about", "golden", "option", "tags", *VALUE_KEYS)


def head(path: Path, schema: Schema) -> Facts:
    """The facts of a case without its view, as keywords of Case."""
    root, entries = _entries(path)
    return {
        "message": _class(entries, schema).DESCRIPTOR.full_name,
        "about": entries["about"].want(str, "one line of text"),
        "tags": tuple(entries["tags"].want(str, "words").split()) if "tags" in entries else (),
        **value_head(root, entries),
    }


def value_head(root: Value, entries: Entries) -> Facts:
    """The facts that the keys of the value give, as keywords of Case."""
    wire = _wire(entries)
    reject = "reject" in entries and entries["reject"].want(bool, "true")
    _check_form(root, entries, wire, reject)
    return {
        "options": _options(entries),
        "golden": "golden" in entries and entries["golden"].want(bool, "true or false"),
        "wire": wire,
        "expect_reject": reject,
        "meaning": _meaning(entries),
    }


def build(path: Path, schema: Schema) -> bytes:
    entries = _entries(path)[1]
    return build_value(entries, _class(entries, schema), schema)


def _entries(path: Path) -> tuple[Value, Entries]:
    root = yaml_tree.read(read_text(path), path)
    entries = root.items(_KEYS, "a case")
    for key in ("message", "about"):
        if key not in entries:
            raise root.error(f"a case has the key {key}")
    return root, entries


def _class(entries: Entries, schema: Schema) -> type[Message]:
    message = entries["message"]
    full_name = message.want(str, "the full name of a message")
    return txtpb.find_class(schema, full_name, message.path, message.line, message.column)


def _check_form(root: Value, entries: Entries, wire: Mapping[str, bytes], reject: bool) -> None:
    if wire and reject == ("view" in entries):
        raise root.error("bytes need either `view:`, what they mean, or `reject: true`")
    if not wire and ("view" in entries or "reject" in entries):
        raise root.error("`view` and `reject` belong to bytes: `hex:` or `raw:`")
    if wire and ("text" in entries or ("generate" in entries and reject)):
        raise root.error("a case with bytes has its value in `view`, which `generate` may add to, not in `text`")
    if not wire and "text" not in entries and "generate" not in entries:
        raise root.error("a case has a value: `text`, `generate`, `hex` or `raw`")


def _wire(entries: Entries) -> dict[str, bytes]:
    """Format -> bytes of `hex:` (which may have blanks and `# comments`) and of `raw:` (text in UTF-8)."""
    wire: dict[str, bytes] = {}
    for key, decode in (("hex", _unhex), ("raw", _text)):
        for format, value in entries[key].want(dict, "a mapping of formats").items() if key in entries else ():
            if format in wire:
                raise value.error(f"a second {format}")
            wire[format] = b"".join(_part(part, decode) for part in _parts(value))
    return wire


def _parts(value: Value) -> list[Value]:
    return value.raw if isinstance(value.raw, list) else [value]


def _part(value: Value, decode: Callable[[Value], bytes]) -> bytes:
    """Bytes as they stand there, or `{repeat: bytes, times: n}`."""
    if not isinstance(value.raw, dict):
        return decode(value)
    part = value.items(("repeat", "times"), "bytes")
    if len(part) != 2:
        raise value.error("repeated bytes have `repeat` and `times`")
    times = part["times"].want(int, "a number of times")
    data = decode(part["repeat"])
    if not 0 < times * len(data) <= _MOST_BYTES:
        raise value.error(f"{times} times {len(data)} bytes are not from 1 to {_MOST_BYTES:,}")
    return data * times


def _text(value: Value) -> bytes:
    return value.want(str, "a text").encode()


def _unhex(value: Value) -> bytes:
    text = value.raw if isinstance(value.raw, str) else None
    if text is None:
        raise value.error("hex digits, in quotes, are wanted here")
    digits = re.sub(r"#[^\n]*|\s", "", text)
    try:
        return bytes.fromhex(digits)
    except ValueError as error:
        raise value.error(f"not hex: {error}") from None


def _options(entries: Entries) -> dict[str, dict[str, str]]:
    if "option" not in entries:
        return {}
    return {
        format: {key: str(value.raw) for key, value in options.want(dict, "a mapping").items()}
        for format, options in entries["option"].want(dict, "a mapping of formats").items()
    }


def _meaning(entries: Entries) -> Plain:
    meaning = {key: entries[key].plain() for key in VALUE_KEYS if key in entries}
    for key in ("text", "view"):
        text = meaning.get(key)
        if isinstance(text, str):
            meaning[key] = txtpb.meaning(text)
    return meaning


def build_value(entries: Entries, message_class: type[Message], schema: Schema) -> bytes:
    """The view of the value that these entries of a case define."""
    data = _base(entries, message_class, schema)
    edits = [(key, line) for key in ("same", "invalid_text", "bits") for line in _lines(entries, key)]
    if not edits:
        return data
    graph = Graph(data, descriptor_of(message_class))
    edits_of: dict[str, Callable[..., None]] = {
        "same": graph.same,
        "invalid_text": graph.invalid_text,
        "bits": graph.bits,
    }
    for key, line in edits:
        wanted = ("at", "is") if key == "same" else ("at", "hex")
        parts = line.items(wanted, key)
        if len(parts) != 2:
            raise line.error(f"a line of `{key}` has {wanted[0]} and {wanted[1]}")
        first = parts["at"].want(str, "a place")
        second = parts["is"].want(str, "a place") if key == "same" else _unhex(parts["hex"])
        _guard(line, edits_of[key], first, second)
    return graph.finish()


def _base(entries: Entries, message_class: type[Message], schema: Schema) -> bytes:
    lines = _lines(entries, "generate")
    for line in lines:
        population = next((key for key in line.want(dict, "a generator") if key in POPULATIONS), None)
        if population:
            return _population(line, population, entries, message_class.DESCRIPTOR.full_name)
    message = message_class()
    text = entries.get("text") or entries.get("view")
    if text is not None:
        content = text.want(str, "text format")
        at = (text.line, _indent(text)) if text.block else (text.line - 1, text.column)
        message = txtpb.parse(content, message_class, schema, text.path, *at)
    for line in lines:
        _generate(line, message)
    return view.of_message(message)


def _indent(text: Value) -> int:
    """How far a block of text is indented in its file."""
    lines = text.path.read_text().splitlines()[text.line :]
    return next((len(line) - len(line.lstrip()) for line in lines if line.strip()), 0)


def _lines(entries: Entries, key: str) -> list[Value]:
    return _parts(entries[key]) if key in entries else []


def _generate(line: Value, message: Message) -> None:
    """One line `{at: place, <generator>: its first parameter, …}`."""
    parameters = _parameters(line)
    name = next((key for key in parameters if key in GENERATORS), None)
    if name is None:
        known = ", ".join([*GENERATORS, *POPULATIONS])
        raise line.error(f"no generator is named here; known: {known}")
    generator = GENERATORS[name]
    first = list(inspect.signature(generator).parameters)[2]
    parameters = {first if key == name else key: value for key, value in parameters.items()}
    _guard(line, generator, message, **parameters)


def _parameters(line: Value) -> dict[str, Plain]:
    return {key: value.plain() for key, value in line.want(dict, "a generator").items()}


def _population(line: Value, name: str, entries: Entries, message: str) -> bytes:
    generator, declared = POPULATIONS[name]
    if "text" in entries or len(_lines(entries, "generate")) > 1:
        raise line.error(f"{name} makes a whole value: nothing can stand beside it")
    entries_of_line = line.want(dict, "a generator")
    parameters = entries_of_line[name].plain()
    if not isinstance(parameters, dict) or len(entries_of_line) > 1:
        raise line.error(f"{name} has its parameters in a mapping of its own")
    if name == "target_object":
        parameters["message"] = message
    elif message != declared:
        raise line.error(f"{name} makes a {declared}")
    return _guard(line, generator, **parameters)


def _guard(line: Value, function: Callable[..., _T], *arguments: Held, **parameters: Held) -> _T:
    """Calls the function of a line; its errors become errors at the line."""
    try:
        inspect.signature(function).bind(*arguments, **parameters)
    except TypeError as error:
        raise line.error(f"parameters: {error}") from None
    try:
        return function(*arguments, **parameters)
    except (PlaceError, ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise line.error(str(error)) from None
