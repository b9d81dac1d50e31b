"""The program `wirebed` of a wheel: what the wheel has of the repository is unpacked, and its python/wirebed runs.

What can be made again lies below $XDG_CACHE_HOME/wirebed: the unpacked repository with its build/, a folder for each
version and environment, and the cache of builds for all of them. Reports lie below $XDG_STATE_HOME/wirebed. The bed is
that of the current folder where it has one.
"""

import hashlib
import os
import re
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

# The commands about the repository of Wirebed itself, and those that write into a bed.
OF_A_CLONE = {"buf", "check", "claims-publish", "bench-publish", "lock", "report-picture", "test", "wheel"}
OF_A_BED = {"baseline", "bench-accept", "golden", "init", "review"}
BED = os.path.join("fixtures", "bed.yaml")
_VARIABLE = re.compile(r"([A-Z][A-Z_]*)=(.*)", re.DOTALL)
# Variables of make that are no options: they stay in the environment.
_ENVIRONMENT = {"CACHE", "CACHE_GB", "LEGACY"}


def run() -> NoReturn:
    environment = variables(os.environ)
    words = [word for given in sys.argv[1:] for word in _option(given, environment)]
    command = next(iter(words), "")
    about = any(word.partition("=")[0] == "--bed" for word in words) or environment.get("WIREBED_BED")
    if not about and os.path.isfile(BED):
        environment["WIREBED_BED"] = about = os.getcwd()
    if command in OF_A_CLONE:
        _refuse(f"`wirebed {command}` is about the repository of Wirebed: run it in a clone")
    if command in OF_A_BED and not about and "--help" not in words:
        _refuse(f"`wirebed {command}` writes into a bed: say BED=<folder>, or run it in the folder of one")
    program = root() / "python" / "wirebed"
    try:
        os.execvpe("bash", ["bash", str(program), *words], environment)
    except OSError as error:
        _refuse(f"bash cannot run: {error.strerror}")


def variables(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a command, with what lets it work outside a clone. The user may choose other folders."""
    state = _folder(environment, "XDG_STATE_HOME", ".local/state")
    cache = _folder(environment, "XDG_CACHE_HOME", ".cache")
    java = find_spec("wirebed_java")
    return {
        "WIREBED_REPORTS": str(state / "report"),
        "WIREBED_CACHE": str(cache / "cache"),
        # A repository of git around the cache has nothing to do with what is unpacked there.
        "GIT_CEILING_DIRECTORIES": str(cache),
        **environment,
        "WIREBED_INSTALLED": sys.executable,
        **({"WIREBED_PREBUILT": os.path.dirname(java.origin)} if java and java.origin else {}),
    }


def root() -> Path:
    """The folder of the unpacked repository, which is unpacked when it is not there."""
    (archive,) = Path(__file__).parent.glob("repository-*.tar.xz")
    what = "\n".join((archive.name, sys.prefix, sys.version))
    place = _folder(os.environ, "XDG_CACHE_HOME", ".cache")
    unpacked = place / f"{version('wirebed')}-{hashlib.sha256(what.encode()).hexdigest()[:12]}"
    if not unpacked.is_dir():
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place, prefix="unpacking-") as folder:
            with tarfile.open(archive) as tar:
                # Python 3.11 has filters from 3.11.4 on, and Debian 12 an older one. The archive is our own.
                tar.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
                tar.extractall(Path(folder, "new"))
            try:
                Path(folder, "new").rename(unpacked)
            except OSError:  # another process was faster
                if not unpacked.is_dir():
                    raise
    return unpacked


def _folder(environment: Mapping[str, str], variable: str, default: str) -> Path:
    """The folder of Wirebed in one of XDG, which has to be absolute to count."""
    given = environment.get(variable, "")
    return (Path(given) if os.path.isabs(given) else Path.home() / default) / "wirebed"


def _option(word: str, environment: dict[str, str]) -> list[str]:
    """CASE='Text/*' as make has it, as the option that it is."""
    variable = _VARIABLE.fullmatch(word)
    if variable is None:
        return [word]
    if variable[1] in _ENVIRONMENT:
        environment[f"WIREBED_{variable[1]}"] = variable[2]
        return []
    return [f"--{variable[1].lower().replace('_', '-')}={variable[2]}"]


def _refuse(why: str) -> NoReturn:
    print(f"error: {why}\nexit code 2: harness, build or input failed", file=sys.stderr)
    sys.exit(2)
