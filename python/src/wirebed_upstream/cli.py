"""The command `upstream` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    FormatOption,
    IncludeOption,
    finish,
    flag,
    open_bed,
    option,
    refuse,
)
from wirebed.errors import UserError

app = typer.Typer()


@app.command()
def upstream(
    case: Annotated[str | None, option("case", "Glob of reproductions: 'gson-*'.")] = None,
    history: Annotated[str | None, option("history", "1: say what each release of the registry prints.")] = None,
    old: Annotated[str | None, option("from", "The first of these releases.")] = None,
    new: Annotated[str | None, option("to", "The last of these releases.")] = None,
    format: FormatOption = None,
    reader: Annotated[str | None, option("reader", "The reader of the bytes of HEX=: 'java/gson'.")] = None,
    message: Annotated[str | None, option("message", "Full name of the message that they are.")] = None,
    hex: Annotated[str | None, option("hex", "Bytes, for which a program is drafted; also base64:….")] = None,
    file: Annotated[str | None, option("file", "A file with the bytes.")] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
) -> None:
    """The libraries' own bugs, a program each: what the pinned version prints, and what the newest release does."""
    from wirebed_upstream import command

    of_bytes = {"FORMAT": format, "READER": reader, "MESSAGE": message, "BED": bed, "INCLUDE": include}
    if hex or file:
        from wirebed.commands.why_payload import payload
        from wirebed_upstream import draft

        of_programs = {"CASE": case, "HISTORY": history, "FROM": old, "TO": new}
        refuse(of_programs, tuple(of_programs), "is for programs that are there, and HEX= drafts one")
        if not format or not reader:
            raise UserError("HEX= needs FORMAT= and READER=, whose library the program is for")
        data, registries = payload(hex, file), command.all_registries()
        finish(draft.main(open_bed(bed, include), format, reader, message, data, registries))
    refuse(of_bytes, tuple(of_bytes), "is for HEX= or FILE=")
    asked = flag("HISTORY", history)
    if not asked:
        refuse({"FROM": old, "TO": new}, ("FROM", "TO"), "is for HISTORY=1")
    finish(command.main(case, history=command.Bounds(old, new) if asked else None))
