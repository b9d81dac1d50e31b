"""The commands of `wirebed` about this project itself: `test` and `check`."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    finish,
    flag,
    option,
)

app = typer.Typer()


@app.command()
def test(
    long: Annotated[
        str | None,
        option("long", "1: the tests that take minutes, too."),
    ] = None,
):
    """Every language's own tests, the runner's tests, and the suites: interop, evolution and echo."""
    from wirebed_checks import checks

    finish(checks.test(flag("LONG", long)))


@app.command()
def check(
    fix: Annotated[bool, typer.Option("--fix", help="Mend the format instead of only telling.")] = False,
):
    """Format and lint, each language by its own tools."""
    from wirebed_checks import checks

    finish(checks.check(fix))
