"""The files that a process has loaded, and those that it would load instead today in the places where it looks.

A program asks the loader for a library by its name. The loader looks into the folders of LD_LIBRARY_PATH, into its
cache and beside the libraries that it has, so whatever is there under such a name counts, with its content (ld.so(8)).
A language that looks for modules or archives in folders names these folders; of them each name counts.
"""

import functools
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from wirebed.bed import ROOT
from wirebed_build.loaded import Loaded
from wirebed_build.trees.fingerprint import FileHashes

LOADER_CACHE = "/etc/ld.so.cache"
# Folders for kinds of hardware, which the loader prefers, below each of LD_LIBRARY_PATH.
_HARDWARE = re.compile(r"glibc-hwcaps|x86-64-v\d|power\d+|z\d+|tls|haswell|avx512_1|x86_64|atomics")
# What Python makes by itself in folders of modules. The peer takes none of others.
_GENERATED = "__pycache__"


def lines(
    loaded: Loaded, name: Callable[[str], str], environment: Mapping[str, str], hashes: FileHashes
) -> Iterator[str]:
    """A line for each file, folder and library. `name`: how a path is called."""
    files = sorted((name(path), path) for path in loaded.files)
    for named, path in files:
        yield f"loaded {named} {hashes.hash(path)}"
    for place in sorted(loaded.searched, key=name):
        yield f"searched {name(place)} {_names(place, hashes)}"
    libraries = {path: _library(path) for _, path in files if ".so" in os.path.basename(path)}
    places = [*_loader_folders(environment), *sorted({os.path.dirname(path) for path in libraries}, key=name)]
    by_library = _by_library(places, set(libraries.values()))
    for library, paths in sorted(by_library.items()):
        digest = hashes.of_texts(*(f"{name(path)} {hashes.hash(path)}" for path in paths))
        yield f"library {library} {digest}"


def _names(place: str, hashes: FileHashes) -> str:
    """A digest of the names in a folder, or that of a file; what is hidden has no name that is looked for."""
    if not os.path.isdir(place):
        return str(hashes.hash(place))
    names = (name for name in _listed(place) if not name.startswith(".") and name != _GENERATED)
    return hashes.of_texts(*names)


def _library(path: str) -> str:
    """`libz` of `/lib/libz.so.1.2.13`: the loader asks for `libz.so.1`."""
    return os.path.basename(path).partition(".so")[0]


def _loader_folders(environment: Mapping[str, str]) -> Iterator[str]:
    for folder in filter(None, re.split("[:;]", environment.get("LD_LIBRARY_PATH", ""))):
        # A process starts in the folder of the repository.
        for place, below, _ in os.walk(ROOT / folder):
            below[:] = sorted(filter(_HARDWARE.fullmatch, below))
            yield place


def _by_library(folders: Iterable[str], libraries: set[str]) -> dict[str, list[str]]:
    """Library -> the paths of all files of its name, in the order in which the loader looks."""
    by_library: dict[str, list[str]] = {library: [] for library in libraries}
    every = [os.path.join(folder, name) for folder in dict.fromkeys(folders) for name in _listed(folder)]
    for path in (*every, *_cached(LOADER_CACHE, _changed_at(LOADER_CACHE))):
        if ".so" in path and (of := by_library.get(_library(path))) is not None:
            of.append(path)
    return by_library


def _listed(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _changed_at(path: str) -> tuple[int, int]:
    try:
        stat = os.stat(path)
    except OSError:
        return 0, 0
    return stat.st_ino, stat.st_ctime_ns


@functools.lru_cache(maxsize=1)
def _cached(path: str, changed: tuple[int, int]) -> Sequence[str]:
    """The paths in the cache of the loader, as they follow each other in it: its texts end with a NUL. `changed`: the
    file and its time, since a run asks for several programs."""
    try:
        with open(path, "rb") as file:
            texts = file.read().split(b"\0")
    except OSError:
        return []
    return [os.fsdecode(text) for text in texts if text.startswith(b"/")]
