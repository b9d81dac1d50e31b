"""The settings of a bed, `fixtures/bed.yaml`. Without the file the defaults hold:

```yaml
generated: false    # only the cases in fixtures/cases run; default true: generated cases run as well
field_by_field:     # format of plain objects -> the messages that it also tries field by field
  json: [interop.Scalars]
```
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wirebed import yaml_tree
from wirebed.bed import Bed
from wirebed.files import read_text
from wirebed.yaml_tree import Value

FILE = "bed.yaml"


@dataclass(frozen=True)
class Settings:
    generated: bool = True
    # Format -> the full names of messages, each with its place.
    field_by_field: Mapping[str, Sequence[Value]] = field(default_factory=dict)

    @property
    def messages(self) -> tuple[Value, ...]:
        """The messages that any format tries field by field, each once."""
        return tuple({value.raw: value for listed in self.field_by_field.values() for value in listed}.values())

    def formats_of(self, message: str) -> tuple[str, ...]:
        """The formats that try this message field by field."""
        return tuple(one for one, listed in self.field_by_field.items() if message in [value.raw for value in listed])


def load(bed: Bed) -> Settings:
    """UserError, with its place, for an invalid setting."""
    path = bed.fixtures / FILE
    if not path.is_file():
        return Settings()
    said = yaml_tree.read(read_text(path), path).items(("generated", "field_by_field"), FILE)
    generated = "generated" not in said or said["generated"].want(bool, "true or false")
    return Settings(generated, _formats(said["field_by_field"]) if "field_by_field" in said else {})


def _formats(said: Value) -> dict[str, list[Value]]:
    formats = said.want(dict, "a mapping of formats")
    found = {format_: listed.want(list, "a list of messages") for format_, listed in formats.items()}
    for listed in found.values():
        for value in listed:
            value.want(str, "the full name of a message")
    return found
