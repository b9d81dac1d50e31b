"""The programs and files of the machine on which a build and its answers depend: `toolchain:` of peer.yaml.

```yaml
toolchain:
  g++: [../lib/gcc/*/*/cc1plus]    # a program, and files by their paths from the folder where it really is
  /usr/include/google/protobuf:    # a file or a folder, or a glob of them; what /usr/local has in its place counts too
  $CXXFLAGS:                       # a variable of the environment
```

The contents count and not the versions, so that a program or library that was replaced in its place is another one.
"""

import os
import platform
import shutil
from collections.abc import Iterator, Mapping, Sequence
from glob import glob
from pathlib import Path

from wirebed_build.languages.peer_yaml import fill
from wirebed_build.trees.fingerprint import FileHashes


def fingerprint(toolchain: Mapping[str, Sequence[str] | None], hashes: FileHashes) -> str:
    """One text for the machine, and for all that `toolchain` names."""
    return hashes.of_texts(*lines(toolchain, hashes))


def lines(toolchain: Mapping[str, Sequence[str] | None], hashes: FileHashes) -> Iterator[str]:
    """The same as a line for each file."""
    yield from (platform.system(), platform.machine())
    for name, beside in toolchain.items():
        # The place of the build is no part of a name.
        yield from (name + line.removeprefix(fill(name)) for line in _lines(fill(name), beside or (), hashes))


def which(command: str) -> str | None:
    """The real path of a program; JAVA_HOME comes before PATH, as for Maven."""
    home = os.environ.get("JAVA_HOME")
    program = (shutil.which(command, path=os.path.join(home, "bin")) if home else None) or shutil.which(command)
    return os.path.realpath(program) if program else None


def _lines(name: str, beside: Sequence[str], hashes: FileHashes) -> Iterator[str]:
    if name.startswith("$"):
        yield f"{name}={os.environ.get(name[1:])}"
        return
    places = [name, name.replace("/usr/", "/usr/local/", 1)] if name.startswith("/usr/") else [name]
    paths = sorted({path for place in places for path in glob(place)}) if "/" in name else [which(name)]
    for path in filter(None, paths):
        yield from (f"{name} {inner} {digest}" for inner, digest in hashes.below(path))
        folder = Path(os.path.realpath(path)).parent
        for more in beside:
            for place in sorted(glob(str(folder / more))):
                yield from (f"{name} {more} {inner} {digest}" for inner, digest in hashes.below(place))
