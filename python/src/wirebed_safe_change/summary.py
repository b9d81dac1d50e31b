"""The rows and lines of a report of OLD= NEW=, which the terminal and markdown share."""

import dataclasses
from dataclasses import dataclass

from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import AS_EXPECTED, MEANINGS, NOT_WHOLE
from wirebed_safe_change import names_summary

TITLES = {
    ("backward", "reading"): "new reads old",
    ("backward", "relaying"): "new relays old",
    ("forward", "reading"): "old reads new",
    ("forward", "relaying"): "old relays new",
}
_SHOWN = 3  # effects of a finding


@dataclass
class Row:
    message: str
    field: str
    change: str
    format: str
    cells: dict[tuple, tuple[str, str]] = dataclasses.field(
        default_factory=dict
    )  # by the keys of TITLES: verdict, in short
    at: str = ""  # where it changed


def rows(data: list[dict]) -> list[Row]:
    """One row for each changed field and format, and for each other place where something happens."""
    what = {
        (c["message"], c["field"]): "; ".join(c["what"])
        for c in (line["change"] for line in data if "change" in line)
        if c.get("field")
    }
    changed = {message for message, _ in what}
    header, found = data[0]["header"], {}
    for one in (line["finding"] for line in data if "finding" in line):
        key = (one["message"], one["field"], one["format"])
        if key not in found:
            itself = "its fields changed" if not key[1] and key[0] in changed else "not changed itself"
            found[key] = Row(*key[:2], what.get(key[:2], itself), one["format"])
            found[key].at = names_summary.located(one)
            found[key].cells = {column: ("safe", "") for column in columns(header) if _ran(header, key[2], *column)}
        for column in found[key].cells:
            if column[0] == one["direction"]:
                verdict, text = _cell(one, column[1])
                found[key].cells[column] = verdict, "; ".join(filter(None, (text, _beside(one, column[1], header))))
    places = list(dict.fromkeys((row.message, row.field) for row in found.values()))
    messages = list(dict.fromkeys(message for message, _ in places))
    return sorted(found.values(), key=lambda row: (messages.index(row.message), places.index((row.message, row.field))))


def source(header: dict) -> list[str]:
    """Where the answer comes from."""
    kept = ["an earlier run of the same inputs gave this answer; FRESH=1 executes everything"] if header["kept"] else []
    if header["from"] != "descriptors":
        return ["answered by the classes that are compiled from both versions", *kept]
    return [
        *kept,
        "answered from the descriptors alone, no class was compiled; FULL=1 compiles both versions",
        f"not asked: {', '.join(header['not_asked'])}; FORMAT= takes these formats of plain classes, and compiles",
    ]


def columns(header: dict) -> list[tuple[str, str]]:
    """The keys of TITLES that a report has."""
    return [key for key in TITLES if key[0] in header["directions"]]


def heads(header: dict) -> list[str]:
    """The heads of the table."""
    formats = ["format"] if len(header["formats"]) > 1 else []
    return ["field", "change", *formats, *(TITLES[key] for key in columns(header))]


def _ran(header: dict, format_: str, direction: str, route: str) -> bool:
    return route == "reading" or f"{format_} {direction}" in header["relayed"]


def _cell(one: dict, route: str) -> tuple[str, str]:
    """The verdict of reading or of relaying, and its worst effect in a few words."""
    if one["verdict"] == "undeclared":
        return "undeclared", "rename or reuse?"
    if one.get("hidden"):
        return "unknown", "the whole message fails"
    verdict, relayed = one[route], route == "relaying"
    if verdict == "unknown":
        return verdict, "nobody could write a value"
    effects = [e for e in one["effects"] if e["verdict"] == verdict and e["relayed"] == relayed]
    condition = next((f"only if {e['when']}" for e in one["conditions"] if e["relayed"] == relayed), "")
    if not effects:
        return verdict, _accepted(one) + condition
    when = f", {effects[0]['when']}" if effects[0].get("when") and verdict != "safe" else ""
    what = _accepted(one) + effects[0]["what"] + when + _who(effects)
    doubt = "FULL=1 decides" if all(effect.get("doubt") for effect in effects) else ""
    return verdict, "; ".join(filter(None, (what, condition, doubt)))


def _beside(one: dict, route: str, header: dict) -> str:
    """The harms in codecs that do not count."""
    worse = [e for e in one.get("beside", ()) if e["relayed"] == (route == "relaying")]
    if not worse:
        return ""
    codecs = ", ".join(sorted({short(codec) for effect in worse for codec in effect["codecs"]}))
    how = f"in {codecs}, not of CODEC=" if header["codec"] else f"only by the defaults of {codecs}"
    return f"{worse[0]['verdict']} {how}: {worse[0]['what']}"


def _accepted(one: dict) -> str:
    return "accepted: " if one.get("accepted") else ""


def _who(effects: list[dict]) -> str:
    """The languages in which one of the effects shows, unless all of them show it."""
    languages = {language for effect in effects for language in effect["languages"]}
    others = {language for effect in effects for language in effect["not"]} - languages
    return f" ({', '.join(sorted(languages))} only)" if others else ""


def notes(data: list[dict]) -> list[str]:
    """Lines that are not about a verdict: enums, new messages, hints and hazards."""
    footer, lines = data[-1]["footer"], []
    changes = [line["change"] for line in data if "change" in line]
    lines += [f"enum {c['enum']}: {', '.join(c['what'])}" for c in changes if "enum" in c]
    if footer["added"]:
        lines.append(f"messages in NEW only: {', '.join(footer['added'])}")
    lines += names_summary.hints(data)
    lines += [*footer["left_out"], *footer["removable"]]
    lines += [f"hazard: {c.get('message') or c['name']}: {one}" for c in changes for one in c.get("hazards", ())]
    if beside := [line["finding"]["beside"] for line in data if "beside" in line.get("finding", ())]:
        codecs = ", ".join(sorted({short(codec) for some in beside for effect in some for codec in effect["codecs"]}))
        lines.append(f"{len(beside)} findings of {codecs} do not count; CODEC= takes the codecs that do")
    found = (line["finding"] for line in data if "finding" in line)
    hazards = (f"hazard: {one['message']}.{one['field']}: {one['hazard']}" for one in found if one.get("hazard"))
    return lines + list(dict.fromkeys(hazards))


_ASKED = "rename or reuse? The values arrive whichever it is, so declare it (ACCEPT=<yaml>):"


def harms(data: list[dict]) -> list[tuple[str, list[str], str]]:
    """Place, lines and verdict of every finding that is neither safe nor accepted, the worst first."""
    found, asked = [], set()
    for one in (line["finding"] for line in data if "finding" in line):
        if one["verdict"] == "safe" or one.get("accepted"):
            continue
        place = f"{one['message']}.{one['field']}" if one["field"] else one["message"]
        effects = [effect for effect in one["effects"] if effect["verdict"] != "safe" and not effect["repeats"]]
        if one["verdict"] == "undeclared" and place not in asked:
            asked.add(place)
            found.append((place, [_ASKED, *one["question"].split("  or  "), *_at(one)], "undeclared"))
        if "unwritten" in one:
            lines = [some["told"] for some in one["unwritten"]]
            found.append((f"{place}  {one['format']}", [*lines[:_SHOWN], *_more(lines)], "unknown"))
        if effects:
            route = "relaying" if all(effect["relayed"] for effect in effects) else "reading"
            head = f"{place}  {one['format']}, {TITLES[one['direction'], route]}"
            found.append((head, [*effects_of(one), *_at(one)], effects[0]["verdict"]))
    for c in (line["change"] for line in data if "change" in line):
        for declare in c.get("declare", ()):
            found.append((f"enum {c['enum']}", [_ASKED, *declare.split("  or  "), *_at(c)], "undeclared"))
    order = ("undeclared", "breaking", "unknown", "corrupting", "lossy")
    return sorted(found, key=lambda one: order.index(one[2]))


def effects_of(one: dict) -> list[str]:
    """Lines about the effects of a finding, with a witness of each."""
    effects = [effect for effect in one["effects"] if effect["verdict"] != "safe" and not effect["repeats"]]
    lines = [line for effect in effects[:_SHOWN] for line in _effect(effect)]
    if lines and not one["field"]:
        lines.append("the fields themselves are not seen then: make the changes one by one to see which it is")
    return lines


def _at(one: dict) -> list[str]:
    """Where it changed."""
    return [f"at {names_summary.located(one)}"] if "at" in one else []


def _more(lines: list[str]) -> list[str]:
    return [f"and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []


def _effect(one: dict) -> list[str]:
    how = "after a relay: " if one["relayed"] else ""
    head = f"{how}{one['means']}" + (f"; {one['when']}" if one.get("when") else "")
    if one["not"]:
        head += f"; {', '.join(one['languages'])}, not {', '.join(one['not'])}"
    doubt = [f"  compiled classes may not show it: {one['doubt']}. FULL=1 decides"] if one.get("doubt") else []
    if "writer" not in one:
        return [head]
    witness = one["witness"] or "(nothing is set)"
    if "reason" in one:
        seen = one["reason"]
    else:
        seen = f"{one.get('path') or 'the value'}: expected {one.get('expected', '')}, seen {one.get('actual', '')}"
    way = " > ".join(short(one[key]) for key in ("writer", "relay", "reader") if one.get(key))
    return [head, f"  with {_cut(witness)}", f"  {_cut(seen)}  ({way})", *doubt]


def _cut(text: str, length: int = 200) -> str:
    text = " ".join("".join(c if c.isprintable() else " " if c.isspace() else f"\\x{ord(c):02x}" for c in text).split())
    return text if len(text) <= length else f"{text[:length]}…"


def troubles(footer: dict) -> list[str]:
    return [*footer["stale"], *footer["missing"]]


def conclusion(footer: dict) -> str:
    if footer["exit"] == NOT_WHOLE:
        return MEANINGS[NOT_WHOLE]
    if footer["exit"] == AS_EXPECTED:
        worse = (footer["verdicts"].keys() | footer["beside"].keys() | footer["named"].keys()) - {"safe"}
        return "safe" if not worse else "losses, no harm" if worse == {"lossy"} else "as accepted"
    if footer["wrong"] or footer["undeclared"]:
        asked = "STRICT=1" if footer["strict"] else f"FAIL={footer['fail']}"
        return "not safe" + ("" if asked == "FAIL=corrupting" else f" ({asked})")
    return "an accepted entry does not fit"


def counted(footer: dict) -> str:
    times, named = footer["times"], names_summary.counted(footer)
    verdicts = _counts(footer["verdicts"]) or "no change"
    if footer["beside"]:
        verdicts += f"; elsewhere: {_counts(footer['beside'])}"
    same = footer["messages"] - footer["asked"]
    unasked = f"{same} not asked, since they are the same with all that they hold; " if same else ""
    return (
        f"{named + '; ' if named else ''}"
        f"{footer['changed']} of {footer['fields']} fields in {footer['messages']} messages changed: {verdicts}; "
        f"{unasked}{footer['samples']} samples, {footer['cells']:,} cells, {times['with_start']:.1f} s"
    )


def _counts(verdicts: dict[str, int]) -> str:
    return ", ".join(f"{count} {word}" for word, count in verdicts.items())
