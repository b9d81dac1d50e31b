"""Small made-up reports and an upgrade for the tests of the page, and what the browser makes of its blocks."""

import base64
import gzip
import json
import re
from dataclasses import replace
from pathlib import Path

import msgspec

from wirebed.bed import Bed
from wirebed.cases.vectors.bare import of_value
from wirebed.report.value_store import ValuesWriter
from wirebed_page.runs import Runs
from wirebed_upgrade.answer import Answer
from wirebed_upgrade.cost import Cost, Costs
from wirebed_upgrade.rollout import RollOut, Way
from wirebed_upgrade.witness import Shown

HEADER = {
    "report": 1,
    "suite": "interop",
    "bed": "interop",
    "variables": [],
    "filters": {},
    "started": "2026-01-02T03:04:05+00:00",
    "machine": {"system": "none", "cpu": "made up", "cores": 1},
    "commit": "0" * 40,
    "peers": [
        {"peer": "java", "language": "Java", "runtime": "17"},
        {"peer": "py", "language": "Python", "runtime": "3"},
    ],
    "codecs": [
        {"codec": "java:json/one", "format": "json", "version": "1", "model": "plain"},
        {"codec": "py:json/two", "format": "json", "version": "2", "model": "plain"},
        {"codec": "py:raw/three", "format": "raw", "version": "3"},
    ],
}

# Two findings of an upgrade, and the upgrade.
SILENT = Shown(
    change="SILENT",
    head="json, java/gson reads: double: narrowed (1 cell, 1 case)",
    cell="Numbers/one, written by java/jackson",
    rows=[("bytes", "1.5", "1.5"), ("real", "1.5", "1")],
    repeat="make why CASE=Numbers/one",
)
BYTES = replace(SILENT, change="BYTES", head="json, java/gson writes (2 cells, 2 cases)", rows=[("bytes", "1", "1.0")])
UPGRADE = Answer(
    bed="interop",
    started="2026-01-02T03:04:05+00:00",
    commit="0" * 40,
    old="gson 2.10.1",
    new="today",
    asked=40,
    changed=3,
    gone={"no such method": 5},
    unstable=[],
    findings=[SILENT, BYTES],
    formats={"json": RollOut(Way(10, 1), Way(8)), "protojson": RollOut(Way(2, 0, 1), Way())},
    versions=[("java~gson-2.10.1:json/gson", "2.10.1", "2.13.2")],
    costs=Costs((Cost("java~gson-2.10.1:json/gson", "decode", "M/a", (1000,) * 7, (3000,) * 7),), ("WARNING: Unsafe",)),
)


class MadeUp:
    """A report of `make interop` in a folder; a value gets its name when it is first named."""

    def __init__(self, folder: Path, **header):
        self.folder, self.header, self.lines = folder, HEADER | header, []
        self._values = ValuesWriter(folder / "interop.values.zst")

    def value(self, data: bytes) -> str:
        return self._values.name(data)

    def text(self, text: str) -> str:
        """The name of a view that is one text."""
        return self.value(of_value(["string", text]))

    def line(self, case="M/one", format="json", writer="java:json/one", readers=("py:json/two",), **more):
        line = {"case": case, "format": format, "writer": writer, "readers": list(readers), "outcome": "equal"} | more
        self.lines.append(line)
        return line

    def runs(self) -> Runs:
        self._values.keep()
        cells = sum(len(line["readers"]) for line in self.lines)
        footer = {"cells": cells, "outcomes": {}, "failures": {}, "unexpected": 0, "exit": 0, "times": {}}
        data = [{"header": self.header}, *self.lines, {"footer": footer}]
        text = "".join(f"{json.dumps(one)}\n" for one in data)
        (self.folder / "interop.jsonl").write_text(text, encoding="utf-8")
        return Runs(Bed.open(), self.folder)


def sent(data):
    """A block as the browser gets it."""
    return json.loads(msgspec.json.encode(data))


def whole(column) -> list[int]:
    """A column of numbers, as browser/lib/data.js reads it."""
    if isinstance(column, list):
        return column
    return [number for number, length in zip(column["runs"], column["lengths"], strict=True) for _ in range(length)]


def rows(table: dict) -> list[dict]:
    """The rows of a table, as browser/lib/data.js reads it."""
    found: list[dict] = [{} for _ in range(table["length"])]
    for name, column in table["columns"].items():
        for row, number in zip(found, whole(column["numbers"]), strict=True):
            if number >= 0:
                row[name] = column["things"][number]
    return found


def blocks(page: str) -> dict[str, object]:
    """The blocks of a page, as browser/lib/data.js unpacks them."""
    found = re.findall(r'<script type="text/plain" id="block-([^"]+)">([^<]*)</script>', page)
    return {name: json.loads(gzip.decompress(base64.b64decode(data))) for name, data in found}
