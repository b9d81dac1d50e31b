"""Libraries of Python: the pinned version is that of the peer, the newest goes into an environment of its own."""

from pathlib import Path

from wirebed.bed import BUILD
from wirebed_build import lock
from wirebed_upstream.limits import MEGABYTES, Ended, ended
from wirebed_upstream.registry import Command, NotThere
from wirebed_upstream.reproduction import Library

_FOLDER = BUILD / "upstream/python"
_SECONDS = 180
_UV = str(BUILD / "venv/bin/uv")
_PYTHON = BUILD / "python/venv/bin/python"


class PyPI:
    def pinned(self, library: Library) -> str:
        pins = lock.pins(lock.LIBRARIES)
        if library.name not in pins:
            raise NotThere(f"{library.name} is not in libraries.lock")
        return pins[library.name]

    def newest(self, library: Library) -> str:
        options = ["--quiet", "--no-header", "--no-deps", "--no-annotate", "--python", str(_PYTHON)]
        name = library.name
        done = _uv("pip", "compile", "-", *options, "--refresh-package", name, text=f"{name}\n")
        if done.code:
            raise NotThere(f"the registry was not reached: {done.why}")
        return done.out.strip().partition("==")[2]

    def command(self, library: Library, version: str, program: Path) -> Command:
        python = _PYTHON if version == self.pinned(library) else self._environment(library.name, version)
        return Command([str(python), "-B", str(program)], MEGABYTES)

    def _environment(self, name: str, version: str) -> Path:
        """The interpreter of an environment that has this version of one library."""
        folder = _FOLDER / f"{name}-{version}"
        python, whole = folder / "bin/python", folder / "whole"
        if not whole.exists():
            install = ("pip", "install", "--quiet", "--python", str(python), f"{name}=={version}")
            for words in (("venv", "--quiet", "--clear", "--python", str(_PYTHON), str(folder)), install):
                if (done := _uv(*words)).code:
                    raise NotThere(f"{name} {version} could not be installed: {done.why}")
            whole.touch()
        return python


def _uv(*words: str, text: str = "") -> Ended:
    _FOLDER.mkdir(parents=True, exist_ok=True)
    return ended([_UV, *words], _FOLDER, _SECONDS, text)
