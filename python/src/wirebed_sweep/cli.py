"""The command `sweep` of `wirebed`."""

import os
from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    CaseOption,
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
def sweep(
    case: CaseOption = None,
    format: FormatOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    way: Annotated[str | None, option("way", "Globs of ways to damage a golden: 'cut,low'.")] = None,
    accept: Annotated[str | None, option("accept", "1: pin what this run finds.")] = None,
    set: Annotated[
        str | None, option("set", "Other versions, held against those of today: 'com.google.code.gson:gson=2.10.1'.")
    ] = None,
    generations: GenerationsOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
) -> None:
    """What readers make of goldens that are damaged at every byte, held against what is pinned."""
    from wirebed.run import Selection
    from wirebed_sweep import command

    if set:
        refuse({"GENERATIONS": generations}, ("GENERATIONS",), "names versions, and so does SET=")
        os.environ[GENERATIONS] = set
    chosen = Selection(case=case, format=format, reader=reader, language=language)
    finish(command.main(open_bed(bed, include), command.Chosen(chosen, way), flag("ACCEPT", accept)))
