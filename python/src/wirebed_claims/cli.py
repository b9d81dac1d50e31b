"""The commands of `wirebed` about the claims of the seed articles."""

from typing import Annotated

import typer

from wirebed.commands.options import finish, flag, option

app = typer.Typer()


@app.command()
def claims(
    bind: Annotated[str | None, option("bind", "Glob of the echo's addresses; default: 127.0.0.1.")] = None,
    budget: Annotated[str | None, option("budget", "Minutes for results that are missing; default: 60.")] = None,
    fresh: Annotated[str | None, option("fresh", "1: measure all times anew; the old ones stay beside.")] = None,
):
    """A computed verdict on each claim of the seed articles."""
    from wirebed_claims import command

    finish(command.main(bind, budget, flag("FRESH", fresh)))


@app.command("claims-publish")
def claims_publish():
    """Check in the verdicts of the last `claims`, for fixtures/results."""
    from wirebed_claims import command

    finish(command.publish())
