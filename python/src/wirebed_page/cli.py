"""The commands of `wirebed` about the page: `report` and `report-picture`."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    IncludeOption,
    finish,
    open_bed,
    option,
)

app = typer.Typer()


@app.command()
def report(
    bed: BedOption = None,
    include: IncludeOption = None,
    out: Annotated[str | None, option("out", "The file; default: index.html beside the reports of the bed.")] = None,
    base: Annotated[str | None, option("base", "An older report, .jsonl: what changed since comes first.")] = None,
):
    """One page of the newest results, which opens from the disk."""
    from wirebed_page import command

    finish(command.main(open_bed(bed, include), out, base))


@app.command("report-picture")
def report_picture():
    """Pictures of the first screen of the page, as a desktop and as a phone show it."""
    from wirebed_page import picture

    finish(picture.main())
