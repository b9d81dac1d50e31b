"""The goldens of cases, in a run: what each writer writes now, against what it once wrote."""

from collections.abc import Iterable, Iterator

from wirebed.bed.codec_id import is_generation
from wirebed.cases.case import Case
from wirebed.cases.java_types.case import JavaCase
from wirebed.peers.codecs import CodecRef
from wirebed.run.selection import Selection
from wirebed.state.golden import Checker
from wirebed.state.golden.checker import Statuses
from wirebed.state.row import Row


class CaseGoldens:
    """The checker of a bed, for the codecs and the cases of one run."""

    def __init__(self, checker: Checker, codecs: Iterable[CodecRef], selection: Selection) -> None:
        self.checker, self.selection = checker, selection
        # No golden is of a generation.
        self.codecs = {codec.id: codec for codec in codecs if not is_generation(codec.id)}

    def drift(self, row: Row) -> list[str]:
        codec = self.codecs.get(row.writer)
        case = row.case
        if codec is None or row.data is None or row.source or not isinstance(case, Case) or isinstance(case, JavaCase):
            return []
        return self.checker.written(case, row.writer, codec.version, row.data, codec.runtime)

    def part(self) -> Statuses:
        """The encodings that were checked since this was asked before, which `add` counts again."""
        return {"": self.checker.part()}

    def add(self, part: Statuses) -> None:
        self.checker.add(part[""])

    def inputs(self, names: Iterable[str]) -> Iterator[str]:
        """What the goldens of these cases are."""
        return self.checker.store.digests(names)

    def problems(self) -> list[str]:
        return self.checker.problems(None if self.selection.full else self.selection.takes_case)

    def hint(self) -> str:
        return self.checker.hint()
