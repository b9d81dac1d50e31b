"""The command `conformance` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    FormatOption,
    GenerationsOption,
    LanguageOption,
    PeersOption,
    ReaderOption,
    finish,
    flag,
    open_bed,
    option,
)

app = typer.Typer()


@app.command()
def conformance(
    format: FormatOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    case: Annotated[str | None, option("case", "Glob of the suite's tests: 'Required.Proto3.JsonInput.*'.")] = None,
    accept: Annotated[str | None, option("accept", "1: pin what this run finds.")] = None,
    generations: GenerationsOption = None,
    peers: PeersOption = None,
) -> None:
    """Runs protobuf's own conformance suite over its codecs, held against what is pinned."""
    from wirebed.run.selection import CodecSelection
    from wirebed_conformance import command

    chosen = CodecSelection(format=format, reader=reader, language=language)
    finish(command.main(open_bed(None, None), chosen, case or "*", flag("ACCEPT", accept)))
