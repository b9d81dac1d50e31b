"""The runtimes that the articles' programs are started with: wheels, pinned by hash, each in a folder of its own.

Such a folder is made when a run first needs the runtime, and is kept. `runtimes:` of peer.yaml names them.
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed.folders import BUILD
from wirebed.errors import UserError, unknown
from wirebed_build.languages.peer_yaml import Peer, fill
from wirebed_claims.published_process import Failed

_UV = BUILD / "venv" / "bin" / "uv"
_NEEDED = ("requirements", "folder", "program")


@dataclass(frozen=True)
class Runtime:
    name: str
    requirements: Path
    folder: Path
    below: str  # the program's path below the folder

    @property
    def pins(self) -> str:
        return self.requirements.read_text(encoding="utf-8")

    def program(self) -> Path:
        """The program, which is installed if it is not there; Failed where that cannot be done."""
        program = self.folder / self.below
        if not program.exists():
            self._install()
        if not program.exists():
            raise Failed(f"the wheel of {self.requirements.name} has no {self.below}")
        return program

    def _install(self):
        half = self.folder.with_name(f"{self.folder.name}.new")
        shutil.rmtree(half, ignore_errors=True)
        half.parent.mkdir(parents=True, exist_ok=True)
        options = ["--quiet", "--require-hashes", "--no-deps", "--python", sys.executable, "--target", str(half)]
        command = [str(_UV), "pip", "install", *options, "--requirement", str(self.requirements)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            shutil.rmtree(half, ignore_errors=True)
            last = next((line.strip() for line in reversed(done.stderr.splitlines()) if line.strip()), "no word of uv")
            raise Failed(f"{self.name} could not be installed: {last}")
        shutil.rmtree(self.folder, ignore_errors=True)
        half.replace(self.folder)


def runtimes(program: Peer) -> dict[str, Runtime]:
    """By name, the default first."""
    by_name = {}
    for name, entry in program.data["runtimes"].items():
        if any(key not in entry for key in _NEEDED):
            raise UserError(f"the runtime {name} needs {', '.join(_NEEDED)}", program.folder / "peer.yaml")
        folder = Path(fill(entry["folder"]))
        by_name[str(name)] = Runtime(str(name), program.folder / entry["requirements"], folder, entry["program"])
    return by_name


def named(known: dict[str, Runtime], name: str | None) -> Runtime:
    """The runtime of that name; without one, the default."""
    if name is None:
        return next(iter(known.values()))
    if name not in known:
        raise unknown("runtime", name, known)
    return known[name]
