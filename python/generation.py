"""Makes the packages of a generation of the peer: those that its codecs need, some of them at other versions.

`generation.py UV PYTHON FOLDER LIBRARY=VERSION…` puts them into FOLDER as an environment of this Python has them. All
versions but the given ones are those of libraries.lock. Both win over what a package demands of another. For a Python
other than this one, nothing is compiled. A package that nobody has built for it is left out: its codecs do not load.
"""

import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from wirebed_peer.codecs import CODECS, codec_class

LOCK = Path(__file__).parent / "libraries.lock"
# The bed's own library, whose code is in src/. Its version is that of the peer of today.
OWN = "wirebed"
# What uv says of a package that nobody has built for a Python.
UNBUILT = "no usable wheels"
VERSION = "import sys; print('{}.{}'.format(*sys.version_info))"


def main(uv: str, python: str, folder: str, *words: str) -> None:
    pins = dict(word.split("=") for word in words)
    version = subprocess.run([python, "-I", "-S", "-c", VERSION], capture_output=True, text=True, check=True).stdout
    packages = Path(folder, "lib", f"python{version.strip()}", "site-packages")
    shutil.rmtree(Path(folder, "lib"), ignore_errors=True)
    packages.mkdir(parents=True)
    versions = Path(folder, "versions.txt")
    versions.write_text(overridden(LOCK.read_text(), pins))
    wanted = sorted({codec_class(name).package for name in CODECS} - {"", OWN})
    elsewhere = not Path(python).samefile(sys.executable)
    # A hard link to uv's cache changes whenever another environment is made of it.
    command = [uv, "pip", "install", "--quiet", "--link-mode=copy", f"--python={python}", f"--target={packages}"]
    command += [f"--override={versions}", *(["--no-build"] if elsewhere else [])]
    for some in [[library] for library in wanted] if elsewhere else [wanted]:
        done = subprocess.run([*command, *some], capture_output=True, text=True)
        if done.returncode and (UNBUILT not in done.stderr or pins.keys() & set(some)):
            sys.exit(f"error: {' '.join(words or some)} cannot be installed: {in_short(done.stderr)}")
    state_own(packages)
    for library, version in pins.items():
        if wrong := not_there(packages, library, version):
            sys.exit(f"error: {wrong}")


def state_own(packages: Path) -> None:
    own = metadata.distribution(OWN)
    place = packages / f"{OWN}-{own.version}.dist-info" / "METADATA"
    place.parent.mkdir()
    place.write_text(own.read_text("METADATA") or "")


def overridden(lock: str, pins: dict[str, str]) -> str:
    """The lines of the lock, with these versions, which have no hashes."""
    lines = [f"{library}=={version}\n" for library, version in pins.items()]
    for block in re.split(r"^(?=[a-z0-9])", lock, flags=re.MULTILINE):
        if block.partition("==")[0] not in pins:
            lines.append(block)
    return "".join(lines)


def not_there(packages: Path, library: str, version: str) -> str:
    """What is wrong where exactly this version should be; "" where it is there."""
    there = sorted(found.version for found in metadata.distributions(name=library, path=[str(packages)]))
    if there == [version]:
        return ""
    if not there:
        return f"{library}={version}: no codec of the peer needs {library}"
    return f"{library}={version}: what is installed is {' and '.join(there)}"


def in_short(words: str) -> str:
    """What uv says, in one line."""
    line = " ".join(words.split()).removeprefix("error: ")
    because = re.search(r"Because (.+?)( and you require|,? we can conclude|$)", line)
    # What a build prints stands in brackets.
    return because[1] if because else line.partition(" [")[0][:300]


if __name__ == "__main__":
    main(*sys.argv[1:])
