"""Generations: peers of the same sources with other versions of some libraries, beside those of today.

GENERATIONS= names them, with a space between: `com.google.protobuf:protobuf-java=4.28.3 protobuf=6.30.0` are two, and
`a=1,b=2` is one of two libraries. Each peer that has such a library gets a generation, which is called as the peer and
what it replaces: `java~protobuf-java-4.28.3`. peer.yaml says how its peer is built with other versions:

```yaml
generation:
  libraries: pom.xml        # the file with the libraries of today: a pom.xml, or a lock of pip's form
  listed: false             # no registry lists the versions of these libraries; default true
  renamed: {"h:a": "g:a"}   # libraries that take the place of one of today: the same with another name
  build: [...]              # as `build:` of the peer, in place of it
  loads: []                 # as `loads:` of the peer, in place of it
  run: [...]                # as `run:` of the peer, in place of it
  program: java             # what `{runtime}` stands for where no pin chooses another runtime
  runtimes:                 # other runtimes and machines, by the name of the pin that chooses one: `jdk=21`
    jdk:
      versions: ["17", "21"]
      program: "{generation}/jre/bin/java"  # what `{runtime}` stands for then
      step: {name: runtime, …}  # the step that makes it, before the others; `{version}` is that of the pin
      packages: {}          # what its steps need, beside `packages:` of the peer
      build: [...]          # these and other keys of a peer, in place of those above
    machine:
      versions: {s390x: {slower: 30}, i386: {}}  # with keys of one version; packages and toolchains are added
```

In it, `{generation}` is the folder of the generation, `{name}` its name, and the word `{pins}` stands for its
libraries, a word each: `com.google.protobuf:protobuf-java=4.28.3`.

Where a bed names `libraries:`, a peer that has them runs at these versions under its own name, in every command.
"""

import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wirebed.bed.codec_id import GENERATION
from wirebed.errors import UserError, unknown
from wirebed_build.languages.libraries import libraries, renamed
from wirebed_build.languages.peer_yaml import Peer

# Where the generations of a run stand.
GENERATIONS = "WIREBED_GENERATIONS"
_PIN = re.compile(r"(?P<library>[A-Za-z0-9][\w.-]*(?::[\w.-]+)?)==?(?P<version>[A-Za-z0-9][\w.+-]*)")
# The other versions that the file of a bed names, with commas between.
LIBRARIES = "WIREBED_LIBRARIES"
# What only the peer itself has.
_OF_BASE = ("bench", "echo", "published", "conformance", "test", "check", "format", "plain", "descriptors", "measured",
            "generation")  # fmt: skip


@dataclass(frozen=True)
class Pin:
    """A library at another version, in the spelling of Maven (`group:artifact`) or of PyPI."""

    library: str
    version: str

    @property
    def artifact(self) -> str:
        """`protobuf-java`."""
        return self.library.rpartition(":")[2]

    @property
    def label(self) -> str:
        """`protobuf-java-4.28.3`."""
        return f"{self.artifact}-{self.version}"

    def __str__(self) -> str:
        return f"{self.library}={self.version}"


def pins_of(text: str, variable: str) -> tuple[Pin, ...]:
    """The pins of one generation, with commas between. `variable`: where the user has written them."""
    pins = []
    for word in filter(None, text.split(",")):
        matched = _PIN.fullmatch(word.strip())
        if matched is None:
            raise UserError(
                f"{variable}{word}: a library and its version are wanted, as group:artifact=1.2 or name=1.2"
            )
        pins.append(Pin(matched["library"], matched["version"]))
    libraries = [pin.library for pin in pins]
    if twice := next((name for name in libraries if libraries.count(name) > 1), None):
        raise UserError(f"{variable}{text}: {twice} stands there twice")
    return tuple(pins)


def variables() -> list[str]:
    """What a command of make has to be given to know the generations of this run; nothing where there are none."""
    text = os.environ.get(GENERATIONS)
    return [f"GENERATIONS={shlex.quote(text)}"] if text else []


def chosen(peers: Iterable[Peer]) -> list[Peer]:
    """The generations of GENERATIONS=, of these peers."""
    bases = list(peers)
    texts = os.environ.get(GENERATIONS, "").split()
    return [made for text in texts for made in of_pins(pins_of(text, "GENERATIONS="), bases, "GENERATIONS=")]


def of_pins(pins: Iterable[Pin], peers: Sequence[Peer], variable: str) -> list[Peer]:
    """The generations of the peers that have these libraries; UserError for a library that no peer has."""
    wanted = _wanted(pins, peers, variable)
    return [generation(peer, wanted[peer.name]) for peer in peers if peer.name in wanted]


def replaced(peers: Sequence[Peer]) -> list[Peer]:
    """The peers, with the versions that the bed names in place of those of today."""
    text = os.environ.get(LIBRARIES, "")
    wanted = _wanted(pins_of(text, "libraries: "), peers, "libraries: ") if text else {}
    return [_replaced(peer, wanted[peer.name]) if peer.name in wanted else peer for peer in peers]


def _wanted(pins: Iterable[Pin], peers: Sequence[Peer], variable: str) -> dict[str, list[Pin]]:
    """Peer -> the pins of libraries that it has."""
    known = _libraries(peers)
    wanted: dict[str, list[Pin]] = {}
    for pin in pins:
        having = [name for name, versions in known.items() if pin.library in versions]
        if not having:
            names = sorted({name for versions in known.values() for name in versions})
            raise UserError(f"{variable}{pin}: {unknown('library of a peer', pin.library, names).message}")
        for name in having:
            wanted.setdefault(name, []).append(pin)
    for peer in peers:
        _check_runtime(peer, wanted.get(peer.name, ()), variable)
    return wanted


def _check_runtime(peer: Peer, pins: Iterable[Pin], variable: str) -> None:
    runtimes = peer.data.get("generation", {}).get("runtimes", {})
    of_runtimes = [pin for pin in pins if pin.library in runtimes]
    for pin in of_runtimes:
        if pin.version not in (versions := runtimes[pin.library]["versions"]):
            raise UserError(f"{variable}{pin}: known versions are {', '.join(versions)}")
    if len(of_runtimes) > 1:
        raise UserError(f"{variable}{','.join(map(str, of_runtimes))}: {peer.name} runs on one of them alone")


def generation(peer: Peer, pins: Iterable[Pin]) -> Peer:
    """The peer with these versions, as a peer of its own that needs this one."""
    all_pins = _with_those_of_bed(peer, pins)
    name = _label(peer, all_pins)
    data = {key: value for key, value in peer.data.items() if key not in _OF_BASE}
    own = _own(peer, name, all_pins)
    more = {"name": name, "names_key": peer.names_key, "needs": [*peer.needs, peer.name]}
    return Peer(peer.folder, {**data, **own, **more})


def _replaced(peer: Peer, pins: list[Pin]) -> Peer:
    """The peer itself with these versions: its own steps, and those that make the versions."""
    own = _own(peer, peer.name, pins)
    replacing = {step["name"] for step in own["build"]}
    steps = [step for step in peer.data.get("build", ()) if step["name"] not in replacing]
    data = {**peer.data, **own, "build": [*steps, *own["build"]], "measured": None, "pins": [str(pin) for pin in pins]}
    return Peer(peer.folder, data)


def _with_those_of_bed(peer: Peer, pins: Iterable[Pin]) -> list[Pin]:
    of_bed = pins_of(",".join(peer.data.get("pins", ())), "libraries: ")
    names = renamed([peer])
    return list({names.get(pin.library, pin.library): pin for pin in (*of_bed, *pins)}.values())


def _label(peer: Peer, pins: Iterable[Pin]) -> str:
    """`java~gson-2.10.1`."""
    return f"{peer.name}{GENERATION}{'+'.join(pin.label for pin in pins)}"


def _own(peer: Peer, name: str, pins: Sequence[Pin]) -> dict[str, Any]:
    """What stands under `generation:`, for these pins. `name`: of the peer that is made."""
    own = dict(peer.data["generation"])
    runtimes, program = own.pop("runtimes", {}), own.pop("program", "")
    words = {"{name}": name, "{generation}": f"{{build}}/generations/{_label(peer, pins)}"}
    if chosen := next((pin for pin in pins if pin.library in runtimes), None):
        runtime = dict(runtimes[chosen.library])
        versions, program, step = (runtime.pop(key) for key in ("versions", "program", "step"))
        of_version = versions[chosen.version] if isinstance(versions, dict) else {}
        if len(pins) > 1 and "build" in runtime:
            raise UserError(
                f"{','.join(map(str, pins))}: on {chosen}, {peer.name} has the libraries of that runtime alone"
            )
        own |= {**runtime, **of_version}
        own["build"] = [step, *own["build"]]
        for key in ("packages", "toolchain"):
            needed = (peer.data.get(key, {}), runtime.get(key, {}), of_version.get(key, {}))
            own[key] = {what: more for of in needed for what, more in of.items()}
        words["{version}"] = chosen.version
    of_libraries = [str(pin) for pin in pins if pin is not chosen]
    # The program's own words are filled after it has taken its place.
    filled: dict[str, Any] = _filled(own, {"{runtime}": program, **words}, of_libraries)
    return filled


def _filled(value: Any, words: Mapping[str, str], pins: Sequence[str]) -> Any:  # a value of YAML
    if isinstance(value, str):
        for word, text in words.items():
            value = value.replace(word, text)
        return value
    if isinstance(value, Mapping):
        return {key: _filled(member, words, pins) for key, member in value.items()}
    if isinstance(value, list):
        members = (pins if member == "{pins}" else [_filled(member, words, pins)] for member in value)
        return [word for words_of_member in members for word in words_of_member]
    return value


def _libraries(peers: Iterable[Peer]) -> dict[str, dict[str, str]]:
    """Peer -> its libraries. A peer that needs another leaves to it those that both have: they are of its protocol."""
    known = {peer.name: libraries(peer) for peer in peers if "generation" in peer.data}
    needs = {peer.name: peer.needs for peer in peers}
    return {
        name: {of: version for of, version in mine.items() if not any(of in known.get(n, ()) for n in needs[name])}
        for name, mine in known.items()
    }
