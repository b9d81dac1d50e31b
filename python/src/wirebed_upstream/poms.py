"""The versions that the POMs of java/ pin, and the POM of a project that has one library only."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from xml.sax.saxutils import escape

_M = "{http://maven.apache.org/POM/4.0.0}"
_FILES = ("parent.xml", "pom.xml", "legacy/pom.xml", "dubbo/pom.xml")


class Pins:
    def __init__(self, java: Path):
        """`java`: the folder with the POMs."""
        roots = [ET.parse(java / name).getroot() for name in _FILES]
        self.properties = {
            one.tag.removeprefix(_M): (one.text or "").strip()
            for root in roots
            for one in root.findall(f"{_M}properties/*")
        }
        self.versions = {}  # group:artifact -> version
        for root in roots:
            for one in root.findall(f"{_M}dependencies/{_M}dependency"):
                group, artifact, version = (one.findtext(f"{_M}{tag}") or "" for tag in _TAGS)
                self.versions[f"{group}:{artifact}"] = self._filled(version)

    def _filled(self, version: str) -> str:
        return re.sub(r"\$\{([^}]+)\}", lambda found: self.properties.get(found[1], found[0]), version)


_TAGS = ("groupId", "artifactId", "version")


def project(name: str, version: str, managed: dict[str, str]) -> str:
    """A project that needs `group:artifact` or `group:artifact:classifier`; `managed`: versions of what that needs."""
    others = {other: pin for other, pin in managed.items() if other != key(name)}
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>upstream</groupId><artifactId>upstream</artifactId><version>1</version><packaging>pom</packaging>"
        f"<dependencyManagement><dependencies>{''.join(_one(*pair) for pair in others.items())}</dependencies>"
        f"</dependencyManagement><dependencies>{_one(name, version)}</dependencies></project>"
    )


def key(name: str) -> str:
    return ":".join(name.split(":")[:2])


def _one(name: str, version: str) -> str:
    group, artifact, *classifier = name.split(":")
    texts = {"groupId": group, "artifactId": artifact, "version": version}
    if classifier:
        texts["classifier"] = classifier[0]
    inside = "".join(f"<{tag}>{escape(text)}</{tag}>" for tag, text in texts.items())
    return f"<dependency>{inside}</dependency>"
