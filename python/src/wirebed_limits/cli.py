"""The command `limits` of `wirebed`."""

import os
from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    FormatOption,
    GenerationsOption,
    IncludeOption,
    LanguageOption,
    PeersOption,
    ReaderOption,
    finish,
    flag,
    open_bed,
    option,
    refuse,
)
from wirebed_build.languages.generations import GENERATIONS

app = typer.Typer()


@app.command()
def limits(
    format: FormatOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    kind: Annotated[str | None, option("kind", "Globs of kinds: 'depth*,digits'.")] = None,
    accept: Annotated[str | None, option("accept", "1: pin what this run finds.")] = None,
    set: Annotated[
        str | None, option("set", "Other versions, held against those of today: 'com.google.code.gson:gson=2.10.1'.")
    ] = None,
    generations: GenerationsOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
) -> None:
    """How deep, long and many each reader reads, exactly, held against what is pinned."""
    from wirebed.run.selection import CodecSelection
    from wirebed_limits import command

    if set:
        refuse({"GENERATIONS": generations}, ("GENERATIONS",), "names versions, and so does SET=")
        os.environ[GENERATIONS] = set
    chosen = CodecSelection(format=format, reader=reader, language=language)
    finish(command.main(open_bed(bed, include), chosen, kind, flag("ACCEPT", accept)))
