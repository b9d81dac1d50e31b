"""The mappers of a bed, in its schema tree: a list for the peers, and copies of the files that they need.

The files lie below `mappers/<peer>/`, each in a numbered folder that is the root of its packages. A peer compiles or
loads them as they are there, so that the build cache knows them by their content.
"""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from wirebed.bed.mappers import Mapper
from wirebed_build.trees.fingerprint import files_below, write_if_changed

LIST, FOLDER = "mappers.list", "mappers"


def make(tree: Path, mappers: Iterable[Mapper]) -> None:
    """Makes the list and the copies what the bed says now."""
    mappers = list(mappers)
    if not mappers:
        (tree / LIST).unlink(missing_ok=True)
        shutil.rmtree(tree / FOLDER, ignore_errors=True)
        return
    lines = (f"{mapper.peer}\t{mapper.key}\t{mapper.make}\n" for mapper in mappers)
    write_if_changed(tree / LIST, "".join(lines).encode())
    copies: dict[str, Path] = {}
    for peer in dict.fromkeys(mapper.peer for mapper in mappers):
        files = dict.fromkeys(file for mapper in mappers if mapper.peer == peer for file in mapper.files)
        of_peer = _copied(tree / FOLDER / peer, files)
        originals = "".join(f"{copy}\t{original}\n" for copy, original in of_peer.items())
        write_if_changed(tree / FOLDER / f"{peer}.list", originals.encode())
        copies |= of_peer
    for path in files_below(str(tree / FOLDER), generated=True):
        if path not in copies and not path.endswith(".list"):
            os.unlink(path)


def _copied(folder: Path, files: Iterable[Path]) -> dict[str, Path]:
    """Copy -> original of each file."""
    copies: dict[str, Path] = {}
    for number, given in enumerate(files):
        for path in [given] if given.is_file() else map(Path, files_below(str(given))):
            inside = path.name if path == given else path.relative_to(given)
            copy = folder / str(number) / inside
            copy.parent.mkdir(parents=True, exist_ok=True)
            write_if_changed(copy, path.read_bytes())
            copies[str(copy)] = path
    return copies
