"""The commands `baseline` and `review` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    FreshOption,
    IncludeOption,
    PeersOption,
    finish,
    flag,
    keep,
    open_bed,
    option,
)

app = typer.Typer()


@app.command()
def baseline(
    accept: Annotated[str | None, option("accept", "Glob of new entries, by the names that this prints.")] = None,
    accept_new: Annotated[str | None, option("accept_new", "1: accept all that is new, as unreviewed.")] = None,
    fresh: FreshOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
) -> None:
    """Pin what is not as expected in a bed of your own; later, remove what is gone from it."""
    from wirebed_baseline import command

    finish(command.main(open_bed(bed, include), accept, flag("ACCEPT_NEW", accept_new), keep(fresh)))


@app.command()
def review(bed: BedOption = None, include: IncludeOption = None, peers: PeersOption = None) -> None:
    """Give the unreviewed entries of a baseline their reasons, most cells first; without a terminal, list them."""
    from wirebed_baseline import review

    finish(review.main(open_bed(bed, include)))
