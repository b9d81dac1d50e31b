"""The values that are echoed: random Persons, as the seed article had them, or the cases of a bed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from wirebed.bed import Bed
from wirebed.bed.glob import listed, takes
from wirebed.cases import of_bed
from wirebed.cases.seed_values import each_person
from wirebed.errors import UserError
from wirebed.run.selection import check_list
from wirebed.view import canonical

PERSON = "interop.Person"
SEED = 1
# Where friends are shared, they are so few that a Person and its children often have the same one. Children have
# friends from this depth on.
POOL, SHARING_DEPTH = 4, 2
# How many values a cell echoes in a quick run.
SAMPLE = 25


@dataclass(frozen=True)
class Persons:
    """How the random Persons are made: PERSONS=, FAN_OUT= and DEPTH=."""

    count: int = 1000
    fan_out: int = 2
    depth: int = 1

    @property
    def variables(self) -> list[str]:
        """The argument of make that selects these Persons."""
        default, names = Persons(), {"PERSONS": "count", "FAN_OUT": "fan_out", "DEPTH": "depth"}
        given = ((name, getattr(self, field), getattr(default, field)) for name, field in names.items())
        return [f"{name}={value}" for name, value, usual in given if value != usual]

    @classmethod
    def of(cls, count: str | None, fan_out: str | None, depth: str | None) -> "Persons":
        default = cls()
        return cls(
            _number("PERSONS", count, default.count, 1, 100_000),
            _number("FAN_OUT", fan_out, default.fan_out, 0, 16),
            _number("DEPTH", depth, default.depth, 0, 8),
        )


@dataclass(frozen=True, eq=False)
class Payload:
    """Values of one message. It stands in reports as a case does."""

    name: str
    message: str
    values: tuple[bytes, ...]  # views, as the case states them; all of them are sent when times are taken
    sample: int  # how many of them a cell echoes
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    tags: tuple[str, ...] = ()

    @property
    def echoed(self) -> tuple[bytes, ...]:
        return self.values[: self.sample]

    @cached_property
    def views(self) -> tuple[bytes, ...]:
        """The values in the form in which readers answer."""
        return tuple(map(canonical, self.values))


def of(bed: Bed, schema, case: str | None, persons: Persons, full: bool) -> list[Payload]:
    """The Persons, and the cases of the bed that CASE= takes; of another bed all its cases.

    A cell echoes every value if the run is `full`, else the first SAMPLE.
    """
    own = persons_of(persons, persons.count if full else SAMPLE) if bed.own else []
    if case is None and bed.own:
        return own
    cases = [case_ for case_ in of_bed(bed, schema) if not case_.wire]
    names = [*(payload.name for payload in own), *(case_.name for case_ in cases)]
    check_list("CASE", case, names)
    chosen = [payload for payload in own if takes([payload.name], listed(case))]
    taken = (case_ for case_ in cases if takes([case_.name], listed(case)) and "fatal" not in case_.tags)
    return chosen + [Payload(case_.name, case_.message, (case_.view,), 1, case_.options, case_.tags) for case_ in taken]


def identity(payloads: Iterable[Payload]) -> str:
    """A digest of the values that are echoed and timed."""
    parts = (part for payload in payloads for part in (payload.name.encode(), *payload.values))
    return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()


def persons_of(persons: Persons, sample: int = SAMPLE) -> list[Payload]:
    """The same Persons with friends of their own, and with friends that are shared."""
    count, fan_out, depth = persons.count, persons.fan_out, persons.depth
    random = each_person(count, SEED, fan_out, depth)
    shared = each_person(count, SEED, fan_out, max(depth, SHARING_DEPTH), POOL)
    made = {f"Persons/random_{count}": random, f"Persons/shared_{count}": shared}
    return [Payload(name, PERSON, tuple(values), sample) for name, values in made.items()]


def _number(name: str, text: str | None, default: int, least: int, most: int) -> int:
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise UserError(f"{name}={text}: say a number from {least} to {most}")
    return int(text)
