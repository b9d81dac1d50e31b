"""The commands of `wirebed` about the claims of the seed articles."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    finish,
    option,
)

app = typer.Typer()


@app.command()
def claims(
    bind: Annotated[str | None, option("bind", "Glob of the echo's addresses; default: 127.0.0.1.")] = None,
    budget: Annotated[str | None, option("budget", "Minutes for results that are missing; default: 60.")] = None,
):
    """A computed verdict on everything that the seed articles said."""
    from wirebed_claims import command

    finish(command.main(bind, budget))


@app.command("claims-publish")
def claims_publish():
    """Check in the verdicts of the last `claims`, for fixtures/results."""
    from wirebed_claims import command

    finish(command.publish())
