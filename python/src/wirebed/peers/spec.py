"""Which peers there are: every folder of the repository with a `peer.yaml`."""

from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML, YAMLError

from wirebed.errors import UserError


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
        places = {"tree": str(tree), "root": str(self.root), "build": str(self.root / "build")}
        return [_fill(part, places) for part in self.run]

    def unsupported(self, tree: Path) -> str | None:
        """The compiler's own words, when this language cannot compile the tree."""
        path = tree / self.name / "unsupported"
        return path.read_text().strip() if path.is_file() else None


def _fill(text: str, places: dict[str, str]) -> str:
    for name, place in places.items():
        text = text.replace(f"{{{name}}}", place)
    return text


def discover(root: str | Path) -> list[PeerSpec]:
    """All peers, by name."""
    return sorted((_read(path) for path in Path(root).glob("*/peer.yaml")), key=lambda spec: spec.name)


def _read(path: Path) -> PeerSpec:
    try:
        data = YAML(typ="safe").load(path.read_text())
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = (mark.line + 1, mark.column + 1) if mark else (None, None)
        raise UserError(getattr(error, "problem", None) or str(error), path, *place) from None
    missing = [key for key in ("name", "language", "run") if not (isinstance(data, dict) and data.get(key))]
    if missing:
        raise UserError(f"a peer.yaml needs {', '.join(missing)}", path)
    return PeerSpec(data["name"], data["language"], path.parent, tuple(map(str, data["run"])))
