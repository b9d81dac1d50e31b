"""A folder of kept answers: what is damaged is said once, and is asked again like what was never kept."""

import sys
from collections.abc import Callable
from typing import TypeVar

from wirebed_build.private_folder import Damaged, PrivateFolder

_T = TypeVar("_T")


class Folder(PrivateFolder):
    def read_or_none(self, name: str) -> bytes | None:
        """The content of a file, or None where there is none to believe."""
        return self.parsed_or_none(name, bytes)

    def parsed_or_none(self, name: str, parse: Callable[[bytes], _T]) -> _T | None:
        """As `parse` reads the content. What it cannot read is damaged, too: whoever writes the hash may write that."""
        try:
            data = self.read(name)
            try:
                return parse(data)
            except Exception as error:
                self.drop(name)
                raise Damaged(f"{self.path / name} cannot be read: {type(error).__name__}") from None
        except Damaged as why:
            if str(why):
                print(f"kept: {why}; it was removed", file=sys.stderr, flush=True)
            return None
