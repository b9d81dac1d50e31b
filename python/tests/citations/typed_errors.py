"""The errors that codecs declare as typed, with the authority for each, as the sources of the peers have them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cited import Part
from forms import Citation

from wirebed.bed.folders import ROOT
from wirebed_peer.codecs import CODECS, codec_class

_OF_CODEC = re.compile(r"\b(?:about|typedError|leavesObject|leavesOutput)\([^)]|\bAUTHORITY\b")
OF_JAVA = [
    path
    for path in sorted((ROOT / "java").rglob("*.java"))
    if not {"test", "renamed"} & set(path.parts) and _OF_CODEC.search(path.read_text())
]
OF_CPP = sorted((ROOT / "cpp/src/codec").glob("*.cc"))
_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Error:
    """A typed error. In C++ the type and the authority are two of them, each without the other."""

    type: str
    authority: str
    where: str
    packages: tuple[str, ...] = ()


def of_python() -> list[Error]:
    return [
        Error(kind, authority, f"python/src/wirebed_peer/codec, {name}", codec_class(name).library_packages)
        for name in CODECS
        for kind, authority in [*codec_class(name).typed_errors.items(), ("", codec_class(name).leaves_object)]
        if authority
    ]


def of_java(paths: list[Path]) -> list[Citation]:
    """Each type, and each text as a note to it: the classes and methods that it names are looked up."""
    return [one for path in paths for one in _of_java(path)]


def _of_java(path: Path) -> Iterator[Citation]:
    for line, text in _literals(path):
        part = Part(text, f"{_shown(path)}:{line}")
        if re.fullmatch(r"(?:[a-z]\w*\.)+[A-Z][\w$]*", text):
            yield Citation("java", part, "", "", (text.replace("$", "."),), "")
            # java/hessian-lite.xml makes the codecs of the fork with these names.
            if text.startswith("com.caucho."):
                yield Citation("java", part, "", "", (f"com.alibaba.{text}",), "")
        elif "throws " in text or text.startswith("class ") or re.match(r"[A-Z]\w+(?:\.\w+)+\(", text):
            yield Citation("java", part, "", "", (), text)


def of_cpp(paths: list[Path]) -> list[Error]:
    """The types and authorities that are texts. `documented_error<Type>` is looked up by the compiler."""
    found = []
    for path in paths:
        for line, text in _literals(path):
            where = f"{_shown(path)}:{line}"
            if re.fullmatch(r"(?:bool )?(?:google::|pugi::)(?:\w+::)*\w+", text):
                found.append(Error(text, "", where))
            elif re.match(r"[\w/]+\.(?:h|hpp)[:,] ", text):
                found.append(Error("", text, where))
    return found


def _literals(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a source in Java or C++, each with its line; the pieces of one text are joined."""
    source = path.read_text()
    pieces, end = [], -1
    for match in _LITERAL.finditer(source):
        if pieces and re.fullmatch(r"\s*\+?\s*", source[end : match.start()]):
            pieces[-1][1] += match[1]
        else:
            pieces.append([source.count("\n", 0, match.start()) + 1, match[1]])
        end = match.end()
    return ((line, text.replace('\\"', '"')) for line, text in pieces)


def _shown(path: Path) -> Path:
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
