"""The command `upstream` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.commands.options import finish, flag, option, refuse

app = typer.Typer()


@app.command()
def upstream(
    case: Annotated[str | None, option("case", "Glob of reproductions: 'gson-*'.")] = None,
    history: Annotated[str | None, option("history", "1: say what each release of the registry prints.")] = None,
    old: Annotated[str | None, option("from", "The first of these releases.")] = None,
    new: Annotated[str | None, option("to", "The last of these releases.")] = None,
) -> None:
    """The libraries' own bugs, a program each: what the pinned version prints, and what the newest release does."""
    from wirebed_upstream import command

    asked = flag("HISTORY", history)
    if not asked:
        refuse({"FROM": old, "TO": new}, ("FROM", "TO"), "is for HISTORY=1")
    finish(command.main(case, history=command.Bounds(old, new) if asked else None))
