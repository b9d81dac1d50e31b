"""Measures the rows: in rounds, each in an order of its own, so that a change of the machine meets all rows alike."""

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
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
from wirebed_costs.others import Others

ECHOES = 1000  # of a closed row in a pass, as the article had them
WARM_UP = 1000  # echoes before the first pass of a row; a process compiles and connects in them
WARM = 50  # before the other passes
OPEN_CONNECTIONS, OPEN_SECONDS = 4, 1.0
SHARE = 0.5  # of the throughput of the closed row: the rate of an open one
LIMIT = 60.0  # seconds of one closed row
START = 30.0  # seconds until a client is there


@dataclass(frozen=True)
class Pass:
    """One measurement of all rows. A row has `warm_up` echoes before its clock starts, and `echoes` after that.
    `counts`: whether its times are part of the result."""

    warm_up: int = WARM
    echoes: int = ECHOES
    counts: bool = True


# Of a round with new processes. In Java most of what a warm-up gains is gained after five thousand echoes of a row. On
# two cores a connection has often one of two times that differ twofold, which several passes average.
ANEW = (Pass(0, 5000, counts=False), Pass(), Pass(), Pass(), Pass())


@dataclass(frozen=True)
class Effort:
    """How much is measured at most. `anew`: each round has new processes of clients and servers. Two processes of one
    program differ, so a round is one observation, the mean of its passes."""

    rounds: int = 3  # of closed rows; an open one has one
    seconds: float = 75.0  # for all rows, after which no row is begun
    anew: bool = False

    @classmethod
    def of(cls, budget: str | None = None, rounds: int | None = None) -> "Effort":
        """`budget`: BUDGET=, minutes in which the closed rows get up to so many rounds, or thirty."""
        return cls(rounds or 30, 60 * minutes_of(budget, cls.seconds / 60), anew=True) if budget else cls()

    def passes(self, number: int) -> Sequence[Pass]:
        """The passes of the round with this number."""
        return ANEW if self.anew else (Pass(WARM if number else WARM_UP),)


@dataclass
class Measured:
    row: LoadRow
    rounds: list[list[peer_pb2.Loaded]] = field(default_factory=list)  # by round those of its passes
    others: list[float] = field(default_factory=list)  # cores that other programs used, by round
    warm_ups: list[peer_pb2.Loaded] = field(default_factory=list)  # the passes that do not count
    rate: float = 0.0
    why: str = ""  # it was not measured
    lost: str = ""  # how its client failed

    @property
    def runs(self) -> list[peer_pb2.Loaded]:
        """The passes of all rounds."""
        return list(chain.from_iterable(self.rounds))

    @property
    def throughput(self) -> float:
        """Echoes a second, the median of the passes."""
        return median([run.echoes / run.seconds for run in self.runs if run.seconds] or [0.0])

    @property
    def problems(self) -> list[str]:
        """The problems of a load: a client that failed, a round without echoes, echoes that were lost or mixed up."""
        bad = [self.lost] * bool(self.lost)
        for run in [*self.warm_ups, *self.runs]:
            if run.wrong or run.failed:
                words = steady(f"{run.first.type}: {run.first.reason}".strip(": "))
                bad.append(f"{run.wrong} echoes came back with another value, {run.failed} did not come back: {words}")
            elif not run.echoes:
                bad.append("no echo came back")
        return [f"{self.row.id}: {words}" for words in bad]

    def line(self) -> dict:
        """As the report has it. Times are nanoseconds, but `milliseconds`: of 1000 round trips, by round."""
        row = self.row
        head = {"kind": row.kind, "payload": row.payload.name, "client": row.codec.id, "server": row.codec.id}
        head |= {"transport": row.way.transport, "bind": row.way.bind}
        if not self.rounds:
            return head | {"not_measured": self.why or self.lost}
        line = head | {"connections": connections(row.kind), "rounds": len(self.rounds)}
        line |= {key: sum(getattr(run, key) for run in self.runs) for key in ("echoes", "wrong", "failed")}
        line |= {"seconds": round(sum(run.seconds for run in self.runs), 6), "throughput": round(self.throughput, 1)}
        if self.rate:
            line["rate"] = round(self.rate, 1)
        trips = [latencies.summary(run.round_trip for run in each) for each in self.rounds]
        line["milliseconds"] = [round(1e-3 * trip["mean"], 3) for trip in trips if trip]
        if self.others:
            line["others"] = [cores for cores, trip in zip(self.others, trips, strict=True) if trip]
        line["round_trip"] = latencies.summary(run.round_trip for run in self.runs)
        line["whole"] = latencies.summary(run.whole for run in self.runs)
        echoes = max(1, line["echoes"])
        line |= {way: round(sum(getattr(run, way) for run in self.runs) / echoes, 1) for way in ("sent", "received")}
        return line


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
        for measured in every.values():
            if not is_timed(measured.row):
                measured.why = "not every value comes back equal"
        if self.effort.anew:
            self._end_processes()  # the servers of the cells
        until, longest = time.monotonic() + self.effort.seconds, 0.0
        try:
            total = sum(self._runs_of(measured.row) for measured in every.values() if not measured.why)
            with Progress("loads", total) as bar:
                for number in range(self.effort.rounds):
                    begun = time.monotonic()
                    if begun + longest < until:
                        # With new processes, a round that is not whole would be an observation of another weight.
                        is_cut = not (self.effort.anew and number)
                        self._round(every, number, until if is_cut else math.inf, bar)
                        longest = max(longest, time.monotonic() - begun) * self.effort.anew
        finally:
            self._end_processes()
        for measured in every.values():
            if not measured.rounds and not measured.why and not measured.lost:
                measured.why = "there was no time for a whole round" if self.effort.anew else "there was no time left"
        return list(every.values())

    def _rounds_of(self, row: LoadRow) -> int:
        return {CLOSED: self.effort.rounds, OPEN: 1}[row.kind]

    def _runs_of(self, row: LoadRow) -> int:
        return sum(len(self.effort.passes(number)) for number in range(self.effort.rounds)) if row.kind == CLOSED else 1

    def _round(self, every: dict[str, Measured], number: int, until: float, bar: Progress):
        """All passes of a round. An open row needs the throughput of its closed one, and is in the last pass."""
        others, passes = Others(), self.effort.passes(number)
        rows = [measured for measured in every.values() if not measured.why and number < self._rounds_of(measured.row)]
        for measured in rows:
            measured.rounds.append([])
        for each in passes:
            self.random.shuffle(rows)
            closed = [measured for measured in rows if measured.row.kind == CLOSED]
            last = [measured for measured in rows if measured.row.kind == OPEN] if each is passes[-1] else []
            for measured in closed + last:
                if time.monotonic() < until:
                    self._row(measured, every.get(measured.row.closed().id), each)
                bar.advance(1)
        if self.effort.anew:
            self._end_processes()  # the time of a process counts as ours when it has ended
        cores = others.cores
        whole = {CLOSED: sum(each.counts for each in passes), OPEN: 1}
        for measured in rows:
            if len(measured.rounds[-1]) < whole[measured.row.kind]:
                measured.rounds.pop()
            elif self.effort.anew:
                measured.others.append(cores)

    def _end_processes(self):
        """Ends the clients and servers. The next row that needs one starts it."""
        for client in self.clients.values():
            client.stop()
        self.plan.servers.stop()

    def _row(self, measured: Measured, closed: Measured | None, each: Pass):
        row = measured.row
        if row.kind == OPEN:
            measured.rate = SHARE * closed.throughput if closed is not None else 0.0
            if not measured.rate:
                measured.why = "the closed row of the same codecs was not measured"
                return
        request = peer_pb2.Request(id=2, load=self._load(measured, each))
        try:
            reply = self._client(row.codec.peer).exchange(request, START + 2 * LIMIT)
        except PeerFailed as error:
            measured.lost = error.reason
            return
        (measured.rounds[-1] if each.counts else measured.warm_ups).append(reply.loaded)

    def _load(self, measured: Measured, each: Pass) -> peer_pb2.Load:
        row = measured.row
        load = peer_pb2.Load(
            codec=row.codec.key, message=row.payload.message, connections=connections(row.kind),
            options=row.payload.options.get(row.codec.format, {}), server=row.way.server(self.plan.servers, row.codec),
            views=row.payload.values, expected=self.plan.judge.expected_of(row.payload, row.codec, row.codec),
            warm_up=each.warm_up, echoes=each.echoes, seconds=LIMIT,
        )  # fmt: skip
        if row.kind == OPEN:
            load.rate, load.seconds = measured.rate, OPEN_SECONDS
            load.echoes = int(measured.rate * OPEN_SECONDS) + 1
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
