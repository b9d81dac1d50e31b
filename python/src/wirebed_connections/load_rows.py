"""Which echoes are timed: fixtures/echo/rows.yaml."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from wirebed.bed import ROOT
from wirebed.errors import bad_yaml
from wirebed.peers.codecs import CodecRef
from wirebed_connections.payloads import Payload
from wirebed_connections.plan import EchoPlan, Way

FILE = ROOT / "fixtures" / "echo" / "rows.yaml"
CLOSED, OPEN = "closed", "open"


@dataclass(frozen=True)
class LoadRow:
    """The client of a codec sends the values of a payload to the server of the same codec: one after the other
    (`closed`), or at a constant rate (`open`)."""

    kind: str
    payload: Payload
    codec: CodecRef
    way: Way

    @property
    def id(self) -> str:
        return f"{self.kind} {self.payload.name} {self.codec.id} {self.way.name}"

    def closed(self) -> "LoadRow":
        """The row whose throughput decides the rate of an open one."""
        return LoadRow(CLOSED, self.payload, self.codec, self.way)


@cache
def listed() -> dict:
    try:
        return YAML(typ="safe").load(FILE.read_text())
    except YAMLError as error:
        raise bad_yaml(error, FILE) from None


def named() -> list[str]:
    """The codecs of the file, which a run takes times of."""
    fixture = listed()
    return [codec for entry in fixture["article"]["serializers"] for codec in entry["codecs"]] + fixture["also"]


def timed(payloads: Sequence[Payload]) -> Payload:
    """The first of many values, which is that of the article; without one the longest value."""
    many = (payload for payload in payloads if len(payload.values) > 1)
    return next(many, None) or max(payloads, key=lambda payload: len(payload.values[0]))


def rows(plan: EchoPlan) -> list[LoadRow]:
    """The loads of one payload: each codec of the file with itself, without what the globs of the run leave out."""
    payload, chosen = timed(plan.payloads), named()
    same = [client for client, server in plan.pairs if client is server and client.id in chosen]
    kinds = {CLOSED: chosen, OPEN: listed()["open"]}
    return [
        LoadRow(kind, payload, codec, way)
        for kind, ids in kinds.items()
        for codec in same
        for way in plan.ways
        if codec.id in ids and way.joins(plan.transports, codec)
    ]
