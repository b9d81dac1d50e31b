"""Prints the Debian packages that peers miss on this machine, one per line; python/bootstrap installs them."""

from wirebed.bed import ROOT
from wirebed.languages.packages import missing
from wirebed.languages.peer_yaml import load


def main(*programs: str):
    """`programs`: of these only, such as `echo`; without any, those of the peers and of all commands but that."""
    peers = [load(path) for path in (*ROOT.glob("*/peer.yaml"), *ROOT.glob("*/*/peer.yaml"))]
    kinds = programs or (None, "bench")
    parts = [part for peer in peers for kind in kinds if (part := peer.data if kind is None else peer.data.get(kind))]
    packages = {package for part in parts for package in missing(part, versions=True, tests=True).values() if package}
    print("\n".join(sorted(packages)))
