"""What a report of OLD= NEW= says of one pair, without the name of its package: what two reports can be compared by."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from wirebed.report.steps.verdicts import Verdict
from wirebed.view.outcome import BROKEN
from wirebed_fuzz.schemas.known import Known, OfEffect
from wirebed_fuzz.schemas.pair import PACKAGE

READING, RELAYING = "reading", "relaying"
_COLUMNS = {
    ("backward", READING): "new reads old", ("backward", RELAYING): "new relays old",
    ("forward", READING): "old reads new", ("forward", RELAYING): "old relays new",
}  # fmt: skip
_ENDED = {outcome.value for outcome in BROKEN}


class Column(NamedTuple):
    """A column of the table of OLD= NEW=, in the row of a field and a format. `field` is empty for a whole message."""

    message: str
    field: str
    format: str
    name: str

    def __str__(self) -> str:
        place = f"{self.message}.{self.field}" if self.field else f"{self.message} as a whole"
        return f"{place}, {self.format}, {self.name}"


class Effect(NamedTuple):
    """`known`: why the other of descriptors and compiled classes need not show it; of `doubtful` languages alone, why
    need not be said."""

    verdict: str
    what: str
    when: str
    languages: tuple[str, ...]
    known: str = ""
    doubtful: tuple[str, ...] = ()

    def __str__(self) -> str:
        when = f", {self.when}" if self.when else ""
        return f"{self.verdict}: {self.what}{when} ({', '.join(self.languages)})"

    def without(self, languages: Collection[str]) -> "Effect":
        left = tuple(language for language in self.languages if language not in languages)
        return self._replace(languages=left, known="", doubtful=())


class Said(NamedTuple):
    """Of one column. `more`: the question, the hazard and the other words of the row, which each of its columns has."""

    verdict: str = "safe"
    effects: tuple[Effect, ...] = ()
    conditions: tuple[Effect, ...] = ()
    more: tuple[str, ...] = ()

    @property
    def rank(self) -> Verdict:
        return Verdict[self.verdict.upper()]

    def __str__(self) -> str:
        words = [*map(str, self.effects), *(f"only if {each}" for each in self.conditions), *self.more]
        return "; ".join(words) or self.verdict

    def certain(self, other: "Said") -> "Said":
        """Without the effects that the other answer need not show, and without the languages that are doubtful in one
        of the two."""
        effects, conditions = (
            tuple(each.without(_doubtful(each, self, other)) for each in some if not each.known)
            for some in (self.effects, self.conditions)
        )
        verdict = max([Verdict.SAFE, *(Verdict[effect.verdict.upper()] for effect in effects)])
        verdict = verdict if len(effects) < len(self.effects) else self.rank
        return self._replace(verdict=str(verdict), effects=effects, conditions=conditions)


NOTHING = Said()


@dataclass
class Answer:
    """`columns`: those of which something is said. `names`: what is said of packages, messages and enums that are gone,
    by kind, name and format. `changed`: the fields and enums that are listed, with the words of their changes."""

    columns: dict[Column, Said] = field(default_factory=dict)
    names: dict[tuple[str, str, str], str] = field(default_factory=dict)
    changed: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def undecided(self) -> list[str]:
        """What nobody could answer, or what ended a peer for no known reason."""
        return [
            f"{column}: {said}"
            for column, said in self.columns.items()
            if said.rank is Verdict.UNKNOWN or {each.what for each in said.effects if not each.known} & _ENDED
        ]


def of_report(lines: Sequence[Mapping[str, Any]], known: Mapping[OfEffect, Known]) -> dict[str, Answer]:
    """The answers by the names of the pairs. `known`: the effects that another run need not show."""
    answers: dict[str, Answer] = defaultdict(Answer)
    for line in lines:
        if "finding" in line:
            name, finding = _bare(_with_known(line["finding"], known), line["finding"]["message"])
            _take(answers[name], finding)
        elif "change" in line:
            change = line["change"]
            name, change = _bare(change, change.get("message") or change.get("enum") or change["name"])
            _take_change(answers[name], change)
    return dict(answers)


def _doubtful(effect: Effect, *both: Said) -> set[str]:
    """The languages that are doubtful of this effect in some answer."""
    alike = (each for said in both for each in (*said.effects, *said.conditions) if each[:3] == effect[:3])
    return {language for each in alike for language in each.doubtful}


def differing(one: Answer, other: Answer) -> list[tuple[str, str, str]]:
    """The places where two answers are not the same, with what each says. What a known difference explains is left out
    where they are not."""
    columns = sorted(one.columns.keys() | other.columns.keys())
    both = [(column, one.columns.get(column, NOTHING), other.columns.get(column, NOTHING)) for column in columns]
    found = [
        (str(column), str(here), str(there))
        for column, here, there in both
        if here != there and here.certain(there) != there.certain(here)
    ]
    for key in sorted(one.names.keys() | other.names.keys()):
        here, there = one.names.get(key, "safe"), other.names.get(key, "safe")
        found += [(" ".join(key), here, there)] if here != there else []
    for place in sorted(one.changed.keys() | other.changed.keys()):
        here, there = (", ".join(each.changed.get(place, ("not listed",))) for each in (one, other))
        found += [(place, here, there)] if here != there else []
    return found


def _bare(line: Mapping[str, Any], full_name: str) -> tuple[str, Any]:
    """The name of the pair of a line, and the line without the name of the package."""
    name = full_name.split(".")[1]
    assert full_name.split(".")[0] == PACKAGE, full_name
    return name, json.loads(json.dumps(line).replace(f"{PACKAGE}.{name}.", "").replace(f"{PACKAGE}.{name}", "package"))


def _with_known(finding: Mapping[str, Any], known: Mapping[OfEffect, Known]) -> Mapping[str, Any]:
    place = (finding["message"], finding["field"], finding["format"], finding["direction"])

    def of(each: Mapping[str, Any]) -> Mapping[str, Any]:
        key = OfEffect(place, each["relayed"], each["what"], each.get("when", ""))
        return {**each, "known": known[key]} if key in known else each

    return {**finding, **{key: list(map(of, finding[key])) for key in ("effects", "conditions")}}


def _take(answer: Answer, finding: Mapping[str, Any]) -> None:
    more = tuple(f"{key}: {finding[key]}" for key in ("question", "hazard", "hidden", "unwritten") if key in finding)
    for route in (READING, RELAYING):
        relayed = route == RELAYING
        effects, conditions = (_effects(finding[key], relayed) for key in ("effects", "conditions"))
        said = Said(finding[route], effects, conditions, more)
        if said != NOTHING:
            name = _COLUMNS[finding["direction"], route]
            answer.columns[Column(finding["message"], finding["field"], finding["format"], name)] = said


def _effects(effects: Iterable[Mapping[str, Any]], relayed: bool) -> tuple[Effect, ...]:
    made = []
    for each in effects:
        if each["relayed"] is relayed:
            why, doubtful = each.get("known", ("", ()))
            languages = tuple(each["languages"])
            words = (each["verdict"], each["what"], each.get("when", ""))
            made.append(Effect(*words, languages, why, tuple(doubtful)))
    return tuple(sorted(made))


def _take_change(answer: Answer, change: Mapping[str, Any]) -> None:
    what = tuple(change["what"])
    if "kind" in change:
        for format_, verdict in change["verdicts"].items():
            answer.names[change["kind"], change["name"], format_] = verdict
        answer.changed[change["name"]] = what
    elif "enum" in change:
        answer.changed[change["enum"]] = what
    else:
        answer.changed[f"{change['message']}.{change['field']}"] = what
