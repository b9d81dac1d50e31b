"""Why tests fail: the list of failures that the suite has for the library, and for what is not in it the entries of
`fixtures/conformance/entries.yaml`.

```yaml
lists: {java: java}           # peer -> the suite's own list of its library
entries:
  - codecs: [java:protojson/*]
    tests: [n_number_*]       # globs; each takes a test that fails
    why: java-util-parses-leniently   # one of fixtures/reasons, or `reason:` and `authority:` of its own
```
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import ROOT, Bed, codec_id, glob, yaml_tree
from wirebed.bed.codec_id import base_of, peer_of
from wirebed.bed.yaml_tree import Value
from wirebed.errors import UserError, unknown
from wirebed.state.deviations import reasons
from wirebed_conformance.pins import FOLDER

FILE = f"{FOLDER}/entries.yaml"
_KEYS, _OWN = ("codecs", "tests"), ("reason", "authority")
# The two files of a list.
_LISTS = ("failure_list_{}.txt", "text_format_failure_list_{}.txt")


@dataclass(frozen=True)
class Entry:
    """`place`: of the entry; `tests`: its globs, with their places."""

    codecs: tuple[str, ...]
    tests: tuple[Value, ...]
    place: Value

    def takes(self, codec: str, test: str) -> bool:
        return self.is_about(codec) and any(glob.matches(test, str(value.raw)) for value in self.tests)

    def is_about(self, codec: str) -> bool:
        return codec_id.takes(codec, self.codecs)

    def stale(self, failed: Collection[str]) -> Iterator[str]:
        """A line for each glob that takes none of these tests: all that its codecs fail."""
        for value in self.tests:
            if not any(glob.matches(test, str(value.raw)) for test in failed):
                yield f"{value.where}: no test that fails is {value.raw}"


@dataclass(frozen=True)
class Entries:
    lists: Mapping[str, str]
    entries: tuple[Entry, ...]

    @classmethod
    def read(cls, bed: Bed) -> "Entries":
        path = bed.fixtures / FILE
        top = yaml_tree.mapping(path)
        if missing := [key for key in ("lists", "entries") if key not in top]:
            raise UserError(f"there is no `{missing[0]}:`", path)
        lists = {
            peer: value.want(str, "the name of a list") for peer, value in top["lists"].want(dict, "lists").items()
        }
        known = reasons.of_bed(bed, ROOT)
        return cls(lists, tuple(_entry(value, known) for value in top["entries"].want(list, "a list of entries")))

    def listed(self, codec: str, source: Path) -> frozenset[str]:
        """The tests that the suite itself expects to fail. `source`: the folder with its lists."""
        peer = peer_of(base_of(codec))
        if peer not in self.lists:
            return frozenset()
        paths = [source / name.format(self.lists[peer]) for name in _LISTS]
        if not any(path.is_file() for path in paths):
            raise UserError(f"the suite has no list of failures `{self.lists[peer]}`, as `lists:` of {FILE} says")
        return frozenset(test for path in paths if path.is_file() for test in of_list(path.read_text()))

    def unexplained(self, codec: str, failed: Collection[str], listed: Collection[str]) -> list[str]:
        """The tests that neither the suite's list nor an entry has."""
        of_codec = [entry for entry in self.entries if entry.is_about(codec)]
        return [
            test for test in sorted(failed) if test not in listed and not any(e.takes(codec, test) for e in of_codec)
        ]

    def stale(self, failed: Collection[tuple[str, Collection[str]]]) -> Iterator[str]:
        """`failed`: codecs, and what they have failed of all tests. An entry of codecs that take no part stays."""
        for entry in self.entries:
            asked = [of for codec, of in failed if entry.is_about(codec)]
            yield from entry.stale([test for of in asked for test in of]) if asked else ()


def of_list(text: str) -> Iterator[str]:
    """The names of a list of failures: as the suite reads it, without blanks and comments."""
    for line in text.splitlines():
        if name := "".join(line.split()).partition("#")[0]:
            yield name


def _entry(value: Value, known: Collection[str]) -> Entry:
    """`known`: the names of reasons."""
    parts = value.items((*_KEYS, "why", *_OWN), "an entry")
    wanted = (*_KEYS, "why") if "why" in parts else (*_KEYS, *_OWN)
    for key in wanted:
        if key not in parts:
            raise value.error(f"`{key}:` is missing")
    for key in parts.keys() - _KEYS:
        if key not in wanted:
            raise parts[key].key_error(f"`why:` names a reason, which has a `{key}:` of its own")
        if not parts[key].want(str, "a text").strip():
            raise parts[key].error("a text is wanted here")
    if "why" in parts and parts["why"].raw not in known:
        raise parts["why"].error(unknown("reason", str(parts["why"].raw), known).message)
    codecs, tests = (_texts(parts[key]) for key in _KEYS)
    return Entry(tuple(str(codec.raw) for codec in codecs), tuple(tests), value)


def _texts(value: Value) -> Sequence[Value]:
    listed: list[Value] = value.want(list, "a list of globs")
    for each in listed:
        each.want(str, "a glob")
    if not listed:
        raise value.error("a glob is wanted here")
    return listed
