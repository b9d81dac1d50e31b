"""Python's own library: the version that runs this. Debian has one Python, so no newer one is run."""

import platform
import sys
from pathlib import Path

from wirebed_upstream.limits import MEGABYTES
from wirebed_upstream.registry import Command, NotThere
from wirebed_upstream.reproduction import Library


class CPython:
    def pinned(self, library: Library) -> str:
        return platform.python_version()

    def newest(self, library: Library) -> str:
        raise NotThere("Debian has one Python")

    def command(self, library: Library, version: str, program: Path) -> Command:
        return Command([sys.executable, str(program)], MEGABYTES)
