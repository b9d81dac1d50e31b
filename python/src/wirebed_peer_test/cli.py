"""The command `peer-test` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    IncludeOption,
    PeersOption,
    finish,
    open_bed,
    option,
)

app = typer.Typer()


@app.command("peer-test")
def peer_test(
    peer: Annotated[str | None, option("peer", "Globs of peers, with `,` between; default: all.")] = None,
    question: Annotated[str | None, option("question", "Glob of questions: 'damage none/*'.")] = None,
    reports: Annotated[str | None, typer.Option("--reports", help="Folder for the JUnit XML.")] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
):
    """Holds one peer after the other to the contract of proto/wirebed/README.md, without the others."""
    from wirebed_peer_test import command

    finish(command.main(open_bed(bed, include), peer, question, reports))
