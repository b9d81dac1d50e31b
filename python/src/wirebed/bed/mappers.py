"""The mappers of a bed: codecs whose library is set up by code of the bed, as its services set it up.

```yaml
mappers:
  java:json/jackson~ours:         # the codec, `~`, and a name of the bed's own
    make: com.acme.Json.mapper    # a public static method without arguments, which returns the mapper
    files: [java/Json.java]       # what it needs, from the folder of the bed: sources, classes, jars
  python:json/orjson~ours:
    make: acme_json.codec         # a function of a class, which returns its `encode` and its `decode`
    files: [python/acme_json.py]
```

Such a codec takes part beside the one that it is named after, in every command that takes the bed.
"""

from dataclasses import dataclass, field
from pathlib import Path

from wirebed.bed.codec_id import MAPPER, key_of, library_of, peer_of
from wirebed.bed.yaml_tree import Value

_SHAPE = "such as `java:json/jackson~ours`: a codec, `~`, and a name of small letters, digits and `-`"


@dataclass(frozen=True)
class Mapper:
    """One codec of the bed's own."""

    codec: str  # java:json/jackson~ours
    make: str  # com.acme.Json.mapper
    files: tuple[Path, ...]
    place: Value = field(hash=False, compare=False)

    @property
    def peer(self) -> str:
        return peer_of(self.codec)

    @property
    def key(self) -> str:
        """`json/jackson~ours`, as its peer calls it."""
        return key_of(self.codec)


def parse(root: Path, stated: Value | None) -> tuple[Mapper, ...]:
    """`root`: the folder of the bed. UserError, with its place, for what is no mapper."""
    mappers = {} if stated is None else stated.want(dict, f"a mapping of codecs, {_SHAPE}")
    return tuple(_mapper(root, codec, value) for codec, value in mappers.items())


def _mapper(root: Path, codec: str, value: Value) -> Mapper:
    base, sign, name = library_of(codec).partition(MAPPER)
    if not (sign and base and name.isascii() and name.replace("-", "a").isalnum() and name == name.lower()):
        raise value.key_error(f"`{codec}` is no name of a mapper, {_SHAPE}")
    parts = value.items(("make", "files"), f"mapper `{codec}`")
    for key in ("make", "files"):
        if key not in parts:
            raise value.error(f"mapper `{codec}` has no `{key}:`")
    make = parts["make"].want(str, "the name of a method or function")
    if not all(word.isidentifier() for word in make.split(".")) or "." not in make:
        raise parts["make"].error("a name with its class or module is wanted here, such as `com.acme.Json.mapper`")
    listed = parts["files"].want(list, "a list of files and folders")
    return Mapper(codec, make, tuple(_file(root, file) for file in listed), value)


def _file(root: Path, value: Value) -> Path:
    path = (root / Path(value.want(str, "a file or a folder")).expanduser()).resolve()
    if not path.exists():
        raise value.error(f"{value.raw} is not there; it is looked for from {root}")
    return path
