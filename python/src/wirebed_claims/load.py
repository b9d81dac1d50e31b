"""Reads fixtures/claims/*.yaml, a file for each article. A mistake is an error with its file and line."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from wirebed.bed import ROOT
from wirebed.bed.yaml_tree import Value, mapping
from wirebed.errors import UserError, instead
from wirebed_claims import rules
from wirebed_claims.claim import Article, Claim, Switch, System, Workload
from wirebed_claims.protocols import BENCH, PROTOCOLS
from wirebed_costs import fixture

FOLDER = ROOT / "fixtures" / "claims"
_TOP = ("title", "systems", "workloads", "switches", "claims")
_CLAIM = ("said", "decide", "reported", "switches", "protocols")
_SWITCH = ("published", "workload", "rows", "transport", "bind", "systems")
ROWS = ("cold", "reused", "populate")


def load(folder: Path = FOLDER) -> list[Article]:
    """All articles, in the order of their files."""
    found = [_article(path) for path in sorted(folder.glob("*.yaml"))]
    if not found:
        raise UserError("there are no claims", folder)
    return found


def _article(path: Path) -> Article:
    entries = mapping(path)
    if missing := [key for key in _TOP if key not in entries]:
        raise UserError(f"there is no `{missing[0]}:`", path, 1, 1)
    if unknown := [key for key in entries if key not in _TOP]:
        raise entries[unknown[0]].error(f"unknown key {unknown[0]}; known: {', '.join(_TOP)}")
    systems = {name: _system(name, value) for name, value in _named(entries["systems"])}
    workloads = {name: _workload(name, value) for name, value in _named(entries["workloads"])}
    switches = {name: _switch(name, value, workloads, systems) for name, value in _named(entries["switches"])}
    claims = [_claim(name, value, switches) for name, value in _named(entries["claims"])]
    article = Article(path.stem, entries["title"].want(str, "a text"), systems, workloads, tuple(claims))
    for claim in claims:
        rules.check(claim.rule, article)
    return article


def _named(value: Value):
    return value.want(dict, "a mapping of names").items()


def _texts(value: Value) -> dict[str, str]:
    return {key: str(one.want((str, int), "a text")) for key, one in value.want(dict, "a mapping").items()}


def _system(name: str, value: Value) -> System:
    parts = value.items(("published", "codec", "echo", "per_element"), "a system")
    wanted = {"per_element": (int, "a number of bytes")}
    return System(name, **{key: one.want(*wanted.get(key, (str, "a text"))) for key, one in parts.items()})


def _workload(name: str, value: Value) -> Workload:
    parts = value.items(("published", "switches", "case", "sizes", "sweep"), "a workload")
    texts = {key: parts[key].want(str, "a text") for key in ("published", "case") if key in parts}
    maps = {key: _texts(parts[key]) for key in ("switches", "sizes") if key in parts}
    sweep = parts["sweep"].want(list, "a list of lengths") if "sweep" in parts else []
    return Workload(name, **texts, **maps, sweep=tuple(one.want(int, "a length") for one in sweep))


def _switch(name: str, value: Value, workloads: Mapping[str, Workload], systems: Mapping[str, System]) -> Switch:
    parts = value.items(_SWITCH, "a switch")
    made = Switch(name, _texts(parts["published"]) if "published" in parts else {})
    if "workload" in parts:
        made = replace(made, workload=_known(parts["workload"], workloads, "workload"))
    for key, known, what in (("rows", ROWS, "kind of row"), ("systems", systems, "system")):
        if key in parts:
            made = replace(made, **{key: tuple(_known(one, known, what) for one in parts[key].want(list, "a list"))})
    places = {key: parts[key].want(str, "a name") for key in ("transport", "bind") if key in parts}
    return replace(made, **places)


def _known(value: Value, known, what: str) -> str:
    name = value.want(str, "a name")
    if name not in known:
        raise value.error(f'unknown {what} "{name}"{instead(name, known)}')
    return name


def _claim(name: str, value: Value, switches: Mapping[str, Switch]) -> Claim:
    parts = value.items(_CLAIM, "a claim")
    for key in ("said", "decide"):
        if key not in parts:
            raise value.error(f"`{name}` has no `{key}:`")
    listed = parts["switches"].want(list, "a list of switches") if "switches" in parts else []
    reported, unit = _reported(parts["reported"]) if "reported" in parts else ((), "")
    return Claim(
        name,
        parts["said"].want(str, "a text").strip(),
        parts["decide"],
        reported,
        unit,
        _protocols(parts),
        tuple(switches[_known(one, switches, "switch")] for one in listed),
    )


def _protocols(parts: Mapping[str, Value]) -> tuple[str, ...]:
    if "protocols" not in parts:
        return PROTOCOLS if rules.timed(parts["decide"]) else (BENCH,)
    return tuple(_known(one, PROTOCOLS, "protocol") for one in parts["protocols"].want(list, "a list"))


def _reported(value: Value) -> tuple[tuple[tuple[str, float], ...], str]:
    """The published numbers: those of labels of a figure of fixtures/bench/articles.yaml, or what stands here."""
    parts = value.items(("figure", "labels", "values", "unit"), "what was reported")
    if "figure" not in parts:
        unit = parts["unit"].want(str, "a unit") if "unit" in parts else ""
        return tuple((key, _number(text, value)) for key, text in _texts(parts["values"]).items()), unit
    figures = fixture.read("articles", "figures")["figures"]
    figure = figures[_known(parts["figure"], figures, "figure of fixtures/bench/articles.yaml")]
    bars = {bar["label"]: bar["published"] for bar in figure["bars"]}
    labels = [_known(one, bars, "label") for one in parts["labels"].want(list, "a list")] if "labels" in parts else bars
    found = []
    for label in labels:
        numbers = bars[label] if isinstance(bars[label], dict) else {"": bars[label]}
        found += [(f"{label} {year}".strip(), float(number)) for year, number in numbers.items()]
    return tuple(found), figure["unit"]


def _number(text: str, value: Value) -> float:
    try:
        return float(text)
    except ValueError:
        raise value.error(f"`{text}` is no number") from None
