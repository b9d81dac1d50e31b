"""How to run each peer: every folder of the repository with a `peer.yaml` (see wirebed/languages/peer_yaml.py)."""

import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wirebed.bed import ROOT
from wirebed_build.languages.discovery import in_folder, left_out
from wirebed_build.languages.peer_yaml import environment, fill


@dataclass(frozen=True)
class PeerSpec:
    name: str
    language: str
    folder: Path
    run: tuple[str, ...]
    measured: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()  # the peers whose builds of a tree it uses
    left_out: str | None = None  # why it takes no part in any run
    objects: Mapping[str, Any] = field(default_factory=dict, hash=False)  # as `objects:` of peer.yaml
    compiled: bool = True  # otherwise it answers from the descriptor set of a tree
    passes: tuple[str, ...] = ()  # the variables that its processes get besides those of every peer
    slower: float = 1  # how many times as long as others its processes may take for an answer

    @property
    def root(self) -> Path:
        return self.folder.parent

    def command(self, tree: Path) -> list[str]:
        program, *words = (fill(part, tree) for part in self.run)
        # The path of the runner finds the program: the process itself may get none.
        return [program if "/" in program else shutil.which(program) or program, *words]

    @property
    def environment(self) -> dict[str, str]:
        return environment(self.passes)

    def measuring(self) -> "PeerSpec":
        """The same peer, as it runs in measurements."""
        return replace(self, run=self.measured or self.run)

    def unsupported(self, tree: Path) -> str | None:
        """Why the peer takes no part: the compiler's own words where its language cannot compile the tree."""
        if self.left_out or not self.compiled:
            return self.left_out
        paths = (tree / name / "unsupported" for name in (self.name, *self.needs))
        return next((path.read_text().strip() for path in paths if path.is_file()), None)


def discover(root: str | Path = ROOT, names: Collection[str] | None = None, compiled: bool = True) -> list[PeerSpec]:
    """All peers, sorted by name, also those that are left out; `names`: only these.

    Not `compiled`: those that answer from the descriptor set of a tree alone, as they run then.
    """
    peers = in_folder(Path(root))
    out = left_out(peers)
    chosen = [peer for peer in peers if names is None or peer.name in names]
    if compiled:
        specs = [_spec(peer.folder, peer.data, out.get(peer.name)) for peer in chosen]
    else:
        described = [peer.of_descriptors() for peer in chosen if "descriptors" in peer.data]
        specs = [replace(_spec(peer.folder, peer.data, out.get(peer.name)), compiled=False) for peer in described]
    return sorted(specs, key=lambda spec: spec.name)


def _spec(folder: Path, data: dict[str, Any], why: str | None) -> PeerSpec:  # `data`: of a peer.yaml
    run, measured = (tuple(map(str, data.get(key) or ())) for key in ("run", "measured"))
    needs = tuple(data.get("needs") or ())
    objects, passes = data.get("objects") or {}, tuple(data.get("environment") or ())
    slower = data.get("slower", 1)
    return PeerSpec(
        data["name"], data["language"], folder, run, measured, needs, why, objects, passes=passes, slower=slower
    )
