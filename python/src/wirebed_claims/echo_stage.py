"""The second stage of a claim about times of echoes."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from wirebed.report.load import Report, load
from wirebed.report.of_suites import Load
from wirebed_claims.echoes import EchoRow, closed, row_of
from wirebed_claims.stage import Stage
from wirebed_connections.loads import ANEW
from wirebed_connections.plan import LOOPBACK

# Seconds that the processes of a round take to start, and how much longer a round takes than its echoes would by their
# times: the client encodes and compares outside of these, and the first echoes of a process are slow.
_STARTS, _SLOWER = 5.0, 1.5


@dataclass(frozen=True)
class EchoStage(Stage):
    """`seconds`: how long a round takes."""

    rows: frozenset[EchoRow]
    seconds: float

    of, command, file = "echo", ("echo",), "echo.jsonl"

    @staticmethod
    def read(path: Path) -> Report:
        return load(path)

    @property
    def seconds_of_rows(self) -> float:
        return self.seconds * self.processes

    @property
    def options(self) -> dict[str, str]:
        """As the header of the report has them."""
        return globs_of(self.rows)

    def is_measured_by(self, result: Report, first: Report) -> bool:
        head, before = result.header, first.header
        if (head.machine, head.values, head.filters) != (before.machine, before.values, self.options):
            return False
        if head.started <= before.started or not head.programs.items() <= before.programs.items():
            return False
        rounds = {row_of(one): one.rounds for one in closed(result.loads)}
        return all(rounds.get(row) == self.processes for row in self.rows)


def globs_of(rows: Iterable[EchoRow]) -> dict[str, str]:
    """The options of `wirebed echo` that choose these rows, and with each of the codecs each transport and address."""
    codecs, transports, addresses = (sorted({row[part] for row in rows}) for part in range(3))
    chosen = {"client": ",".join(codecs), "server": ",".join(codecs), "transport": ",".join(transports)}
    if addresses == [LOOPBACK]:
        return chosen
    return chosen | {"bind": "*" if len(addresses) > 1 else addresses[0]}


def seconds_of(rows: frozenset[EchoRow], loads: Iterable[Load]) -> float:
    """About how long a round takes of what the options for these rows choose."""
    wanted = [{row[part] for row in rows} for part in range(3)]
    echoes = sum(each.warm_up + each.echoes for each in ANEW)
    of_each = (
        fmean(one.milliseconds) * 1e-6 * echoes
        for one in closed(loads)
        if all(part in parts for part, parts in zip(row_of(one), wanted, strict=True))
    )
    return _STARTS + _SLOWER * sum(of_each)
