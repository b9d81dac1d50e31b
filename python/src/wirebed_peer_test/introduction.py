"""The facts of an introduction that the contract asks for."""

import os
from collections.abc import Iterator
from pathlib import Path

from wirebed_protocol import peer_pb2

from wirebed_build.languages.peer_yaml import fill
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.examiner import name_of
from wirebed_peer_test.question import Violation

# The settings that change a value; guards only refuse.
_CONVERTS = (peer_pb2.Setting.CODE, peer_pb2.Setting.OPTION)
_CONVERTED = {*peer_pb2.Setting.Converted.values()[1:]}


def introduced(introduction: peer_pb2.Introduction, name: str, tree: Path) -> Iterator[Violation | None]:
    """For each fact of an introduction its violation, or None. `tree`: of the process."""
    facts = _facts(introduction, name, tree)
    return (None if true else Violation(clause, expected) for true, clause, expected in facts)


def _facts(introduction: peer_pb2.Introduction, name: str, tree: Path) -> Iterator[tuple[bool, Clause, str]]:
    for key in ("peer", "language", "runtime"):
        yield bool(getattr(introduction, key)), Clause.HELLO, f"`{key}`, which is empty"
    yield introduction.peer == name, Clause.HELLO, f"the peer {name}"
    for codecs in (introduction.codecs, introduction.class_codecs):
        names = [name_of(codec) for codec in codecs]
        for codec in codecs:
            lacking = next(_lacking(codec, tree), "")
            yield not lacking, Clause.HELLO, lacking
            yield names.count(name_of(codec)) == 1, Clause.CODECS, f"{name_of(codec)} once"
    none = {codec.model: codec for codec in introduction.codecs if codec.format == "none"}
    for model in sorted({codec.model for codec in introduction.codecs} - {peer_pb2.MODEL_UNSPECIFIED}):
        wanted = f"none/{peer_pb2.Model.Name(model).lower()}"
        found = none.get(model)
        there = found is not None and name_of(found) == wanted and found.encodes and found.decodes
        yield there, Clause.CODECS, f"{wanted}, in both directions"
    yield bool(introduction.codecs), Clause.CODECS, "a codec"


def _lacking(codec: peer_pb2.Codec, tree: Path) -> Iterator[str]:
    """The mistakes in how a codec introduces itself: what it leaves out, and what cannot be."""
    name, keys = name_of(codec), ("format", "library", "version", "model")
    yield from (f"`{key}` of {name}, which is empty" for key in keys if not getattr(codec, key))
    path = fill(codec.loaded.path, tree)
    if path and not (os.path.isabs(path) and os.path.isfile(path)):
        yield f"the absolute path of a file in `loaded` of {name}, not {path}"
    for setting in codec.settings:
        converted = {*setting.reads, *setting.writes}
        if not (setting.role and setting.name and setting.why):
            yield f"role, name and reason of the setting {setting.name} of {name}"
        if converted and setting.role not in _CONVERTS:
            yield f"conversions only of code and options, not of {setting.name} of {name}"
        if not converted <= _CONVERTED:
            yield f"known conversions of the setting {setting.name} of {name}"
    if not (codec.encodes or codec.decodes):
        yield f"a direction of {name}"
