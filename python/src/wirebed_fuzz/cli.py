"""The command `fuzz` of `wirebed`."""

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
    SeedOption,
    WriterOption,
    finish,
    number,
    open_bed,
    option,
)

app = typer.Typer()


@app.command()
def fuzz(
    budget: Annotated[
        str | None, option("budget", "Minutes to ask; what was found is shrunk after them; default: 2.")
    ] = None,
    seed: SeedOption = None,
    case: CaseOption = None,
    format: FormatOption = None,
    writer: WriterOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
    generations: GenerationsOption = None,
) -> None:
    """Random values through every writer and reader: what no entry predicts, each by its smallest value."""
    from wirebed.run import Selection
    from wirebed_fuzz import command

    chosen = Selection(
        case=case, format=format, writer=writer, reader=reader, language=language, seed=number("SEED", seed, 1)
    )
    finish(command.main(open_bed(bed, include), chosen, number("BUDGET", budget, 2)))
