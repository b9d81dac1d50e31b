"""`wirebed fuzz`: random values through every writer and reader, and the smallest value of what no entry predicts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from google.protobuf.message import Message

from wirebed import view
from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases.case import Case
from wirebed.peers import discover
from wirebed.run import Build, Peers, Selection, outcomes
from wirebed.run.leg import NOW
from wirebed.run.taking_part import taking_part
from wirebed.state.row import Row
from wirebed.suites.interop.suite import suite
from wirebed_build.progress import Progress
from wirebed_build.trees import ensure
from wirebed_fuzz import finds, rounds
from wirebed_fuzz.finds import Find, Seen
from wirebed_fuzz.report import REPORT, Report, Told
from wirebed_fuzz.shrink import shrunk

_MOST = 40  # finds whose smallest value is looked for


def main(bed: Bed, selection: Selection, minutes: float) -> int:
    """The exit code: 0 each cell is as the entries predict, 1 otherwise."""
    part = taking_part(bed, selection)
    tree = ensure(bed, part.here)
    with Peers.of_tree(tree, discover(names=part.names), REPORT, scope=part.scope) as peers:
        build = Build.of(bed, {NOW.reader: Schema.load(tree)})
        found = rounds.ask(build, peers, selection, 60 * minutes)
        listed = sorted(found.finds.items(), key=lambda item: (-item[1].cells, item[0]))
        told = list(_smallest(Shrinking(build, peers), listed))
    return Report(bed, build.schema, found, told, selection.seed).write()


def _smallest(shrinking: "Shrinking", listed: Sequence[tuple[Find, Seen]]) -> Iterator[Told]:
    with Progress("finds", min(len(listed), _MOST)) as bar:
        for number, (find, seen) in enumerate(listed):
            yield Told(find, seen, shrinking.smallest(find, seen) if number < _MOST else None)
            bar.advance(1)


@dataclass(frozen=True)
class Shrinking:
    build: Build
    peers: Peers

    def smallest(self, find: Find, seen: Seen) -> Message | None:
        """The smallest value that still shows the find, between the codecs of the shortest one; None where it does not
        come again."""
        assert seen.shortest is not None, "a find is of cells"
        _, case, writer, reader = seen.shortest
        selection = Selection(format=find.format, writer=writer, reader=reader)

        def shows(values: Sequence[Message]) -> list[bool]:
            tried = [_case(case, number, value) for number, value in enumerate(values)]
            showing = set[str]()

            def take(row: Row) -> None:
                showing.update(row.name for each, _ in finds.of_row(row) if each == find)

            outcomes(suite(self.build, self.peers, selection, tried), take)
            return [each.name in showing for each in tried]

        return shrunk(rounds.value_of(self.build, case), shows)


def _case(of: Case, number: int, value: Message) -> Case:
    data = view.of_message(value)
    return replace(of, name=f"{of.name}_{number}", build=lambda: data)
