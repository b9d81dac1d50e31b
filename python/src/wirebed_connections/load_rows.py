"""Which echoes are timed: fixtures/echo/rows.yaml, and with FULL=1 every pair of codecs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ruamel.yaml import YAML, YAMLError

from wirebed.bed import ROOT
from wirebed.errors import bad_yaml
from wirebed.peers.codecs import CodecRef
from wirebed_connections.held import Pair
from wirebed_connections.payloads import Payload
from wirebed_connections.plan import EchoPlan, Way
from wirebed_connections.servers import LOOPBACK

FILE = ROOT / "fixtures" / "echo" / "rows.yaml"
CLOSED, OPEN, CROWD = "closed", "open", "crowd"


@dataclass(frozen=True)
class LoadRow:
    """A client sends the values of a payload to a server: one after the other (`closed`), at a constant rate (`open`),
    or over many connections at once (`crowd`)."""

    kind: str
    payload: Payload
    client: CodecRef
    server: CodecRef
    way: Way

    @property
    def id(self) -> str:
        return f"{self.kind} {self.payload.name} {self.client.id} {self.way.name} {self.server.id}"

    def closed(self) -> "LoadRow":
        """The row whose throughput decides the rate of an open one."""
        return LoadRow(CLOSED, self.payload, self.client, self.server, self.way)


@cache
def listed() -> dict:
    try:
        return YAML(typ="safe").load(FILE.read_text())
    except YAMLError as error:
        raise bad_yaml(error, FILE) from None


def named() -> list[str]:
    """The codecs of the file, which a quick run takes times of."""
    fixture = listed()
    return [codec for one in fixture["article"]["serializers"] for codec in one["codecs"]] + fixture["also"]


def timed(payloads: Sequence[Payload]) -> Payload:
    """The first of many values, which is that of the article; without one the longest value."""
    many = (payload for payload in payloads if len(payload.values) > 1)
    return next(many, None) or max(payloads, key=lambda payload: len(payload.values[0]))


def rows(plan: EchoPlan, full: bool) -> list[LoadRow]:
    """Of one payload, without what the globs of the run leave out."""
    fixture, payload, chosen = listed(), timed(plan.payloads), named()
    same = [pair for pair in plan.pairs if pair[0] is pair[1] and pair[0].id in chosen]
    pairs = plan.pairs if full or not same else same
    found = list(_over(plan, CLOSED, payload, pairs))
    found += _over(plan, OPEN, payload, [pair for pair in same if pair[0].id in fixture["open"]])
    if full:
        crowd = [(client, server) for client, server in plan.pairs if client.id == fixture["crowd"]]
        loopback = (row for row in _over(plan, CROWD, payload, _one_a_peer(crowd)) if row.way.bind == LOOPBACK)
        found += loopback
    return found


def _over(plan: EchoPlan, kind: str, payload: Payload, pairs: Iterable[Pair]) -> Iterator[LoadRow]:
    for client, server in pairs:
        for way in plan.ways:
            if plan.connects(client, server, way):
                yield LoadRow(kind, payload, client, server, way)


def _one_a_peer(pairs: Sequence[Pair]) -> list[Pair]:
    return list({server.peer: (client, server) for client, server in pairs}.values())
