"""Cases in text format, with the standard header `# proto-file:` and `# proto-message:` and some lines of our own."""

import difflib
import re
from pathlib import Path

from google.protobuf import text_format
from google.protobuf.message import Message

from wirebed import view
from wirebed.bed.files import read_text
from wirebed.bed.schema import Schema
from wirebed.cases.case import Facts
from wirebed.errors import UserError, quoted

_HEADER = re.compile(r"#\s*([\w-]+)\s*(?::\s*(.*?))?\s*$")
Header = dict[str, tuple[str, int]]
Options = dict[str, dict[str, str]]
_KEYS = ("proto-file", "proto-message", "option", "golden", "about", "tags")


def head(path: Path, schema: Schema) -> Facts:
    """The facts of a case without its view, as keywords of Case."""
    text = read_text(path)
    header, options = _header(path, text)
    for key in ("proto-message", "about"):
        if key not in header:
            raise UserError(f"the header has no line `# {key}: …`", path, 1, 1)
    full_name, line = header["proto-message"]
    _check_file(path, header, find_class(schema, full_name, path, line, 1))
    return {
        "message": full_name,
        "about": header["about"][0],
        "options": options,
        "golden": "golden" in header,
        "tags": tuple(header.get("tags", ("", 0))[0].split()),
        "meaning": {"text": meaning(text)},
    }


def build(path: Path, schema: Schema) -> bytes:
    text = read_text(path)
    full_name, line = _header(path, text)[0]["proto-message"]
    return view.of_message(parse(text, find_class(schema, full_name, path, line, 1), schema, path))


def find_class(schema: Schema, full_name: str, path: Path, line: int, column: int) -> type[Message]:
    """The class of a message; an unknown name is an error at this place."""
    try:
        return schema.message_class(full_name)
    except UserError as error:
        raise UserError(error.message, path, line, column) from None


def parse(
    text: str, message_class: type[Message], schema: Schema, path: Path, line: int = 0, column: int = 0
) -> Message:
    """The message of a text, which begins in its file after `line` and `column`."""
    try:
        return text_format.Parse(text, message_class(), descriptor_pool=schema.pool)
    except text_format.ParseError as error:
        reason = re.sub(r"^\d+:\d+\s*:\s*", "", str(error))
        where = (line + (error.GetLine() or 1), column + (error.GetColumn() or 1))
        raise UserError(reason, path, *where) from None
    except (ValueError, TypeError, RecursionError) as error:
        raise UserError(str(error), path, line + 1, column + 1) from None


def meaning(text: str) -> str:
    """The text without blank lines, comment lines and the blanks around a line."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("#"))


def _header(path: Path, text: str) -> tuple[Header, Options]:
    """Key -> (value, line number); format -> {key: value}."""
    header: Header = {}
    options: Options = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("#"):
            if line.strip():
                break
            continue
        match = _HEADER.match(line)
        if match is None or match[1] not in _KEYS:
            _check_typo(path, number, match)
            continue
        key, value = match[1], match[2] or ""
        if key == "option":
            _option(options, value, path, number)
        elif key in header:
            raise UserError(f"a second `# {key}`", path, number, 1)
        elif not value and key != "golden":
            raise UserError(f"`# {key}:` says nothing", path, number, 1)
        else:
            header[key] = (value, number)
    return header, options


def _check_typo(path: Path, number: int, match: re.Match[str] | None) -> None:
    """Raises an error for a comment such as `# proto-mesage: …`, which is meant as a header."""
    if match is None or match[2] is None:
        return
    meant = difflib.get_close_matches(match[1], _KEYS, n=1, cutoff=0.75)
    if meant:
        raise UserError(f"unknown header `{match[1]}`; near: {quoted(meant[0])}", path, number, 3)


def _option(options: Options, value: str, path: Path, number: int) -> None:
    match = re.fullmatch(r"(\S+)\s+([^\s=]+)=(\S+)", value)
    if match is None:
        raise UserError("an option is written `# option: <format> <key>=<value>`", path, number, 1)
    options.setdefault(match[1], {})[match[2]] = match[3]


def _check_file(path: Path, header: Header, message_class: type[Message]) -> None:
    if "proto-file" in header:
        stated, line = header["proto-file"]
        declared = message_class.DESCRIPTOR.file.name
        if stated != declared:
            raise UserError(f"{header['proto-message'][0]} is declared in {declared}", path, line, 1)
