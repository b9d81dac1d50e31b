"""The commands and files that a peer needs, with their Debian packages: `packages:` and `test_packages:` of peer.yaml.

A key is a command on the PATH (`protoc`, or `javac>=17` by the first number of its --version) or the path of a file.
The commands of `build:` and `run:` are needed without an entry. Those of `prebuilt:` are not needed where a package
has what they build (wirebed_build.trees.prebuilt).
"""

import os
import re
import shutil
import subprocess
from typing import Any

_NUMBER = re.compile(r"\d+")


def missing(data: dict[str, Any], versions: bool = False) -> dict[str, str]:
    """Missing command or file -> its package, "" where none is named. `versions`: whether versions are checked."""
    packages = dict(data.get("packages") or {})
    if os.environ.get("WIREBED_PREBUILT"):
        packages = {what: package for what, package in packages.items() if what not in data.get("prebuilt", ())}
    named = {what.partition(">=")[0] for what in packages}
    for command in [data.get("run"), *(step["command"] for step in data.get("build") or ())]:
        if command and "/" not in command[0] and "{" not in command[0] and command[0] not in named:
            packages.setdefault(command[0], "")
    return {what: package for what, package in packages.items() if not _here(what, versions)}


def why_not(data: dict[str, Any]) -> str | None:
    """Why a peer can be neither built nor run here; None when nothing is missing."""
    gone = missing(data)
    if not gone:
        return None
    names = [what.partition(">=")[0] for what in gone]
    what = f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} missing"
    packages = sorted(set(filter(None, gone.values())))
    if not packages:
        return f"{what}, and its peer.yaml names no package with {'it' if len(names) == 1 else 'them'}"
    return f"{what}: apt-get install {' '.join(packages)}"


def _here(what: str, versions: bool) -> bool:
    if what.startswith("/"):
        local = what.replace("/usr/", "/usr/local/", 1)
        return os.path.exists(what) or os.path.exists(local)
    name, _, least = what.partition(">=")
    home = os.environ.get("JAVA_HOME")
    command = (shutil.which(name, path=os.path.join(home, "bin")) if home else None) or shutil.which(name)
    if command is None or not (versions and least):
        return command is not None
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    number = _NUMBER.search(done.stdout)
    return done.returncode == 0 and number is not None and int(number[0]) >= int(least)
