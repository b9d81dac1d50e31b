"""Runs one program under limits: of its time, of its memory, and in a folder that is removed after it."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirebed_build import os_sessions

SECONDS = 20
MEGABYTES = 1024
# `ulimit -v` is no limit for a JVM, which reserves more than it uses; -Xmx is.
_LIMITED = 'ulimit -v "$1" -t "$2" -f 16384; shift 2; exec "$@"'
_NEEDED = ("PATH", "HOME", "JAVA_HOME", "TMPDIR")


@dataclass(frozen=True)
class Ended:
    code: int | None  # None: it took longer than it may
    out: str
    err: str

    @property
    def why(self) -> str:
        """The most telling line of a failure."""
        if self.code is None:
            return "timeout"
        lines = [line for line in (self.err or self.out).splitlines() if line.strip()]
        if not lines:
            return f"exit code {self.code}"
        return lines[-1 if lines[0].startswith("Traceback") else 0].strip()  # of Python, the error stands last


def limited(command: Sequence[str], memory: int | None = MEGABYTES, seconds: float = SECONDS) -> Ended:
    """`memory`: megabytes of address space; None for a program that limits itself."""
    folder = tempfile.mkdtemp(prefix="wirebed-upstream-")
    limit = "unlimited" if memory is None else str(memory * 1024)
    try:
        words = ["bash", "-c", _LIMITED, "bash", limit, str(int(seconds)), *command]
        return ended(words, Path(folder), seconds, environment=_bare())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _bare() -> dict[str, str]:
    """A reproduction knows no variables of this run."""
    return {name: os.environ[name] for name in _NEEDED if name in os.environ} | {"LC_ALL": "C.UTF-8"}


def ended(
    command: Sequence[str],
    folder: Path,
    seconds: float,
    text: str = "",
    environment: Mapping[str, str] | None = None,
) -> Ended:
    """Runs a command to its end; what it starts ends with it."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    try:
        process = os_sessions.start(command, cwd=folder, env=environment, **pipes)
    except OSError as error:
        return Ended(127, "", f"cannot run {command[0]}: {error.strerror}")
    try:
        out, err = process.communicate(text.encode(), timeout=seconds)
        code = process.returncode
    except subprocess.TimeoutExpired:
        os_sessions.kill(process)
        out, err = process.communicate()
        code = None
    finally:
        os_sessions.forget(process.pid)
    return Ended(code, out.decode(errors="replace"), err.decode(errors="replace"))
