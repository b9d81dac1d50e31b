"""The goldens of cases, in a run: what each writer writes now, against what it once wrote."""

from collections.abc import Iterable

from wirebed.bed.codec_id import is_generation
from wirebed.cases.case import Case
from wirebed.cases.java_types.case import JavaCase
from wirebed.peers.codecs import CodecRef
from wirebed.run.selection import Selection
from wirebed.state.golden import Checker
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

    def problems(self) -> list[str]:
        return self.checker.problems(None if self.selection.full else self.selection.takes_case)

    def hint(self) -> str:
        return self.checker.hint()
