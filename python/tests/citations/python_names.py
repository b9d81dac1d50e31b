"""Looks up names in the libraries of this Python, by importing them.

What a note quotes stands in the source or the documentation of the object, where that is on this machine.
"""

import importlib
import inspect
import re
import sys
from collections.abc import Iterable
from importlib import metadata
from types import ModuleType
from typing import Any

import typed_errors
from cited import split
from forms import Citation


def wrong(citations: Iterable[Citation]) -> list[str]:
    """A line for each name that is not in the library that is cited for it."""
    return [one.wrong(what) for one in citations for what in _wrong(one)]


def _wrong(one: Citation) -> list[str]:
    if one.source and one.source != "CPython":
        version = installed(one.source)
        if version is None or (one.version and version != one.version):
            return [f"{one.source} is {version or 'not installed'} here"]
    if one.form == "readme":
        return [f"the README has no heading {name}" for name in one.names if not _has_heading(one.source, name)]
    return [f"there is no {name}" for name in _unknown(one)] + _note(one)


def _unknown(one: Citation) -> list[str]:
    """The names that are no object: as they stand, beside the name before, or as a parameter of it."""
    found, before = [], ""
    for name in one.names:
        if name.startswith('"'):
            continue  # a title of the reference, which no wheel has
        if not any(exists(each) for each in (name, f"{before.rpartition('.')[0]}.{name}", *_parameter(before, name))):
            found.append(name)
        before = name if "." in name or not before else before
    return found


def _parameter(before: str, name: str) -> list[str]:
    """`json, allow_nan`: a parameter of a function of the module or class before it."""
    try:
        scope = resolve(before)
    except (AttributeError, ValueError):
        return []
    functions = [member for _, member in inspect.getmembers(scope, callable)]
    return [before] if any(name in _parameters(one) for one in functions) else []


def _parameters(function: Any) -> set[str]:
    try:
        return set(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return set()


def _note(one: Citation) -> list[str]:
    """What the note quotes or names and the source of no object has; nothing where an object has no source."""
    sources = [_source(name) for name in one.names if exists(name)]
    if not sources or not all(sources):
        return []
    said = [*one.quotes, *re.findall(r"\b[A-Za-z_]\w*(?:\.\w+)+|\b\w+=\w+", re.sub(r'"[^"]*"', "", one.note))]
    text = _spaced(" ".join(sources))
    return [f"its source does not say {each}" for each in said if _spaced(each) not in text]


def _source(name: str) -> str:
    try:
        return inspect.getsource(resolve(name))
    except (OSError, TypeError):
        return ""


def _spaced(text: str) -> str:
    return re.sub(r"[\s#]+", " ", text)


def exists(name: str) -> bool:
    try:
        resolve(name)
    except (AttributeError, ValueError):
        return False
    return True


def resolve(name: str) -> Any:
    """The object of a dotted name: the longest module that can be imported, then its attributes."""
    if not all(word.isidentifier() for word in name.split(".")):
        raise ValueError(f"`{name}` is no name")
    words = name.split(".")
    for end in range(len(words), 0, -1):
        try:
            found: ModuleType | Any = importlib.import_module(".".join(words[:end]))
        except ImportError:
            continue
        for word in words[end:]:
            found = inspect.getattr_static(found, word) if word.startswith("__") else getattr(found, word)
        return found
    return getattr(importlib.import_module("builtins"), name)


def installed(library: str) -> str | None:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


def wrong_typed_errors(errors: Iterable[typed_errors.Error]) -> list[str]:
    """A line for each type that is no class of an error, and for each object that its authority cites in vain."""
    return [f"{one.where}: {what}" for one in errors for what in _wrong_error(one)]


def _wrong_error(one: typed_errors.Error) -> list[str]:
    if one.type and not (exists(one.type) and isinstance(resolve(one.type), type)):
        return [f"there is no class {one.type}"]
    scopes = {
        "",
        *(f"{scope}." for package in [*filter(None, [one.type]), *one.packages] for scope in _scopes(package)),
    }
    return [what for said in split(one.authority, ";") for what in _wrong_claim(said, one, scopes)]


def _wrong_claim(said: str, one: typed_errors.Error, scopes: set[str]) -> list[str]:
    """Of `README, Heading: "text"`, `API, Heading: "text"` and `module.function: "text"`."""
    quote = said.partition(': "')[2].removesuffix('"')
    if readme := re.match(r"README, (\w+): ", said):
        text = _spaced(_readme(one.packages[0]))
        return [] if _has_heading(one.packages[0], readme[1]) and quote in text else [f"there is no {said}"]
    if said.startswith("API, "):
        return [] if quote and quote in (resolve(one.type).__doc__ or "") else [f"{one.type} does not say {quote}"]
    name = re.match(r"[\w.]*", said)[0]
    found = [scope + name for scope in scopes if exists(scope + name)]
    if not found:
        return [f"no object is called so: {said}"]
    if all(each.partition(".")[0] in sys.stdlib_module_names for each in found):
        return []  # what the Python library reference says is not on this machine
    texts = [f"{resolve(each).__doc__} {_source(each)}" for each in found]
    return [] if any(_spaced(quote) in _spaced(text) for text in texts) else [f"{name} does not say {quote}"]


def _scopes(name: str) -> list[str]:
    """`a`, `a.b` and `a.b.c` of `a.b.c`."""
    words = name.split(".")
    return [".".join(words[:end]) for end in range(1, len(words) + 1)]


def _has_heading(library: str, name: str) -> bool:
    return re.search(rf"^#+ `?{re.escape(name)}`?\s*$", _readme(library), re.MULTILINE | re.IGNORECASE) is not None


def _readme(library: str) -> str:
    """It is the payload, or a header where the package importlib_metadata has been loaded, as dask does."""
    about = metadata.metadata(library)
    return str(about.get_payload() or about["Description"])
