"""Writes `golden.yaml` in form 2: what all goldens of a case share stands once, then each golden has its line.

The versions of two languages have lines that do not touch, so that branches which upgrade a library of each merge.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from ruamel.yaml import YAML
from ruamel.yaml.nodes import ScalarNode

from wirebed.bed.codec_id import short
from wirebed.state.golden.model import GoldenEntry, Record, Tombstone

HEAD = "# Written by `make golden`, read by people: fixtures/golden/README.md.\n"
WIDTH = 160
_PLAIN = re.compile(r"[\w.+/~-]+")
_RESOLVER = YAML(typ="safe", pure=True).resolver

# Codec, as `java/caucho`, to the versions that wrote its goldens.
Versions = dict[str, list[str]]
# A value of YAML in flow style as the words between which a line may break; `, ` stands between two of them.
Words = list[str]
T = TypeVar("T", bound=Sequence[str])


def to_text(record: Record) -> str:
    entries = record.files.values()
    versions = _shared_versions(entries)
    case = _most(Counter(entry.case for entry in entries)) or ""
    schema = _most(Counter(tuple(entry.schema) for entry in entries)) or ()
    lines = ["form: 2"]
    if record.files:
        lines += [f"case: {_scalar(case)}", f"schema: {', '.join(_list(schema))}"]
        lines += ["versions:", *_of_peers(versions)] if versions else []
        lines.append("files:")
    for name, entry in sorted(record.files.items()):
        own = {} if entry.case == case else {"case": [_scalar(entry.case)]}
        own |= {} if tuple(entry.schema) == schema else {"schema": _list(entry.schema)}
        lines += _filled(f"  {name}: ", _golden(name, entry, versions) | own)
    if record.retired:
        lines.append("retired:")
    for name, stone in sorted(record.retired.items()):
        lines += _filled(f"  {name}: ", _stone(stone))
    return HEAD + "\n".join(lines) + "\n"


def named_writer(name: str, codecs: Iterable[str]) -> str:
    """The codec that a file's name states: `java/caucho` for hessian2/java-caucho-1a2b3c4d.bin; empty where it is none
    of these."""
    stated = name.rpartition("/")[2].rpartition("-")[0]
    return next((codec for codec in codecs if codec.replace("/", "-", 1) == stated), "")


def _golden(name: str, entry: GoldenEntry, versions: Versions) -> dict[str, Words]:
    written = {short(codec): of_codec for codec, of_codec in sorted(entry.writers.items())}
    named = named_writer(name, versions)
    data = {"sha256": [_scalar(entry.sha256)]}
    if named and named not in written:
        data["by"] = _list(written)
    elif also := [codec for codec in written if codec != named]:
        data["also"] = _list(also)
    optional = {
        "versions": {codec: _list(numbers) for codec, numbers in written.items() if versions[codec] != numbers},
        "left": {short(codec): [_scalar(why)] for codec, why in sorted(entry.left.items())},
        "runtime": {key: [_scalar(value)] for key, value in sorted(entry.runtime.items())},
    }
    data |= {key: _mapping(values) for key, values in optional.items() if values}
    if entry.unstable:
        data["unstable"] = _list(sorted(map(short, entry.unstable)))
    return data | ({"imported": [_scalar(entry.imported)]} if entry.imported else {})


def _stone(stone: Tombstone) -> dict[str, Words]:
    data = {"sha256": [_scalar(stone.sha256)], "why": [_scalar(stone.why)]}
    return data | ({"unstable": _list(sorted(map(short, stone.unstable)))} if stone.unstable else {})


def _shared_versions(entries: Iterable[GoldenEntry]) -> Versions:
    """The versions of each codec that most of its goldens have."""
    counters: dict[str, Counter[tuple[str, ...]]] = {}
    for entry in entries:
        for codec, versions in entry.writers.items():
            counters.setdefault(short(codec), Counter())[tuple(versions)] += 1
    return {codec: list(_most(counts) or ()) for codec, counts in sorted(counters.items())}


def _most(counts: Counter[T]) -> T | None:
    """The value that is there most often; of several the longest, and then the last."""
    return max(counts, key=lambda value: (counts[value], len(value), value), default=None)


def _of_peers(versions: Versions) -> Iterable[str]:
    """The name of each peer, and below it its libraries with their versions."""
    peers: dict[str, dict[str, Words]] = {}
    for codec, of_codec in versions.items():
        peer, _, library = codec.partition("/")
        peers.setdefault(peer, {})[library] = _list(of_codec)
    for peer, libraries in peers.items():
        yield f"  {peer}:"
        yield from _filled("    ", libraries)


def _filled(head: str, values: Mapping[str, Words]) -> list[str]:
    """A mapping as lines of at most WIDTH characters, or of one word where that is longer."""
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    words = [f"{word}," for word in _mapping(values)]
    words[-1] = words[-1][:-1]
    lines = [head + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(indent + word)
        else:
            lines[-1] += f" {word}"
    return lines


def _list(values: Iterable[str]) -> Words:
    return _around("[", list(map(_scalar, values)), "]")


def _mapping(values: Mapping[str, Words]) -> Words:
    pairs = ([f"{_scalar(key)}: {words[0]}", *words[1:]] for key, words in values.items())
    return _around("{", [word for pair in pairs for word in pair], "}")


def _around(begin: str, words: Words, end: str) -> Words:
    if not words:
        return [begin + end]
    return [begin + words[0], *words[1:-1], words[-1] + end] if len(words) > 1 else [begin + words[0] + end]


@cache
def _scalar(text: str) -> str:
    """As YAML, in quotes where it would be something else than a text without."""
    plain = _PLAIN.fullmatch(text) and _RESOLVER.resolve(ScalarNode, text, (True, False)) == "tag:yaml.org,2002:str"
    return text if plain else json.dumps(text, ensure_ascii=False)
