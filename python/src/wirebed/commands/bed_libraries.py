"""The versions of libraries that a bed names: `name=version`, or the files in which a service has them.

| file | what is read of it |
|---|---|
| `pom.xml` | its own dependencies, whose versions stand there or in its properties |
| `uv.lock`, `poetry.lock` | the packages |
| `requirements.txt` and other locks of pip's form | the lines `name==version` |
| the output of `mvn dependency:list` | the jars that are compiled or run with |

A library of such a file that no peer has is of no account, and so is a version that the peers have anyway. Where a file
has a library with two names, that of today counts.
"""

import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from xml.etree import ElementTree

from wirebed.bed import ROOT, Bed, settings
from wirebed.bed.files import read_text
from wirebed.bed.git import commit_of, git, top_of
from wirebed.bed.yaml_tree import Value
from wirebed.errors import UserError
from wirebed_build.languages import discovery
from wirebed_build.languages.generations import Pin, of_pins, pins_of
from wirebed_build.languages.libraries import libraries, of_lock, of_pom, renamed

_LISTED = re.compile(r"([\w.-]+:[\w.-]+):jar:(?:[\w.-]+:)?([\w.-]+):(?:compile|runtime)")
_NAMED = "libraries: "
# The files whose names say what they are.
_TOML = ("uv.lock", "poetry.lock")
FILES = ("pom.xml", "requirements.txt", *_TOML)
Read = Callable[[Path], str]


def of_bed(bed: Bed) -> tuple[Pin, ...]:
    return _of(bed, settings.load(bed).libraries, _of_today)


def of_commit(bed: Bed, base: str) -> tuple[Pin, ...]:
    """As the bed named them in a commit of its repository; none where it had no file."""
    commit, top = commit_of(f"BASE={base}", base, bed.root), (top_of(bed.root) or bed.root).resolve()

    def read(path: Path) -> str:
        if not path.resolve().is_relative_to(top):
            raise UserError(f"BASE={base}: it lies outside of the repository of the bed", path)
        text = git(top, "show", f"{commit}:{path.resolve().relative_to(top)}")
        if text is None:
            raise UserError(f"BASE={base}: that commit has no such file", path)
        return text.decode(errors="replace")

    try:
        stated = read(bed.fixtures / settings.FILE)
    except UserError:
        return ()
    return _of(bed, settings.parse(bed, stated).libraries, read)


def _of_today(path: Path) -> str:
    if not path.is_file():
        raise UserError(f"neither `name=version` nor a file: {path}")
    return read_text(path)


def _of(bed: Bed, stated: Sequence[Value], read: Read) -> tuple[Pin, ...]:
    """An error in one of them stands at its place."""
    peers = [peer for peer in discovery.in_folder(ROOT) if "generation" in peer.data] if stated else []
    known = {name: version for peer in peers for name, version in libraries(peer).items()}
    names = renamed(peers)
    pins: dict[str, Pin] = {}
    for value in stated:
        try:
            if "=" in str(value.raw):
                named = pins_of(str(value.raw), _NAMED)
                of_pins(named, peers, _NAMED)
            else:
                versions = read_file(bed.root / Path(str(value.raw)).expanduser(), read)
                taken = (name for name in versions if name in known and names.get(name) not in versions)
                named = tuple(Pin(name, versions[name]) for name in taken)
            pins |= {names.get(pin.library, pin.library): pin for pin in named if pin.version != known[pin.library]}
        except UserError as error:
            raise value.error(str(error)) from None
    return tuple(pins.values())


def read_file(path: Path, read: Read) -> dict[str, str]:
    """Library -> version; UserError for a file of another form."""
    text = read(path)
    try:
        if path.suffix == ".xml":
            return of_pom(ElementTree.fromstring(text), {})
        if path.name in _TOML:
            return {package["name"]: package["version"] for package in tomllib.loads(text)["package"]}
    except (ElementTree.ParseError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise UserError(f"{path.name} cannot be read: {error}") from None
    return of_lock(text) | {matched[1]: matched[2] for matched in _LISTED.finditer(text)}
