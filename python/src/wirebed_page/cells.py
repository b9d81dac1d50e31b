"""The cells of a run as columns of numbers, so that 240,000 rows are few bytes and a filter reads few columns.

A row is a line of the report: one writer's bytes, with all readers that came to the same outcome. What many rows share,
an outcome with its differences, is a *detail*, which is stored once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from wirebed.bed.codec_id import NONE
from wirebed.report import words
from wirebed.report.cell import Left, Line
from wirebed.report.phrases import sign
from wirebed.view.outcome import EXACT, Outcome
from wirebed_page.number_runs import in_runs, table
from wirebed_page.pool import Pool
from wirebed_page.values import Shown

_NAMED = ("case", "leg", "format", "writer", "relay", "source")
# The values of a row, with the end of a leg by whose schema each is read.
_VIEWS = {"value": "writer", "expected": "reader", "read": "reader"}


class Cells:
    """`block` has `columns`, lists of numbers, and `things` and `details`, of which these are the numbers; -1 is none.

    Of all rows that are not exact, and of the first exact one of each case, leg and format, the page shows the bytes
    and what was read; where `every_value`, of all others too.
    """

    def __init__(
        self,
        shown: Shown,
        lines: Sequence[Line],
        ends: Mapping[str, Mapping[str, str]] | None = None,
        more: Callable[[Line], dict] = lambda line: {},
        every_value: bool = False,
    ):
        """`ends`: by leg, the versions of the schema of its `writer` and its `reader`, and the format `into` which a
        relay writes, where it is another one. `more`: what else a detail has."""
        self._shown, self._ends, self._more = shown, ends or {}, more
        self.entries = Pool()
        self._details: list[dict] = []
        columns = _columns(lines)
        named = {name: Pool() for name in (*_NAMED, "readers")}
        self._columns = {name: named[name].numbers(columns[name]) for name in _NAMED}
        self._columns["readers"] = named["readers"].numbers(line.readers for line in lines)
        self._columns["detail"] = list(self._numbers_of_details(lines))
        self._columns["size"] = [-1 if line.size is None else line.size for line in lines]
        self._columns |= self._values(columns, [True] * len(lines) if every_value else list(self._with_values()))
        self._things = {name: pool.things for name, pool in named.items()}

    @property
    def names(self) -> list[str]:
        """The names of the cases."""
        return self._things["case"]

    def block(self) -> dict:
        return {
            "things": self._things,
            "details": table(self._details),
            "columns": {name: in_runs(column) for name, column in self._columns.items()},
        }

    def _numbers_of_details(self, lines: Sequence[Line]) -> Iterator[int]:
        known = Pool()
        for line in lines:
            number = known.number(_detail_of(line))
            if number == len(self._details):
                self._details.append(self._detail(line))
            yield number

    def _detail(self, line: Line) -> dict:
        """`happened` says it in a line, and `said` has terms with texts."""
        as_it_is = {
            "outcome": line.outcome,
            "reason": line.reason,
            "reject": line.reject,
            "problems": line.problems,
            "differences": line.differences,
            "more_differences": line.more_differences,
        }
        detail = {name: thing for name, thing in as_it_is.items() if thing}
        detail |= {"sign": sign(line), "happened": words.in_line(line), "said": words.statements(line)}
        if words.is_of_objects(line):
            detail["objects"] = True
        if line.entries:
            detail["entries"] = [self.entries.number(name) for name in line.entries]
        if line.left is not None:
            detail["left"] = self._left(line, line.left, self._ends.get(line.leg, {}))
        return detail | self._more(line)

    def _left(self, line: Line, left: Left, ends: Mapping[str, str]) -> dict:
        """The size and the view of the object, or the size and the bytes of the output, that a failure left."""
        if left.what == "object":
            return {"size": left.size, "view": self._shown.view(left.data, ends.get("reader", ""))}
        shown = self._shown.bytes(left.data, ends.get("writer", ""), line.format, line.value)
        return {"size": left.size, "bytes": shown}

    def _with_values(self) -> Iterator[bool]:
        """Yields for each row whether the page has its values."""
        exact = [detail["sign"] == EXACT and detail["outcome"] is Outcome.EQUAL for detail in self._details]
        known = set()
        columns = (self._columns[name] for name in ("case", "leg", "format"))
        for detail, *names in zip(self._columns["detail"], *columns, strict=True):
            if exact[detail]:
                key = tuple(names)
                yield key not in known
                known.add(key)
            else:
                yield True

    def _values(self, columns: Mapping[str, Sequence], wanted: Sequence[bool]) -> dict[str, list[int]]:
        legs = columns["leg"]
        ends = {leg: self._ends.get(leg or "", {}) for leg in set(legs)}
        versions = {
            end: list(map({leg: of.get(end, "") for leg, of in ends.items()}.__getitem__, legs))
            for end in ("writer", "reader")
        }
        numbers = {name: self._shown.views(columns[name], versions[end], wanted) for name, end in _VIEWS.items()}
        into = [ends[leg].get("into") or format for leg, format in zip(legs, columns["format"], strict=True)]
        for name, formats in (("bytes", columns["format"]), ("relayed", into)):
            numbers[name] = self._shown.all_bytes(formats, columns[name], versions["writer"], columns["value"], wanted)
        return numbers


def _detail_of(line: Line) -> tuple[object, ...]:
    """The key of a detail: all values that its words follow from."""
    # How the page shows what is left depends on more than the outcome.
    left = line.left and (line.leg, line.format, line.value)
    suite = (line.format == NONE, bool(line.leg), bool(line.leg and line.source))
    how = (line.outcome, line.reason, line.stage, line.manner, line.by, line.side, line.lost, line.derived)
    what = (line.reject, line.problems, line.differences, line.more_differences, line.entries, line.left)
    return suite, left, how, what


def _columns(lines: Sequence[Line]) -> dict[str, list[str | None]]:
    """The texts of the lines by name; None where a line has none."""
    return {
        "case": [line.case for line in lines],
        "leg": [line.leg or None for line in lines],
        "format": [line.format for line in lines],
        "writer": [line.writer for line in lines],
        "relay": [line.relay or None for line in lines],
        "source": [line.source or None for line in lines],
        "value": [line.value or None for line in lines],
        "expected": [line.expected or None for line in lines],
        "read": [line.read or None for line in lines],
        "bytes": [line.bytes or None for line in lines],
        "relayed": [line.relayed or None for line in lines],
    }
