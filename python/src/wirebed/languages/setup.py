"""Prints the Debian packages that peers miss on this machine, one per line; python/bootstrap installs them."""

from wirebed.bed import ROOT
from wirebed.languages.packages import missing
from wirebed.languages.peer_yaml import load


def main():
    peers = [load(path) for path in (*ROOT.glob("*/peer.yaml"), *ROOT.glob("*/*/peer.yaml"))]
    parts = [part for peer in peers for part in (peer.data, peer.data.get("bench") or {})]
    packages = {package for part in parts for package in missing(part, versions=True, tests=True).values() if package}
    print("\n".join(sorted(packages)))
