"""Libraries of Java: Maven finds the jars of one version, and `java` compiles and runs the one file.

The pinned version comes with the versions that java/pom.xml pins for what it needs, the newest with its own. A library
that goes on under other coordinates (`newest: maven:…`) has its newest release there.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from pathlib import Path

from packaging.version import InvalidVersion, Version

from wirebed.bed import BUILD, ROOT, files
from wirebed_upstream import poms
from wirebed_upstream.limits import Ended, ended
from wirebed_upstream.registry import Command, NotThere, once
from wirebed_upstream.reproduction import Library

JAVA = ["java", "-Xmx256m", "-Xss1m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
_SECONDS = 180
# Maven then goes on with what it knew before, and ends with 0.
_OLD = "Could not transfer metadata"
_NO_RELEASE = re.compile(r"(?i)[.-](alpha|beta|rc|cr|m|ea|pre|snapshot|preview)[.-]?\d*|snapshot")


class Maven:
    def __init__(self, folder: Path = BUILD / "upstream/java", java: Path = ROOT / "java"):
        self.folder, self.java = folder, java
        self.pins = poms.Pins(java)

    def pinned(self, library: Library) -> str:
        try:
            return self.pins.versions[poms.key(library.name)]
        except KeyError:
            raise NotThere(f"{library.name} is in no pom.xml of {self.java.name}/") from None

    @once
    def newest(self, library: Library) -> str:
        name = _successor(library)
        group, artifact, *classifier = name.split(":")
        wanted = ":".join([group, artifact, "RELEASE", *(["jar", *classifier] if classifier else [])])
        said = self._maven("-U", self._goal("get"), f"-Dartifact={wanted}", "-Dtransitive=false", quiet=False)
        if said.code or _OLD in said.out:
            raise NotThere(f"the registry was not reached: {_why(said)}")
        versions = set()
        for known in self._folder(library, group, artifact).glob("maven-metadata-*.xml"):
            versions |= {one.text or "" for one in ET.parse(known).iter("version")}
        if (newest := newest_release(versions)) is None:
            raise NotThere("the registry names no release")
        return newest

    def command(self, library: Library, version: str, program: Path) -> Command:
        path = ":".join(map(str, self.jars(library, version)))
        return Command([*JAVA, "-cp", path, str(program)], None)

    @once
    def jars(self, library: Library, version: str) -> tuple[Path, ...]:
        """The jar of this version and what it needs; without the network where they were needed before."""
        pinned = version == self.pinned(library)
        name = library.name if pinned else _successor(library)
        folder = self.folder / f"{name.replace(':', '-')}-{version}{'-pinned' * pinned}"
        project = poms.project(name, version, self.pins.versions if pinned else {})
        pom, found = folder / "pom.xml", folder / "jars"
        if found.exists() and pom.read_text() == project:
            jars = tuple(map(Path, found.read_text().strip().split(":")))
            if all(jar.exists() for jar in jars):
                return jars
        files.write(pom, project)
        words = ["-f", str(pom), self._goal("build-classpath"), f"-Dmdep.outputFile={found}"]
        if self._maven("--offline", *words).code and (said := self._maven(*words)).code:
            raise NotThere(f"{name} {version} could not be had: {_why(said)}")
        return tuple(map(Path, found.read_text().strip().split(":")))

    def _folder(self, library: Library, group: str, artifact: str) -> Path:
        """Where Maven keeps what it knows of an artifact: beside the jars of the pinned version."""
        own_group, own, *_ = library.name.split(":")
        jar = next(one for one in self.jars(library, self.pinned(library)) if one.parent.parent.name == own)
        levels = len(own_group.split("."))
        return jar.parents[2 + levels].joinpath(*group.split("."), artifact)

    def _goal(self, name: str) -> str:
        version = self.pins.properties["dependency-plugin.version"]
        return f"org.apache.maven.plugins:maven-dependency-plugin:{version}:{name}"

    def _maven(self, *words: str, quiet: bool = True) -> Ended:
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [str(self.java / "mvnw"), "--batch-mode", *(["--quiet"] if quiet else []), *words]
        return ended(command, self.folder, _SECONDS)


def _successor(library: Library) -> str:
    return library.newest.removeprefix("maven:") or library.name


def newest_release(versions: Iterable[str]) -> str | None:
    return max(filter(_is_release, versions), key=Version, default=None)


def _is_release(version: str) -> bool:
    try:
        return not (_NO_RELEASE.search(version) or Version(version).is_prerelease)
    except InvalidVersion:
        return False


def _why(said: Ended) -> str:
    lines = [line for line in said.out.splitlines() if line.startswith("[ERROR]") or _OLD in line]
    return lines[0].partition("]")[2].strip() if lines else said.why
