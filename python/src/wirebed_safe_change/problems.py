"""The problems of a report of OLD= NEW=, one for each place. JUnit, SARIF and annotations show the same."""

from collections.abc import Iterator
from dataclasses import dataclass

from wirebed_safe_change import names_summary, summary

ERROR, WARNING, NOTE = "error", "warning", "note"


@dataclass(frozen=True)
class Problem:
    name: str  # the full name, of a field `shop.Order.cents`
    rule: str  # the verdict, or `undeclared`, `hazard`, `entry`
    level: str  # an error makes the run fail
    title: str
    text: str
    file: str = ""
    line: int = 0
    column: int = 0


def problems(data: list[dict]) -> list[Problem]:
    """The errors first."""
    footer = data[-1]["footer"]
    all_problems = [*_of_findings(data), *_of_names(data), *_of_enums(data)]
    all_problems += [Problem("", "entry", ERROR, "an accepted entry does not fit", line) for line in footer["stale"]]
    all_problems += [Problem("", "missing", ERROR, "the run was not whole", line) for line in footer["missing"]]
    order = (ERROR, WARNING, NOTE)
    return sorted(all_problems, key=lambda problem: order.index(problem.level))


def _of_findings(data: list[dict]) -> Iterator[Problem]:
    strict = data[-1]["footer"]["strict"]
    hazards = set()
    for finding in _lines(data, "finding"):
        place = f"{finding['message']}.{finding['field']}" if finding["field"] else finding["message"]
        undeclared = finding["verdict"] == "undeclared"
        if finding["verdict"] != "safe":
            level = ERROR if finding.get("fails") or undeclared else NOTE if finding.get("accepted") else WARNING
            words = finding.get("accepted") and f"accepted: {finding['accepted']}"
            text = words or finding.get("question") or "\n".join(summary.effects_of(finding))
            yield Problem(place, finding["verdict"], level, _title(finding, place), text, **finding.get("at", {}))
        if finding.get("hazard") and (place, finding["hazard"]) not in hazards:
            hazards.add((place, finding["hazard"]))
            level = ERROR if strict else NOTE
            yield Problem(place, "hazard", level, f"{place}: hazard", finding["hazard"], **finding.get("at", {}))


def _title(finding: dict, place: str) -> str:
    route = "relaying" if finding["reading"] == "safe" != finding["relaying"] else "reading"
    return f"{place}: {finding['verdict']} ({finding['format']}, {summary.TITLES[finding['direction'], route]})"


def _of_names(data: list[dict]) -> Iterator[Problem]:
    for change in (line for line in _lines(data, "change") if "kind" in line):
        worst = max(change["verdicts"].values(), key=names_summary.ORDER.index)
        if worst == "safe":
            continue
        formats = ", ".join(name for name, word in change["verdicts"].items() if word == worst)
        why = "; ".join(dict.fromkeys(change.get("accepted", {}).values()))
        level = ERROR if change.get("fails") else NOTE if why else WARNING
        text = f"accepted: {why}" if why and level == NOTE else "; ".join(change["what"])
        yield Problem(change["name"], worst, level, f"{change['kind']} {change['name']}: {worst} ({formats})", text,
                      **change.get("at", {}))  # fmt: skip


def _of_enums(data: list[dict]) -> Iterator[Problem]:
    for change in (line for line in _lines(data, "change") if "enum" in line):
        for declare in change.get("declare", ()):
            yield Problem(change["enum"], "undeclared", ERROR, f"{change['enum']}: rename or reuse?", declare,
                          **change.get("at", {}))  # fmt: skip


def _lines(data: list[dict], key: str) -> Iterator[dict]:
    return (line[key] for line in data if key in line)
