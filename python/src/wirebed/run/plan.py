"""A plan: the works of a run, in the order in which they are reported."""

from collections.abc import Iterable

from wirebed.errors import UserError
from wirebed.run.work import Work


class Plan:
    def __init__(self, works: Iterable[Work], globs: str) -> None:
        """`globs`: the variables by which the user chooses, for the error when nothing is left."""
        self.works = [work for work in works if work.routes]
        self.cells = sum(work.cells for work in self.works)
        if not self.cells:
            raise nothing_left(globs)


def nothing_left(globs: str) -> UserError:
    return UserError(f"no cell is left: each of {globs} matches something, together nothing")
