"""Reads the files of fixtures/upstream: upstream.yaml, which has the libraries, and those beside it, which have more
reproductions. An error names the file, the line and the column."""

import re
from collections.abc import Iterator
from pathlib import Path

from wirebed.bed import yaml_tree
from wirebed.errors import UserError, instead
from wirebed_upstream.mechanisms import LIBRARY_BUG
from wirebed_upstream.reproduction import Library, Line, Reproduction

SUFFIXES = {"maven": ".java", "jdk": ".java", "pypi": ".py", "cpython": ".py", "debian": ".cc"}
NONE_KNOWN = "none known"
_LIBRARY = ("pkg-config", "newest", "unmaintained", "left-out")
_TEXTS = ("name", "library", "input", "authority", "thread")
_NEEDED = (*_TEXTS, "observed", "expected")
_ABOUT = ("entries", "guards")


def load(folder: Path, natures: dict[str, str]) -> list[Reproduction]:
    """All reproductions, file by file. `natures`: of the names that `entries:` may have."""
    main, *others = _files(folder)
    known = _libraries(main["libraries"])
    reproductions: dict[str, Reproduction] = {}
    for file in (main, *others):
        for value in file["reproductions"].want(list, "a list of reproductions"):
            reproduction = _reproduction(value, folder, known, natures)
            if reproduction.name in reproductions:
                raise value.error(f"`{reproduction.name}` is the name of another reproduction")
            reproductions[reproduction.name] = reproduction
    return list(reproductions.values())


def libraries(folder: Path) -> list[Library]:
    """All libraries in the order of the file."""
    return list(_libraries(next(_files(folder))["libraries"]).values())


def _files(folder: Path) -> Iterator[dict]:
    """Loads upstream.yaml and then each file beside it."""
    main = folder / "upstream.yaml"
    yield _file(main, ("libraries", "reproductions"))
    yield from (_file(path, ("reproductions",)) for path in sorted(folder.glob("*.yaml")) if path != main)


def _file(path: Path, keys: tuple[str, ...]) -> dict:
    if not path.exists():
        raise UserError("there is no such file", path)
    parts = yaml_tree.read(path.read_text(), path).items(keys, "the file")
    for key in keys:
        if key not in parts:
            raise UserError(f"there is no `{key}:`", path, 1, 1)
    return parts


def _libraries(value) -> dict[str, Library]:
    libraries = {}
    for name, parts in value.want(dict, "a mapping of libraries").items():
        registry, _, rest = name.partition(":")
        if registry not in SUFFIXES or not rest:
            raise parts.error(f"`{name}` begins with none of {', '.join(f'{allowed}:' for allowed in SUFFIXES)}")
        keys = {} if parts.raw is None else parts.items(_LIBRARY, "a library")
        arguments = {key.replace("-", "_"): _text(part) for key, part in keys.items()}
        if registry == "debian" and "pkg_config" not in arguments:
            raise parts.error(f"`{name}` has no `pkg-config:`")
        if "left_out" in arguments and "unmaintained" not in arguments:
            raise keys["left-out"].error(f"`{name}` is maintained: each of its bugs has a reproduction")
        libraries[name] = Library(registry, rest, **arguments)
    return libraries


def _reproduction(value, folder: Path, libraries: dict[str, Library], natures: dict[str, str]) -> Reproduction:
    parts = value.items((*_NEEDED, *_ABOUT), "a reproduction")
    for key in _NEEDED:
        if key not in parts:
            raise value.error(f"the reproduction has no `{key}:`")
    if len(parts.keys() & set(_ABOUT)) != 1:
        raise value.error("the reproduction has either `entries:` or `guards:`")
    words = {key: _text(parts[key]) for key in _TEXTS}
    if words["library"] not in libraries:
        raise parts["library"].error(f"`{words['library']}` does not stand under `libraries:`")
    library = libraries[words["library"]]
    program = folder / f"{words['name']}{SUFFIXES[library.registry]}"
    if not program.exists():
        raise parts["name"].error(f"there is no {program.name} beside this file")
    renewed = program.with_name(f"{words['name']}.newest{program.suffix}")
    if not (words["thread"] == NONE_KNOWN or words["thread"].startswith("https://")):
        raise parts["thread"].error(f"a thread is an address, or `{NONE_KNOWN}`")
    entries = tuple(_entry(entry, natures) for entry in _names(parts, "entries"))
    guards = tuple(map(_text, _names(parts, "guards")))
    lines = {key: _line(parts[key]) for key in ("observed", "expected")}
    newest = renewed if renewed.exists() else program
    return Reproduction(
        **words | {"library": library}, program=program, newest=newest, entries=entries, guards=guards, **lines
    )


def _names(parts: dict, key: str) -> list:
    if key not in parts:
        return []
    names = parts[key].want(list, "a list of names")
    if not names:
        raise parts[key].error("at least one name is wanted here")
    return names


def _entry(value, natures: dict[str, str]) -> str:
    name = _text(value)
    if name not in natures:
        known = f"no deviation and no reason{instead(name, natures)}"
        raise value.error(f"`{name}` is the name of {known}")
    if natures[name] != LIBRARY_BUG:
        raise value.error(f"`{name}` is of nature {natures[name]}, not {LIBRARY_BUG}")
    return name


def _line(value) -> Line:
    if isinstance(value.raw, dict):
        parts = value.items(("matches",), "a line that is printed")
        if "matches" not in parts:
            raise value.error("`matches:` is wanted here")
        text = _text(parts["matches"])
        try:
            return Line(text, re.compile(text))
        except re.error as error:
            raise parts["matches"].error(f"no regular expression: {error}") from None
    return Line(value.want(str, "a text, or `{matches: …}`,"))


def _text(value) -> str:
    text = value.want(str, "a text").strip()
    if not text:
        raise value.error("a text is wanted here")
    return text
