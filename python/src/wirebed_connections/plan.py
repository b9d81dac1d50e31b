"""The cells of `make echo`: format × client × transport × server, each with all values of a payload."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirebed_protocol import peer_pb2

from wirebed.bed import codec_id
from wirebed.bed.codec_id import NONE
from wirebed.bed.glob import listed, matches
from wirebed.bed.glob import takes as glob_takes
from wirebed.errors import UserError
from wirebed.peers import task
from wirebed.peers.asked import Side
from wirebed.peers.codecs import CodecRef, formats_of
from wirebed.run.leg import Leg
from wirebed.run.plan import Plan, nothing_left
from wirebed.run.questions import Questions
from wirebed.run.route import Route
from wirebed.run.selection import Chosen, check, check_list
from wirebed.run.work import Work
from wirebed.state.row import Row
from wirebed_connections.echo_slot import EchoSlot
from wirebed_connections.held import Pair
from wirebed_connections.judge import EchoJudge
from wirebed_connections.payloads import Payload
from wirebed_connections.servers import ADDRESSES, LOOPBACK, Servers, ending

# Seconds in which a connection, and each reply, must be there: a server that was killed is seen at once, and the first
# reply of a cold one on a busy machine takes some seconds.
DEADLINE = 10.0
_GLOBS = "FORMAT, CLIENT, SERVER and TRANSPORT"


@dataclass(frozen=True, kw_only=True)
class Selection(Chosen):
    """The globs of `make echo`. BIND= takes loopback alone unless it is given."""

    case: str | None = None
    format: str | None = None
    client: str | None = None
    server: str | None = None
    transport: str | None = None
    bind: str | None = None

    @property
    def addresses(self) -> list[str]:
        return [address for address in ADDRESSES if matches(address, self.bind or LOOPBACK)]

    @property
    def sides(self) -> tuple[Side, ...]:
        """The clients and the servers by their globs, if there is one. An echo program has other codecs than its peer,
        so of FORMAT= nothing follows."""
        return tuple(Side(glob, lambda codec: True) for glob in (self.client, self.server)) * bool(
            self.client or self.server
        )

    def takes_pair(self, client: CodecRef, server: CodecRef) -> bool:
        return (
            glob_takes([client.format], listed(self.format))
            and codec_id.takes(client.id, listed(self.client))
            and codec_id.takes(server.id, listed(self.server))
        )


@dataclass(frozen=True)
class Way:
    """A transport, and the address to which the server binds."""

    transport: str
    bind: str

    @property
    def name(self) -> str:
        """`socket`, or `socket@0.0.0.0`: the leg of a cell."""
        return self.transport if self.bind == LOOPBACK else f"{self.transport}@{self.bind}"

    def joins(self, transports: Mapping[str, Sequence[str]], *codecs: CodecRef) -> bool:
        """Whether the programs of these codecs have the transport; `transports`: by peer."""
        return all(self.transport in transports.get(codec.peer, ()) for codec in codecs)

    def server(self, servers: Servers, codec: CodecRef) -> peer_pb2.EchoServer:
        """Where the server of a codec listens. Everywhere includes loopback, where clients reach it."""
        port = servers.get(codec.peer, self.bind).ports.get(self.transport)
        if port is None:
            raise UserError(
                f"the echo server of {codec.peer} does not listen for {self.transport}, which its client knows"
            )
        return peer_pb2.EchoServer(
            transport=self.transport, host=LOOPBACK, port=port, codec=codec.key, deadline=DEADLINE
        )


def chosen(
    codecs: Sequence[CodecRef], transports: Mapping[str, Sequence[str]], takes: Selection
) -> tuple[list[Way], list[Pair]]:
    """What the globs choose: ways, and clients with servers of their formats. UserError where that is nothing."""
    names = [name for codec in codecs for name in codec_id.names(codec.id)]
    every = [name for offered in transports.values() for name in offered]
    check_list("FORMAT", takes.format, [codec.format for codec in codecs])
    check_list("CLIENT", takes.client, names)
    check_list("SERVER", takes.server, names)
    check_list("TRANSPORT", takes.transport, every)
    check("BIND", takes.bind, ADDRESSES, lambda name: matches(name, takes.bind))
    ways = [
        Way(transport, bind)
        for transport in dict.fromkeys(every)
        for bind in takes.addresses
        if glob_takes([transport], listed(takes.transport))
    ]
    pairs = [pair for pair in _pairs(codecs) if takes.takes_pair(*pair)]
    if not any(way.joins(transports, *pair) for way in ways for pair in pairs):
        raise nothing_left(_GLOBS)
    return ways, pairs


def _pairs(codecs: Sequence[CodecRef]) -> Iterator[Pair]:
    """Each client with each server of its format."""
    for format_ in formats_of(codecs):
        of_format = [codec for codec in codecs if codec.format == format_.name]
        yield from ((client, server) for client in of_format for server in of_format)


class EchoPlan(Plan):
    def __init__(
        self,
        codecs: Sequence[CodecRef],
        transports: Mapping[str, Sequence[str]],
        payloads: Sequence[Payload],
        servers: Servers,
        selection: Selection,
        judge: EchoJudge,
    ):
        """`transports`: those of each peer, as a client."""
        self.transports, self.payloads, self.servers, self.judge = transports, payloads, servers, judge
        self.codecs = [codec for codec in codecs if codec.encodes and codec.decodes and codec.format != NONE]
        self.ways, self.pairs = chosen(self.codecs, transports, selection)
        super().__init__(self._works(), _GLOBS)

    def _works(self) -> Iterator["EchoWork"]:
        formats = {format_.name: format_ for format_ in formats_of(self.codecs)}
        for payload in self.payloads:
            for client in dict.fromkeys(client for client, _ in self.pairs):
                for way in self.ways:
                    readers = tuple(s for c, s in self.pairs if c is client and way.joins(self.transports, client, s))
                    if readers:
                        leg = Leg(way.name)
                        route = Route(payload.name, None, leg, formats[client.format], client, readers)
                        yield EchoWork(payload, route, way, self)


class EchoWork(Work):
    """All values of a payload from one client over one transport to each server."""

    def __init__(self, payload: Payload, route: Route, way: Way, plan: EchoPlan):
        super().__init__([route])
        self.payload, self.route, self.way, self.plan = payload, route, way, plan

    @property
    def weight(self) -> int:
        return len(self.route.readers) * sum(map(len, self.payload.echoed))

    def stages(self, questions: Questions) -> Sequence[Callable[[], None]]:
        self.questions = questions
        return (self.echo,)

    def echo(self) -> None:
        self.processes = [self.plan.servers.get(codec.peer, self.way.bind).process for codec in self.route.readers]
        self.answers = [self._echoes(server) for server in self.route.readers]

    def _echoes(self, server: CodecRef) -> list[EchoSlot]:
        route = self.route
        options = self.payload.options.get(route.format.base, {})
        to = self.way.server(self.plan.servers, server)
        return [self._echo(value, to, options) for value in self.payload.echoed]

    def _echo(self, value: bytes, to: peer_pb2.EchoServer, options: Mapping) -> EchoSlot:
        client = self.route.writer
        assert client is not None, "the client of an echo writes"
        fields = task(client.key, self.payload.message, options, echo=peer_pb2.Echo(view=value, server=to))
        return self.questions.task(client, fields, EchoSlot(value), len(value))

    def rows(self) -> list[Row]:
        row = self.plan.judge.row(
            self.payload, self.route, self.answers, [ending(process) for process in self.processes]
        )
        del self.answers, self.processes, self.questions
        return [row]
