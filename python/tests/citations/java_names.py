"""Looks up classes, methods and fields in the jars that the Java peers run with and in the JDK, by javap.

A class path is that of the manifest of a peer's jar, which its `run:` in peer.yaml starts.
"""

import re
import subprocess
import zipfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from shutil import which

from forms import Citation

from wirebed.bed.folders import BUILD

PEERS = [BUILD / "java" / "lib" / "wirebed-peer.jar"] + [
    BUILD / peer / "lib" / f"wirebed-{peer}.jar" for peer in ("legacy", "dubbo")
]
# Where a note's class without a package may also be.
_JDK_PACKAGES = "java.io. java.lang. java.math. java.util. javax.xml.datatype. javax.xml.stream. sun.misc.".split()
_IN_NOTE = re.compile(r"\b(?:[a-z]\w*\.)*[A-Z]\w*(?:[a-z][A-Z]\w*|(?:\.\w+)+)")


@dataclass(frozen=True)
class Wanted:
    """A class by its binary name, and a member of it: `A$B`, `c`, (`D`,). Without a member, only the class."""

    owner: str
    member: str = ""
    parameters: tuple[str, ...] | None = None

    def is_in(self, declared: dict[str, str]) -> bool:
        """`declared`: what javap prints of each class, without the parameters of types."""
        name = self.member or (self.owner if self.parameters is not None else "")
        if self.owner not in declared or not name:
            return self.owner in declared
        if self.parameters is None:
            return re.search(rf" {re.escape(name)}(?:\(|;)", declared[self.owner]) is not None
        listed = ", ".join(rf"(?:[\w.$]+[.$])?{re.escape(one)}" for one in self.parameters)
        return re.search(rf" {re.escape(name)}\({listed}\)", declared[self.owner]) is not None


class Jars:
    """The classes of the jars on the peers' class paths."""

    def __init__(self, paths: list[Path]):
        self.paths = paths
        self.jar_of: dict[str, set[str]] = defaultdict(set)  # binary name -> names of jars
        self.short: dict[str, set[str]] = defaultdict(set)  # without package -> binary names
        for path in paths:
            for entry in zipfile.ZipFile(path).namelist():
                if entry.endswith(".class") and not entry.startswith("META-INF"):
                    name = entry.removesuffix(".class").replace("/", ".")
                    self.jar_of[name].add(path.stem)
                    self.short[name.rpartition(".")[2]].add(name)

    def version(self, library: str) -> str | None:
        """`2.22.4` of jackson-core-2.22.4.jar; none where no such jar is there."""
        found = (re.fullmatch(rf"{re.escape(library)}-(\d[\d.]*)(?:-\w+)?", path.stem, re.I) for path in self.paths)
        return next((match[1] for match in found if match), None)

    def has(self, owner: str, library: str) -> bool:
        return any(jar.lower().startswith(f"{library.lower()}-{self.version(library)}") for jar in self.jar_of[owner])


def missing() -> str:
    """Why nothing can be looked up here; empty where it can."""
    if which("javap") is None:
        return "there is no javap, which comes with the JDK"
    gone = [str(jar) for jar in PEERS if not jar.is_file()]
    return f"the jars of the Java peers are not built: {', '.join(gone)}" if gone else ""


def jars() -> Jars:
    return Jars(sorted({path for jar in PEERS for path in _class_path(jar)}))


def _class_path(jar: Path) -> list[Path]:
    manifest = zipfile.ZipFile(jar).read("META-INF/MANIFEST.MF").decode().replace("\r\n", "\n").replace("\n ", "")
    named = re.search(r"^Class-Path: (.*)$", manifest, re.MULTILINE)
    return [(jar.parent / name).resolve() for name in (named[1].split() if named else [])]


def wrong(citations: Iterable[Citation], known: Jars) -> list[str]:
    """A line for each name that is nowhere in the library that is cited for it."""
    found, asked = [], []
    for one in citations:
        version = known.version(one.source) if one.source else None
        if one.source and version is None:
            found.append(one.wrong(f"no jar of {one.source} is on a class path"))
        elif one.version and one.version != version:
            found.append(one.wrong(f"the class path has {version}"))
        else:
            asked += [(one, name, wanted) for name, wanted in _cited(one, known)]
    declared = javap({each.owner for _, _, wanted in asked for each in wanted}, known)
    for one, name, wanted in asked:
        if not any(each.is_in(declared) for each in wanted):
            found.append(one.wrong(f"there is no {name}"))
    return found


def _cited(one: Citation, known: Jars) -> list[tuple[str, list[Wanted]]]:
    """Each name of a citation, with all that it may mean."""
    found, before = [], []
    for name in one.names:
        before = meanings(name, known, one.source, before)
        found.append((name, before))
    note = re.sub(r'"[^"]*"', "", one.note)
    return found + [(name, meanings(name, known) + _in_jdk(name)) for name in _IN_NOTE.findall(note)]


def meanings(name: str, known: Jars, library: str = "", before: Iterable[Wanted] = ()) -> list[Wanted]:
    """`before`: what the name before it may mean; `A.b and c` has one more member of A, `p.A and B` a class of p."""
    path, _, rest = name.partition("(")
    parameters = tuple(rest.rstrip(")").replace(" ", "").split(",")) if "(" in name else None
    parameters = () if parameters == ("",) else parameters
    words = path.split(".")
    start = next((at for at, word in enumerate(words) if word[0].isupper()), len(words))
    package = "".join(f"{word}." for word in words[:start])
    packages = {package} | ({one.owner.rpartition(".")[0] + "." for one in before} if not package else set())
    found = [Wanted(one.owner, path, parameters) for one in before if "." not in path]
    for end in range(start + 1, len(words) + 1):
        if len(words) - end < 2:
            owner, member = "$".join(words[start:end]), "".join(words[end:])
            owners = {prefix + owner for prefix in packages} | (set() if package else known.short.get(owner, set()))
            found += [Wanted(each, member, parameters) for each in sorted(owners)]
    return [one for one in found if not library or known.has(one.owner, library)]


def _in_jdk(name: str) -> list[Wanted]:
    return [
        Wanted(package + one.owner, one.member, one.parameters)
        for package in _JDK_PACKAGES
        for one in meanings(name, Jars([]))
    ]


def javap(classes: Iterable[str], known: Jars) -> dict[str, str]:
    """What each of these classes declares, without the parameters of types; a class that does not exist is left out."""
    command = ["javap", "-p", "-cp", ":".join(map(str, known.paths)), *sorted(classes)]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    while text != (text := re.sub(r"<[^<>\n]*>", "", text)):
        pass
    head = r"^(?:[a-z-]+ )*(?:class|interface) ([\w.$]+)[^\n]*\{\n"
    return dict(re.findall(rf"{head}(.*?)^\}}", text, re.DOTALL | re.MULTILINE))
