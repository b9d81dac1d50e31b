"""`expect:` of a step: everything but `equal`, as entries of deviations."""

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ruamel.yaml.nodes import Node

from wirebed.bed import glob as globs
from wirebed.bed.codec_id import matches
from wirebed.errors import unknown
from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.load import Reader
from wirebed.state.deviations.reasons import WHY
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.load_migration import Version
from wirebed.suites.evolution.model import Step

if TYPE_CHECKING:
    from wirebed.suites.evolution.load_step import Words

SUITE = "evolution"
BYTES = "bytes"  # the writer of a sample whose bytes are given
_KEYS = (
    *("why", *WHY, "format", "leg", "sample", "writer", "other", "relay", "reader", "codec", "path"),
    *("outcome", "kind", "stage", "manner", "by", "says", "reads", "versions", "read", "against"),
)


def entries(
    reader: Reader, node: Node | None, step: Step, words: "Words", versions: Mapping[str, Version]
) -> list[Entry]:
    expected, names = [], set()
    samples = _samples(step)
    for item in reader.items(node) if node is not None else ():
        entry = _entry(reader, item, step, samples, words)
        _check_paths(reader, item, entry, versions)
        if entry.name in names:
            reader.fail(item, "a second expectation on one line: give each its own")
        names.add(entry.name)
        expected.append(entry)
    return expected


def _samples(step: Step) -> list[str]:
    """The names that `sample:` takes: the samples, and their mutations as `v2.both.sets_b`."""
    full_names = [sample.name for sample in step.samples]
    full_names += [f"{mutation.sample.name}.{mutation.name}" for mutation in step.mutations]
    return [name.partition("/")[2] for name in full_names]


def _entry(reader: Reader, node: Node, step: Step, samples: list[str], words: "Words") -> Entry:
    given = reader.mapping(node, _KEYS)
    if "read" in given:
        entry = reader.by_position(node, words.reasons)
        return replace(entry, name=_name(step, node), suite=SUITE, cases=(f"{step.name}/*",))
    outcome, kind = reader.outcome(node, given)
    _check(reader, given, "sample", "sample", samples)
    _check(reader, given, "leg", "leg", LEGS)
    _check(reader, given, "format", "format", words.formats)
    for key in ("writer", "other", "relay", "reader", "codec"):
        known = (*words.codecs, BYTES) if key == "writer" else words.codecs
        _check(reader, given, key, "codec", known, matches)
    return replace(
        reader.states(node, given, outcome, kind, words.reasons),
        name=_name(step, node),
        suite=SUITE,
        cases=tuple(f"{step.name}/{glob}" for glob in reader.globs(given, "sample", ("*",))),
        legs=reader.globs(given, "leg"),
        relays=reader.globs(given, "relay"),
        others=reader.globs(given, "other"),
    )


def _name(step: Step, node: Node) -> str:
    return f"{step.name}:{node.start_mark.line + 1}"


def _check_paths(reader: Reader, node: Node, entry: Entry, versions: Mapping[str, Version]) -> None:
    """A path begins with a field of the root message of some version; globs and extensions may be anything."""
    known = {field.name for version in versions.values() for field in version.schema.message(version.root).fields}
    for path in entry.path:
        first = re.match(r"(\w+)(?![\w*?])", path)
        if first and first[1] not in known:
            at = next(value for key, value in node.value if key.value == "path")
            reader.fail(at, unknown("field", first[1], known).message)


def _check(
    reader: Reader,
    given: Mapping[str, Node],
    key: str,
    what: str,
    known: Iterable[str],
    match: Callable[[str, str], bool] = globs.matches,
) -> None:
    """A name that nothing has, or a glob that nothing matches, is a mistake."""
    for glob in reader.globs(given, key):
        if not _matches_any(glob, tuple(known), match):
            reader.fail(given[key], unknown(what, glob, known).message)


@functools.cache
def _matches_any(glob: str, known: tuple[str, ...], match: Callable[[str, str], bool]) -> bool:
    return any(match(name, glob) for name in known)
