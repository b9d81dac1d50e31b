"""Reads `golden.yaml`. Its `form` says how it is written: 2 is of today (record_write.py).

Form 1 has no `form:`, and each golden says all of it: case, schema, size, role, and the whole names of its writers.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError

from wirebed.bed.codec_id import codec_id
from wirebed.errors import UserError
from wirebed.state.golden.model import GoldenEntry, Record, Tombstone
from wirebed.state.golden.record_write import named_writer

# A mapping of golden.yaml.
Said = dict[str, Any]

_FILE = re.compile(r"\w[\w.+-]*/\w[\w.+-]*")
_KEYS = {1: ("files", "retired"), 2: ("form", "case", "schema", "versions", "files", "retired")}
_OF_GOLDEN = {
    1: ("sha256", "size", "case", "schema", "role", "writers", "left", "unstable", "imported", "runtime"),
    2: ("sha256", "by", "also", "versions", "case", "schema", "left", "unstable", "imported", "runtime"),
}


def parse(text: str, path: Path | str) -> Record:
    """The record of a `golden.yaml`; an error names the file and the place."""
    try:
        data = YAML(typ="safe").load(text) or {}
    except MarkedYAMLError as problem:
        mark = problem.problem_mark
        raise UserError(problem.problem or "not YAML", path, mark and mark.line + 1, mark and mark.column + 1) from None
    try:
        return _record(data)
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        reason = f"{problem.args[0]!r} is missing" if isinstance(problem, KeyError) else str(problem)
        raise UserError(f"not a record of goldens: {reason}; `make golden` writes this file", path) from None


def _record(data: Said) -> Record:
    form = data.get("form", 1)
    if form not in _KEYS:
        raise ValueError(f"form {form!r} is unknown; known: 1, 2")
    _refuse_unknown(data, _KEYS[form])
    record = Record(form=form)
    for name, said in (data.get("files") or {}).items():
        if not _FILE.fullmatch(name):
            raise ValueError(f"{name!r} is not <format>/<file>")
        _refuse_unknown(said, _OF_GOLDEN[form], f"{name}: ")
        record.files[name] = _of_form_1(name, said) if form == 1 else _of_form_2(name, said, data)
    for name, stone in (data.get("retired") or {}).items():
        unstable = stone.get("unstable") or []
        codecs = list(unstable) if form == 1 else [_whole(name, codec) for codec in unstable]
        record.retired[name] = Tombstone(stone["sha256"], stone["why"], codecs)
    return record


def _refuse_unknown(said: Said, known: Iterable[str], place: str = "") -> None:
    if unknown := sorted(set(said) - set(known)):
        raise ValueError(f"{place}unknown key {unknown[0]!r}; known: {', '.join(sorted(known))}")


def _of_form_1(name: str, said: Said) -> GoldenEntry:
    entry = GoldenEntry(
        sha256=str(said["sha256"]),
        case=str(said["case"]),
        schema=[str(s) for s in said["schema"]],
        writers={codec: [str(v) for v in versions] for codec, versions in said["writers"].items()},
        left=dict(said.get("left") or {}),
        unstable=list(said.get("unstable") or []),
        imported=said.get("imported", ""),
        runtime=dict(said.get("runtime") or {}),
    )
    if said["role"] != entry.role:
        raise ValueError(f"{name}: role {said['role']}, but its writers make it {entry.role}")
    return entry


def _of_form_2(name: str, said: Said, record: Said) -> GoldenEntry:
    shared = {f"{peer}/{library}": versions for peer, of_peer in record.get("versions", {}).items()
              for library, versions in of_peer.items()}  # fmt: skip
    named = named_writer(name, shared)
    writers = said["by"] if "by" in said else [*([named] if named else []), *said.get("also", ())]
    versions = shared | said.get("versions", {})
    return GoldenEntry(
        sha256=said["sha256"],
        case=said["case"] if "case" in said else record["case"],
        schema=list(said["schema"] if "schema" in said else record["schema"]),
        writers={_whole(name, codec): list(versions[codec]) for codec in sorted(writers)},
        left={_whole(name, codec): why for codec, why in said.get("left", {}).items()},
        unstable=[_whole(name, codec) for codec in said.get("unstable", ())],
        imported=said.get("imported", ""),
        runtime=said.get("runtime", {}),
    )


def _whole(name: str, codec: str) -> str:
    """The whole name of a codec, `java:hessian2/caucho`, in the line of a golden of its format."""
    peer, _, library = codec.partition("/")
    return codec_id(peer, f"{name.partition('/')[0]}/{library}")
