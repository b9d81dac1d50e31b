"""The Debian packages that peers miss on this machine. python/bootstrap installs them, by what they are needed for.

`peers`          to build and start the peers: the first `make` of any kind installs these
`tests`          for `make test`, `make check` and `make format`: `test_packages:` of peer.yaml
`bench`, `echo`, `published`  for the programs of that name
"""

import subprocess
from typing import Any

from wirebed.bed import ROOT
from wirebed_build.languages.packages import missing
from wirebed_build.languages.peer_yaml import load


def install(*kinds: str) -> None:
    """Installs what is missing of these kinds, or prints the command to type where this user cannot install."""
    if _packages(kinds):
        subprocess.run([ROOT / "python" / "bootstrap", *kinds], check=True)


def main(*kinds: str) -> None:
    """Prints the packages, one per line."""
    print("\n".join(_packages(kinds)))


def _packages(kinds: tuple[str, ...]) -> list[str]:
    peers = [load(path) for path in (*ROOT.glob("*/peer.yaml"), *ROOT.glob("*/*/peer.yaml"))]
    packages = {package for peer in peers for kind in kinds for package in _missing(peer.data, kind).values()}
    return sorted(filter(None, packages))


def _missing(data: dict[str, Any], kind: str) -> dict[str, str]:
    if kind == "peers":
        return missing(data, versions=True)
    if kind == "tests":
        return missing({"packages": data.get("test_packages")})
    return missing(data[kind], versions=True) if kind in data else {}
