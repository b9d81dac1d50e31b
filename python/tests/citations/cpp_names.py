"""Looks up names of C++: in the symbols of libprotobuf, in its archive's files, and in the headers of the compiler.

A method that has no symbol, or a class of templates, is looked for in headers as its words.
"""

import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from shutil import which

import typed_errors
from forms import Citation

from wirebed.bed import ROOT

# What documents a library, or its namespace, and its headers: a file or a folder.
_HEADERS = {
    "google": "google/protobuf",
    "nlohmann/json": "nlohmann",
    "pugi": "pugixml.hpp",
    "pugixml manual": "pugixml.hpp",
}
_NAMESPACES = {"google", "protobuf", "pugi", "util"}
_OWN_HEADERS = ROOT / "cpp" / "hessian2" / "include"


def missing() -> str:
    """Why nothing can be looked up here; empty where it can."""
    gone = [tool for tool in ("g++", "nm", "ar") if which(tool) is None]
    if gone:
        return f"{' and '.join(gone)} cannot be found, so there are no headers and symbols of C++"
    return "" if header("google/protobuf/message.h") and _library("libprotobuf.so") else "libprotobuf-dev is missing"


def wrong(citations: Iterable[Citation]) -> list[str]:
    """A line for each name that libprotobuf does not have."""
    found = []
    for one in citations:
        if one.version != version():
            found.append(one.wrong(f"libprotobuf is {version()} here"))
        found += [one.wrong(f"there is no {name}") for name in one.names if not _is_there(name)]
    return found


def wrong_in_headers(citations: Iterable[Citation]) -> list[str]:
    """A line for each name in the documentation of a library of headers that these do not have."""
    found = []
    for one in citations:
        text = header(_HEADERS.get(one.part.text.partition(",")[0], ""))
        for name in re.findall(r"\w+(?:::\w+)+", one.note) if text else []:
            found += [one.wrong(f"there is no {name}")] if not _has_words(text, name) else []
        for kind, number in re.findall(r"json\.exception\.(\w+)\.(\d+)", one.part.text):
            found += [one.wrong(f"no {kind} has {number}")] if f"{kind}::create({number}" not in text else []
    return found


def wrong_typed_errors(errors: Iterable[typed_errors.Error]) -> list[str]:
    """A line for each type that is neither a symbol nor in a header, and for what a cited header does not say.

    An error that the codec names as a C++ type is not among them: the compiler looks that up.
    """
    return [f"{one.where}: {what}" for one in errors for what in _wrong_error(one)]


def _wrong_error(one: typed_errors.Error) -> list[str]:
    if one.type:
        name = one.type.removeprefix("bool ")
        headers = header(_HEADERS.get(name.partition("::")[0], ""))
        return [] if has_symbol(name) or _has_words(headers, name) else [f"there is no {name}"]
    path, _, said = one.authority.partition(" ")
    path = path.rstrip(",:")
    names = re.findall(r"\b(?=\w*[a-z][A-Z_]|\w+::)\w+(?:::\w+)*", re.sub(r'"[^"]*"', "", said))
    found = [] if header(path) else [f"there is no {path}"]
    found += [f"{path} does not have {name}" for name in names if not _has_words(header(path), name)]
    quotes = re.findall(r'"([^"]+)"', said)
    return found + [f"{path} does not say {quote}" for quote in quotes if not header_says(path, quote)]


def _has_words(text: str, name: str) -> bool:
    """Whether the text has each word of a name but those of namespaces, which are shut elsewhere."""
    words = [word for word in name.split("::") if word not in _NAMESPACES]
    return all(re.search(rf"\b{word}\b", text) for word in words)


def _is_there(name: str) -> bool:
    return _is_source(name) if name.endswith(".cc") else has_symbol(name)


def has_symbol(name: str) -> bool:
    """Whether a function or class of this name, or the end of it, has a symbol: `A::b` is `google::protobuf::A::b(`."""
    return re.search(rf"(?:^|[\s:]){re.escape(name)}(?:\[abi:\w+\])?(?:[(:]|$)", _symbols(), re.MULTILINE) is not None


def _is_source(path: str) -> bool:
    return f"{Path(path).stem}.o" in _run("ar", "t", _library("libprotobuf.a")).split()


@cache
def _symbols() -> str:
    return _run("nm", "--dynamic", "--demangle", "--defined-only", _library("libprotobuf.so"))


@cache
def version() -> str:
    """`3.21`, of the header's 3021012."""
    text = header("google/protobuf/port_def.inc") or header("google/protobuf/stubs/common.h")
    number = re.search(r"(?:PROTOBUF_VERSION|GOOGLE_PROTOBUF_VERSION) (\d+)", text)
    assert number, "the headers of protobuf do not say their version"
    return f"{int(number[1]) // 1_000_000}.{int(number[1]) // 1000 % 1000}"


@cache
def header(path: str) -> str:
    """The text of a header, empty where there is none. A folder has the text of all its headers."""
    for folder in [_OWN_HEADERS, *_include_path()]:
        if (folder / path).is_file():
            return (folder / path).read_text(errors="replace")
        if (folder / path).is_dir():
            return "".join(one.read_text(errors="replace") for one in sorted((folder / path).rglob("*.h*")))
    return ""


def header_says(path: str, words: str) -> bool:
    """Whether a header has these words, whatever its comments' line breaks are; `[...]` stands for any."""
    text = re.sub(r"[\s/*]+", " ", header(path))
    return all(re.sub(r"[\s/*]+", " ", one).strip() in text for one in words.split("[...]"))


@cache
def _include_path() -> list[Path]:
    done = subprocess.run(["g++", "-E", "-v", "-x", "c++", "/dev/null"], capture_output=True, text=True)
    listed = done.stderr.partition("#include <...> search starts here:")[2].partition("End of search list")[0]
    return [Path(line.strip()) for line in listed.splitlines() if line.strip()]


def _library(name: str) -> str:
    """The path of a library as the linker finds it; empty where there is none."""
    path = _run("g++", f"-print-file-name={name}").strip()
    return path if "/" in path else ""


def _run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
