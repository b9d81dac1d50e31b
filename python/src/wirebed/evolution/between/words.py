"""What a report of OLD= NEW= says, line by line, for the terminal and for markdown alike."""

from dataclasses import dataclass, field

from wirebed.outcome import short

TITLES = {"backward": "new reads old", "forward": "old reads new"}
_SHOWN = 3  # effects of a finding that are told


@dataclass
class Row:
    message: str
    field: str
    change: str
    format: str
    cells: dict[str, tuple[str, str]] = field(default_factory=dict)  # direction -> verdict, in short


def rows(data: list[dict]) -> list[Row]:
    """One row for each changed field and format, and for each other place where something happens."""
    what = {
        (c["message"], c["field"]): "; ".join(c["what"])
        for c in (line["change"] for line in data if "change" in line)
        if "message" in c
    }
    found: dict[tuple, Row] = {}
    for one in (line["finding"] for line in data if "finding" in line):
        key = (one["message"], one["field"], one["format"])
        row = found.setdefault(key, Row(*key[:2], what.get(key[:2], "not changed itself"), one["format"]))
        row.cells[one["direction"]] = ("unknown" if one.get("hidden") else one["verdict"], _brief(one))
    places = list(dict.fromkeys((row.message, row.field) for row in found.values()))
    messages = list(dict.fromkeys(message for message, _ in places))
    return sorted(found.values(), key=lambda row: (messages.index(row.message), places.index((row.message, row.field))))


def _brief(one: dict) -> str:
    """The worst effect in a few words."""
    if one["verdict"] == "undeclared":
        return "rename or reuse?"
    if one.get("hidden"):
        return "the whole message fails"
    told = [effect for effect in one["effects"] if effect["verdict"] == one["verdict"]]
    if not told:
        return _accepted(one)
    worst = told[0]
    when = f", {worst['when']}" if worst.get("when") and one["verdict"] != "safe" else ""
    return _accepted(one) + worst["what"] + when + _who(worst)


def _accepted(one: dict) -> str:
    return "accepted: " if one.get("accepted") else ""


def _who(effect: dict) -> str:
    """The languages, where they do not agree."""
    return f" ({', '.join(effect['languages'])} only)" if effect["not"] else ""


def notes(data: list[dict]) -> list[str]:
    """What is not a verdict, and worth a line."""
    footer, told = data[-1]["footer"], []
    changes = [line["change"] for line in data if "change" in line]
    told += [f"enum {c['enum']}: {', '.join(c['what'])}" for c in changes if "enum" in c]
    if footer["added"]:
        told.append(f"messages in NEW only: {', '.join(footer['added'])}")
    if footer["removed"]:
        told.append(f"messages in OLD only, of which nothing was tried by itself: {', '.join(footer['removed'])}")
    told += footer["left_out"]
    hazards = {}
    for one in (line["finding"] for line in data if "finding" in line):
        if one.get("hazard"):
            hazards[one["message"], one["field"]] = one["hazard"]
    told += [f"hazard: {message}.{name}: {hazard}" for (message, name), hazard in hazards.items()]
    return told


def harms(data: list[dict]) -> list[tuple[str, list[str], str]]:
    """(place, lines, verdict) of every finding that is not safe and not accepted, worst first."""
    found, asked = [], set()
    for one in (line["finding"] for line in data if "finding" in line):
        if one["verdict"] == "safe" or one.get("accepted"):
            continue
        place = f"{one['message']}.{one['field']}" if one["field"] else one["message"]
        effects = [effect for effect in one["effects"] if effect["verdict"] != "safe"]
        if one["verdict"] == "undeclared" and place not in asked:
            asked.add(place)
            told = "rename or reuse? The bytes are the same, so declare it (ACCEPT=<yaml>):"
            found.append((place, [told, *one["question"].split("  or  ")], "undeclared"))
        if effects:
            head = f"{place}  {one['format']}, {TITLES[one['direction']]}"
            lines = [line for effect in effects[:_SHOWN] for line in _effect(effect)]
            if not one["field"]:
                lines.append("the fields themselves are not seen then: make the changes one by one to see which it is")
            found.append((head, lines, effects[0]["verdict"]))
    for c in (line["change"] for line in data if "change" in line):
        for declare in c.get("declare", ()):
            told = "rename or reuse? The bytes are the same, so declare it (ACCEPT=<yaml>):"
            found.append((f"enum {c['enum']}", [told, *declare.split("  or  ")], "undeclared"))
    order = ("undeclared", "breaking", "corrupting", "lossy")
    return sorted(found, key=lambda one: order.index(one[2]))


def _effect(one: dict) -> list[str]:
    how = "after a relay: " if one["relayed"] else ""
    head = f"{how}{one['means']}" + (f"; {one['when']}" if one.get("when") else "")
    if one["not"]:
        head += f"; {', '.join(one['languages'])}, not {', '.join(one['not'])}"
    witness = one["witness"] or "(nothing is set)"
    if "reason" in one:
        seen = one["reason"]
    else:
        seen = f"{one.get('path') or 'the value'}: expected {one.get('expected', '')}, seen {one.get('actual', '')}"
    way = " > ".join(short(one[key]) for key in ("writer", "relay", "reader") if one.get(key))
    return [head, f"  with {_cut(witness)}", f"  {_cut(seen)}  ({way})"]


def _cut(text: str, length: int = 200) -> str:
    text = " ".join("".join(c if c.isprintable() else " " if c.isspace() else f"\\x{ord(c):02x}" for c in text).split())
    return text if len(text) <= length else f"{text[:length]}…"


def troubles(footer: dict) -> list[str]:
    return [*footer["stale"], *footer["missing"]]


def conclusion(footer: dict) -> str:
    if footer["exit"] == 3:
        return "not all that should have run did"
    if footer["exit"] == 0:
        worse = footer["verdicts"].keys() - {"safe"}
        return "safe" if not worse else "losses, no harm" if worse == {"lossy"} else "as accepted"
    return "not safe" if footer["wrong"] or footer["undeclared"] else "an accepted entry does not fit"


def counted(footer: dict) -> str:
    verdicts = ", ".join(f"{count} {word}" for word, count in footer["verdicts"].items()) or "no change"
    times = footer["times"]
    return (
        f"{footer['changed']} of {footer['fields']} fields in {footer['messages']} messages changed: {verdicts}; "
        f"{footer['samples']} samples, {footer['cells']:,} cells, {times['with_start']:.1f} s"
    )
