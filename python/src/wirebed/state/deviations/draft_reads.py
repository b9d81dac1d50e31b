"""Proposes the `reads:` of a draft: a function that explains all that its cells read, or else what they read."""

from collections.abc import Iterable
from dataclasses import dataclass

from wirebed.bed.schema import Schema
from wirebed.state.deviations import yaml_text
from wirebed.state.deviations.functions import CANDIDATES
from wirebed.state.deviations.read_value import ReadValue, digest, literal, read_value
from wirebed.view.compare import Found
from wirebed.view.outcome import Kind

# The kinds that leave open which value was read.
_OPEN = frozenset((Kind.NARROWED, Kind.REINTERPRETED, Kind.COLLAPSED, Kind.STALE))
# A longer literal stands in a draft by its digest only.
_LONGEST = 2000
_CANDIDATES = [(data, read_value(data)) for data in CANDIDATES]


@dataclass(frozen=True)
class Seen:
    """A difference that no entry states, and its case."""

    case: str
    found: Found
    schema: Schema | None

    @property
    def is_open(self) -> bool:
        return self.found.kind in _OPEN


def lines(seen: Iterable[Seen], indent: str) -> list[str]:
    """`reads:` of an entry about these differences; no line where their kind says what is read, or nothing can."""
    seen = [difference for difference in seen if difference.is_open]
    data = _function(seen) or _literal(seen) if seen else None
    if data is None or not _explains(read_value(data.value), seen):
        return []
    by_case = data.value.get("cases") if isinstance(data.value, dict) else None
    if not isinstance(by_case, dict):
        return [f"{indent}reads: {yaml_text.value(data.value)}"]
    cases = (f"{yaml_text.scalar(name)}: {yaml_text.value(literals)}" for name, literals in by_case.items())
    return [f"{indent}reads:", f"{indent}  cases:", *(f"{indent}    {case}" for case in cases)]


@dataclass(frozen=True)
class _Data:
    """The proposal for `reads:`; the value None is the literal `null`."""

    value: yaml_text.Data


def _explains(reads: ReadValue, seen: list[Seen]) -> bool:
    return all(reads.explains(d.found.expected, d.found.actual, d.case, d.schema) for d in seen)


def _function(seen: list[Seen]) -> _Data | None:
    """A function that explains two values at least: one value it may fit by chance."""
    written = {yaml_text.value(literal(difference.found.expected, difference.schema)) for difference in seen}
    if len(written) < 2:
        return None
    return next((_Data(data) for data, reads in _CANDIDATES if _explains(reads, seen)), None)


def _literal(seen: list[Seen]) -> _Data | None:
    by_case: dict[str, dict[str, yaml_text.Data]] = {}
    for difference in seen:
        data = literal(difference.found.actual, difference.schema)
        by_case.setdefault(difference.case, {})[yaml_text.value(data)] = data
    spelled = {words: data for literals in by_case.values() for words, data in literals.items()}
    if any(len(words) > _LONGEST for words in spelled):
        return _Data({"sha256": digest(seen[0].found.actual)})
    if len(spelled) == 1 and not isinstance(data := next(iter(spelled.values())), dict):
        return _Data(data)
    alone = {case: list(literals.values()) for case, literals in sorted(by_case.items())}
    return _Data(
        {"cases": {yaml_text.glob(case): read[0] if len(read) == 1 else {"any": read} for case, read in alone.items()}}
    )
