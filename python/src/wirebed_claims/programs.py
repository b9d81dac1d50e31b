"""Rules about what a program of the published protocol printed: its output, and the warnings of its runtime.

The article's printed output stands in fixtures/claims/outputs, from a page that lost runs of blanks and line breaks, so
white space does not count. Where it shows bytes, a byte from 32 to 127 is its character and another one ` %02x `. Dates
with a zone are compared as instants.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from wirebed.bed.folders import ROOT
from wirebed.bed.yaml_tree import Value
from wirebed_claims.decision import Decision
from wirebed_claims.protocols import Protocol
from wirebed_claims.quantity import Missing
from wirebed_claims.wording import in_words, read_words

FOLDER = ROOT / "fixtures" / "claims" / "outputs"
PROGRAM = "stock"
_DIRECTIONS = ("serialize", "deserialize")
_CONTEXT = 12
# Dates as XStream writes them, and the hours of their zones: those of the JVM then, and UTC now.
_ZONED = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d+) (EST|EDT|UTC)")
_ZONES = {"EST": -5, "EDT": -4, "UTC": 0}


@dataclass(frozen=True)
class Printed:
    """The program printed what the article did."""

    system: str
    output: str
    timed = False

    @classmethod
    def read(cls, parts: Mapping[str, Value]) -> "Printed":
        return cls(*(parts[key].want(str, "a name") for key in ("printed", "as")))

    @property
    def clause(self) -> str:
        return f"the program prints what outputs/{self.output}*.txt have, where a date with a zone is its instant"

    def decide(self, protocol: Protocol) -> Decision:
        name = protocol.article.systems[self.system].published
        keys = [(PROGRAM, name, operation) for operation in _DIRECTIONS]
        measured = [output for key in keys for output in protocol.results.published.get(key, ())]
        outputs = [output for output in measured if output.wire is not None and output.is_of(protocol.switch.published)]
        if not outputs:
            raise Missing(f"the program {PROGRAM} printed no output of {self.system}")
        if outputs[0].not_comparable:
            raise Missing(outputs[0].not_comparable)
        # Processes that print the same are compared once.
        printed = dict.fromkeys((one.wire, one.is_text, one.read_back or "") for one in outputs)
        compared = [self._compared(*each) for each in printed]
        different = [words for differences, _ in compared for words in differences]
        if different:
            return Decision.exact(False, "; ".join(different), self.clause)
        same, excepted = f"{self.system}: the serialized form and toString are as printed", ""
        if dates := max(number for _, number in compared):
            same += f", but for the text of {dates} of the dates, whose instants are the same"
            excepted = f"The text of {dates} of the dates is not the article's, and their instants are."
        return Decision.exact(True, same, self.clause, excepted)

    def _compared(self, wire: bytes, is_text: bool, read_back: str) -> tuple[list[str], int]:
        """What differs from the article's output, and how many dates are another text of the same instant."""
        text = wire.decode() if is_text else "".join(map(_shown, wire))
        different, dates = [], 0
        for suffix, ours in (("", text), ("_toString", read_back)):
            path = FOLDER / f"{self.output}{suffix}.txt"
            theirs = path.read_text(encoding="utf-8")
            if _bare(ours) != _bare(theirs):
                different.append(f"{path.stem} differs: {_first_difference(_bare(theirs), _bare(ours))}")
            dates += sum(a != b for a, b in zip(_dates(theirs), _dates(ours), strict=False))
        return different, dates


def _shown(byte: int) -> str:
    return chr(byte) if 32 <= byte <= 127 else f" {byte:02x} "


def _bare(text: str) -> str:
    return "".join(_ZONED.sub(_in_utc, text).split())


def _dates(text: str) -> list[str]:
    return [date[0] for date in _ZONED.finditer(text)]


def _in_utc(date: re.Match) -> str:
    local = datetime.strptime(f"{date[1]} {date[2]}", "%Y-%m-%d %H:%M:%S.%f")
    return str(local - timedelta(hours=_ZONES[date[3]]))


def _first_difference(theirs: str, ours: str) -> str:
    at = next((at for at, (a, b) in enumerate(zip(theirs, ours, strict=False)) if a != b), min(len(theirs), len(ours)))
    around = slice(max(0, at - _CONTEXT), at + _CONTEXT)
    return f'at character {at} the article has "{theirs[around]}" and the program "{ours[around]}"'


@dataclass(frozen=True)
class Warns:
    """No process of the program with these switches warned so."""

    system: str
    program: str
    says: str
    switches: Mapping[str, str]
    words: str = ""
    timed = False

    @classmethod
    def read(cls, parts: Mapping[str, Value]) -> "Warns":
        switches = {key: value.want(str, "a text") for key, value in parts["with"].want(dict, "switches").items()}
        return cls(
            *(parts[key].want(str, "a text") for key in ("warns", "program", "says")), switches, read_words(parts)
        )

    @property
    def clause(self) -> str:
        return in_words(self.words, self._asked)

    @property
    def _asked(self) -> str:
        switches = ", ".join(f"{key}={value}" for key, value in self.switches.items())
        return f'the program {self.program} of {self.system} with {switches} does not warn "{self.says}"'

    def decide(self, protocol: Protocol) -> Decision:
        name = protocol.article.systems[self.system].published
        processes = protocol.results.processes(self.program, name, self.switches)
        if not processes:
            raise Missing(f"the program {self.program} did not run {self.system}")
        warnings = [line for process in processes for line in process.warnings if self.says in line]
        text = f"{processes[0].runtime}: {warnings[0] if warnings else 'no such warning'}"
        return Decision.exact(not warnings, text, self.words or self._asked)
