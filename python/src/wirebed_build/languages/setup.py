"""The Debian packages that peers miss on this machine. python/bootstrap installs them, by what they are needed for.

`peers`          to build and start the peers: the first `make` of any kind installs these
`tests`          for `make test`, `make check` and `make format`: `test_packages:` of peer.yaml
`bench`, `echo`, `published`  for the programs of that name
"""

import subprocess
from collections.abc import Collection, Iterable
from typing import Any

from wirebed.bed import ROOT
from wirebed_build.languages.discovery import in_folder
from wirebed_build.languages.packages import missing

_OF = "of:"


def install(*kinds: str, names: Collection[str] | None = None) -> None:
    """Installs what is missing of these kinds, or prints the command to type where this user cannot install.

    `names`: of these peers and those that they need.
    """
    if _packages(kinds, names):
        of = [] if names is None else [f"{_OF}{','.join(names)}"]
        subprocess.run([ROOT / "python" / "bootstrap", *kinds, *of], check=True)


def main(*kinds: str, names: Collection[str] | None = None) -> None:
    """Prints the packages, one per line. A word `of:java,python` gives the names, as `install` passes them."""
    for word in kinds:
        if word.startswith(_OF):
            names = word.removeprefix(_OF).split(",")
    print("\n".join(_packages([kind for kind in kinds if not kind.startswith(_OF)], names)))


def _packages(kinds: Iterable[str], names: Collection[str] | None) -> list[str]:
    peers = {peer.name: peer for peer in in_folder(ROOT)}
    chosen = list(peers) if names is None else [name for name in names if name in peers]
    for name in chosen:
        chosen += [need for need in peers[name].needs if need not in chosen]
    packages = {package for name in chosen for kind in kinds for package in _missing(peers[name].data, kind).values()}
    return sorted(filter(None, packages))


def _missing(data: dict[str, Any], kind: str) -> dict[str, str]:
    if kind == "peers":
        return missing(data, versions=True)
    if kind == "tests":
        return missing({"packages": data.get("test_packages")})
    return missing(data[kind], versions=True) if kind in data else {}
