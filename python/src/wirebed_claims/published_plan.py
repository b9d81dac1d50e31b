"""The plan of the articles' programs, fixtures/claims/published/plan.yaml. An error names the file and the place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wirebed.bed import ROOT, yaml_tree
from wirebed.bed.yaml_tree import Value

PLAN = ROOT / "fixtures" / "claims" / "published" / "plan.yaml"
_PART = ("about", "times", "programs")
_PROGRAM = ("program", "systems", "switches", "extent", "seconds")
_SECONDS = 5  # of a process for which the plan does not say it


@dataclass(frozen=True)
class Planned:
    """One process: a program with one system and one setting."""

    part: str
    program: str
    system: str
    switches: Mapping[str, str] = field(default_factory=dict, hash=False)  # those that are not as published
    extent: Mapping[str, str] = field(default_factory=dict, hash=False)
    number: int = 1  # among the processes of this setting
    seconds: float = _SECONDS  # that it takes, about

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
        return sum(one.seconds for one in self.processes)


def load_plan(path: Path = PLAN) -> Plan:
    top = yaml_tree.read(path.read_text(encoding="utf-8"), path)
    parts = _entries(top, ("peer", "parts"), "the plan", needed=("peer", "parts"))
    found = [one for part in parts["parts"].want(list, "a list of parts") for one in _part(part)]
    return Plan(parts["peer"].want(str, "the name of a peer"), tuple(found))


def _part(value: Value) -> Iterator[Planned]:
    """All settings once, then all of them again."""
    parts = _entries(value, _PART, "a part", needed=("about", "programs"))
    about = parts["about"].want(str, "a text")
    times = parts["times"].want(int, "a number of processes") if "times" in parts else 1
    settings = [one for program in parts["programs"].want(list, "a list of programs") for one in _settings(program)]
    for number in range(1, times + 1):
        yield from (Planned(about, **one, number=number) for one in settings)


def _settings(value: Value) -> Iterator[dict]:
    parts = _entries(value, _PROGRAM, "a program", needed=("program", "systems"))
    setting = {key: _texts(parts[key]) for key in ("switches", "extent") if key in parts}
    if "seconds" in parts:
        setting["seconds"] = float(parts["seconds"].want(int, "a number of seconds"))
    program = parts["program"].want(str, "the name of a program")
    for system in parts["systems"].want(list, "a list of systems"):
        yield {"program": program, "system": system.want(str, "the name of a system"), **setting}


def _entries(value: Value, known: tuple[str, ...], what: str, needed: tuple[str, ...]) -> dict[str, Value]:
    found = value.items(known, what)
    for key in needed:
        if key not in found:
            raise value.error(f"{what} has no `{key}:`")
    return found


def _texts(value: Value) -> dict[str, str]:
    return {key: str(one.raw) for key, one in value.want(dict, "a mapping of switches").items()}


def _words(settings: Mapping[str, str]) -> list[str]:
    return [f"{key}={value}" for key, value in sorted(settings.items())]
