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
    found = [*_of_findings(data), *_of_names(data), *_of_enums(data)]
    found += [Problem("", "entry", ERROR, "an accepted entry does not fit", line) for line in footer["stale"]]
    found += [Problem("", "missing", ERROR, "the run was not whole", line) for line in footer["missing"]]
    order = (ERROR, WARNING, NOTE)
    return sorted(found, key=lambda one: order.index(one.level))


def _of_findings(data: list[dict]) -> Iterator[Problem]:
    strict = data[-1]["footer"]["strict"]
    hazards = set()
    for one in _lines(data, "finding"):
        place = f"{one['message']}.{one['field']}" if one["field"] else one["message"]
        undeclared = one["verdict"] == "undeclared"
        if one["verdict"] != "safe":
            level = ERROR if one.get("fails") or undeclared else NOTE if one.get("accepted") else WARNING
            words = one.get("accepted") and f"accepted: {one['accepted']}"
            text = words or one.get("question") or "\n".join(summary.effects_of(one))
            yield Problem(place, one["verdict"], level, _title(one, place), text, **one.get("at", {}))
        if one.get("hazard") and (place, one["hazard"]) not in hazards:
            hazards.add((place, one["hazard"]))
            level = ERROR if strict else NOTE
            yield Problem(place, "hazard", level, f"{place}: hazard", one["hazard"], **one.get("at", {}))


def _title(one: dict, place: str) -> str:
    route = "relaying" if one["reading"] == "safe" != one["relaying"] else "reading"
    return f"{place}: {one['verdict']} ({one['format']}, {summary.TITLES[one['direction'], route]})"


def _of_names(data: list[dict]) -> Iterator[Problem]:
    for one in (change for change in _lines(data, "change") if "kind" in change):
        worst = max(one["verdicts"].values(), key=names_summary.ORDER.index)
        if worst == "safe":
            continue
        formats = ", ".join(name for name, word in one["verdicts"].items() if word == worst)
        why = "; ".join(dict.fromkeys(one.get("accepted", {}).values()))
        level = ERROR if one.get("fails") else NOTE if why else WARNING
        text = f"accepted: {why}" if why and level == NOTE else "; ".join(one["what"])
        yield Problem(one["name"], worst, level, f"{one['kind']} {one['name']}: {worst} ({formats})", text,
                      **one.get("at", {}))  # fmt: skip


def _of_enums(data: list[dict]) -> Iterator[Problem]:
    for one in (change for change in _lines(data, "change") if "enum" in change):
        for declare in one.get("declare", ()):
            yield Problem(one["enum"], "undeclared", ERROR, f"{one['enum']}: rename or reuse?", declare,
                          **one.get("at", {}))  # fmt: skip


def _lines(data: list[dict], key: str) -> Iterator[dict]:
    return (line[key] for line in data if key in line)
