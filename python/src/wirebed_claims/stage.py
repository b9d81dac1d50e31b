"""A second stage of one claim: what is measured once more, by the command that measured the first stage."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

# Seconds that a run takes before its first row, and how much of the budget its rows may be: the number of rounds ends
# the run.
_START, _PART = 60.0, 0.7


@dataclass(frozen=True)
class Stage(ABC):
    """What is measured for a claim, in how many processes of each row. A round of the echo is one process of each."""

    claim: str
    processes: int

    of: ClassVar[str]  # the name of the first stage's result
    command: ClassVar[tuple[str, ...]]
    file: ClassVar[str]  # the name of the result's file

    @staticmethod
    @abstractmethod
    def read(path: Path) -> Any:
        """A result in the form of its command; UserError where there is none."""

    @property
    def minutes(self) -> int:
        return math.ceil((_START + self.seconds_of_rows) / _PART / 60)

    @property
    @abstractmethod
    def seconds_of_rows(self) -> float:
        """About how long all rows take in all processes."""

    @property
    @abstractmethod
    def options(self) -> dict[str, str]:
        """Those of the command, by name."""

    @abstractmethod
    def is_measured_by(self, result: Any, first: Any) -> bool:
        """Whether a result has these processes, under the conditions of the first stage and after it."""

    @property
    def words(self) -> list[str]:
        options = self.options | {"budget": str(self.minutes), "rounds": str(self.processes)}
        return [*self.command, *(word for name, text in options.items() for word in (f"--{name}", text))]
