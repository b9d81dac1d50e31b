"""`wirebed upstream` with bytes: drafts the program that shows a maintainer what a library makes of them.

`fixtures/upstream/drafts` has a template for each library, which reads the bytes as a bare user of the library does: a
message of protobuf by descriptors, JSON, XML, Hessian 2 and Java streams without classes. The draft is run at once, so
that it is seen whether it shows what the reader of the bed shows. What is expected, by which authority, and the thread
stay open.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from wirebed.bed import REPORTS, ROOT, Bed, codec_id, document, files, yaml_tree
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE
from wirebed.bed.schema import Schema
from wirebed.bed.yaml_tree import Value
from wirebed.errors import UserError, shown
from wirebed_build.trees import ensure
from wirebed_upstream.load import SUFFIXES, libraries
from wirebed_upstream.registry import NotThere, Registry
from wirebed_upstream.reproduction import Library
from wirebed_upstream.run import printed
from wirebed_upstream.trimmed import files_of

FOLDER = ROOT / "fixtures" / "upstream" / "drafts"
MOST = 4096  # bytes that a program is to hold
_KEYS = ("readers", "library", "template", "with")


@dataclass(frozen=True)
class Template:
    """`readers`: globs of codecs."""

    readers: tuple[str, ...]
    library: Library
    name: str
    words: Mapping[str, str]


def main(
    bed: Bed, format: str, reader: str, message: str | None, data: bytes, registries: Mapping[str, Registry]
) -> int:
    """The exit code: 0, or 3 where the program could not be run. `reader`: as in `java/gson`."""
    if len(data) > MOST:
        raise UserError(f"a program is to hold at most {MOST:,} bytes, and these are {len(data):,}: shrink them before")
    if (template := template_of(format, reader)) is None:
        known = ", ".join(glob for each in templates() for glob in each.readers)
        raise UserError(f"no template reads bytes as {_codec(format, reader)} does; there are templates for {known}")
    text = program(template, format, message, data, Schema.load(ensure(bed, [])) if message else None)
    name = f"{reader.replace('/', '-')}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    path = REPORTS / "upstream" / f"{name}{SUFFIXES[template.library.registry]}"
    files.write(path, text)
    document.report(path)
    version, said, ran = _run(template.library, path, registries[template.library.registry])
    print(text)
    print(f"{shown(path)}, with {template.library.coordinates} {version}:\n    {said}\n")
    print("For fixtures/upstream, with what is still open:\n")
    print(_item(name, template.library, format, data, said))
    document.count(lines=len(text.splitlines()))
    return AS_EXPECTED if ran else NOT_WHOLE


def program(template: Template, format: str, message: str | None, data: bytes, schema: Schema | None) -> str:
    """`schema`: of the message; None for a value without one."""
    words: dict[str, Any] = {"format": format, "hex": data.hex(), "with": template.words}
    made = _environment().get_template(template.name)
    if template.name.startswith("protobuf."):
        if schema is None or not message:
            raise UserError(f"MESSAGE= is missing: no program reads {format} without a message")
        needed = files_of(schema.files, schema.message(message).full_name)
        words |= {"message": message, "files": FileDescriptorSet(file=needed).SerializeToString().hex()}
        words["within_java"] = _within_java(message.removeprefix(f"{needed[-1].package}."))
    return made.render(words)


def _within_java(name: str) -> str:
    """How a message is found in the descriptor of its file: Java asks for one name after the other."""
    outer, *nested = name.split(".")
    return f'.findMessageTypeByName("{outer}")' + "".join(f'.findNestedTypeByName("{each}")' for each in nested)


@cache
def templates() -> Sequence[Template]:
    """UserError for a mistake in the file, with its place."""
    path = FOLDER / "drafts.yaml"
    known = {library.coordinates: library for library in libraries(FOLDER.parent)}
    return tuple(_template(value, known) for value in yaml_tree.read(path.read_text(), path).want(list, "a list"))


def _template(value: Value, known: Mapping[str, Library]) -> Template:
    entry = value.items(_KEYS, "a template")
    for key in _KEYS[:3]:
        if key not in entry:
            raise value.error(f"{key} is missing")
    library, name = entry["library"].want(str, "a library"), entry["template"].want(str, "a file")
    if library not in known:
        raise entry["library"].error(f"`{library}` does not stand under `libraries:` of upstream.yaml")
    if not (FOLDER / name).is_file():
        raise entry["template"].error(f"there is no {name} beside this file")
    words = entry["with"].want(dict, "a mapping") if "with" in entry else {}
    readers = tuple(each.want(str, "a glob") for each in entry["readers"].want(list, "a list of globs"))
    return Template(readers, known[library], name, {key: each.want(str, "a text") for key, each in words.items()})


def template_of(format: str, reader: str) -> Template | None:
    """None where no program can be drafted. `reader`: as in `java/gson`."""
    return next((each for each in templates() if codec_id.takes(_codec(format, reader), each.readers)), None)


def _codec(format: str, reader: str) -> str:
    peer, _, library = reader.partition("/")
    return f"{peer}:{format}/{library}"


def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(FOLDER)
    return jinja2.Environment(
        loader=loader, undefined=jinja2.StrictUndefined, trim_blocks=True, keep_trailing_newline=True, autoescape=False
    )


def _run(library: Library, path: Path, registry: Registry) -> tuple[str, str, bool]:
    """The version of today, what the program prints with it, and whether it ran."""
    try:
        version = registry.pinned(library)
        return version, *printed(library, path, registry, version)
    except NotThere as why:
        return "?", f"not run: {why}", False


def _item(name: str, library: Library, format: str, data: bytes, said: str) -> str:
    seen = said.replace("'", "''")
    return (
        f"  - name: {name}\n    library: {library.coordinates}\n    entries: []  # the deviation that states it\n"
        f"    input: '{format}, {data.hex(' ')}'\n    observed: '{seen}'\n    expected:  # open\n"
        "    authority:  # open\n    thread: none known  # look for one\n"
    )
