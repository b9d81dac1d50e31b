"""The files of services that `wirebed init` finds: those that name the version of a library that a codec has."""

import os
from collections.abc import Sequence
from pathlib import Path

from wirebed.bed import ROOT, Bed, glob
from wirebed.bed.git import top_of
from wirebed.commands.bed_libraries import FILES, read_file
from wirebed.errors import UserError
from wirebed_build.languages import discovery
from wirebed_build.languages.libraries import libraries
from wirebed_build.trees.fingerprint import files_below

_SHOWN = 4  # the libraries that are named of one file


def files_of(bed: Bed, languages: Sequence[str]) -> list[str]:
    """Their paths from the folder of the bed, each with a line on stdout.

    Where two of them name other versions of one library, nothing says which the services run: none is taken.
    `languages`: globs."""
    of_languages = (peer for peer in discovery.in_folder(ROOT) if glob.takes([peer.language(ROOT)], languages))
    known = {name for peer in of_languages if "generation" in peer.data for name in libraries(peer)}
    taken: dict[str, dict[str, str]] = {}
    for path in _files(top_of(bed.root) or bed.root):
        name = os.path.relpath(path, bed.root.resolve())
        try:
            versions = read_file(path, Path.read_text)
        except (UserError, OSError, UnicodeDecodeError) as error:
            print(f"libraries: {name} is left out: {error}")
            continue
        if of_codecs := {library: version for library, version in versions.items() if library in known}:
            taken[name] = of_codecs
            others = len(versions) - len(of_codecs)
            print(f"libraries: {name} names {_listed(of_codecs)}; others that no codec has: {others}")
    if conflict := _conflict(taken):
        print(f"libraries: no file is taken, since {conflict}")
        return []
    return list(taken)


def _files(top: Path) -> list[Path]:
    return [Path(path) for path in files_below(str(top.resolve())) if Path(path).name in FILES]


def _listed(versions: dict[str, str]) -> str:
    words = [f"{library} {version}" for library, version in versions.items()]
    more = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
    return ", ".join(words[:_SHOWN]) + more


def _conflict(files: dict[str, dict[str, str]]) -> str:
    first: dict[str, tuple[str, str]] = {}
    for file, versions in files.items():
        for library, version in versions.items():
            other, known = first.setdefault(library, (file, version))
            if known != version:
                return f"{library} is {known} in {other} and {version} in {file}"
    return ""
