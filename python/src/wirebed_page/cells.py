"""The cells of a run as columns of numbers, so that 240,000 rows are few bytes and a filter reads few columns.

A row is a line of the report: one writer's bytes, with all readers that came to the same outcome. What many rows share,
an outcome with its differences, is a *detail*, which is stored once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat

import msgspec

from wirebed.bed.codec_id import NONE
from wirebed.report import words
from wirebed.report.phrases import EXACT, sign
from wirebed_page.columns import in_runs, table
from wirebed_page.pool import Pool
from wirebed_page.values import Shown

# What a detail has as the line has it, and what else makes it another one, since its words follow from it.
_AS_IT_IS = ("outcome", "reason", "reject", "problems", "differences", "more_differences")
_DETAIL = (*_AS_IT_IS, "stage", "manner", "by", "side", "lost", "derived", "entries", "left")
_NAMED = ("case", "leg", "format", "writer", "relay", "source")
# The values of a row, with the end of a leg by whose schema each is read.
_VIEWS = {"value": "writer", "expected": "reader", "read": "reader"}
_BYTES = ("bytes", "relayed")


class Cells:
    """`block` has `columns`, lists of numbers, and `things` and `details`, of which these are the numbers; -1 is none.

    Of all rows that are not exact, and of the first exact one of each case, leg and format, the page shows the bytes
    and what was read; where `every_value`, of all others too.
    """

    def __init__(
        self,
        shown: Shown,
        lines: Sequence[dict],
        ends: Mapping[str | None, Mapping[str, str]] | None = None,
        more: Callable[[dict], dict] = lambda line: {},
        every_value: bool = False,
    ):
        """`ends`: by leg, the versions of the schema of its `writer` and its `reader`, and the format `into` which a
        relay writes, where it is another one. `more`: what else a detail has."""
        self._shown, self._ends, self._more = shown, ends or {}, more
        self.entries = Pool()
        self._details: list[dict] = []
        said = _columns(lines)
        named = {name: Pool() for name in (*_NAMED, "readers")}
        self._columns = {name: named[name].numbers(said[name]) for name in _NAMED}
        self._columns["readers"] = named["readers"].numbers(map(tuple, said["readers"]))
        self._columns["detail"] = list(self._numbers_of_details(lines))
        self._columns["size"] = [-1 if size is None else size for size in said["size"]]
        self._columns |= self._values(said, [True] * len(lines) if every_value else list(self._with_values()))
        self._things = {name: pool.things for name, pool in named.items()}

    @property
    def names(self) -> list[str]:
        """Of the cases."""
        return self._things["case"]

    def block(self) -> dict:
        return {
            "things": self._things,
            "details": table(self._details),
            "columns": {name: in_runs(column) for name, column in self._columns.items()},
        }

    def _numbers_of_details(self, lines: Sequence[dict]) -> Iterator[int]:
        encode, known = msgspec.json.Encoder().encode, Pool()
        for line in lines:
            # How the page shows what is left depends on more than the outcome.
            left = (line.get("leg"), line["format"], line.get("value")) if "left" in line else None
            suite = (line["format"] == NONE, "leg" in line, "leg" in line and "source" in line)
            key = encode((suite, left, *map(line.get, _DETAIL)))
            number = known.number(key)
            if number == len(self._details):
                self._details.append(self._detail(line))
            yield number

    def _detail(self, line: dict) -> dict:
        """`happened` says it in a line, and `said` has terms with texts."""
        found = {name: line[name] for name in _AS_IT_IS if line.get(name)}
        found |= {"sign": sign(line), "happened": words.in_line(line), "said": words.statements(line)}
        if words.is_of_objects(line):
            found["objects"] = True
        if line.get("entries"):
            found["entries"] = [self.entries.number(name) for name in line["entries"]]
        if line.get("left"):
            found["left"] = self._left(line, self._ends.get(line.get("leg"), {}))
        return found | self._more(line)

    def _left(self, line: dict, ends: Mapping[str, str]) -> dict:
        """What a failure left: the view of an object, or the bytes of an output."""
        left, version = line["left"], ends.get("writer", "")
        found = {"size": left["size"]}
        if left["what"] == "object":
            return found | {"view": self._shown.view(left.get("data"), ends.get("reader", ""))}
        return found | {"bytes": self._shown.bytes(left.get("data"), version, line["format"], line.get("value"))}

    def _with_values(self) -> Iterator[bool]:
        """Of each row, whether the page has its values."""
        exact = [one["sign"] == EXACT and one["outcome"] == "equal" for one in self._details]
        known = set()
        for detail, *key in zip(*(self._columns[name] for name in ("detail", "case", "leg", "format")), strict=True):
            if exact[detail]:
                key = tuple(key)
                yield key not in known
                known.add(key)
            else:
                yield True

    def _values(self, said: Mapping[str, Sequence], wanted: Sequence[bool]) -> dict[str, list[int]]:
        ends = [self._ends.get(leg, {}) for leg in said["leg"]]
        versions = {end: [of.get(end, "") for of in ends] for end in ("writer", "reader")}
        found = {name: self._shown.views(said[name], versions[end], wanted) for name, end in _VIEWS.items()}
        into = [of.get("into") or format for of, format in zip(ends, said["format"], strict=True)]
        for name, formats in (("bytes", said["format"]), ("relayed", into)):
            found[name] = self._shown.all_bytes(formats, said[name], versions["writer"], said["value"], wanted)
        return found


def _columns(lines: Sequence[dict]) -> dict[str, Sequence]:
    """What the lines say under each name; None where a line does not."""
    names = (*_NAMED, "readers", "size", *_VIEWS, *_BYTES)
    columns = zip(*(tuple(map(line.get, names)) for line in lines), strict=True) if lines else repeat(())
    return dict(zip(names, columns, strict=False))
