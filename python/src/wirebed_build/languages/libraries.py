"""The libraries of a peer, with their versions of today: those of its pom.xml, or of a lock of pip's form."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.etree import ElementTree

from wirebed_build.languages.peer_yaml import Peer

_LOCKED = re.compile(r"^([a-z0-9][\w.-]*)==(\S+)", re.MULTILINE | re.IGNORECASE)
_POM = "{http://maven.apache.org/POM/4.0.0}"


def libraries(peer: Peer) -> dict[str, str]:
    """Library -> its version of today; with none the runtimes that can be chosen, and libraries that can take
    the place of one of today."""
    generation = peer.data["generation"]
    path = peer.folder / generation["libraries"]
    known = _of_peer(path) if path.suffix == ".xml" else of_lock(path.read_text(encoding="utf-8"))
    return known | dict.fromkeys(renamed([peer]), "") | dict.fromkeys(generation.get("runtimes", ()), "")


def renamed(peers: Iterable[Peer]) -> dict[str, str]:
    """The other name of a library -> the name that it has today."""
    return {other: name for peer in peers for other, name in peer.data.get("generation", {}).get("renamed", {}).items()}


def unlisted(peers: Iterable[Peer]) -> set[str]:
    """The runtimes, and the libraries of which no registry lists the versions."""
    generations = [(peer, peer.data["generation"]) for peer in peers if "generation" in peer.data]
    runtimes = {name for _, generation in generations for name in generation.get("runtimes", ())}
    return runtimes.union(*(libraries(peer) for peer, generation in generations if not generation.get("listed", True)))


def of_lock(text: str) -> dict[str, str]:
    """Of the lines `name==version`."""
    return dict(_LOCKED.findall(text))


def _of_peer(path: Path) -> dict[str, str]:
    project = ElementTree.parse(path).getroot()
    parent = project.findtext(f"{_POM}parent/{_POM}relativePath")
    inherited = _properties(ElementTree.parse(path.parent / parent).getroot()) if parent else {}
    return of_pom(project, inherited)


def of_pom(project: ElementTree.Element, inherited: Mapping[str, str]) -> dict[str, str]:
    """The dependencies of a pom.xml, but those of its tests. `inherited`: properties of its parent. One whose version
    stands elsewhere is left out."""
    properties = {**inherited, **_properties(project)}
    versions = {}
    for dependency in project.findall(f"{_POM}dependencies/{_POM}dependency"):
        group, artifact, version, scope = (
            dependency.findtext(f"{_POM}{tag}", "") for tag in ("groupId", "artifactId", "version", "scope")
        )
        group, artifact, version = (
            re.sub(r"\$\{([^}]+)}", lambda name: properties.get(name[1], ""), it) for it in (group, artifact, version)
        )
        if version and scope not in ("test", "system"):
            versions[f"{group}:{artifact}"] = version
    return versions


def _properties(project: ElementTree.Element) -> dict[str, str]:
    of_project = project.find(f"{_POM}properties")
    return {} if of_project is None else {item.tag.removeprefix(_POM): item.text or "" for item in of_project}
