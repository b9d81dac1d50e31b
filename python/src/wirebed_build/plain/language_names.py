"""The names of a schema in a language, by the `names:` file of its peer.yaml. All keys of the file are optional:

```yaml
rules:                    # for class, field, value (of an enum), and other rules that the keys below or templates use
  field:
    words: [if else, …]   # a name that is one of these words gets `_`
    lower: true           # the name is written in lower case
    rewrite: {"^x": "y"}  # regular expressions, applied to all other names
    not_the_class: true   # a field does not have the name of its class
package:                  # of a plain class: `start`, then each part of the protobuf package by a rule
  {start: plain, join: ".", rule: part}
message: {start: "", join: "::", rule: message}  # the class that protoc generates, where templates need its name
```

Before any rule, each character but ASCII letters, digits and `_` becomes `_`, and a name that is empty or begins with a
digit gets `_` in front. A nested class is called `Outer_Inner`. The later of two colliding names in a scope gets `_`
until they differ.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor
from wirebed_protocol.plain_pb2 import PlainName

from wirebed.errors import UserError
from wirebed_build.languages.peer_yaml import Peer
from wirebed_build.plain.wire_names import Scope, identifier

Type = Descriptor | EnumDescriptor
_RULE = ("words", "lower", "rewrite", "not_the_class")
_PLACE = ("start", "join", "rule")


@dataclass(frozen=True)
class Rule:
    words: frozenset[str] = frozenset()
    lower: bool = False
    rewrite: tuple[tuple[re.Pattern[str], str], ...] = ()
    not_the_class: bool = False

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Rule":
        words = frozenset(" ".join(data.get("words", ())).split())
        rewrite = tuple((re.compile(pattern), new) for pattern, new in data.get("rewrite", {}).items())
        return cls(words, data.get("lower", False), rewrite, data.get("not_the_class", False))

    def spell(self, name: str) -> str:
        name = identifier(name.lower() if self.lower else name)
        if name in self.words:
            return f"{name}_"
        for pattern, new in self.rewrite:
            name = pattern.sub(new, name)
        return name


class Spelling:
    """The names of one language in one tree."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self._rules = {name: Rule.of(rule) for name, rule in data.get("rules", {}).items()}
        self._scopes: dict[str, Scope] = {}

    def rule(self, name: str) -> Rule:
        return self._rules.get(name, Rule())

    def spell(self, rule: str, name: str) -> str:
        return self.rule(rule).spell(name)

    def type(self, type_: Type) -> PlainName:
        """The names of a class or enum. Call it once for each type, for an outer type before its nested ones."""
        flat = _flat(type_)
        package = self._place("package", type_.file.package)
        scope = self._scopes.setdefault(package, Scope())
        name = PlainName(package=package, name=scope.take(self.spell("class", flat)))
        if isinstance(type_, Descriptor) and "message" in self._data:
            place = self._data["message"]
            name.message = (
                f"{self._place('message', type_.file.package)}{place['join']}{self.spell(place['rule'], flat)}"
            )
        return name

    def fields(self, owner: PlainName, names: Iterable[str]) -> list[str]:
        rule = self.rule("field")
        scope = Scope([owner.name] if rule.not_the_class else [])
        return [scope.take(rule.spell(name)) for name in names]

    def values(self, names: Iterable[str]) -> list[str]:
        rule, scope = self.rule("value"), Scope()
        return [scope.take(rule.spell(name)) for name in names]

    def _place(self, key: str, package: str) -> str:
        place = self._data.get(key, {"start": "plain", "join": ".", "rule": "part"})
        parts = [self.spell(place["rule"], part) for part in package.split(".") if part]
        return str(place["join"]).join([place["start"], *parts])


def of_peers(peers: Iterable[Peer]) -> dict[str, Spelling]:
    """`names_key` -> spelling, for the peers with a `names:` file."""
    peers = [peer for peer in peers if peer.names]
    for peer in peers:
        if peer.names_file is not None:
            _check(peer.names, peer.names_file)
    return {peer.names_key: Spelling(peer.names) for peer in peers}


def _check(data: dict[str, Any], path: Path) -> None:
    """The file may have other keys at the top, for anchors of YAML."""
    for name, rule in data.get("rules", {}).items():
        if wrong := sorted(set(rule) - set(_RULE)):
            raise UserError(f"the rule `{name}` has the key `{wrong[0]}`; known: {', '.join(_RULE)}", path)
        for pattern in rule.get("rewrite", {}):
            try:
                re.compile(pattern)
            except re.error as error:
                raise UserError(f"the rule `{name}`: `{pattern}` is no regular expression: {error}", path) from None
    for name in ("package", "message"):
        if name in data and sorted(data[name]) != sorted(_PLACE):
            raise UserError(f"`{name}:` has the keys {', '.join(_PLACE)}", path)


def _flat(type_: Type) -> str:
    outer = type_.containing_type
    return f"{_flat(outer)}_{type_.name}" if outer is not None else type_.name
