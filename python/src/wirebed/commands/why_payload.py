"""`make why` of a payload: its annotated bytes, and what each reader sees in it, side by side."""

import base64
import binascii
import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wirebed import view
from wirebed.bed import Bed, document
from wirebed.bed.exit_codes import Shown
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.peers.answer import Answer
from wirebed.peers.client import CodecClient
from wirebed.report import blocks
from wirebed.report.places import bare, leaves
from wirebed.view import dump

_MOST_ROWS = 400
_LARGEST = 64 * 1024 * 1024


def main(
    bed: Bed,
    format: str | None = None,
    message: str | None = None,
    hex: str | None = None,
    file: str | None = None,
    names: Sequence[str] | None = None,
) -> int:
    """Prints the dump and the table. `names` asks only those peers."""
    from wirebed.peers import asked
    from wirebed.peers.client import Call, connect
    from wirebed.run.selection import CodecSelection
    from wirebed.run.taking_part import TakingPart, taking_part
    from wirebed_build.trees import ensure

    data = payload(hex, file)
    part = taking_part(bed, CodecSelection(format=format)) if names is None else TakingPart(list(names))
    with connect(ensure(bed, part.here), part.names, part.scope) as peers:
        asked.remember(peers.pool.introductions(), part.names)
        if not format:
            raise UserError(f"FORMAT= is missing; known: {', '.join(_wire_formats(peers))}")
        readers = peers.readers(format, bare=not message)
        if message:
            peers.schema.message(message)
        elif not readers:
            raise UserError(f"MESSAGE= is missing: no reader of {format} does without a schema")
        options = dump.options_of(format, data)  # that follow from the payload itself
        answers = peers.call(Call(codec, message or "", data, options=options) for codec in readers)
        console = blocks.console(160)
        console.print(Text(dump.of(format, data, peers.schema, message or "")), soft_wrap=True)
        columns = [(codec.id, codec.version, answer) for codec, answer in zip(readers, answers, strict=True)]
        _side_by_side(console, columns, peers.schema, bool(message))
        return Shown(0)


def payload(hex: str | None, file: str | None) -> bytes:
    """The bytes of HEX= or FILE=, of which the user gives exactly one."""
    if bool(hex) == bool(file):
        raise UserError("give the payload as HEX=… or as FILE=…" + (", not as both" if hex else ""))
    if file:
        path = Path(file).expanduser()
        if not path.is_file():
            raise UserError(f"FILE={file} is no file")
        if path.stat().st_size > _LARGEST:
            raise UserError(f"FILE={file} has more than {_LARGEST:,} bytes")
        return path.read_bytes()
    return from_text(hex or "")


def from_text(text: str) -> bytes:
    r"""The bytes of hex digits with spaces, line feeds, colons, commas, 0x or \x between them, or of `base64:…`."""
    if text.startswith("base64:"):
        try:
            return base64.b64decode(re.sub(r"\s", "", text.removeprefix("base64:")), validate=True)
        except binascii.Error as problem:
            raise UserError(f"HEX=base64:… is not base64: {problem}") from None
    digits = re.sub(r"0x|\\x|[\s:,;_-]", "", text, flags=re.IGNORECASE)
    wrong = re.search(r"[^0-9a-fA-F]", digits)
    if wrong:
        raise UserError(f"HEX= has {wrong.group()!r}, which is no hex digit (base64 starts with `base64:`)")
    if len(digits) % 2:
        raise UserError(f"HEX= has {len(digits)} digits: half a byte is missing")
    return bytes.fromhex(digits)


def _wire_formats(peers: CodecClient) -> list[str]:
    return [format for format in peers.formats() if format != "none"]


def _side_by_side(console: Console, columns: list[tuple[str, str, Answer]], schema: Schema, has_message: bool) -> bool:
    """Prints a row for each place of the value and a column for each reader that read it; True when all agree."""
    readers = [(name, version, answer.data) for name, version, answer in columns if answer.data is not None]
    seen = [_seen(data, schema, has_message) for _, _, data in readers]
    if readers:
        _table(console, readers, seen)
    different = [name for (name, _, _), column in zip(readers, seen, strict=True) if column != seen[0]]
    failed = [(name, version, answer) for name, version, answer in columns if answer.data is None]
    for name, version, answer in failed:
        failure = " ".join(f"{name} {version}: {answer}".split())
        document.find("reader", failure, document.NOTE)
        console.print(Text(failure, "red"), soft_wrap=True)
    document.count(readers=len(columns), failed=len(failed), different=len(different))
    if different:
        instead = f"Not as {readers[0][0]}: {', '.join(different)}"
        document.find("reader", instead, document.NOTE)
        console.print(instead)
    elif not failed:
        console.print("All readers agree.")
    elif len(readers) > 1:
        console.print("Those that read it agree.")
    return not different and not failed


def _table(console: Console, readers: list[tuple[str, str, bytes]], seen: list[dict[str, str]]) -> None:
    table = Table(show_lines=False)
    table.add_column("", overflow="fold")
    for name, version, _ in readers:
        table.add_column(f"{name}\n{version}", overflow="fold")
    fill(console, table, seen)


def fill(console: Console, table: Table, seen: list[dict[str, str]]) -> None:
    """Prints a row for each place; `seen` has a column for each reader."""
    places = _places(seen)
    for place in places[:_MOST_ROWS]:
        table.add_row(*_row(place, [column.get(place, "–") for column in seen]))
    console.print(table)
    if len(places) > _MOST_ROWS:
        console.print(f"… and {len(places) - _MOST_ROWS:,} more places")


def _row(place: str, cells: list[str]) -> list[Text]:
    """A row: what the first reader saw, and what the others saw or `=`."""
    style = "bold red" if len(set(cells)) > 1 else ""
    others = [Text("=", "dim") if cell == cells[0] else Text(cell, style) for cell in cells[1:]]
    return [Text(place or "(top)", style), Text(cells[0], style), *others]


def _places(seen: list[dict[str, str]]) -> list[str]:
    """All places, in the order of the reader that saw most of them, then those that only others saw."""
    ordered = sorted(seen, key=len, reverse=True)
    return list(dict.fromkeys(place for column in ordered for place in column))


def _seen(data: bytes, schema: Schema, has_message: bool) -> dict[str, str]:
    """Place -> what one reader saw there."""
    return dict(leaves(view.parse(data), schema)) if has_message else bare(data)
