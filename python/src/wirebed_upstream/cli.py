"""The command `upstream` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    finish,
    option,
)

app = typer.Typer()


@app.command()
def upstream(case: Annotated[str | None, option("case", "Glob of reproductions: 'gson-*'.")] = None):
    """The libraries' own bugs, a program each: what the pinned version prints, and what the newest release does."""
    from wirebed_upstream import command

    finish(command.main(case))
