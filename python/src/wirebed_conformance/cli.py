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
    suite: Annotated[str | None, option("suite", "Globs of suites: protobuf, JSONTestSuite, W3C-XML.")] = None,
    case: Annotated[str | None, option("case", "Glob of tests: 'Required.Proto3.JsonInput.*', 'n_number_*'.")] = None,
    accept: Annotated[str | None, option("accept", "1: pin what this run finds.")] = None,
    generations: GenerationsOption = None,
    peers: PeersOption = None,
) -> None:
    """Runs protobuf's own suite, JSONTestSuite and the W3C's XML suite over codecs, held against what is pinned."""
    from wirebed.run.selection import CodecSelection
    from wirebed_conformance import command

    chosen = CodecSelection(format=format, reader=reader, language=language)
    of = command.Chosen(chosen, suite, case or command.EVERY)
    finish(command.main(open_bed(None, None), of, flag("ACCEPT", accept)))
