"""Reads fixtures/claims/*.yaml, a file for each article. A mistake is an error with its file and line."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from wirebed.bed.folders import ROOT
from wirebed.bed.yaml_tree import Value, mapping
from wirebed.errors import UserError, instead, shown
from wirebed_claims import published_plan, rules
from wirebed_claims.claim import Article, Chart, Claim, Switch, System, Workload
from wirebed_claims.protocols import BENCH, PROTOCOLS
from wirebed_claims.quantity import Quantity
from wirebed_connections.payloads import Persons
from wirebed_costs import fixture

FOLDER = ROOT / "fixtures" / "claims"
_TOP = ("title", "systems", "workloads", "switches", "claims")
NO_FIGURE, BOUND = "no figure", "a bound alone"
_CLAIM = ("said", "part", "decide", "reported", "switches", "protocols", "charts")
ROWS = ("cold", "reused", "populate")
MOST_SERIES = 4  # that a chart of the page tells apart
_DRAWN = ("time", "bytes")


def load(folder: Path = FOLDER) -> list[Article]:
    """All articles, in the order of their files."""
    programs = {process.program for process in published_plan.load_plan().processes}
    articles = [_article(path, programs) for path in sorted(folder.glob("*.yaml"))]
    if not articles:
        raise UserError("there are no claims", folder)
    return articles


def _article(path: Path, programs: Collection[str]) -> Article:
    """`programs`: those of the articles, which the plan runs."""
    entries = mapping(path)
    if missing := [key for key in _TOP if key not in entries]:
        raise UserError(f"there is no `{missing[0]}:`", path, 1, 1)
    if unknown := [key for key in entries if key not in _TOP]:
        raise entries[unknown[0]].error(f"unknown key {unknown[0]}; known: {', '.join(_TOP)}")
    named = {key: entries[key].want(dict, "a mapping of names") for key in _TOP[1:]}
    systems, workloads, switches = (
        {name: _entry(kind, name, value) for name, value in named[key].items()}
        for key, kind in (("systems", System), ("workloads", Workload), ("switches", Switch))
    )
    for value in named["switches"].values():
        for key, known in (("workload", workloads), ("rows", ROWS), ("systems", systems)):
            names = value.raw.get(key)
            for name in (names.raw if isinstance(names.raw, list) else [names]) if names else ():
                _known(name, known, key.removesuffix("s"))
    for value in named["workloads"].values():
        if "published" in value.raw:
            _known(value.raw["published"], programs, f"program of {shown(published_plan.PLAN)}")
    article = Article(path.stem, entries["title"].want(str, "a text"), systems, workloads)
    return replace(article, claims=tuple(_claim(*item, switches, article) for item in named["claims"].items()))


def _texts(value: Value) -> dict[str, str]:
    return {key: str(text.want((str, int), "a text")) for key, text in value.want(dict, "a mapping").items()}


def _persons(value: Value) -> Persons:
    parts = value.items([field.name for field in fields(Persons)], "Persons")
    return Persons(**{key: part.want(int, "a number") for key, part in parts.items()})


# How a field of an entry is read, by its type.
_READ = {
    str | None: lambda value: value.want(str, "a text"),
    int | None: lambda value: value.want(int, "a number"),
    Mapping[str, str]: _texts,
    Persons | None: _persons,
    tuple[str, ...]: lambda value: tuple(name.want(str, "a name") for name in value.want(list, "a list of names")),
    tuple[int, ...]: lambda value: tuple(n.want(int, "a length") for n in value.want(list, "a list of lengths")),
}


def _entry(kind: type, name: str, value: Value) -> Any:
    """A system, a workload or a switch: its keys are the fields of its class."""
    types = {field.name: field.type for field in fields(kind) if field.name != "name"}
    parts = value.items(tuple(types), f"a {kind.__name__.lower()}")
    named = (name,) if "name" in {field.name for field in fields(kind)} else ()
    return kind(*named, **{key: _READ[types[key]](part) for key, part in parts.items()})


def _known(value: Value, known: Iterable[str], what: str) -> str:
    name = value.want(str, "a name")
    if name not in known:
        raise value.error(f'unknown {what} "{name}"{instead(name, known)}')
    return name


def _claim(name: str, value: Value, switches: Mapping[str, Switch], article: Article) -> Claim:
    parts = value.items(_CLAIM, "a claim")
    for key in ("said", "part", "reported", "decide"):
        if key not in parts:
            raise value.error(f"`{name}` has no `{key}:`")

    def listed(key: str, known: Iterable[str], what: str) -> tuple[str, ...]:
        return tuple(_known(word, known, what) for word in parts[key].want(list, "a list")) if key in parts else ()

    sentence, part = (parts[key].want(str, "a text").strip() for key in ("said", "part"))
    tried = tuple(switches[switch] for switch in listed("switches", switches, "switch"))
    reported, unit = _reported(parts["reported"])
    rule = rules.read(parts["decide"], article)
    protocols = listed("protocols", PROTOCOLS, "protocol") or (PROTOCOLS if rule.timed else (BENCH,))
    if BENCH not in protocols:
        raise parts["protocols"].error(f"a verdict needs `{BENCH}`")
    drawn = parts["charts"].want(list, "a list of charts") if "charts" in parts else ()
    charts = tuple(_chart(chart, article) for chart in drawn)
    return Claim(name, sentence, part, rule, reported, unit, protocols, tried, charts)


def _chart(value: Value, article: Article) -> Chart:
    parts = value.items(("over", "systems", "workloads", *_DRAWN, "divided by"), "a chart")
    for key in ("over", "systems", "workloads"):
        if key not in parts:
            raise value.error(f"the chart has no `{key}:`")
    systems, workloads = (parts[key].want(list, "a list of names") for key in ("systems", "workloads"))
    for name in workloads:
        workload = article.workloads[_known(name, article.workloads, "workload")]
        if not workload.sweep or not workload.case:
            raise name.error(f"the workload {workload.name} has no case with lengths")
    if len({article.workloads[str(name.raw)].sweep for name in workloads}) > 1:
        raise parts["workloads"].error("the workloads of a chart must have the same lengths")
    if len(systems) * len(workloads) > MOST_SERIES:
        raise value.error(f"a chart has at most {MOST_SERIES} curves")
    for system in systems:
        _known(system, article.systems, "system")
    measure = {key: parts[key] for key in _DRAWN if key in parts}
    quantities = tuple(
        Quantity.read(measure | {"workload": workload}, system) for workload in workloads for system in systems
    )
    divisor = _known(parts["divided by"], article.systems, "system") if "divided by" in parts else None
    return Chart(parts["over"].want(str, "a text"), quantities, divisor)


def _reported(value: Value) -> tuple[dict[str, float], str]:
    """The published numbers with their unit: those of labels of figures of fixtures/bench/articles.yaml, or what stands
    here. Where the article gives none, or only the bound of its sentence, this stands in place of the unit."""
    if value.raw in (NO_FIGURE, BOUND):
        return {}, value.raw
    parts = value.items(("figure", "labels", "values", "unit"), "what was reported")
    if "figure" not in parts:
        unit = parts["unit"].want(str, "a unit") if "unit" in parts else ""
        return {key: rules.number(text, value) for key, text in _texts(parts["values"]).items()}, unit
    known = fixture.read("articles", "figures")["figures"]
    named = parts["figure"].raw if isinstance(parts["figure"].raw, list) else [parts["figure"]]
    figures = [known[_known(name, known, "figure of fixtures/bench/articles.yaml")] for name in named]
    bars = {bar["label"]: bar for figure in figures for bar in figure["bars"]}
    if "labels" in parts:
        labels = [_known(label, bars, "label") for label in parts["labels"].want(list, "a list")]
        bars = {label: bars[label] for label in labels}
    numbers = {f"{label} {what}".strip(): float(n) for label, bar in bars.items() for what, n in published(bar).items()}
    return numbers, ", ".join(dict.fromkeys(figure["unit"] for figure in figures))


def published(bar: Mapping[str, Any]) -> dict[str, float]:
    """The numbers of a bar by year, or "" where there is one, and what else there is by its name."""
    numbers = bar["published"]
    return {**(numbers if isinstance(numbers, dict) else {"": numbers}), **bar.get("elsewhere", {})}
