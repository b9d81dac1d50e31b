"""The settings of a bed, `fixtures/bed.yaml`. Each key may be missing, and so may the file:

```yaml
languages: [java, python]         # what the bed is about; each is a list of globs, in which a `!` leaves out
formats: ['proto*', json]
codecs: ['!java/json-lib']
switches: {LEGACY: 0}             # as on the command line
include: [../googleapis]          # folders of imported files, from the folder of the bed; INCLUDE= replaces them
peers: [../go-peer]               # folders of peers that lie elsewhere; PEERS= replaces them
libraries: [protobuf=6.30.0]      # versions that the services run, in place of those of today (languages.generations)
mappers: {…}                      # codecs that code of the bed sets up (wirebed.bed.mappers)
generated: false                  # only the cases in fixtures/cases run; default true: generated cases run as well
field_by_field:                   # codec of plain objects -> the messages that it also writes and reads field by field
  java:json/gson: [interop.Scalars]
shows_left: true                  # a full run has to show all that codecs state to leave; default false
baseline: true                    # fixtures/baseline.yaml has to be there; default false
```

What the globs take is checked where the peers are known (wirebed.run.taking_part).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wirebed.bed import Bed, mappers, yaml_tree
from wirebed.bed.files import read_text
from wirebed.bed.mappers import Mapper
from wirebed.bed.yaml_tree import Value

FILE = "bed.yaml"
LISTS = ("languages", "formats", "codecs")


@dataclass(frozen=True)
class Settings:
    generated: bool = True
    # Codec -> the list of the full names of messages; each of both with its place.
    field_by_field: Mapping[str, Value] = field(default_factory=dict)
    shows_left: bool = False
    baseline: bool = False
    languages: tuple[Value, ...] = ()  # globs, each with its place
    formats: tuple[Value, ...] = ()
    codecs: tuple[Value, ...] = ()
    switches: Mapping[str, Value] = field(default_factory=dict)  # name -> 0 or 1, with its place
    include: tuple[Path, ...] = ()
    peers: tuple[Path, ...] = ()
    libraries: tuple[Value, ...] = ()  # `name=version`, each with its place
    mappers: tuple[Mapper, ...] = ()

    @property
    def lists(self) -> dict[str, tuple[Value, ...]]:
        """What the bed is about, by the keys of its lists."""
        return dict(zip(LISTS, (self.languages, self.formats, self.codecs), strict=True))

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
    return parse(bed, read_text(path)) if path.is_file() else Settings()


def parse(bed: Bed, text: str) -> Settings:
    """The settings of a text that is, or is to be, the file of a bed."""
    path = bed.fixtures / FILE
    folders, flags = ("include", "peers"), ("generated", "shows_left", "baseline")
    known = (*LISTS, "switches", *folders, "libraries", "mappers", "field_by_field", *flags)
    parts = yaml_tree.read(text, path).items(known, FILE)
    default = Settings()
    languages, formats, codecs = (_texts(parts.get(key), f"a list of {key}") for key in LISTS)
    return Settings(
        generated=_flag(parts.get("generated"), default.generated),
        field_by_field=_codecs(parts.get("field_by_field")),
        shows_left=_flag(parts.get("shows_left"), default.shows_left),
        baseline=_flag(parts.get("baseline"), default.baseline),
        languages=languages,
        formats=formats,
        codecs=codecs,
        switches=_switches(parts.get("switches")),
        include=_folders(bed, parts.get("include")),
        peers=_folders(bed, parts.get("peers")),
        libraries=_texts(parts.get("libraries"), "a list of libraries with their versions"),
        mappers=mappers.parse(bed.root, parts.get("mappers")),
    )


def _flag(stated: Value | None, default: bool) -> bool:
    return default if stated is None else stated.want(bool, "true or false")


def _texts(stated: Value | None, what: str) -> tuple[Value, ...]:
    """A list with at least one text; nothing without a value."""
    if stated is None:
        return ()
    values = stated.want(list, what)
    if not values:
        raise stated.error(f"{what} is wanted here; leave it out to take everything")
    for value in values:
        value.want(str, f"a text in {what}")
    return tuple(values)


def _switches(stated: Value | None) -> dict[str, Value]:
    switches = {} if stated is None else stated.want(dict, "a mapping such as `LEGACY: 0`")
    for value in switches.values():
        if value.want(int, "0 or 1") not in (0, 1):
            raise value.error("0 or 1 is wanted here")
    return switches


def _folders(bed: Bed, stated: Value | None) -> tuple[Path, ...]:
    return tuple(_folder(bed, value) for value in _texts(stated, "a list of folders"))


def _folder(bed: Bed, value: Value) -> Path:
    folder = (bed.root / Path(value.want(str, "a folder")).expanduser()).resolve()
    if not folder.is_dir():
        raise value.error(f"{value.raw} is not a folder; it is looked for from {bed.root}")
    return folder


def _codecs(stated: Value | None) -> dict[str, Value]:
    codecs = {} if stated is None else stated.want(dict, "a mapping of codecs")
    for listed in codecs.values():
        for value in _messages(listed):
            value.want(str, "the full name of a message")
    return codecs


def _messages(listed: Value) -> list[Value]:
    return listed.want(list, "a list of messages")
