"""What grows by more than the bytes of an input and is known to: `fixtures/limits/growth.yaml` of a bed.

```yaml
growth:
- {codecs: ['java:*'], kinds: [digits-decimal], grows: [time], reason: "…", authority: "…"}
```
"""

from dataclasses import dataclass

from wirebed.bed import Bed, codec_id, glob, yaml_tree
from wirebed_limits.growth import MEMORY, TIME, Growth

FILE = "limits/growth.yaml"
_KEYS = ("codecs", "kinds", "grows", "reason", "authority")


@dataclass(frozen=True)
class Stated:
    """`codecs`, `kinds`: globs. `grows`: `time`, `memory` or both."""

    codecs: tuple[str, ...]
    kinds: tuple[str, ...]
    grows: tuple[str, ...]

    def takes(self, found: Growth, figure: str) -> bool:
        kind = glob.takes([found.input.kind], self.kinds)
        return kind and figure in self.grows and codec_id.takes(found.codec.id, self.codecs)


def stated(bed: Bed) -> list[Stated]:
    """Those of the file; none without one."""
    path = bed.fixtures / FILE
    if not path.is_file():
        return []
    made = []
    for value in yaml_tree.mapping(path)["growth"].want(list, "a list"):
        entry = value.items(_KEYS, "an entry")
        if missing := [key for key in _KEYS if key not in entry]:
            raise value.error(f"{missing[0]} is missing")
        listed = (entry[key].want(list, "a list") for key in _KEYS[:3])
        codecs, kinds, grows = (tuple(each.want(str, "a text") for each in one) for one in listed)
        if wrong := [each for each in grows if each not in (TIME, MEMORY)]:
            raise entry["grows"].error(f"{wrong[0]} is neither {TIME} nor {MEMORY}")
        made.append(Stated(codecs, kinds, grows))
    return made
