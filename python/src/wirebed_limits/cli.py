"""The command `limits` of `wirebed`."""

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
    SetOption,
    ask_versions,
    finish,
    flag,
    open_bed,
    option,
)

app = typer.Typer()


@app.command()
def limits(
    format: FormatOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    kind: Annotated[str | None, option("kind", "Globs of kinds: 'depth*,digits'.")] = None,
    accept: Annotated[str | None, option("accept", "1: pin what this run finds.")] = None,
    growth: Annotated[
        str | None, option("growth", "1: time readings, and show which grow faster than their bytes.")
    ] = None,
    set: SetOption = None,
    generations: GenerationsOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
) -> None:
    """How deep, long and many each reader reads, exactly, held against what is pinned."""
    from wirebed.run.selection import CodecSelection
    from wirebed_limits import command

    ask_versions(set, generations)
    chosen = CodecSelection(format=format, reader=reader, language=language)
    finish(command.main(open_bed(bed, include), chosen, kind, flag("ACCEPT", accept), flag("GROWTH", growth)))
