"""`make echo-ruler` checks that the bed adds next to nothing to an echo: in each language, client and server over a raw
socket against some thirty lines that are written by hand, with the same buffers.

The two take turns in rounds, and in who begins, so that a change of the machine meets both. Each measurement has a
client of its own, as warm as the other's; the servers stay. The clock runs from before an echo's encode to after its
decode, and not while a reply is compared. A round gives one ratio of the times.
"""

import json
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from wirebed_protocol import peer_pb2

from wirebed import cases
from wirebed.bed import BUILD, REPORTS, ROOT, Bed, files
from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed.bed.glob import any_matches
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.peers.client import Call, connect
from wirebed.peers.process import PeerFailed, PeerProcess
from wirebed.report import blocks
from wirebed_build import os_sessions
from wirebed_build.progress import Progress
from wirebed_build.trees import ensure
from wirebed_connections import latencies, payloads
from wirebed_connections.payloads import PERSON, Persons
from wirebed_connections.plan import DEADLINE
from wirebed_connections.programs import EchoProgram, available
from wirebed_connections.servers import LOOPBACK, READY, Server
from wirebed_costs.result import conditions
from wirebed_costs.wording import number

RESULT = REPORTS / "echo-ruler.json"
CASE = "People/random_1000"
ROUNDS, ECHOES = 16, 50_000
WARM_UP = ECHOES // 5  # as the program by hand has it
LIMIT = 120.0  # seconds of one measurement
MOST = 1.10  # the limit of the median ratio
CONFIDENCE = 0.95


@dataclass
class Pair:
    """The microseconds of an echo in each round."""

    peer: str
    codec: str
    by_hand: list[float] = field(default_factory=list)
    bed: list[float] = field(default_factory=list)

    @property
    def ratios(self) -> list[float]:
        return sorted(bed / hand for bed, hand in zip(self.bed, self.by_hand, strict=True))

    @property
    def within_limit(self) -> bool:
        return median(self.ratios) <= MOST


def interval(ordered: Sequence[float]) -> tuple[float, float]:
    """The interval of the median, from the order of the values alone; all of them where they are too few for 95 %."""
    from scipy.stats import binom

    below = int(binom.ppf((1 - CONFIDENCE) / 2, len(ordered), 0.5))
    reach = max(0, below - 1)
    return ordered[reach], ordered[-1 - reach]


def main(rounds: str | None, peer: str | None) -> int:
    """0 when each language is within the limit, 1 when not."""
    count = _rounds(rounds)
    bed = Bed.open()
    tree = ensure(bed, programs=("echo",))
    found = [one for one in available(tree) if one.ruler(tree) and (not peer or any_matches(one.name, peer.split(",")))]
    if not found:
        raise UserError(f"PEER={peer}: no peer of that name has a program written by hand" if peer else "no ruler")
    people = _people(bed, tree)
    pairs = []
    with Progress("echo-ruler", len(found) * count) as bar:
        for program in found:
            pairs.append(_measure(program, tree, people, count, bar))
    known = {"echo_ruler": 1, "echoes": ECHOES, **conditions(), "pairs": [vars(pair) for pair in pairs]}
    files.write(RESULT, json.dumps(known, indent=1) + "\n")
    return show(pairs)


def _rounds(text: str | None) -> int:
    if not text:
        return ROUNDS
    if not text.isascii() or not text.isdigit() or not 2 <= int(text) <= 1000:
        raise UserError(f"ROUNDS={text}: say a number from 2 to 1000")
    return int(text)


def show(pairs: Sequence[Pair]) -> int:
    console = blocks.console(120)
    table = blocks.table("language", "codec", "by hand µs", "bed µs", "median ratio", "95 %", "least … most")
    for pair in pairs:
        ratios, (low, high) = pair.ratios, interval(pair.ratios)
        table.add_row(
            pair.peer, pair.codec, number(median(pair.by_hand)), number(median(pair.bed)), f"{median(ratios):.3f}",
            f"{low:.3f} … {high:.3f}", f"{ratios[0]:.3f} … {ratios[-1]:.3f}",
        )  # fmt: skip
    console.print(table)
    over = [pair.peer for pair in pairs if not pair.within_limit]
    limit = f"The limit of the median ratio is {MOST:.2f}, over {len(pairs[0].bed)} rounds of {ECHOES:,} echoes."
    console.print(limit + (f" Above it: {', '.join(over)}." if over else " All are within it."))
    return UNEXPECTED if over else AS_EXPECTED


@dataclass(frozen=True)
class _People:
    """The same Persons as a file for the program by hand, and as views for the bed."""

    file: Path
    views: tuple[bytes, ...]


def _people(bed: Bed, tree: Path) -> _People:
    file = BUILD / "echo" / "people.binpb"
    with connect(tree) as peers:
        known = {case.name: case for case in cases.load(bed, Schema.load(tree))}
        (answer,) = peers.call([Call.write(peers.writers("protobuf")[0], known[CASE])])
    if answer.data is None:
        raise UserError(f"{CASE} cannot be written: {answer}")
    files.write(file, answer.data)
    return _People(file, payloads.persons_of(Persons())[0].views)


def _measure(program: EchoProgram, tree: Path, people: _People, rounds: int, bar: Progress) -> Pair:
    logs = BUILD / "log" / "echo" / "ruler"
    with ExitStack() as ended:
        ours = Server(program.name, program.command(tree), ROOT, logs / f"{program.name}-bed.log", LOOPBACK)
        ended.callback(ours.stop)
        ours.start()
        by_hand = _HandServer(program, tree)
        ended.callback(by_hand.stop)
        pair = Pair(program.name, "")
        for number_ in range(rounds):
            for hand in (number_ % 2 == 0, number_ % 2 == 1):
                if hand:
                    pair.by_hand.append(by_hand.microseconds(people))
                else:
                    pair.codec, time = _bed(program, tree, ours, people)
                    pair.bed.append(time)
            bar.advance(1)
    return pair


def _bed(program: EchoProgram, tree: Path, server: Server, people: _People) -> tuple[str, float]:
    client = PeerProcess(program.client, tree)
    client.start()
    try:
        codecs = client.hello(READY).codecs
        codec = next(f"{one.format}/{one.library}" for one in codecs if one.format == "protobuf")
        to = peer_pb2.EchoServer(
            transport="socket", host=LOOPBACK, port=server.ports["socket"], codec=codec, deadline=DEADLINE
        )
        load = peer_pb2.Load(
            codec=codec, message=PERSON, server=to, views=people.views, expected=people.views,
            connections=1, warm_up=WARM_UP, echoes=ECHOES, seconds=LIMIT,
        )  # fmt: skip
        loaded = client.exchange(peer_pb2.Request(id=2, load=load), 2 * LIMIT).loaded
    except PeerFailed as error:
        raise UserError(error.reason) from None
    finally:
        client.stop()
    if loaded.echoes != ECHOES:
        raise UserError(f"{program.name} brought {loaded.echoes} of {ECHOES} echoes back: {loaded.first.reason}")
    return codec, 1e-3 * latencies.summary([loaded.whole])["mean"]


class _HandServer:
    """The server that is written by hand; its client runs once for each measurement."""

    def __init__(self, program: EchoProgram, tree: Path):
        self.program, self.command = program, program.ruler(tree)
        self.process = os_sessions.start(
            [*self.command, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=program.program.folder
        )
        words = self.process.stdout.readline().split()
        if len(words) != 2 or words[0] != b"ready":
            raise UserError(f"the ruler of {program.name} did not become ready")
        self.port = words[1].decode()

    def microseconds(self, people: _People) -> float:
        command = [*self.command, "client", self.port, str(ECHOES), str(people.file)]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, cwd=self.program.program.folder, timeout=LIMIT, text=True, check=False
        )
        if done.returncode:
            raise UserError(f"the ruler of {self.program.name} ended with exit code {done.returncode}")
        return 1e6 * float(done.stdout) / ECHOES

    def stop(self):
        self.process.stdin.close()
        os_sessions.end([self.process], 1.0)
        self.process.stdout.close()
