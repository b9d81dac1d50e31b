"""The command `wheel` of `wirebed`."""

import typer

from wirebed.commands.options import finish

app = typer.Typer()


@app.command()
def wheel() -> None:
    """Build the wheel with which pip installs Wirebed without a clone, into build/dist."""
    from wirebed_wheel import build

    finish(build.main())
