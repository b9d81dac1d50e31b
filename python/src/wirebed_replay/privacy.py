"""What a report shows of a record. Payloads are personal data: a report shows one witness of each cluster and nothing
else of them. The user can hide fields of it (`MASK=`), or all of it (`WITNESSES=0`).
"""

import re
from dataclasses import dataclass

from wirebed.bed import glob
from wirebed.view.dump.lines import Line

MASKED = "masked"
_STEP = re.compile(r"[^.\[\]]+")


@dataclass(frozen=True)
class Privacy:
    """`mask`: globs of the names of fields whose values are hidden, wherever they stand."""

    witnesses: bool = True
    mask: tuple[str, ...] = ()

    @property
    def shows_words(self) -> bool:
        """Whether the words of a reader are shown, which may have a part of a payload."""
        return self.witnesses and not self.mask

    def masks(self, path: str) -> bool:
        """Whether a field on this path is hidden."""
        return any(self._names(step) for step in _STEP.findall(path))

    def _names(self, step: str) -> bool:
        """Whether the mask names a field, as its schema or as JSON spells it."""
        return glob.any_matches(_plain(step), map(_plain, self.mask))

    def hides(self, line: Line) -> bool:
        """Whether a line of a dump is hidden. With a mask, so is what has no name or makes no sense: it may be such a
        field."""
        return bool(self.mask) and (line.malformed or "?" in line.path or self.masks(line.path))

    def line(self, line: Line) -> Line:
        """The line as it is shown. Below the field that is named, a label may be the key of a map."""
        if not self.hides(line) or line.malformed:
            return line
        own = line.label.startswith("?") or self._names(line.label.partition("[")[0])
        return line._replace(label=line.label if own else MASKED, value=MASKED, how="")


def _plain(name: str) -> str:
    """`target_price` and `targetPrice` are one name."""
    return name.replace("_", "").lower()
