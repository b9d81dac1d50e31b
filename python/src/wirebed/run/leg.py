"""A leg: which version writes a value, which one relays it if any does, and which one reads it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Leg:
    name: str
    writer: str = ""  # versions; empty where there is only one
    relay: str = ""  # empty: nobody stands in between
    reader: str = ""
    mutates: bool = False  # the relay sets or clears fields
    format: str = ""  # only codecs of this format take part
    given: bool = False  # only bytes that were written before: a version reads its own
    into: str = ""  # the relay passes on this format, by the codec of its language

    @property
    def versions(self) -> frozenset[str]:
        return frozenset({self.writer, self.relay, self.reader} - {""})

    @property
    def returns(self) -> bool:
        """Whether what is read is of the writer's own version."""
        return self.writer == self.reader


# The one leg of `make interop`, where there is one version. Reports leave its name out.
NOW = Leg("")
