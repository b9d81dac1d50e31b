"""`wirebed fuzz`: random values through every writer and reader, and the smallest value of what no entry predicts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from google.protobuf.message import Message

from wirebed import view
from wirebed.bed import Bed
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.run import Build, Peers, Selection, outcomes
from wirebed.state.row import Row
from wirebed.suites.interop.suite import suite
from wirebed_build.progress import Progress
from wirebed_cluster.client import Workers
from wirebed_fuzz import finds, rounds, same
from wirebed_fuzz.engine import Engine, Task, asked
from wirebed_fuzz.finds import Find, Seen
from wirebed_fuzz.report import Report, Smallest, Told
from wirebed_fuzz.rounds import Found
from wirebed_fuzz.shrink import shrunk

_MOST = 40  # finds whose smallest value is looked for
_SPELLINGS = 32  # of one way and value that are tried


def main(bed: Bed, selection: Selection, minutes: float, workers: Workers | None) -> int:
    """The exit code: 0 each cell is as the entries predict, 1 otherwise. `workers`: of a cluster, which ask the random
    values in place of this process."""
    found, told = Found(), list[Told]()
    with Engine(Task(bed, selection)) as engine:
        report = Report(bed, engine.build.schema, found, told, selection.seed)
        try:
            asked(engine, 60 * minutes, workers, found)
            for each in _smallest(Shrinking(engine.build, engine.peers), found.listed()):
                told.append(each)
        except KeyboardInterrupt:
            # The rounds that ended are worth their time. An interruption leaves none to look for smaller values.
            told.extend(Told(find, seen, None) for find, seen in found.listed()[len(told) :])
            if found.rounds:
                report.write()
            raise
    return report.write()


def _smallest(shrinking: "Shrinking", listed: Sequence[tuple[Find, Seen]]) -> Iterator[Told]:
    with Progress("finds", min(len(listed), _MOST)) as bar:
        for number, (find, seen) in enumerate(listed):
            yield Told(find, seen, shrinking.smallest(find, seen) if number < _MOST else None)
            bar.advance(1)


@dataclass(frozen=True)
class Shrinking:
    build: Build
    peers: Peers

    def smallest(self, find: Find, seen: Seen) -> Smallest | None:
        """The smallest value that still shows the find, between the codecs of the shortest one; None where it does not
        come again."""
        assert seen.shortest is not None, "a find is of cells"
        _, case, writer, reader = seen.shortest
        selection = Selection(format=find.format, writer=None if find.way else writer, reader=reader)

        def showing(values: Sequence[Message]) -> dict[int, bytes]:
            """The numbers of the values that show it; with the bytes of the same meaning that do."""
            tried = [self.case(case, number, value) for number, value in enumerate(values)]
            sources = [
                each for number, value in enumerate(values) for each in self._spelled(find, tried[number], value)
            ]
            found = self.found(find, selection, () if find.way else tried, sources)
            return {number: found[each.name] for number, each in enumerate(tried) if each.name in found}

        def shows(values: Sequence[Message]) -> list[bool]:
            found = showing(values)
            return [number in found for number in range(len(values))]

        value = shrunk(rounds.value_of(self.build, case), shows)
        return None if value is None else Smallest(value, showing([value]).get(0, b"") if find.way else b"")

    def case(self, of: Case, number: int, value: Message) -> Case:
        """A value of the message of a case."""
        data = view.of_message(value)
        return replace(of, name=f"{of.name}_{number}", build=lambda: data)

    def found(
        self, find: Find, selection: Selection, cases: Sequence[Case], sources: Sequence[ByteSource]
    ) -> dict[str, bytes]:
        """The bytes that show a find, by the names of their values."""
        found = dict[str, bytes]()
        if not cases and not sources:
            return found  # no bytes of the same meaning are left

        def take(row: Row) -> None:
            if any(each == find for each, _ in finds.of_row(row)):
                found.setdefault(row.name, row.data or b"")

        outcomes(suite(self.build, self.peers, selection, cases, sources), take)
        return found

    def _spelled(self, find: Find, case: Case, value: Message) -> list[ByteSource]:
        if not find.way:
            return []
        every = [data for way, data in same.spelled(find.format, value, self.build.schema) if way == find.way]
        return [
            rounds.source(case, find.format, find.way, f"{case.name}.{number}", data)
            for number, data in enumerate(every[:_SPELLINGS])
        ]
