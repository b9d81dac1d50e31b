"""The files that the processes of a peer have loaded, by which its answers are kept (wirebed_build.trees.identity).

The system shows programs, libraries and archives, since their processes map them or hold them open. A process that
reads files and closes them, as Python does with modules, names them in its introduction.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from wirebed_protocol import peer_pb2

from wirebed_build import os_sessions

# Files that are no content: of the kernel, of its devices, and without a name.
_NO_FILES = ("/dev/", "/proc/", "/sys/", "/memfd:", "/SYSV", "/[")


@dataclass(frozen=True)
class Loaded:
    """Absolute paths. `searched`: the folders and archives in which a process looks for such files by their names."""

    files: frozenset[str] = frozenset()
    searched: frozenset[str] = frozenset()

    def __or__(self, other: Loaded) -> Loaded:
        return Loaded(self.files | other.files, self.searched | other.searched)


def of_session(session: int) -> Loaded:
    """The files that all processes of a session map or hold open now."""
    paths = {path for pid in os_sessions.processes(session) for path in (*_mapped(pid), *_open(pid))}
    return Loaded(frozenset(path for path in paths if path.startswith("/") and not path.startswith(_NO_FILES)))


def of_this_process() -> Loaded:
    """The modules and libraries of the runner by now, and the places where it looked for modules."""
    specs = (getattr(module, "__spec__", None) for module in list(sys.modules.values()))
    modules = {spec.origin for spec in specs if spec is not None and (spec.origin or "").startswith("/")}
    places = frozenset(place for place in sys.path_importer_cache if place.startswith("/"))
    return Loaded(frozenset(modules | {path for path in _mapped("self") if path.startswith("/")}), places)


def told_by(introduction: peer_pb2.Introduction) -> Loaded:
    """The files that a peer names, which are taken out of its introduction since they are of one machine."""
    loaded = Loaded(frozenset(introduction.loaded), frozenset(introduction.searched))
    introduction.ClearField("loaded")
    introduction.ClearField("searched")
    return loaded


def _mapped(pid: int | str) -> Iterator[str]:
    # A process that has ended shows nothing.
    with suppress(OSError), open(f"/proc/{pid}/maps") as lines:
        for line in lines:
            _, rights, *_, path = [*line.split(maxsplit=5), ""][:6]
            # What a process shares with others and writes is not what it is made of.
            if "w" not in rights or "s" not in rights:
                yield path.rstrip("\n").removesuffix(" (deleted)")


def _open(pid: int) -> Iterator[str]:
    """The regular files that are open for reading alone."""
    folder = f"/proc/{pid}/fd"
    with suppress(OSError):
        for number in os.listdir(folder):
            with suppress(OSError):
                path = os.readlink(f"{folder}/{number}")
                if path.startswith("/") and os.path.isfile(path) and not os.lstat(f"{folder}/{number}").st_mode & 0o200:
                    yield path
