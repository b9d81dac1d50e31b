"""Libraries of Python: the pinned version is that of the peer, the newest goes into an environment of its own."""

import re
import sys
import tomllib
from functools import cache
from pathlib import Path

from packaging.utils import InvalidSdistFilename, InvalidWheelFilename, parse_sdist_filename, parse_wheel_filename
from packaging.version import InvalidVersion, Version

from wirebed.bed import BUILD
from wirebed_build import lock
from wirebed_upstream.limits import MEGABYTES, Ended, ended
from wirebed_upstream.registry import PRE_RELEASE, YANKED, Command, Listed, NotThere
from wirebed_upstream.reproduction import Library

_FOLDER = BUILD / "upstream/python"
_SECONDS = 180
_UV = str(BUILD / "venv/bin/uv")
_PYTHON = BUILD / "python/venv/bin/python"
# What pip says of a file that was withdrawn; the reason may be any text.
_YANKED = re.compile(r"Skipping link: yanked for reason: .*/([^/\s#]+)")


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

    def listed(self, library: Library) -> Listed:
        """As pip lists them, which names with -vv what it leaves out."""
        words = ["index", "versions", library.name, "--pre", "--ignore-requires-python", "-vv"]
        done = ended([sys.executable, "-m", "pip", *words], _folder(), _SECONDS)
        line = re.search(r"^Available versions: (.*)", done.out, re.MULTILINE)
        if done.code or not line:
            raise NotThere(f"the registry was not reached: {done.why}")
        every = [Version(text) for text in line[1].split(", ")]
        yanked = set(filter(None, map(_version, _YANKED.findall(done.out)))) - {*every}
        left_out = dict.fromkeys(yanked, YANKED) | {each: PRE_RELEASE for each in every if each.is_prerelease}
        releases = sorted({*every} - left_out.keys())
        return Listed(tuple(map(str, releases)), {str(version): why for version, why in left_out.items()})

    def key(self, version: str) -> Version:
        return Version(version)

    def released(self, library: Library, version: str) -> str:
        wheels = ["--only-binary", ":all:"] if _has_wheels(library.name) else []
        done = _resolved(f"{library.name}=={version}", *wheels)
        if done.code:
            raise NotThere(f"no wheel for {_PYTHON.resolve().name}" if wheels else done.why)
        (package,) = (each for each in tomllib.loads(done.out)["packages"] if each["version"] == version)
        files = [*package.get("wheels", ()), *filter(None, [package.get("sdist")])]
        return min((f"{file['upload-time']:%Y-%m-%d}" for file in files if "upload-time" in file), default="")

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


def _version(file: str) -> Version | None:
    for parse in (parse_wheel_filename, parse_sdist_filename):
        try:
            return parse(file)[1]
        except (InvalidSdistFilename, InvalidVersion, InvalidWheelFilename):
            pass
    return None


@cache
def _has_wheels(name: str) -> bool:
    """Whether some release of a library has a wheel for this Python. The sources of another may not build."""
    return _resolved(name, "--only-binary", ":all:").code == 0


def _resolved(requirement: str, *options: str) -> Ended:
    """The files of a library alone that are for this Python, as pylock.toml has them."""
    words = [
        "--quiet",
        "--no-header",
        "--no-deps",
        "--no-annotate",
        "--format",
        "pylock.toml",
        "--python",
        str(_PYTHON),
    ]
    return _uv("pip", "compile", "-", *words, *options, text=f"{requirement}\n")


def _uv(*words: str, text: str = "") -> Ended:
    return ended([_UV, *words], _folder(), _SECONDS, text)


def _folder() -> Path:
    _FOLDER.mkdir(parents=True, exist_ok=True)
    return _FOLDER
