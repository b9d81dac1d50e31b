"""Libraries of Java: Maven lists the releases and finds the jars of one, and `java` compiles and runs the one file.

The pinned version comes with the versions that the POMs of java/ pin for what it needs, the newest with its own. A
library that goes on under other coordinates (`newest: maven:…`) has its newest release there.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterable
from pathlib import Path

from wirebed.bed import BUILD, ROOT, files
from wirebed_build.languages.libraries import of_pom
from wirebed_upstream import order
from wirebed_upstream.limits import Ended, ended
from wirebed_upstream.registry import PRE_RELEASE, Command, Listed, NotThere
from wirebed_upstream.reproduction import Library

JAVA = ["java", "-Xmx256m", "-Xss1m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
_JAVA_FOLDER, _FOLDER = ROOT / "java", BUILD / "upstream/java"
_POMS = ("parent.xml", "pom.xml", "legacy/pom.xml", "dubbo/pom.xml")
_M = "{http://maven.apache.org/POM/4.0.0}"
_SECONDS = 180
# Maven then goes on with what it knew before, and ends with 0.
_OLD = "Could not transfer metadata"


class Maven:
    def __init__(self) -> None:
        roots = [ET.parse(_JAVA_FOLDER / name).getroot() for name in _POMS]
        texts = (element for root in roots for element in root.findall(f"{_M}properties/*"))
        self.properties = {element.tag.removeprefix(_M): (element.text or "").strip() for element in texts}
        self.pins = {name: version for root in roots for name, version in of_pom(root, self.properties).items()}

    def pinned(self, library: Library) -> str:
        try:
            return self.pins[_key(library.name)]
        except KeyError:
            raise NotThere(f"{library.name} is in no pom.xml of {_JAVA_FOLDER.name}/") from None

    def newest(self, library: Library) -> str:
        if (newest := newest_release(self._versions(library))) is None:
            raise NotThere("the registry names no release")
        return newest

    def listed(self, library: Library) -> Listed:
        versions = sorted(self._versions(library), key=order.key)
        releases = tuple(filter(order.is_release, versions))
        return Listed(releases, {version: PRE_RELEASE for version in versions if version not in releases})

    def released(self, library: Library, version: str) -> str:
        return ""  # Maven names no days

    def key(self, version: str) -> order.Key:
        return order.key(version)

    def _versions(self, library: Library) -> set[str]:
        group, artifact, *classifier = _successor(library).split(":")
        wanted = ":".join([group, artifact, "RELEASE", *(["jar", *classifier] if classifier else [])])
        done = self._maven("-U", self._goal("get"), f"-Dartifact={wanted}", "-Dtransitive=false")
        if done.code or _OLD in done.out:
            raise NotThere(f"the registry was not reached: {_why(done)}")
        known = self._known().joinpath(*group.split("."), artifact).glob("maven-metadata-*.xml")
        return {version.text or "" for path in known for version in ET.parse(path).iter("version")}

    def command(self, library: Library, version: str, program: Path) -> Command:
        return Command([*JAVA, "-cp", ":".join(self._jars(library, version)), str(program)], None)

    def _jars(self, library: Library, version: str) -> list[str]:
        """The jar of this version and what it needs; without the network where they were needed before."""
        pinned = version == self.pinned(library)
        name = library.name if pinned else _successor(library)
        folder = _FOLDER / f"{name.replace(':', '-')}-{version}{'-pinned' * pinned}"
        text = project(name, version, self.pins if pinned else {})
        pom, listing = folder / "pom.xml", folder / "jars"
        if not (listing.exists() and pom.read_text() == text and all(map(_is_file, _listed(listing)))):
            files.write(pom, text)
            words = ["-f", str(pom), self._goal("build-classpath"), f"-Dmdep.outputFile={listing}"]
            if self._maven("--offline", *words).code and (done := self._maven(*words)).code:
                raise NotThere(f"{name} {version} could not be had: {_why(done)}")
        return _listed(listing)

    def _known(self) -> Path:
        """The folder in which Maven keeps what it knows: the jar of a pinned version is in it."""
        name, version = next(iter(self.pins.items()))
        group, artifact = name.split(":")
        jars = map(Path, self._jars(Library("maven", name), version))
        jar = next(path for path in jars if path.parent.parent.name == artifact)
        return jar.parents[2 + len(group.split("."))]

    def _goal(self, name: str) -> str:
        version = self.properties["dependency-plugin.version"]
        return f"org.apache.maven.plugins:maven-dependency-plugin:{version}:{name}"

    def _maven(self, *words: str) -> Ended:
        _FOLDER.mkdir(parents=True, exist_ok=True)
        return ended([str(_JAVA_FOLDER / "mvnw"), "--batch-mode", *words], _FOLDER, _SECONDS)


def _listed(jars: Path) -> list[str]:
    return jars.read_text().strip().split(":")


def _is_file(name: str) -> bool:
    return Path(name).is_file()


def _key(name: str) -> str:
    return ":".join(name.split(":")[:2])


def _successor(library: Library) -> str:
    return library.newest.removeprefix("maven:") or library.name


def newest_release(versions: Iterable[str]) -> str | None:
    return max(filter(order.is_release, versions), key=order.key, default=None)


def _why(done: Ended) -> str:
    lines = [line for line in done.out.splitlines() if line.startswith("[ERROR]") or _OLD in line]
    return lines[0].partition("]")[2].strip() if lines else done.why


def project(name: str, version: str, managed: dict[str, str]) -> str:
    """The POM of a project that needs `group:artifact` or `group:artifact:classifier`; `managed`: versions of what that
    needs."""
    others = "".join(_dependency(other, pin) for other, pin in managed.items() if other != _key(name))
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>upstream</groupId><artifactId>upstream</artifactId><version>1</version><packaging>pom</packaging>"
        f"<dependencyManagement><dependencies>{others}</dependencies></dependencyManagement>"
        f"<dependencies>{_dependency(name, version)}</dependencies></project>"
    )


def _dependency(name: str, version: str) -> str:
    group, artifact, *classifier = name.split(":")
    texts = {"groupId": group, "artifactId": artifact, "version": version} | dict.fromkeys(
        ["classifier"] * bool(classifier), "".join(classifier)
    )
    return f"<dependency>{''.join(f'<{tag}>{text}</{tag}>' for tag, text in texts.items())}</dependency>"
