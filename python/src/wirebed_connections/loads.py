"""Measures the rows: in rounds, each in an order of its own, so that a change of the machine meets all rows alike."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median

from wirebed_protocol import peer_pb2

from wirebed.bed.minutes import minutes_of
from wirebed.peers import Pool
from wirebed.peers.process import PeerFailed, PeerProcess
from wirebed.view.outcome import steady
from wirebed_build.progress import Progress
from wirebed_connections import latencies
from wirebed_connections.load_rows import CLOSED, OPEN, LoadRow, rows
from wirebed_connections.plan import EchoPlan

ECHOES = 1000  # of a closed row in a round, as the article had them
WARM_UP = 1000  # echoes before the first round of a row; a process compiles and connects in them
WARM = 50  # before the other rounds
OPEN_CONNECTIONS, OPEN_SECONDS = 4, 1.0
SHARE = 0.5  # of the throughput of the closed row: the rate of an open one
LIMIT = 60.0  # seconds of one closed row
START = 30.0  # seconds until a client is there


@dataclass(frozen=True)
class Effort:
    """How much is measured at most."""

    rounds: int = 3  # of closed rows; an open one has one
    seconds: float = 75.0  # for all rows, after which no row is begun

    @classmethod
    def of(cls, budget: str | None = None) -> "Effort":
        """`budget`: BUDGET=, minutes in which the closed rows get up to ten rounds."""
        return cls(10, 60 * minutes_of(budget, cls.seconds / 60)) if budget else cls()


@dataclass
class Measured:
    row: LoadRow
    rounds: list[peer_pb2.Loaded] = field(default_factory=list)
    rate: float = 0.0
    why: str = ""  # it was not measured
    lost: str = ""  # how its client failed

    @property
    def throughput(self) -> float:
        """Echoes a second, the median of the rounds."""
        return median([one.echoes / one.seconds for one in self.rounds if one.seconds] or [0.0])

    @property
    def problems(self) -> list[str]:
        """The problems of a load: a client that failed, a round without echoes, echoes that were lost or mixed up."""
        told = [self.lost] * bool(self.lost)
        for one in self.rounds:
            if one.wrong or one.failed:
                words = steady(f"{one.first.type}: {one.first.reason}".strip(": "))
                told.append(f"{one.wrong} echoes came back with another value, {one.failed} did not come back: {words}")
            elif not one.echoes:
                told.append("no echo came back")
        return [f"{self.row.id}: {words}" for words in told]

    def line(self) -> dict:
        """As the report has it. Times are nanoseconds, but `milliseconds`: of 1000 round trips, by round."""
        row = self.row
        head = {"kind": row.kind, "payload": row.payload.name, "client": row.codec.id, "server": row.codec.id}
        head |= {"transport": row.way.transport, "bind": row.way.bind}
        if not self.rounds:
            return head | {"not_measured": self.why or self.lost}
        found = head | {"connections": connections(row.kind), "rounds": len(self.rounds)}
        found |= {key: sum(getattr(one, key) for one in self.rounds) for key in ("echoes", "wrong", "failed")}
        found |= {"seconds": round(sum(one.seconds for one in self.rounds), 6), "throughput": round(self.throughput, 1)}
        if self.rate:
            found["rate"] = round(self.rate, 1)
        trips = [latencies.summary([one.round_trip]) for one in self.rounds]
        found["milliseconds"] = [round(1e-3 * one["mean"], 3) for one in trips if one]
        found["round_trip"] = latencies.summary(one.round_trip for one in self.rounds)
        found["whole"] = latencies.summary(one.whole for one in self.rounds)
        echoes = max(1, found["echoes"])
        found |= {way: round(sum(getattr(one, way) for one in self.rounds) / echoes, 1) for way in ("sent", "received")}
        return found


def connections(kind: str) -> int:
    return {CLOSED: 1, OPEN: OPEN_CONNECTIONS}[kind]


class Loads:
    """Measures the rows of one run. `seed` decides the order of the rows in each round."""

    def __init__(self, effort: Effort | None, plan: EchoPlan, pool: Pool, seed: int = 1):
        self.effort, self.plan, self.pool, self.random = effort, plan, pool, random.Random(seed)
        self.clients: dict[str, PeerProcess] = {}

    def measure(self, is_timed: Callable[[LoadRow], bool]) -> list[Measured]:
        """All rows of the plan; none without an effort."""
        if self.effort is None:
            return []
        every = {row.id: Measured(row) for row in rows(self.plan)}
        for one in every.values():
            if not is_timed(one.row):
                one.why = "not every value comes back equal"
        until = time.monotonic() + self.effort.seconds
        try:
            total = sum(self._rounds_of(one.row) for one in every.values() if not one.why)
            with Progress("loads", total) as bar:
                for number in range(self.effort.rounds):
                    self._round(every, number, until, bar)
        finally:
            for client in self.clients.values():
                client.stop()
        for one in every.values():
            if not one.rounds and not one.why and not one.lost:
                one.why = "there was no time left"
        return list(every.values())

    def _rounds_of(self, row: LoadRow) -> int:
        return {CLOSED: self.effort.rounds, OPEN: 1}[row.kind]

    def _round(self, every: dict[str, Measured], number: int, until: float, bar: Progress):
        """All rows once, in random order; an open row needs the throughput of its closed one."""
        order = [one for one in every.values() if not one.why and number < self._rounds_of(one.row)]
        self.random.shuffle(order)
        order.sort(key=lambda one: (CLOSED, OPEN).index(one.row.kind))
        for one in order:
            if time.monotonic() < until:
                self._row(one, every.get(one.row.closed().id), first=number == 0)
            bar.advance(1)

    def _row(self, one: Measured, closed: Measured | None, first: bool):
        row = one.row
        if row.kind == OPEN:
            one.rate = SHARE * closed.throughput if closed is not None else 0.0
            if not one.rate:
                one.why = "the closed row of the same codecs was not measured"
                return
        request = peer_pb2.Request(id=2, load=self._load(one, first))
        try:
            reply = self._client(row.codec.peer).exchange(request, START + 2 * LIMIT)
        except PeerFailed as error:
            one.lost = error.reason
            return
        one.rounds.append(reply.loaded)

    def _load(self, one: Measured, first: bool) -> peer_pb2.Load:
        row = one.row
        load = peer_pb2.Load(
            codec=row.codec.key, message=row.payload.message, connections=connections(row.kind),
            options=row.payload.options.get(row.codec.format, {}), server=row.way.server(self.plan.servers, row.codec),
            views=row.payload.values, expected=self.plan.judge.expected_of(row.payload, row.codec, row.codec),
            warm_up=WARM_UP if first else WARM, echoes=ECHOES, seconds=LIMIT,
        )  # fmt: skip
        if row.kind == OPEN:
            load.rate, load.seconds = one.rate, OPEN_SECONDS
            load.echoes = int(one.rate * OPEN_SECONDS) + 1
        return load

    def _client(self, peer: str) -> PeerProcess:
        if peer not in self.clients:
            spec, tree = self.pool.specs[peer].measuring(), self.pool.trees[peer]
            self.clients[peer] = PeerProcess(spec, tree, self.pool.logs / f"{peer}-load.log")
        client = self.clients[peer]
        if not client.alive:
            client.start()
            client.hello(START)
        return client
