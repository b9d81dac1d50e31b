"""The settings of a bed, `fixtures/bed.yaml`. Without the file the defaults hold:

```yaml
generated: false    # only the cases in fixtures/cases run; default true: generated cases run as well
field_by_field:     # codec of plain objects -> the messages that it also writes and reads field by field
  java:json/gson: [interop.Scalars]
shows_left: true    # a full run has to show all that codecs state to leave; default false
```
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from wirebed.bed import Bed, yaml_tree
from wirebed.bed.files import read_text
from wirebed.bed.yaml_tree import Value

FILE = "bed.yaml"


@dataclass(frozen=True)
class Settings:
    generated: bool = True
    # Codec -> the list of the full names of messages; each of both with its place.
    field_by_field: Mapping[str, Value] = field(default_factory=dict)
    shows_left: bool = False

    @property
    def messages(self) -> tuple[Value, ...]:
        """The messages that any codec tries field by field, each once."""
        every = (value for listed in self.field_by_field.values() for value in _messages(listed))
        return tuple({value.want(str, "the full name of a message"): value for value in every}.values())

    def codecs_of(self, message: str) -> frozenset[str]:
        """The codecs that try this message field by field."""
        return frozenset(
            codec
            for codec, listed in self.field_by_field.items()
            if any(value.raw == message for value in _messages(listed))
        )


def load(bed: Bed) -> Settings:
    """UserError, with its place, for an invalid setting."""
    path = bed.fixtures / FILE
    if not path.is_file():
        return Settings()
    parts = yaml_tree.read(read_text(path), path).items(("generated", "field_by_field", "shows_left"), FILE)
    switches = {key: parts[key].want(bool, "true or false") for key in ("generated", "shows_left") if key in parts}
    return Settings(**switches, field_by_field=_codecs(parts["field_by_field"]) if "field_by_field" in parts else {})


def _codecs(stated: Value) -> dict[str, Value]:
    codecs = stated.want(dict, "a mapping of codecs")
    for listed in codecs.values():
        for value in _messages(listed):
            value.want(str, "the full name of a message")
    return codecs


def _messages(listed: Value) -> list[Value]:
    return listed.want(list, "a list of messages")
