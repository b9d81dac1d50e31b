"""Claims that cells decide: which outcomes the cells of a full run have."""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wirebed.bed import codec_id, glob
from wirebed.bed.yaml_tree import Value
from wirebed.report.cell import Line
from wirebed.report.load import Report
from wirebed.view.outcome import Outcome, Stage, word
from wirebed_claims import echoes
from wirebed_claims.decision import Decision
from wirebed_claims.protocols import Protocol
from wirebed_claims.quantity import Missing
from wirebed_claims.results import SUITES, WORDS
from wirebed_claims.wording import in_words, read_words

QUANTIFIERS = ("all", "none")
MOST_NAMED = 3  # of the cases, writers or readers of the cells that are against a rule
_GLOBS = ("case", "format", "writer", "reader", "leg")
_KEYS = ("suite", *_GLOBS, "language", "given")
# The variables of a suite's command for some of these globs. The others are called as the globs are.
_OPTIONS = {"interop": {}, "evolution": {"case": "STEP"}, "echo": {"writer": "CLIENT", "reader": "SERVER"}}


class _Cell(NamedTuple):
    case: str
    writer: str
    reader: str
    outcome: str
    is_written: bool  # else the writer failed, and no reader had anything to read


@dataclass(frozen=True)
class Cells:
    """All or none of the cells that `given` chooses have one of these outcomes. `words`: what that means."""

    suite: str
    given: Mapping[str, str]
    quantifier: str
    outcomes: frozenset[str]
    words: str = ""
    timed = False

    @classmethod
    def read(cls, parts: Mapping[str, Value]) -> "Cells":
        asked = parts["cells"].items(_KEYS, "cells")
        given = {key: value.want(str, "a text") for key, value in asked.items()}
        suite = given.pop("suite", "interop")
        if suite not in SUITES:
            raise asked["suite"].error(f"`{suite}` is none of {', '.join(SUITES)}")
        if given.get("language", "other") not in ("other", "same"):
            raise asked["language"].error("`language:` is `other` or `same`")
        chosen = [key for key in QUANTIFIERS if key in parts]
        if len(chosen) != 1:
            raise parts["cells"].error(f"one of {', '.join(QUANTIFIERS)} is wanted beside `cells:`")
        outcomes = {outcome.want(str, "an outcome") for outcome in parts[chosen[0]].want(list, "a list of outcomes")}
        if wrong := outcomes - (known := {word(outcome) for outcome in Outcome}):
            raise parts[chosen[0]].error(f"{', '.join(sorted(wrong))} is no outcome; known: {', '.join(sorted(known))}")
        return cls(suite, given, chosen[0], frozenset(outcomes), read_words(parts))

    def decide(self, protocol: Protocol) -> Decision:
        report = protocol.results.report(self.suite)
        filters = report.header.filters
        if not (echoes.has_all(filters) if self.suite == "echo" else not any(filters.values())):
            raise Missing(f"the last run of {WORDS[self.suite]} was not a full one")
        cells = list(self._cells(report))
        if not cells:
            raise Missing(f"{WORDS[self.suite]} has no such cell")
        against = [cell for cell in cells if (cell.outcome in self.outcomes) is (self.quantifier == "none")]
        return Decision.exact(not against, f"{_counted(cells)}{_named(against, cells)}", self.words or self._chosen)

    @property
    def clause(self) -> str:
        return in_words(self.words, self._chosen)

    @property
    def _chosen(self) -> str:
        given = ", ".join(f"{key} {value}" for key, value in self.given.items())
        cell = {"all": "every cell", "none": "no cell"}[self.quantifier]
        return f"{cell} of {self.suite} with {given} has the outcome {' or '.join(sorted(self.outcomes))}"

    @property
    def command(self) -> str:
        """What runs these cells, and some more where a rule leaves out a language, or what a codec wrote."""
        chosen = {_OPTIONS[self.suite].get(key, key.upper()): text for key, text in self.given.items() if key in _GLOBS}
        if "STEP" in chosen:
            chosen["STEP"] = chosen["STEP"].removesuffix("/*")
        words = (f"{name}={shlex.quote(text.replace('|', ','))}" for name, text in chosen.items())
        return " ".join([f"make {self.suite}", *words])

    def _cells(self, report: Report) -> Iterator[_Cell]:
        languages = {peer.peer.partition("@")[0]: peer.language for peer in report.header.peers}
        for line in filter(self._takes, report.lines):
            is_written = line.size is not None or self.suite == "echo"  # of whose bytes no line has a size
            for reader in line.readers:
                if codec_id.matches(reader, self.given.get("reader")) and self._takes_pair(
                    line.writer, reader, languages
                ):
                    yield _Cell(line.case, line.writer, reader, line.outcome, is_written)

    def _takes(self, line: Line) -> bool:
        """Cells of values that a codec wrote now, or with `given` those of bytes from outside. Goldens do not count,
        nor does a value that the writer's own objects cannot hold."""
        given, written = self.given, ":" in line.writer and not line.source
        return (
            (line.writer == "given" if "given" in given else written)
            and line.stage != word(Stage.BUILD)
            and ("case" not in given or glob.any_matches(line.case, given["case"].split("|")))
            and ("format" not in given or glob.any_matches(line.format, given["format"].split("|")))
            and ("leg" not in given or glob.matches(line.leg, given["leg"]))
            and codec_id.matches(line.writer, given.get("writer"))
        )

    def _takes_pair(self, writer: str, reader: str, languages: Mapping[str, str]) -> bool:
        if "language" not in self.given:
            return True
        pair = [languages[codec_id.peer_of(codec).partition("@")[0]] for codec in (writer, reader)]
        return (pair[0] == pair[1]) == (self.given["language"] == "same")


def _counted(cells: Sequence[_Cell]) -> str:
    """`5 cells: 5 crash (1 failed write before 5 readers)`"""
    counts = Counter(cell.outcome for cell in cells)
    text = ", ".join(f"{counts[outcome]:,} {outcome}" for outcome in sorted(counts))
    unread = [cell for cell in cells if not cell.is_written]
    writes = len({(cell.case, cell.writer) for cell in unread})
    failed = f"{writes:,} failed {'write' if writes == 1 else 'writes'} before {len(unread):,} readers"
    several = f" ({failed})" if unread else ""
    return f"{len(cells):,} {'cell' if len(cells) == 1 else 'cells'}: {text}{several}"


def _named(against: Sequence[_Cell], cells: Sequence[_Cell]) -> str:
    """The cells that are against a rule, by their cases, writers or readers, of which the fewest say it. What all cells
    have says nothing."""
    of = {"of the case": 0, "written by": 1, "read by": 2}
    counts = {words: Counter(cell[at] for cell in against) for words, at in of.items()}
    telling = {words: counts[words] for words, at in of.items() if len({cell[at] for cell in cells}) > 1}
    if not against or not telling:
        return ""
    words, names = min(telling.items(), key=lambda item: len(item[1]))
    named = [f"{number:,} {words} {name}" for name, number in names.most_common(MOST_NAMED)]
    more = [f"others of {len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return f"; against the rule are {', '.join([*named, *more])}"
