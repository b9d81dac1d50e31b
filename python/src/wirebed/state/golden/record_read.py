"""Reads `golden.yaml`. Its `form` says how it is written: 2 is of today (record_write.py).

Form 1 has no `form:`, and each golden says all of it: case, schema, size, role, and the whole names of its writers.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ruamel.yaml.error import MarkedYAMLError

from wirebed.bed import PROGRAM, yaml_tree
from wirebed.bed.codec_id import codec_id
from wirebed.errors import UserError
from wirebed.state.golden.model import GoldenEntry, Record, Tombstone
from wirebed.state.golden.record_write import named_writer

# A mapping of golden.yaml.
Said = dict[str, Any]

_FILE = re.compile(r"\w[\w.+-]*/\w[\w.+~-]*")
_KEYS = {1: ("files", "retired"), 2: ("form", "case", "schema", "versions", "files", "retired")}
_OF_GOLDEN = {
    1: ("sha256", "size", "case", "schema", "role", "writers", "left", "unstable", "imported", "runtime"),
    2: ("sha256", "by", "also", "versions", "case", "schema", "left", "unstable", "imported", "runtime"),
}


def parse(text: str, path: Path | str) -> Record:
    """The record of a `golden.yaml`; an error names the file and the place."""
    try:
        data = yaml_tree.parser().load(text) or {}
    except MarkedYAMLError as problem:
        mark = problem.problem_mark
        raise UserError(problem.problem or "not YAML", path, mark and mark.line + 1, mark and mark.column + 1) from None
    try:
        return _record(data)
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        reason = f"{problem.args[0]!r} is missing" if isinstance(problem, KeyError) else str(problem)
        raise UserError(f"not a record of goldens: {reason}; `{PROGRAM} golden` writes this file", path) from None


def _record(data: Said) -> Record:
    form = data.get("form", 1)
    if form not in _KEYS:
        raise ValueError(f"form {form!r} is unknown; known: 1, 2")
    _refuse_unknown(data, _KEYS[form])
    record = Record(form=form)
    for name, golden in (data.get("files") or {}).items():
        if not _FILE.fullmatch(name):
            raise ValueError(f"{name!r} is not <format>/<file>")
        _refuse_unknown(golden, _OF_GOLDEN[form], f"{name}: ")
        record.files[name] = _of_form_1(name, golden) if form == 1 else _of_form_2(name, golden, data)
    for name, stone in (data.get("retired") or {}).items():
        unstable = stone.get("unstable") or []
        codecs = list(unstable) if form == 1 else [_whole(name, codec) for codec in unstable]
        record.retired[name] = Tombstone(stone["sha256"], stone["why"], codecs)
    return record


def _refuse_unknown(data: Said, known: Iterable[str], place: str = "") -> None:
    if unknown := sorted(set(data) - set(known)):
        raise ValueError(f"{place}unknown key {unknown[0]!r}; known: {', '.join(sorted(known))}")


def _of_form_1(name: str, golden: Said) -> GoldenEntry:
    entry = GoldenEntry(
        sha256=str(golden["sha256"]),
        case=str(golden["case"]),
        schema=[str(s) for s in golden["schema"]],
        writers={codec: [str(v) for v in versions] for codec, versions in golden["writers"].items()},
        left=dict(golden.get("left") or {}),
        unstable=list(golden.get("unstable") or []),
        imported=golden.get("imported", ""),
        runtime=dict(golden.get("runtime") or {}),
    )
    if golden["role"] != entry.role:
        raise ValueError(f"{name}: role {golden['role']}, but its writers make it {entry.role}")
    return entry


def _of_form_2(name: str, golden: Said, record: Said) -> GoldenEntry:
    shared = {f"{peer}/{library}": versions for peer, of_peer in record.get("versions", {}).items()
              for library, versions in of_peer.items()}  # fmt: skip
    named = named_writer(name, shared)
    writers = golden["by"] if "by" in golden else [*([named] if named else []), *golden.get("also", ())]
    versions = shared | golden.get("versions", {})
    return GoldenEntry(
        sha256=golden["sha256"],
        case=golden["case"] if "case" in golden else record["case"],
        schema=list(golden["schema"] if "schema" in golden else record["schema"]),
        writers={_whole(name, codec): list(versions[codec]) for codec in sorted(writers)},
        left={_whole(name, codec): why for codec, why in golden.get("left", {}).items()},
        unstable=[_whole(name, codec) for codec in golden.get("unstable", ())],
        imported=golden.get("imported", ""),
        runtime=golden.get("runtime", {}),
    )


def _whole(name: str, codec: str) -> str:
    """The whole name of a codec, `java:hessian2/caucho`, in the line of a golden of its format."""
    peer, _, library = codec.partition("/")
    return codec_id(peer, f"{name.partition('/')[0]}/{library}")
