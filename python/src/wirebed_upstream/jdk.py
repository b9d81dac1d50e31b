"""What comes with the JDK: the pinned one is that of this machine; a newer Java runs the classes that it compiled."""

import re
from pathlib import Path

from wirebed.bed import BUILD
from wirebed_upstream.limits import ended
from wirebed_upstream.maven import JAVA
from wirebed_upstream.pypi import PyPI
from wirebed_upstream.registry import Command, NotThere, once
from wirebed_upstream.reproduction import Library

_SECONDS = 60


class Jdk:
    def __init__(self, pypi: PyPI, folder: Path = BUILD / "upstream/jdk"):
        self.pypi, self.folder = pypi, folder

    @once
    def pinned(self, library: Library) -> str:
        return _version("java", self.folder)

    @once
    def newest(self, library: Library) -> str:
        return _version(self._newest_java(library), self.folder)

    def command(self, library: Library, version: str, program: Path) -> Command:
        if version == self.pinned(library):
            return Command([*JAVA, str(program)], None)
        classes = self.folder / program.stem
        classes.mkdir(parents=True, exist_ok=True)
        if (said := ended(["javac", "-d", str(classes), str(program)], classes, _SECONDS)).code:
            raise NotThere(f"javac: {said.why}")
        return Command([self._newest_java(library), *JAVA[1:], "-cp", str(classes), "Main"], None)

    @once
    def _newest_java(self, library: Library) -> str:
        """The Java that a package of Python brings."""
        if not library.newest.startswith("pypi:"):
            raise NotThere("Debian has no other JDK, and `newest:` names none")
        package = Library("pypi", library.newest.removeprefix("pypi:"))
        python = self.pypi.environment(package.name, self.pypi.newest(package))
        java = next(python.parent.parent.glob("lib/python*/site-packages/**/bin/java"), None)
        if java is None:
            raise NotThere(f"there is no bin/java in {package.name}")
        return str(java)


def _version(java: str, folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    said = ended([java, "-version"], folder, _SECONDS)
    found = re.search(r'version "([^"]+)"', said.err)
    if not found:
        raise NotThere(f"{java} does not tell its version: {said.why}")
    return found[1]
