"""A folder of kept answers: what is damaged is said once, and is asked again like what was never kept."""

import sys

from wirebed.private_folder import Damaged, PrivateFolder


class Folder(PrivateFolder):
    def read_or_none(self, name: str) -> bytes | None:
        """The content of a file, or None where there is none to believe."""
        try:
            return self.read(name)
        except Damaged as why:
            if str(why):
                print(f"kept: {why}; it was removed", file=sys.stderr, flush=True)
            return None
