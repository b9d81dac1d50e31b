"""The processor time of an encode and of a decode with both versions, and what each writes on stderr when it starts.

Both sides are measured in turn in fresh processes, each codec with the largest value that both sides write and read.
A side on an emulated machine (`slower:` of its peer) is not measured.
This is the indicative timing of `make interop`. A factor is one of the medians of all rounds, and its interval is that
of the rounds: of seven, it holds the true median with 98 %.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from wirebed_protocol import peer_pb2

from wirebed.bed import Bed
from wirebed.bed.codec_id import peer_of
from wirebed.cases.case import Case
from wirebed.peers import Pool, TaskJob, discover
from wirebed.peers.scope import Scope
from wirebed.report import Report
from wirebed.report.footer import Timed
from wirebed.report.timing import MILLISECONDS, taken_by
from wirebed.run import Peers
from wirebed.view.outcome import Outcome
from wirebed_upgrade.pairs import Codecs

ROUNDS = 7
# The least factor that is told.
FACTOR = 2
_MOST_BYTES = 65_536
_ACTIONS = ("encode", "decode")
# Two lines of a log say the same where they differ in numbers and identities alone.
_VARIES = re.compile(r"@[0-9a-f]+|\d+")


@dataclass(frozen=True)
class Cost:
    """`old` and `new`: nanoseconds of one operation, a round each."""

    codec: str  # of the old side
    action: str
    case: str
    old: tuple[int, ...]
    new: tuple[int, ...]

    @property
    def factor(self) -> float:
        return median(self.new) / median(self.old)

    @property
    def interval(self) -> tuple[float, float]:
        factors = [new / old for old, new in zip(self.old, self.new, strict=True)]
        return min(factors), max(factors)

    @property
    def is_told(self) -> bool:
        least, most = self.interval
        return least >= FACTOR or most <= 1 / FACTOR


@dataclass(frozen=True)
class Costs:
    """`warnings`: the lines that a peer of the new side alone writes on stderr."""

    measured: tuple[Cost, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def told(self) -> list[Cost]:
        return sorted(filter(lambda cost: cost.is_told, self.measured), key=lambda cost: -cost.factor)


def of(bed: Bed, report: Report, cases: Mapping[str, Case], codecs: Codecs, scope: Scope) -> Costs:
    """`report`: of both sides; `cases`: those of it."""
    specs = discover(names=dict.fromkeys(peer_of(codec) for codec in (*codecs, *codecs.values())))
    slower = {spec.name for spec in specs if spec.slower != 1}
    timed = {old: new for old, new in codecs.items() if not slower & {peer_of(old), peer_of(new)}}
    values = {old: case for old, new in timed.items() if (case := _largest(report, cases, old, new)) is not None}
    with Peers.of_tree(bed.tree_dir, specs, "upgrade", scope=scope) as started:
        rounds = [_round(started.pool, codecs, values) for _ in range(ROUNDS)]
        logs = started.pool.logs
    both = {peer_of(old): peer_of(new) for old, new in codecs.items()}
    warnings = [line for old, new in both.items() for line in new_lines(logs, old, new)]
    return Costs(tuple(_costs(rounds, codecs, values)), tuple(dict.fromkeys(warnings)))


def _largest(report: Report, cases: Mapping[str, Case], old: str, new: str) -> Case | None:
    """The case of the longest bytes that both codecs read as they have written them."""
    sizes: dict[str, dict[str, int]] = {}
    for line in report.lines:
        if line.writer in (old, new) and line.writer in line.readers and line.outcome is Outcome.EQUAL:
            sizes.setdefault(line.case, {})[line.writer] = line.size or 0
    of_both = {case: max(of.values()) for case, of in sizes.items() if len(of) == 2 and case in cases}
    fitting = [case for case, size in of_both.items() if size <= _MOST_BYTES]
    return cases[max(fitting, key=lambda case: of_both[case])] if fitting else None


def _round(pool: Pool, codecs: Codecs, values: Mapping[str, Case]) -> dict[str, Timed]:
    """Codec, of either side -> its times; none of one that is too busy to be timed."""
    rows = []
    for old, case in values.items():
        for codec in (old, codecs[old]):
            peer, _, key = codec.partition(":")
            job = TaskJob(peer)
            taken = peer_pb2.Measure(view=case.view, milliseconds=MILLISECONDS)
            job.add(key, case.message, case.options.get(key.partition("/")[0]), measure=taken)
            rows.append((Timed(codec=codec, case=case.name), job))
    return {row.codec: row for row in taken_by(pool, rows) if row.left_out is None}


def _costs(rounds: Sequence[Mapping[str, Timed]], codecs: Codecs, values: Mapping[str, Case]) -> Iterator[Cost]:
    for old, case in values.items():
        whole = [(times[old], times[codecs[old]]) for times in rounds if {old, codecs[old]} <= times.keys()]
        for action in _ACTIONS if len(whole) == ROUNDS else ():
            before, now = ([_median(row, action) for row in rows] for rows in zip(*whole, strict=True))
            if all((*before, *now)):
                yield Cost(old, action, case.name, tuple(before), tuple(now))


def _median(row: Timed, action: str) -> int:
    return row.encode_median_ns if action == "encode" else row.decode_median_ns


def new_lines(logs: Path | None, old: str, new: str) -> Iterator[str]:
    if logs is None:
        return
    lines = [_lines(logs / f"{name}.log") for name in (old, new)]
    known = {_VARIES.sub("", line) for line in lines[0]}
    yield from (line for line in lines[1] if _VARIES.sub("", line) not in known)


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(errors="replace").splitlines() if line.strip()] if path.is_file() else []
