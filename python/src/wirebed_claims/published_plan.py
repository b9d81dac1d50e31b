"""The plan of the articles' programs, fixtures/claims/published/plan.yaml. An error names the file and the place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wirebed.bed import yaml_tree
from wirebed.bed.folders import ROOT
from wirebed.bed.yaml_tree import Value

PLAN = ROOT / "fixtures" / "claims" / "published" / "plan.yaml"


@dataclass(frozen=True)
class Planned:
    """One process: a program with one system and one setting."""

    part: str
    program: str
    system: str
    switches: Mapping[str, str] = field(default_factory=dict)  # those that are not as published
    extent: Mapping[str, str] = field(default_factory=dict)
    number: int = 1  # among the processes of this setting
    seconds: float = 5.0  # that it takes, about
    is_switched: bool = False  # whether no verdict rests on it, but only what a switch changes

    @property
    def name(self) -> str:
        """`stock hessian warm=20`"""
        return " ".join([self.program, self.system, *_words(self.switches)])

    def words(self, runtime_switch: str) -> list[str]:
        """The words of the command line, which has nothing of the runtime."""
        own = {key: value for key, value in self.switches.items() if key != runtime_switch}
        return [self.program, self.system, *_words(own), *_words(self.extent)]


@dataclass(frozen=True)
class Plan:
    peer: str
    processes: tuple[Planned, ...]  # the most important first

    @property
    def seconds(self) -> float:
        return sum(process.seconds for process in self.processes)


def load_plan(path: Path = PLAN) -> Plan:
    top = yaml_tree.read(path.read_text(encoding="utf-8"), path)
    parts = _entries(top, "the plan", ("peer", "parts"))
    processes = [process for part in parts["parts"].want(list, "a list of parts") for process in _part(part)]
    return Plan(parts["peer"].want(str, "the name of a peer"), tuple(processes))


def _part(value: Value) -> Iterator[Planned]:
    """All settings once, then all of them again."""
    parts = _entries(value, "a part", ("about", "programs"), ("times", "switched"))
    about = parts["about"].want(str, "a text")
    times = parts["times"].want(int, "a number of processes") if "times" in parts else 1
    switched = "switched" in parts and parts["switched"].want(bool, "true or false")
    settings = [row for program in parts["programs"].want(list, "a list of programs") for row in _settings(program)]
    for number in range(1, times + 1):
        yield from (Planned(about, **setting, number=number, is_switched=switched) for setting in settings)


def _settings(value: Value) -> Iterator[dict[str, Any]]:
    parts = _entries(value, "a program", ("program", "systems"), ("switches", "extent", "seconds"))
    more: dict[str, Any] = {}
    for key in ("switches", "extent"):
        if key in parts:
            more[key] = {name: str(text.raw) for name, text in parts[key].want(dict, "a mapping of switches").items()}
    if "seconds" in parts:
        more["seconds"] = float(parts["seconds"].want(int, "a number of seconds"))
    program = parts["program"].want(str, "the name of a program")
    for system in parts["systems"].want(list, "a list of systems"):
        yield {"program": program, "system": system.want(str, "the name of a system"), **more}


def _entries(value: Value, what: str, needed: tuple[str, ...], more: tuple[str, ...] = ()) -> dict[str, Value]:
    entries = value.items((*needed, *more), what)
    for key in needed:
        if key not in entries:
            raise value.error(f"{what} has no `{key}:`")
    return entries


def _words(settings: Mapping[str, str]) -> list[str]:
    return [f"{key}={value}" for key, value in sorted(settings.items())]
