"""How a language spells what a schema names, by the `names:` file of its peer.yaml. Its keys, all of them optional:

```yaml
rules:                    # class, field, value (of an enum), and whatever else the keys below or a template ask for
  field:
    words: [if else, …]   # a name that is one of these words gets `_`
    lower: true           # the name is written in small letters
    rewrite: {"^x": "y"}  # regular expressions, applied to names that are none of the words
    not_the_class: true   # a field is not called as its class
package:                  # where a plain class is: `start`, then each part of the protobuf package by a rule
  {start: plain, join: ".", rule: part}
message: {start: "", join: "::", rule: message}  # the class that protoc generates, where templates need its name
```

Before any rule, each character but ASCII letters, digits and `_` becomes `_`, and a name that is empty or begins with a
digit gets `_` in front. A nested class is called `Outer_Inner`. Of two names that meet in one scope the later one gets
`_` until they differ.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor
from wirebed_protocol.plain_pb2 import PlainName

from wirebed.plain.names import Names, identifier

Type = Descriptor | EnumDescriptor


@dataclass(frozen=True)
class Rule:
    words: frozenset[str] = frozenset()
    lower: bool = False
    rewrite: tuple[tuple[re.Pattern, str], ...] = ()
    not_the_class: bool = False

    @classmethod
    def of(cls, said: dict[str, Any]) -> "Rule":
        words = frozenset(" ".join(said.get("words", ())).split())
        rewrite = tuple((re.compile(pattern), new) for pattern, new in said.get("rewrite", {}).items())
        return cls(words, said.get("lower", False), rewrite, said.get("not_the_class", False))

    def spell(self, name: str) -> str:
        name = identifier(name.lower() if self.lower else name)
        if name in self.words:
            return f"{name}_"
        for pattern, new in self.rewrite:
            name = pattern.sub(new, name)
        return name


class Spelling:
    """The names of one language in one tree."""

    def __init__(self, said: dict[str, Any]):
        self._said = said
        self._rules = {name: Rule.of(rule) for name, rule in said.get("rules", {}).items()}
        self._scopes: dict[str, Names] = {}

    def rule(self, name: str) -> Rule:
        return self._rules.get(name, Rule())

    def spell(self, rule: str, name: str) -> str:
        return self.rule(rule).spell(name)

    def type(self, type_: Type) -> PlainName:
        """The names of a class or enum. Each is asked for once, an outer one before those that are nested in it."""
        flat = _flat(type_)
        package = self._place("package", type_.file.package)
        scope = self._scopes.setdefault(package, Names())
        name = PlainName(package=package, name=scope.take(self.spell("class", flat)))
        if isinstance(type_, Descriptor) and "message" in self._said:
            place = self._said["message"]
            name.message = (
                f"{self._place('message', type_.file.package)}{place['join']}{self.spell(place['rule'], flat)}"
            )
        return name

    def fields(self, owner: PlainName, names: Iterable[str]) -> list[str]:
        rule = self.rule("field")
        scope = Names([owner.name] if rule.not_the_class else [])
        return [scope.take(rule.spell(name)) for name in names]

    def values(self, names: Iterable[str]) -> list[str]:
        rule, scope = self.rule("value"), Names()
        return [scope.take(rule.spell(name)) for name in names]

    def _place(self, key: str, package: str) -> str:
        place = self._said.get(key, {"start": "plain", "join": ".", "rule": "part"})
        parts = [self.spell(place["rule"], part) for part in package.split(".") if part]
        return place["join"].join([place["start"], *parts])


def of_peers(peers: Iterable) -> dict[str, Spelling]:
    """By the key of their names, for the peers that say how their language spells names."""
    return {peer.names_key: Spelling(peer.names) for peer in peers if peer.names}


def _flat(type_: Type) -> str:
    outer = type_.containing_type
    return f"{_flat(outer)}_{type_.name}" if outer is not None else type_.name
