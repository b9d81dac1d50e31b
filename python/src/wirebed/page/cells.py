"""The cells of a run as columns of numbers, so that 240,000 rows are few bytes and a filter reads few columns.

A row is a line of the report: one writer's bytes, with all readers that came to the same outcome. What many rows share,
an outcome with its differences, is a *detail*, which is stored once.
"""

import json
from collections.abc import Callable, Iterable, Iterator

from wirebed.page.pool import Pool
from wirebed.page.values import Shown
from wirebed.report.phrases import EXACT, sign

_HOW = (
    *("outcome", "stage", "manner", "by", "side", "reason", "lost", "derived", "reject", "problems"),
    *("differences", "more_differences"),
)
_NAMED = ("case", "leg", "format", "writer", "relay", "source")
# The values of a row, with the end of a leg by whose schema each is read.
_VIEWS = {"value": "writer", "expected": "reader", "read": "reader"}
_BYTES = ("bytes", "relayed")


class Cells:
    """`block` has `columns`, lists of numbers, and `things`, of which these are the numbers; -1 is none."""

    def __init__(self, shown: Shown, ends: Callable[[dict], dict[str, str]] = lambda line: {}):
        """`ends`: of a line, the versions of the schema of its `writer` and its `reader`, and the format `into` which a
        relay writes, where it is another one."""
        self._shown, self._ends = shown, ends
        self.entries = Pool()
        self._pools = {name: Pool() for name in (*_NAMED, "readers", "detail")}
        self._columns: dict[str, list[int]] = {name: [] for name in (*self._pools, "size", *_VIEWS, *_BYTES)}

    def add(self, line: dict, with_values: bool):
        """Adds a line of a report. Of a row `with_values` the page shows the bytes and what was read."""
        ends = self._ends(line)
        for name in _NAMED:
            self._put(name, line.get(name))
        self._put("readers", tuple(line["readers"]))
        self._put("detail", json.dumps(self._detail(line, ends), ensure_ascii=False))
        self._columns["size"].append(line.get("size", -1))
        for name, end in _VIEWS.items():
            self._columns[name].append(self._shown.view(line.get(name), ends.get(end, ""), with_values))
        for name in _BYTES:
            format = (ends.get("into") if name == "relayed" else "") or line["format"]
            number = self._shown.bytes(line.get(name), ends.get("writer", ""), format, line.get("value"), with_values)
            self._columns[name].append(number)

    @property
    def names(self) -> list[str]:
        """Of the cases."""
        return self._pools["case"].things

    def block(self) -> dict:
        things = {name: pool.things for name, pool in self._pools.items()}
        things["detail"] = [json.loads(one) for one in things["detail"]]
        return {"things": things, "columns": self._columns}

    def _put(self, name: str, thing):
        self._columns[name].append(self._pools[name].number(thing))

    def _detail(self, line: dict, ends: dict[str, str]) -> dict:
        found = {name: line[name] for name in _HOW if line.get(name)}
        found["sign"] = sign(line)
        if line.get("entries"):
            found["entries"] = [self.entries.number(name) for name in line["entries"]]
        if line.get("left"):
            found["left"] = self._left(line, ends)
        return found

    def _left(self, line: dict, ends: dict[str, str]) -> dict:
        """What a failure left: the view of an object, or the bytes of an output."""
        left, version = line["left"], ends.get("writer", "")
        found = {"what": left["what"], "size": left["size"]}
        if left["what"] == "object":
            return found | {"view": self._shown.view(left.get("data"), ends.get("reader", ""))}
        return found | {"bytes": self._shown.bytes(left.get("data"), version, line["format"], line.get("value"))}


def with_witnesses(lines: Iterable[dict]) -> Iterator[tuple[dict, bool]]:
    """Each line, and whether the page has its values: of all that are not exact, and of the first exact one of each
    case, leg and format."""
    known = set()
    for line in lines:
        exact = sign(line) == EXACT and line["outcome"] == "equal"
        key = (line["case"], line.get("leg"), line["format"])
        yield line, not exact or key not in known
        if exact:
            known.add(key)
