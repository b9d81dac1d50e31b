"""An environment into which the wheel is installed: a Python, the usual commands of a system, and folders of its own.

It has no git, no compiler, no JVM, and an apt-get that would leave a trace. uv installs, so that it takes seconds and
needs no network where uv has the packages; WIREBED_LONG=1 takes venv and pip, as a user does.
"""

import os
import subprocess
import sys
from collections.abc import Collection, Iterable
from pathlib import Path

from long_tests import LONG

from wirebed.bed import BUILD, ROOT

UV = str(BUILD / "venv/bin/uv")
HIDDEN = {"java", "javac", "g++", "c++", "cmake", "protoc", "apt-get", "sudo", "git"}


class Bare:
    def __init__(self, folder: Path, hidden: Collection[str] = HIDDEN):
        self.folder, self.home, self.venv = folder, folder / "home", folder / "venv"
        self.home.mkdir()
        commands = folder / "bin"
        commands.mkdir()
        for path in Path("/usr/bin").iterdir():
            if path.name not in hidden:
                (commands / path.name).symlink_to(path)
        (commands / "apt-get").write_text(f"#!/bin/sh\ntouch '{folder}/apt-was-called'\n")
        (commands / "apt-get").chmod(0o755)
        kept = ("SSL_", "UV_", "PIP_", "HTTP", "http", "LANG", "LC_")
        self.environment = {name: value for name, value in os.environ.items() if name.startswith(kept)}
        cache = subprocess.run([UV, "cache", "dir"], capture_output=True, text=True, check=True).stdout.strip()
        self.environment |= {"PATH": str(commands), "UV_CACHE_DIR": cache, "HOME": str(self.home)}
        self.environment |= {f"XDG_{name}_HOME": str(self.home / f"xdg-{name.lower()}") for name in ("CACHE", "STATE")}

    def install(self, *packages: str) -> None:
        if not self.venv.exists():
            self._run(
                [sys.executable, "-m", "venv", self.venv]
                if LONG
                else [UV, "venv", "-q", "--python", sys.executable, self.venv]
            )
        if LONG:
            # pip asks each program that it knows for its version, and one of them writes into the HOME.
            self._run([self.venv / "bin/pip", "install", "-q", *packages], HOME=str(self.folder))
            return
        locked = ["-q", "--python", self.venv / "bin/python", "--constraints", ROOT / "python/requirements.lock"]
        done = self._run([UV, "pip", "install", "--offline", *locked, *packages], check=False)
        if done.returncode == 0:
            self.environment["UV_OFFLINE"] = "1"
        else:
            self._run([UV, "pip", "install", *locked, *packages])

    def __call__(self, folder: Path, *words: str, program: str = "wirebed") -> tuple[int, str]:
        """The exit code, and what was printed, of a command in a folder."""
        done = self._run([self.venv / "bin" / program, *words], check=False, cwd=folder)
        return done.returncode, done.stdout + done.stderr

    def script(self, folder: Path, text: str) -> str:
        """What is printed by lines of bash in a folder, each of which has to succeed."""
        done = self._run(["bash", "-euo", "pipefail", "-c", text], cwd=folder)
        return done.stdout + done.stderr

    def _run(self, command: Iterable, check: bool = True, cwd: Path | None = None, **more: str):
        words, environment = list(map(str, command)), {**self.environment, **more}
        done = subprocess.run(words, cwd=cwd or self.folder, env=environment, capture_output=True, text=True)
        assert not (check and done.returncode), done.stdout + done.stderr
        return done

    @property
    def megabytes(self) -> float:
        return sum(path.lstat().st_size for path in self.venv.rglob("*")) / 1e6
