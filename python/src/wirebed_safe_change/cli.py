"""The commands `changes` and `buf` of `wirebed`; `evolution` with --old and --new calls `main` of the package."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    IncludeOption,
    finish,
    flag,
    open_bed,
    option,
)

app = typer.Typer()


@app.command()
def changes(full: Annotated[str | None, option("full", "1: compile the schemas.")] = None):
    """The verdicts of --old and --new on the schema changes of fixtures/changes, against those that are true."""
    from wirebed_safe_change import known_changes

    finish(known_changes.main(flag("FULL", full)))


@app.command()
def buf(bed: BedOption = None, include: IncludeOption = None):
    """Ask `buf breaking` of every step of the evolution suite; its verdicts are checked in."""
    from wirebed_safe_change import buf

    finish(buf.main(open_bed(bed, include)))
