"""fixtures/roster.yaml: who must take part in a full run. A run that tests little must not be green.

```yaml
peers:
  java:
    none/message: both        # both | encode | decode
    hessian2/caucho: both
classes:                      # the codecs for classes that were written by hand, in the same form
  java:
    java-serial/jdk: both
```
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wirebed.errors import UserError, shown
from wirebed.matrix.codecs import NONE, CodecRef

_DIRECTIONS = {"both": (True, True), "encode": (True, False), "decode": (False, True)}


@dataclass(frozen=True)
class Member:
    codec: str  # java:hessian2/caucho
    format: str
    encodes: bool
    decodes: bool
    line: int


@dataclass(frozen=True)
class Roster:
    path: Path
    members: tuple[Member, ...]

    @classmethod
    def load(cls, path: Path, section: str = "peers") -> "Roster":
        from ruamel.yaml import YAML, YAMLError
        from ruamel.yaml.nodes import MappingNode

        try:
            root = YAML(typ="safe").compose(path.read_text())
        except FileNotFoundError:
            raise UserError("there is no roster: it names the peers and codecs that must take part", path) from None
        except YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            place = (mark.line + 1, mark.column + 1) if mark else (None, None)
            raise UserError(getattr(error, "problem", None) or str(error), path, *place) from None
        members = []
        top = {key.value: value for key, value in root.value} if isinstance(root, MappingNode) else {}
        if not isinstance(top.get("peers"), MappingNode):
            raise UserError("a roster is `peers:`, then each peer, then each codec of it", path, 1, 1)
        for peer, codecs in top[section].value if section in top else ():
            for codec, word in codecs.value:
                place = (path, codec.start_mark.line + 1, codec.start_mark.column + 1)
                if word.value not in _DIRECTIONS:
                    raise UserError(f"`{word.value}` is none of {', '.join(_DIRECTIONS)}", *place)
                format_, slash, _ = codec.value.partition("/")
                if not slash:
                    raise UserError(f"a codec is <format>/<library>, not `{codec.value}`", *place)
                both = _DIRECTIONS[word.value]
                members.append(Member(f"{peer.value}:{codec.value}", format_, *both, codec.start_mark.line + 1))
        return cls(path, tuple(members))

    def without(self, peers: Iterable[str]) -> "Roster":
        """Without the peers that cannot compile the tree: each is one pinned `unsupported` instead."""
        gone = set(peers)
        return Roster(self.path, tuple(m for m in self.members if m.codec.partition(":")[0] not in gone))

    def missing(self, codecs: Iterable[CodecRef]) -> list[str]:
        """Who should take part and does not, and who does without being named; each says what to change."""
        here = {codec.id: codec for codec in codecs}
        told = []
        for member in self.members:
            codec = here.pop(member.codec, None)
            where = f"{shown(self.path)}:{member.line}"
            if codec is None:
                told.append(f"{where}: {member.codec} must take part, but no peer offers it")
            elif (codec.encodes, codec.decodes) != (member.encodes, member.decodes):
                told.append(f"{where}: {member.codec} should {_words(member)}, but it offers to {_words(codec)}")
        for name, codec in here.items():
            word = next(word for word, both in _DIRECTIONS.items() if both == (codec.encodes, codec.decodes))
            told.append(f"{shown(self.path)}: {name} takes part without being named; add `{codec.key}: {word}`")
        return told

    def planned(self, cases: Iterable, sources: Iterable) -> int:
        """How many cells a full run has, by the roster alone."""
        writers, readers = {}, {}
        for member in self.members:
            writers[member.format] = writers.get(member.format, 0) + member.encodes
            readers[member.format] = readers.get(member.format, 0) + member.decodes
        pairs = sum(count * readers[format_] for format_, count in writers.items() if format_ != NONE)
        alone = sum(member.encodes and member.decodes for member in self.members if member.format == NONE)
        cells = 0
        for case in cases:
            cells += (pairs if case.formats is None else 0) + (0 if case.expect_reject else alone)
        # How many readers a value without schema has, only the codecs can say: it counts as the plan has it.
        return cells + sum(readers.get(source.format, 0) for source in sources if source.message)


def _words(one) -> str:
    return " and ".join(word for word, does in (("encode", one.encodes), ("decode", one.decodes)) if does) or "nothing"
