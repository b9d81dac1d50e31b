"""Libraries of C++: those that are installed from Debian. Its registry has one version of each."""

import hashlib
import shlex
from pathlib import Path

from wirebed.bed import BUILD
from wirebed_upstream.limits import MEGABYTES, ended
from wirebed_upstream.registry import Command, NotThere, once
from wirebed_upstream.reproduction import Library

FLAGS = ["-std=c++17", "-O0"]
_SECONDS = 120


class Debian:
    def __init__(self, folder: Path = BUILD / "upstream/cpp"):
        self.folder = folder

    @once
    def pinned(self, library: Library) -> str:
        installed = self._said(library, "dpkg-query", "--show", "--showformat=${Version}", library.name)
        return installed.strip()

    @once
    def newest(self, library: Library) -> str:
        policy = self._said(library, "apt-cache", "policy", library.name)
        found = [line.split()[1] for line in policy.splitlines() if line.strip().startswith("Candidate:")]
        if not found or found[0] == "(none)":
            raise NotThere("apt names no candidate")
        return found[0]

    def command(self, library: Library, version: str, program: Path) -> Command:
        if version != self.pinned(library):
            raise NotThere(f"another version is installed; apt-get install {library.name}")
        flags = shlex.split(self._said(library, "pkg-config", "--cflags", "--libs", library.pkg_config))
        words = ["g++", *FLAGS, str(program), *flags]
        name = hashlib.sha256("\0".join([program.read_text(), version, *words]).encode()).hexdigest()[:16]
        built = self.folder / f"{program.stem}-{name}"
        if not built.exists():
            half = built.with_suffix(".new")
            if (said := ended([*words, "-o", str(half)], self.folder, _SECONDS)).code != 0:
                raise NotThere(f"it was not compiled: {said.why}")
            half.replace(built)
        return Command([str(built)], MEGABYTES)

    def _said(self, library: Library, *words: str) -> str:
        self.folder.mkdir(parents=True, exist_ok=True)
        said = ended(list(words), self.folder, _SECONDS)
        if said.code != 0:
            raise NotThere(f"{library.name} is not installed: {said.why}")
        return said.out
