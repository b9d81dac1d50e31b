"""The smallest value, or the smallest input, that shows a planted fault."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from google.protobuf.message import Message

from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.run import Selection
from wirebed_fuzz.command import Shrinking
from wirebed_fuzz.finds import Find, Seen, Shortest
from wirebed_fuzz.mutants.mutant import Mutant
from wirebed_fuzz.mutants.planting import Planting
from wirebed_fuzz.mutants.seek import Drawn, shaped_case
from wirebed_fuzz.mutants.shared import SHAPES
from wirebed_fuzz.parts import parts


class Witness(NamedTuple):
    """`fields`: how many fields, elements and entries the value has; None of bytes alone. `size`: of its bytes."""

    fields: int | None
    size: int
    value: Message | None = None
    data: bytes = b""


@dataclass(frozen=True)
class Witnesses(Shrinking):
    """Shrinks values that show something with the fault and not without it."""

    planting: Planting
    mutant: Mutant
    shape: str

    def case(self, of: Case, number: int, value: Message) -> Case:
        case = super().case(of, number, value)
        return shaped_case(case, self.shape, SHAPES[self.shape](case.view)) if self.shape else case

    def found(
        self, find: Find, selection: Selection, cases: Sequence[Case], sources: Sequence[ByteSource]
    ) -> dict[str, bytes]:
        def ask() -> list[tuple[str, bytes]]:
            return list(super(Witnesses, self).found(find, selection, cases, sources).items())

        return dict(self.planting.only_with(self.mutant, ask))

    def of(self, drawn: Drawn) -> Witness | None:
        """None where the fault does not show again."""
        # The case before it was shaped: shrinking draws the message of its seed.
        size = len(drawn.case.view)
        seen = Seen(1, {drawn.case.name}, set(), Shortest(size, drawn.case, drawn.writer, drawn.reader))
        smallest = self.smallest(drawn.find, seen)
        if smallest is None:
            return None
        case = self.case(drawn.case, 0, smallest.value)
        way = drawn.find.way
        selection = Selection(format=drawn.find.format, writer=None if way else drawn.writer, reader=drawn.reader)
        data = smallest.data if way else self.found(drawn.find, selection, [case], []).get(case.name, b"")
        return Witness(sum(1 for _ in parts(smallest.value)), len(data), smallest.value, data)
