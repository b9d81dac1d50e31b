"""The studies beside the core: packages that add commands. The core finds them by their entry points and imports none.

`wirebed.commands` has an app of Typer for each study; `wirebed.mains` has what a command of the core hands on to.
A study whose package is not there has no commands.
"""

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec

import typer

from wirebed.errors import UserError


def commands() -> Iterator[typer.Typer]:
    """The commands of each study, in the order of the studies' names."""
    for point in sorted(entry_points(group="wirebed.commands"), key=lambda point: point.name):
        if _is_there(point):
            yield point.load()


def main_of(study: str, what: str) -> Callable[..., int]:
    """The function of a study for a command of the core. `what`: the options that need it, for the error message."""
    for point in entry_points(group="wirebed.mains", name=study):
        if _is_there(point):
            main: Callable[..., int] = point.load()
            return main
    raise UserError(f"{what} needs the study {study}, whose package is not installed")


def _is_there(point: EntryPoint) -> bool:
    return find_spec(point.module.partition(".")[0]) is not None
