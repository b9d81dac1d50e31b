"""Libraries of Python: the pinned version is that of build/venv, the newest goes into an environment of its own."""

from pathlib import Path

from wirebed.bed import BUILD, ROOT
from wirebed_build import lock
from wirebed_upstream.limits import MEGABYTES, Ended, ended
from wirebed_upstream.registry import Command, NotThere, once
from wirebed_upstream.reproduction import Library

_SECONDS = 180
_UV = str(BUILD / "venv/bin/uv")
_PYTHON = BUILD / "venv/bin/python"


class PyPI:
    def __init__(self, folder: Path = BUILD / "upstream/python"):
        self.folder = folder

    def pinned(self, library: Library) -> str:
        pins = lock.pins(ROOT / "python/requirements.lock")
        if library.name not in pins:
            raise NotThere(f"{library.name} is not in requirements.lock")
        return pins[library.name]

    @once
    def newest(self, library: Library) -> str:
        name = library.name
        options = ["--quiet", "--no-header", "--no-deps", "--no-annotate", "--python", str(_PYTHON)]
        said = self._uv("pip", "compile", "-", *options, "--refresh-package", name, text=f"{name}\n")
        if said.code:
            raise NotThere(f"the registry was not reached: {said.why}")
        return said.out.strip().partition("==")[2]

    def command(self, library: Library, version: str, program: Path) -> Command:
        python = _PYTHON if version == self.pinned(library) else self.environment(library.name, version)
        return Command([str(python), "-B", str(program)], MEGABYTES)

    @once
    def environment(self, name: str, version: str) -> Path:
        """The interpreter of an environment that has this version of one library."""
        folder = self.folder / f"{name}-{version}"
        whole = folder / "whole"
        if not whole.exists():
            for words in (
                ("venv", "--quiet", "--clear", "--python", str(_PYTHON), str(folder)),
                ("pip", "install", "--quiet", "--python", str(folder / "bin/python"), f"{name}=={version}"),
            ):
                if (said := self._uv(*words)).code:
                    raise NotThere(f"{name} {version} could not be installed: {said.why}")
            whole.touch()
        return folder / "bin/python"

    def _uv(self, *words: str, text: str = "") -> Ended:
        self.folder.mkdir(parents=True, exist_ok=True)
        return ended([_UV, *words], self.folder, _SECONDS, text)
