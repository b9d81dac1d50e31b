"""Writes build/report/evolution.jsonl: as of interop, with a line for each step after the header."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from wirebed.compare import Found
from wirebed.engine.row import Row
from wirebed.evolution.legs import LEGS
from wirebed.evolution.model import Step
from wirebed.report import ReportWriter
from wirebed.report.jsonl import difference_words


class Writer(ReportWriter):
    """Each cell is told in the words of its reader's schema, what the reader does not see in those of the writer's."""

    def __init__(self, path: Path, header: dict, schemas: Mapping[str, object]):
        super().__init__(path, header, None)
        self.schemas = schemas
        self.told: dict[tuple, tuple[Found, dict]] = {}

    def steps(self, steps: Iterable[Step]):
        for step in steps:
            docs = {format_: {"says": one.says, "at": one.at} for format_, one in step.docs.items()}
            self.line(
                {
                    "step": step.name,
                    "change": step.change,
                    "versions": list(step.versions),
                    "samples": [sample.name.partition("/")[2] for sample in step.samples],
                    "docs": docs,
                }
            )

    def rows(self, rows: Iterable[Row]):
        """The rows of some steps. Many of their cells share a difference, which is put into words once."""
        super().rows(rows)
        self.told.clear()

    def row(self, row: Row):
        self.schema = self.schemas.get(LEGS[row.leg].reader) if row.leg else None
        super().row(row)

    def words(self, found: Found) -> dict:
        key = (id(found), id(self.schema))
        if key not in self.told:
            self.told[key] = (found, difference_words(found, found.schema or self.schema))
        return self.told[key][1]
