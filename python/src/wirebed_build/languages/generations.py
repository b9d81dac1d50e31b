"""Generations: peers of the same sources with other versions of some libraries, beside those of today.

GENERATIONS= names them, with a space between: `com.google.protobuf:protobuf-java=4.28.3 protobuf=6.30.0` are two, and
`a=1,b=2` is one of two libraries. Each peer that has such a library gets a generation, which is called as the peer and
what it replaces: `java~protobuf-java-4.28.3`. peer.yaml says how its peer is built with other versions:

```yaml
generation:
  libraries: pom.xml        # the file with the libraries of today: a pom.xml, or a lock of pip's form
  build: [...]              # as `build:` of the peer, in place of it
  loads: []                 # as `loads:` of the peer, in place of it
  run: [...]                # as `run:` of the peer, in place of it
```

In it, `{generation}` is the folder of the generation, `{name}` its name, and the word `{pins}` stands for its
libraries, a word each: `com.google.protobuf:protobuf-java=4.28.3`.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from wirebed.bed.codec_id import GENERATION
from wirebed.errors import UserError, unknown
from wirebed_build.languages.peer_yaml import Peer

# Where the generations of a run stand.
GENERATIONS = "WIREBED_GENERATIONS"
_PIN = re.compile(r"(?P<library>[A-Za-z0-9][\w.-]*(?::[\w.-]+)?)==?(?P<version>[A-Za-z0-9][\w.+-]*)")
_LOCKED = re.compile(r"^([a-z0-9][\w.-]*)==(\S+)", re.MULTILINE | re.IGNORECASE)
_POM = "{http://maven.apache.org/POM/4.0.0}"
# What only the peer itself has.
_OF_BASE = ("bench", "echo", "published", "test", "check", "format", "plain", "descriptors", "measured", "generation")


@dataclass(frozen=True)
class Pin:
    """A library at another version, in the spelling of Maven (`group:artifact`) or of PyPI."""

    library: str
    version: str

    @property
    def label(self) -> str:
        """`protobuf-java-4.28.3`."""
        return f"{self.library.rpartition(':')[2]}-{self.version}"

    def __str__(self) -> str:
        return f"{self.library}={self.version}"


def pins_of(text: str, variable: str) -> tuple[Pin, ...]:
    """The pins of one generation, with commas between. `variable`: where the user has written them."""
    pins = []
    for word in filter(None, text.split(",")):
        matched = _PIN.fullmatch(word.strip())
        if matched is None:
            raise UserError(
                f"{variable}={word}: a library and its version are wanted, as group:artifact=1.2 or name=1.2"
            )
        pins.append(Pin(matched["library"], matched["version"]))
    libraries = [pin.library for pin in pins]
    if twice := next((name for name in libraries if libraries.count(name) > 1), None):
        raise UserError(f"{variable}={text}: {twice} stands there twice")
    return tuple(pins)


def chosen(peers: Iterable[Peer]) -> list[Peer]:
    """The generations of GENERATIONS=, of these peers."""
    bases = list(peers)
    texts = os.environ.get(GENERATIONS, "").split()
    return [made for text in texts for made in of_pins(pins_of(text, "GENERATIONS"), bases, "GENERATIONS")]


def of_pins(pins: Iterable[Pin], peers: Sequence[Peer], variable: str) -> list[Peer]:
    """The generations of the peers that have these libraries; UserError for a library that no peer has."""
    known = _libraries(peers)
    wanted: dict[str, list[Pin]] = {}
    for pin in pins:
        having = [name for name, versions in known.items() if pin.library in versions]
        if not having:
            names = sorted({name for versions in known.values() for name in versions})
            raise UserError(f"{variable}={pin}: {unknown('library of a peer', pin.library, names).message}")
        for name in having:
            wanted.setdefault(name, []).append(pin)
    return [generation(peer, wanted[peer.name]) for peer in peers if peer.name in wanted]


def generation(peer: Peer, pins: Iterable[Pin]) -> Peer:
    """The peer with these versions, as a peer of its own that needs this one."""
    pins = list(pins)
    name = f"{peer.name}{GENERATION}{'+'.join(pin.label for pin in pins)}"
    own = _filled(peer.data["generation"], name, [str(pin) for pin in pins])
    data = {key: value for key, value in peer.data.items() if key not in _OF_BASE}
    needs = [*peer.needs, peer.name]
    return Peer(peer.folder, {**data, **own, "name": name, "names_key": peer.names_key, "needs": needs})


def _filled(value: Any, name: str, pins: list[str]) -> Any:
    if isinstance(value, str):
        return value.replace("{generation}", f"{{build}}/generations/{name}").replace("{name}", name)
    if isinstance(value, Mapping):
        return {key: _filled(member, name, pins) for key, member in value.items()}
    if isinstance(value, list):
        return [word for member in value for word in (pins if member == "{pins}" else [_filled(member, name, pins)])]
    return value


def _libraries(peers: Iterable[Peer]) -> dict[str, dict[str, str]]:
    """Peer -> its libraries. A peer that needs another leaves to it those that both have: they are of its protocol."""
    known = {peer.name: libraries(peer) for peer in peers if "generation" in peer.data}
    needs = {peer.name: peer.needs for peer in peers}
    return {
        name: {of: version for of, version in mine.items() if not any(of in known.get(n, ()) for n in needs[name])}
        for name, mine in known.items()
    }


def libraries(peer: Peer) -> dict[str, str]:
    """Library -> its version of today."""
    path = peer.folder / peer.data["generation"]["libraries"]
    if path.suffix == ".xml":
        return _of_pom(path)
    return dict(_LOCKED.findall(path.read_text(encoding="utf-8")))


def _of_pom(path: Path) -> dict[str, str]:
    project = ElementTree.parse(path).getroot()
    properties: dict[str, str] = {}
    if (parent := project.find(f"{_POM}parent/{_POM}relativePath")) is not None:
        properties |= _properties(ElementTree.parse(path.parent / (parent.text or "")).getroot())
    properties |= _properties(project)
    versions = {}
    for dependency in project.findall(f"{_POM}dependencies/{_POM}dependency"):
        group, artifact, version, scope = (
            dependency.findtext(f"{_POM}{tag}", "") for tag in ("groupId", "artifactId", "version", "scope")
        )
        if scope not in ("test", "system"):
            versions[f"{group}:{artifact}"] = re.sub(r"\$\{([^}]+)}", lambda name: properties[name[1]], version)
    return versions


def _properties(project: ElementTree.Element) -> dict[str, str]:
    of_project = project.find(f"{_POM}properties")
    return {} if of_project is None else {item.tag.removeprefix(_POM): item.text or "" for item in of_project}
