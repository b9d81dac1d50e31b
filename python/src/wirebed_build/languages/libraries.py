"""The libraries of a peer, with their versions of today: those of its pom.xml, or of a lock of pip's form."""

import re
from pathlib import Path
from xml.etree import ElementTree

from wirebed_build.languages.peer_yaml import Peer

_LOCKED = re.compile(r"^([a-z0-9][\w.-]*)==(\S+)", re.MULTILINE | re.IGNORECASE)
_POM = "{http://maven.apache.org/POM/4.0.0}"


def libraries(peer: Peer) -> dict[str, str]:
    """Library -> its version of today, and the runtime that can have another version, with none."""
    generation = peer.data["generation"]
    path = peer.folder / generation["libraries"]
    known = _of_pom(path) if path.suffix == ".xml" else dict(_LOCKED.findall(path.read_text(encoding="utf-8")))
    return known | ({generation["runtime"]["name"]: ""} if "runtime" in generation else {})


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
