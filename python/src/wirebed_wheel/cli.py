"""The command `wheel` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.commands.options import finish, option
from wirebed.errors import UserError

app = typer.Typer()


@app.command()
def wheel(peer: Annotated[str | None, option("peer", "java: also wirebed-java, with the Java peers.")] = None) -> None:
    """Build the wheel with which pip installs Wirebed without a clone, into build/dist."""
    from wirebed_wheel import build, java

    if peer not in (None, "java"):
        raise UserError(f"PEER={peer}: only java has a wheel of its own")
    build.main()
    if peer:
        java.main()
    finish(0)
