"""How to run each peer: every folder of the repository with a `peer.yaml` (see wirebed/build/spec.py)."""

from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import ROOT
from wirebed.build.spec import fill, load


@dataclass(frozen=True)
class PeerSpec:
    name: str
    language: str
    folder: Path
    run: tuple[str, ...]

    @property
    def root(self) -> Path:
        return self.folder.parent

    def command(self, tree: Path) -> list[str]:
        return [fill(part, tree) for part in self.run]

    def unsupported(self, tree: Path) -> str | None:
        """The compiler's own words, when this language cannot compile the tree."""
        path = tree / self.name / "unsupported"
        return path.read_text().strip() if path.is_file() else None


def discover(root: str | Path = ROOT) -> list[PeerSpec]:
    """All peers, by name; one in a folder's own folder (java/legacy) counts as well."""
    root = Path(root)
    found = [load(path) for path in (*root.glob("*/peer.yaml"), *root.glob("*/*/peer.yaml"))]
    specs = [PeerSpec(p.data["name"], p.data["language"], p.folder, tuple(map(str, p.data["run"]))) for p in found]
    return sorted((s for s in specs if (root / "build") not in s.folder.parents), key=lambda spec: spec.name)
