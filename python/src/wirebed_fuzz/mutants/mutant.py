"""A planted fault, and the file of a bed that lists them: `fixtures/fuzz/mutants.yaml`."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from wirebed.bed import Bed, codec_id, files, yaml_tree
from wirebed.bed.yaml_tree import Value
from wirebed.errors import UserError, instead
from wirebed_fuzz.mutants.rules import RULES, Hooks, Rule

FILE = "fuzz/mutants.yaml"
AREAS = ("text", "numbers", "times", "containers", "references", "presence", "unknown fields", "limits")
LEAST = 5  # of each area
READS, WRITES = "reads", "writes"
_KEYS = ("area", "source", "says", "codec", "side", "rule", "with", "held")
_NEEDED = _KEYS[:6]
_SOURCE = re.compile(r"[\w.-]+/[\w.-]+#[1-9]\d*")
_CODEC = re.compile(r"\w+:[\w-]+/[\w-]+")


@dataclass(frozen=True)
class Mutant:
    """`source`: the issue or pull request about the bug that it is taken from, and what that `says`. `side`: whether
    its codec `reads` or `writes` with the fault."""

    name: str
    area: str
    source: str
    says: str
    codec: str
    side: str
    rule: Rule
    parameters: dict[str, object]
    held: bool

    @property
    def format(self) -> str:
        return codec_id.format_of(self.codec)

    @property
    def reads(self) -> bool:
        return self.side == READS

    @cached_property
    def hooks(self) -> Hooks:
        return self.rule.hooks(self.parameters)


def load(bed: Bed) -> list[Mutant]:
    """In the order of the file; UserError where the file, or an area in it, lacks something."""
    return read(bed.fixtures / FILE)


def read(path: Path) -> list[Mutant]:
    if not path.is_file():
        raise UserError("MUTANTS=1 plants the faults that this file lists, and it is not there", path)
    entries = yaml_tree.read(files.read_text(path), path).want(dict, "a mapping of names")
    mutants = [_mutant(name, value) for name, value in entries.items()]
    counted = Counter(mutant.area for mutant in mutants)
    few = [f"{area} has {counted[area]}" for area in AREAS if counted[area] < LEAST]
    if few:
        raise UserError(f"at least {LEAST} faults of each area are wanted: {', '.join(few)}", path)
    return mutants


def _mutant(name: str, value: Value) -> Mutant:
    entries = value.items(_KEYS, f"the fault {name}")
    for key in _NEEDED:
        if key not in entries:
            raise value.key_error(f"the fault {name} has no {key}")
    rule = RULES[_one_of(entries["rule"], RULES, "rule")]
    side = _one_of(entries["side"], (READS, WRITES), "side")
    if side == WRITES and rule.refuses:
        raise entries["side"].error("a rule that refuses is for a codec that reads")
    return Mutant(
        name,
        _one_of(entries["area"], AREAS, "area"),
        _like(entries["source"], _SOURCE, "an issue such as google/gson#1084"),
        entries["says"].want(str, "what the issue says"),
        _like(entries["codec"], _CODEC, "a codec such as java:json/gson"),
        side,
        rule,
        _parameters(entries, rule),
        "held" in entries and entries["held"].want(bool, "true or false"),
    )


def _one_of(value: Value, known: Iterable[str], what: str) -> str:
    names = list(known)
    text: str = value.want(str, f"the name of a {what}")
    if text not in names:
        raise value.error(f"unknown {what} {text}{instead(text, names)}")
    return text


def _like(value: Value, form: re.Pattern[str], what: str) -> str:
    text = value.want(str, what)
    if not form.fullmatch(text):
        raise value.error(f"{what} is wanted here")
    return text


def _parameters(entries: dict[str, Value], rule: Rule) -> dict[str, object]:
    wanted = rule.parameters
    given = entries["with"].items(wanted, "the parameters of the rule") if "with" in entries else {}
    for name in wanted:
        if name not in given:
            raise entries["rule"].error(f"the rule wants {name} in `with`")
    return {name: given[name].want(type_, f"{type_.__name__} of {name}") for name, type_ in wanted.items()}
