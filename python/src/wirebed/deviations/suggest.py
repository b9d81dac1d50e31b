"""Entries to paste, for cells that no entry states. The reason has to come from whoever pastes them."""

import re

from wirebed.matrix.row import Row
from wirebed.outcome import Cell, Outcome, short, word

_CASES = 12


class Suggestions:
    """Collects cells without an entry, and groups those that one entry could state."""

    def __init__(self, versions: dict[str, str]):
        self.versions = versions
        self.groups: dict[tuple, dict[str, dict]] = {}

    def add(self, row: Row, cell: Cell):
        if not any(problem.startswith("no entry") for problem in cell.problems):
            return
        if cell.outcome is Outcome.DIFFERS:
            for kind in sorted({found.kind for found in cell.differences}):
                self._group(row, cell, word(kind), "")
        else:
            self._group(row, cell, "", cell.stage)

    def _group(self, row: Row, cell: Cell, kind: str, stage: str):
        # A refusal is the writer's alone; all else is told by reader.
        writer = cell.id.writer if cell.outcome is Outcome.REFUSED else ""
        reader = "" if cell.outcome is Outcome.REFUSED else cell.id.reader
        key = (row.format, writer, reader, cell.outcome.value, kind, stage)
        group = self.groups.setdefault(key, {"cases": {}, "writers": {}, "reason": cell.reason})
        group["cases"][row.name] = None
        group["writers"][cell.id.writer] = None

    def text(self, most: int = 10) -> str:
        """YAML, ready for the `entries:` of a file."""
        parts = [self._entry(key, group) for key, group in list(self.groups.items())[:most]]
        if len(self.groups) > most:
            parts.append(f"  # … and {len(self.groups) - most} more\n")
        return "".join(parts)

    def _entry(self, key: tuple, group: dict) -> str:
        format_, writer, reader, outcome, kind, stage = key
        codec = writer or reader
        name = re.sub(
            r"[^a-z0-9]+", "-", f"{short(codec)}-{format_}-{kind or outcome}-{next(iter(group['cases']))}".lower()
        )
        lines = [f"  - name: {name}", f"    format: {format_}"]
        if format_ == "none":
            lines.append(f"    codec: {short(codec)}")
        elif writer:
            lines.append(f"    writer: {short(writer)}")
        else:
            lines.append(f"    writer: [{', '.join(map(short, group['writers']))}]")
            lines.append(f"    reader: {short(reader)}")
        cases = list(group["cases"])
        more = f"  # and {len(cases) - _CASES} more" if len(cases) > _CASES else ""
        lines.append(f"    cases: [{', '.join(map(_scalar, cases[:_CASES]))}]{more}")
        lines.append(f"    outcome: {outcome}")
        if kind:
            lines.append(f"    kind: {kind}")
        if stage:
            lines.append(f"    stage: {stage}")
        lines.append(f'    versions: {{"{codec}": "=={self.versions.get(codec, "?")}"}}')
        if group["reason"]:
            lines.append(f"    # its words: {group['reason'].splitlines()[0][:160]}")
        lines += [
            "    reason: ",
            "    authority: ",
            "    nature: library-bug  # or format-limit, language-limit, by-design",
        ]
        return "\n".join(lines) + "\n"


def _scalar(text: str) -> str:
    return text if re.fullmatch(r"[\w./-]+", text) else "'" + text.replace("'", "''") + "'"
