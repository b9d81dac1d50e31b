"""Which peers there are, and which of them take part on this machine."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from wirebed.bed import ROOT
from wirebed.errors import UserError, shown, unknown
from wirebed_build.languages import generations
from wirebed_build.languages.packages import why_not
from wirebed_build.languages.peer_yaml import PROGRAMS, Peer, load

# Where the folders of peers from elsewhere stand.
PEERS = "WIREBED_PEERS"


def discover(names: list[str] | None = None) -> list[Peer]:
    """The peers that take part, by the peer.yaml in their folders, each after those that it needs."""
    peers = in_folder(ROOT)
    out = left_out(peers)
    by_name = {peer.name: peer for peer in peers if peer.name not in out}
    ordered: dict[str, Peer] = {}
    for name in by_name if names is None else names:
        if name in out:
            raise UserError(f"{name} cannot take part: {out[name]}")
        _add(ordered, name, by_name)
    return list(ordered.values())


def _add(ordered: dict[str, Peer], name: str, by_name: dict[str, Peer]) -> None:
    if name not in by_name:
        raise unknown("peer", name, by_name)
    for need in by_name[name].needs:
        _add(ordered, need, by_name)
    ordered[name] = by_name[name]


def needed(peer: Peer) -> list[Peer]:
    """The peers and programs that a peer needs, each after those that it needs itself."""
    if not peer.needs:
        return []
    here = discover()
    programs = [program for kind in PROGRAMS for other in here if (program := other.program(kind))]
    ordered: dict[str, Peer] = {}
    for name in peer.needs:
        _add(ordered, name, {other.name: other for other in (*here, *programs)})
    return list(ordered.values())


def in_folder(root: Path) -> list[Peer]:
    """All peers of a repository, in its folders and one level below (java/legacy), those from elsewhere, and the
    generations of all of them that are asked for."""
    paths = sorted((*root.glob("*/peer.yaml"), *root.glob("*/*/peer.yaml")))
    here = [load(path) for path in paths if root / "build" not in path.parents]
    others = [peer for peer in elsewhere() if peer.folder not in {known.folder for known in here}]
    names = {peer.name: peer for peer in here}
    for peer in others:
        if (same := names.setdefault(peer.name, peer)) is not peer:
            raise UserError(
                f"`{peer.name}` is the name of another peer: {shown(same.folder)}", peer.folder / "peer.yaml"
            )
    peers = generations.replaced([*here, *others])
    return [*peers, *generations.chosen(peers)]


def elsewhere() -> list[Peer]:
    """The peers that PEERS= or the file of a bed names: folders, with `:` between.

    Such a folder brings what is known of its peer: `roster.yaml`, `deviations`, `laws` and `reasons`, in the forms that
    they have in fixtures/.
    """
    folders = [Path(text).expanduser().resolve() for text in os.environ.get(PEERS, "").split(":") if text]
    for folder in folders:
        if not (folder / "peer.yaml").is_file():
            raise UserError(f"PEERS={folder}: there is no peer.yaml, which describes a peer")
    return [load(folder / "peer.yaml") for folder in dict.fromkeys(folders)]


def left_out(peers: Iterable[Peer]) -> dict[str, str]:
    """The peers that take no part with any tree, and why: the switch is off, or this machine lacks something."""
    out = {peer.name: why for peer in peers if (why := _switched_off(peer.data) or why_not(peer.data))}
    for peer in peers:
        if peer.name not in out and (need := next((name for name in peer.needs if name in out), None)):
            out[peer.name] = f"needs {need}: {out[need]}"
    return out


def _switched_off(data: dict[str, Any]) -> str | None:
    name = data.get("switch")
    value = name and (os.environ.get(f"WIREBED_{name}") or os.environ.get(name))
    if value not in (None, "", "0", "1"):
        raise UserError(f"{name}={value}: say {name}=0 to leave {data['name']} out, or leave it out")
    return f"left out by {name}=0" if value == "0" else None
