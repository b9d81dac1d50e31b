"""Find and read the case files of a bed."""

import functools
import hashlib
from pathlib import Path

from wirebed.cases import txtpb, yaml_case
from wirebed.cases.cache import Cache
from wirebed.cases.case import Case
from wirebed.errors import UserError

_READERS = {".txtpb": txtpb, ".yaml": yaml_case}


def load(bed, schema) -> list[Case]:
    """All cases of the bed by name; [] when it has none. A value is built, and its errors found, on first use."""
    found: dict[str, Case] = {}
    cache = Cache.of(schema)
    for path in files(bed.fixtures / "cases"):
        case = _case(path, schema, cache)
        if case.name in found:
            raise UserError(f"a second case {case.name}, beside {found[case.name].path.name}", path)
        found[case.name] = case
    return [found[name] for name in sorted(found)]


def _case(path: Path, schema, cache: Cache) -> Case:
    key = hashlib.sha256(f"{path.parent.name}/{path.name}\0".encode() + path.read_bytes()).digest()
    reader = _READERS[path.suffix]
    return Case(
        name=f"{path.parent.name}/{path.stem}",
        build=functools.partial(cache.view, key, lambda: reader.build(path, schema)),
        path=path,
        **cache.head(key, lambda: _head(path, schema, reader)),
    )


def _head(path: Path, schema, reader) -> dict:
    head = reader.head(path, schema)
    _check_folder(path, head["message"], schema)
    return head


def files(folder: Path) -> list[Path]:
    """The case files below `fixtures/cases`; anything else but a README there is a mistake worth a word."""
    found = []
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_dir() or path.name.startswith(".") or path.name == "README.md":
            continue
        if path.suffix not in _READERS:
            raise UserError("a case ends in .txtpb or .yaml", path)
        if path.parent.parent != folder:
            raise UserError("a case belongs in fixtures/cases/<message>/", path)
        found.append(path)
    return found


def _check_folder(path: Path, message: str, schema):
    package = schema.message(message).file.package
    short = message[len(package) + 1 :] if package else message
    if path.parent.name not in (short, message):
        raise UserError(f"a case of {message} belongs in the folder {short}", path)
