"""The rows and lines of a report about packages, messages, enums, services and rpcs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NamedRow:
    place: str  # `rpc shop.Desk.Get`
    change: str
    verdict: str  # the worst of all formats
    text: str  # which formats have it, and why
    at: str = ""


ORDER = ("safe", "lossy", "corrupting", "breaking")


def rows(data: list[dict]) -> list[NamedRow]:
    """One row for each name, the worst first."""
    listed = [_row(line) for line in _named(data)]
    return sorted(listed, key=lambda row: -ORDER.index(row.verdict))


def _row(line: dict) -> NamedRow:
    verdicts = line["verdicts"]
    worst = max(verdicts.values(), key=ORDER.index)
    parts = [line["reached"]] if "reached" in line else []
    parts += _formats(verdicts, worst)
    parts += [f"accepted: {why}" for why in dict.fromkeys(line.get("accepted", {}).values())]
    return NamedRow(f"{line['kind']} {line['name']}", "; ".join(line["what"]), worst, "; ".join(parts), located(line))


def located(line: dict) -> str:
    """Where something changed, as `file:line:column`; empty where that is not known."""
    place = line.get("at")
    return f"{place['file']}:{place['line']}:{place['column']}" if place else ""


def _formats(verdicts: dict[str, str], worst: str) -> list[str]:
    """Where formats differ: those that have the worst verdict, and the verdict of the others."""
    others = [word for word in ORDER if word in verdicts.values() and word != worst]
    if not others:
        return []
    bad = ", ".join(format_ for format_, word in verdicts.items() if word == worst)
    return [f"in {bad}, whose bytes have its class's name in them; {', '.join(others)} elsewhere"]


def hints(data: list[dict]) -> list[str]:
    """Lines that say how to declare a rename, for names that look like one of NEW."""
    return [
        f"{line['kind']} {line['name']}: if it has another name now, say so (ACCEPT=<yaml>): {line['hint']}"
        for line in _named(data)
        if "hint" in line
    ]


def counted(footer: dict) -> str:
    """`3 names changed: 1 lossy, 2 breaking`, or an empty text."""
    named = footer.get("named", {})
    if not named:
        return ""
    count = sum(named.values())
    verdicts = ", ".join(f"{number} {word}" for word, number in named.items())
    return f"{count} name{'s' if count > 1 else ''} changed: {verdicts}"


def _named(data: list[dict]) -> list[dict]:
    return [line["change"] for line in data if "kind" in line.get("change", ())]
