"""The forms that a part of an authority may have. There is none that takes any words: what fits no form is wrong.

A form says how a source is named and how what is cited in it is. Whatever form it has, a part may end with a note in
round brackets: what the source says there, or the place in it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cited import Part, split

from wirebed.bed.folders import ROOT

# The libraries by the names that an authority writes: those of the poms and of libraries.in, and two that have none.
_POMS = "".join(path.read_text() for path in (ROOT / "java").rglob("pom.xml"))
JARS = [*re.findall(r"<dependency>\s*<groupId>.*?</groupId>\s*<artifactId>(.*?)</artifactId>", _POMS), "jackson-core"]
DISTRIBUTIONS = [*re.findall(r"^[\w-]+", (ROOT / "python/libraries.in").read_text(), re.MULTILINE), "CPython"]
LIBRARIES_OF_CPP = ["libprotobuf"]

# What names a place in a specification by numbers, and the specifications with other places.
_NUMBER = r"(?:[A-Z]\.)?\d+(?:\.\d+)*"
_NUMBERED = (
    r"Hessian 2\.0 serialization|ISO 8601-1|JLS|Jakarta XML Binding 4\.0|Java Object Serialization Specification|"
    r"Python language reference|XML 1\.0|XML Schema Part [12]|IEEE 754|Unicode 15"
)
_SPECIFICATION = (
    rf"(?:{_NUMBERED}),? {_NUMBER}(?: and {_NUMBER})?|RFC \d+ section {_NUMBER}|JEP \d+(?:, [A-Z][a-z]+)?|"
    r"XML 1\.0, production \d+|C\+\+ standard, \[[a-z]+(?:\.[a-z]+)*\]|Unicode(?: standard)?, D\d+|"
    r"Unicode 15, section \d+\.\d+, D\d+|IEEE 754 binary(?:32|64)|ISO 8601|"
    r"General Decimal Arithmetic, to-scientific-string|"
    r"conformance test (?:Required|Recommended)\.(?:[A-Z]\w+Input\.\w+|\w+\.JsonOutput)"
)
# Documentation that is no single page, by how it names its sections.
_TITLE = r'(?:"[^"]+"|[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)*)'
_DOCUMENTATION = (
    rf"msgspec, {_TITLE}(?:, (?:int|float))?|msgspec, changelog of \d+\.\d+\.\d+|Gson changelog, \d+\.\d+(?:\.\d+)?|"
    rf"nlohmann/json, {_TITLE}(?:, {_TITLE}|, NaN handling|, json\.exception\.[a-z_]+\.\d+)?|"
    r'(?:Gson user guide|pugixml manual), "[^"]+"'
)

# Names, and what may stand between them: `A.b, c and d.E`.
_JAVA_ROOT = r"(?:com|jakarta|java|javax|net|org|sun)\."
_JAVA = rf"{_JAVA_ROOT}(?:[a-z]\w*\.)+[A-Z]\w*(?:\.\w+)*(?:\([\w, ]*\))?"
_JAVA_SHORT = r"(?:[a-z]\w*\.)*[A-Z]\w*(?:\.\w+)*(?:\([\w, ]*\))?"
_PYTHON = r"[a-z]\w*(?:\.\w+)+"
_SEVERAL = r"(?:(?:, | and )[\w.]+)*?"
_SAYS = r'(?:, (?:documentation|class documentation|on by default|off by default|"[^"]+"))?'
_NOTE = r"(?: \((?P<note>(?:[^()]|\([^()]*\))+)\))?"
_HEADING = r'(?:"[^"]+"|[A-Za-z][\w ]*)'
_PLACE_IN_PROTO = r'(?:"[^"]+"|[A-Z]\w*(?:\.\w+)*)'


def _library(names: Iterable[str]) -> str:
    return rf"(?P<source>(?i:{'|'.join(map(re.escape, sorted(set(names))))}))"


_OF_FORMS = {
    "address": r"https?://[^\s()]+",
    "issue": r"[\w-]+/[\w.-]+#\d+|LANG-\d+",
    "specification": _SPECIFICATION,
    "java": rf"(?P<names>{_JAVA}{_SEVERAL}){_SAYS}",
    "jar": rf"{_library(JARS)}(?: (?P<version>\d[\d.]*))?, (?P<names>{_JAVA_SHORT}{_SEVERAL}){_SAYS}",
    "distribution": rf"{_library(DISTRIBUTIONS)} (?P<version>\d[\d.]*), (?P<names>{_PYTHON}{_SEVERAL})",
    "reference": r'Python library reference, (?P<names>(?:\w[\w.]*|"[^"]+")(?:(?:, | and )(?:\w[\w.]*|"[^"]+"))*)',
    "readme": rf"{_library(DISTRIBUTIONS)}, README, (?P<names>\w+{_SEVERAL})",
    "python": rf"(?P<names>(?!{_JAVA_ROOT}){_PYTHON}{_SEVERAL})",
    "cpp": rf"{_library(LIBRARIES_OF_CPP)} (?P<version>\d[\d.]*), (?P<names>\w+(?:::\w+)+|[\w/]+\.cc)",
    "own": r"(?P<source>(?:cpp|fixtures|java|proto|python)/[\w/.]+\.(?:cc|h|java|md|py|yaml))"
    rf"(?:, (?P<names>{_HEADING}(?:(?:, | and ){_HEADING})*))?",
    "proto": rf"(?P<source>(?:google/protobuf|proto/[\w/]+)/\w+\.proto)"
    rf"(?:, (?P<names>{_PLACE_IN_PROTO}(?:(?:, | and ){_PLACE_IN_PROTO})*))?",
    "documentation": _DOCUMENTATION,
}
FORMS = {name: re.compile(rf"(?:{form}){_NOTE}") for name, form in _OF_FORMS.items()}

# Outside of quotes.
_AND = re.compile(r' and (?=(?:[^"]*"[^"]*")*[^"]*$)')


@dataclass(frozen=True)
class Citation:
    """A part in its form. `source`: the library or file; `names`: what is cited in it."""

    form: str
    part: Part
    source: str
    version: str
    names: tuple[str, ...]
    note: str

    @property
    def quotes(self) -> list[str]:
        """What the note quotes word by word."""
        return re.findall(r'"([^"]+)"', self.note)

    def wrong(self, what: str) -> str:
        return f"{self.part.where}: {self.part.text}: {what}"


def citation(part: Part) -> Citation | None:
    """The part in the first form that it has; none where it has no form."""
    for form, pattern in FORMS.items():
        if match := pattern.fullmatch(part.text):
            groups = {"source": "", "version": "", "names": ""} | {k: v or "" for k, v in match.groupdict().items()}
            return Citation(form, part, groups["source"], groups["version"], names(groups["names"]), groups["note"])
    return None


def names(text: str) -> tuple[str, ...]:
    """`A.b(C, D), c and "d and e"` are three names; a quoted one keeps its quotes."""
    return tuple(name for one in split(text, ",") for name in _AND.split(one) if name)
