"""The legs as a table: who writes, who relays, who reads. Whatever runs a leg reads it here."""

from dataclasses import dataclass

from wirebed.evolution import model as m


@dataclass(frozen=True)
class Leg:
    name: str
    writer: str  # versions
    relay: str  # empty: nobody stands in between
    reader: str
    mutates: bool = False  # the relay sets or clears fields, as the step says
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


LEGS = {
    leg.name: leg
    for leg in (
        Leg(m.BACKWARD, "v1", "", "v2"),
        Leg(m.FORWARD, "v2", "", "v1"),
        Leg(m.RELAY_OLD, "v2", "v1", "v2"),
        Leg(m.RELAY_NEW, "v1", "v2", "v1"),
        Leg(m.MUTATE_OLD, "v2", "v1", "v2", mutates=True),
        Leg(m.MUTATE_NEW, "v1", "v2", "v1", mutates=True),
        Leg(m.CHAIN_UP, "v1", "v2", "v3"),
        Leg(m.CHAIN_DOWN, "v3", "v2", "v1"),
        Leg(m.JSON_OLD, "v2", "v1", "v2", format="protobuf", into="protojson"),
        Leg(m.JSON_NEW, "v1", "v2", "v1", format="protobuf", into="protojson"),
        Leg(m.SAME_V1, "v1", "", "v1", given=True),
        Leg(m.SAME_V2, "v2", "", "v2", given=True),
        Leg(m.SAME_V3, "v3", "", "v3", given=True),
    )
}


def version_read(name: str, leg: str) -> str:
    """The version of a row's readers. A row without a leg, `*/v2`, says that a language cannot compile a version."""
    return LEGS[leg].reader if leg else name.partition("/")[2]
