"""The versions that this machine has installed: Debian's libraries of C++, and those that come with Java and Python.

The installed version is the pinned one, and nobody is asked for a newer one.
"""

import hashlib
import platform
import re
import shlex
import sys
from pathlib import Path

from wirebed.bed import BUILD
from wirebed_upstream.limits import MEGABYTES, ended
from wirebed_upstream.maven import JAVA
from wirebed_upstream.registry import Command, NotThere
from wirebed_upstream.reproduction import Library

_GXX = ["g++", "-std=c++17", "-O0"]
_SECONDS = 120
_FOLDER = BUILD / "upstream/cpp"  # of the programs of C++


class Installed:
    def newest(self, library: Library) -> None:
        return None


class CPython(Installed):
    def pinned(self, library: Library) -> str:
        return platform.python_version()

    def command(self, library: Library, version: str, program: Path) -> Command:
        return Command([sys.executable, str(program)], MEGABYTES)


class Jdk(Installed):
    def pinned(self, library: Library) -> str:
        match = re.search(r'version "([^"]+)"', _ended("java", "-version").err)
        if not match:
            raise NotThere("java does not tell its version")
        return match[1]

    def command(self, library: Library, version: str, program: Path) -> Command:
        return Command([*JAVA, str(program)], None)


class Debian(Installed):
    def pinned(self, library: Library) -> str:
        return _ended("dpkg-query", "--show", "--showformat=${Version}", library.name).out.strip()

    def command(self, library: Library, version: str, program: Path) -> Command:
        flags = shlex.split(_ended("pkg-config", "--cflags", "--libs", library.pkg_config).out)
        words = [*_GXX, str(program), *flags]
        name = hashlib.sha256("\0".join([program.read_text(), version, *words]).encode()).hexdigest()[:16]
        built = _FOLDER / f"{program.stem}-{name}"
        if not built.exists():
            half = built.with_suffix(".new")
            _ended(*words, "-o", str(half))
            half.replace(built)
        return Command([str(built)], MEGABYTES)


def _ended(*words: str):
    _FOLDER.mkdir(parents=True, exist_ok=True)
    done = ended(words, _FOLDER, _SECONDS)
    if done.code != 0:
        raise NotThere(f"{words[0]}: {done.why}")
    return done
