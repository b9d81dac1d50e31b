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
    header, shown = data[0]["header"], {}
    for finding in (line["finding"] for line in data if "finding" in line):
        key = (finding["message"], finding["field"], finding["format"])
        if key not in shown:
            itself = "its fields changed" if not key[1] and key[0] in changed else "not changed itself"
            shown[key] = Row(*key[:2], what.get(key[:2], itself), finding["format"])
            shown[key].at = names_summary.located(finding)
            shown[key].cells = {column: ("safe", "") for column in columns(header) if _ran(header, key[2], *column)}
        for column in shown[key].cells:
            if column[0] == finding["direction"]:
                verdict, text = _cell(finding, column[1])
                shown[key].cells[column] = verdict, "; ".join(filter(None, (text, _beside(finding, column[1], header))))
    places = list(dict.fromkeys((row.message, row.field) for row in shown.values()))
    messages = list(dict.fromkeys(message for message, _ in places))
    return sorted(shown.values(), key=lambda row: (messages.index(row.message), places.index((row.message, row.field))))


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


def _cell(finding: dict, route: str) -> tuple[str, str]:
    """The verdict of reading or of relaying, and its worst effect in a few words."""
    if finding["verdict"] == "undeclared":
        return "undeclared", "rename or reuse?"
    if finding.get("hidden"):
        return "unknown", "the whole message fails"
    verdict, relayed = finding[route], route == "relaying"
    if verdict == "unknown":
        return verdict, "nobody could write a value"
    effects = [e for e in finding["effects"] if e["verdict"] == verdict and e["relayed"] == relayed]
    condition = next((f"only if {e['when']}" for e in finding["conditions"] if e["relayed"] == relayed), "")
    if not effects:
        return verdict, _accepted(finding) + condition
    when = f", {effects[0]['when']}" if effects[0].get("when") and verdict != "safe" else ""
    what = _accepted(finding) + effects[0]["what"] + when + _who(effects)
    doubt = "FULL=1 decides" if all(effect.get("doubt") for effect in effects) else ""
    return verdict, "; ".join(filter(None, (what, condition, doubt)))


def _beside(finding: dict, route: str, header: dict) -> str:
    """The harms in codecs that do not count."""
    worse = [e for e in finding.get("beside", ()) if e["relayed"] == (route == "relaying")]
    if not worse:
        return ""
    codecs = ", ".join(sorted({short(codec) for effect in worse for codec in effect["codecs"]}))
    how = f"in {codecs}, not of CODEC=" if header["codec"] else f"only by the defaults of {codecs}"
    return f"{worse[0]['verdict']} {how}: {worse[0]['what']}"


def _accepted(finding: dict) -> str:
    return "accepted: " if finding.get("accepted") else ""


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
    lines += [f"hazard: {c.get('message') or c['name']}: {hazard}" for c in changes for hazard in c.get("hazards", ())]
    if beside := [line["finding"]["beside"] for line in data if "beside" in line.get("finding", ())]:
        codecs = ", ".join(sorted({short(codec) for effects in beside for e in effects for codec in e["codecs"]}))
        lines.append(f"{len(beside)} findings of {codecs} do not count; CODEC= takes the codecs that do")
    findings = (line["finding"] for line in data if "finding" in line)
    hazards = (f"hazard: {f['message']}.{f['field']}: {f['hazard']}" for f in findings if f.get("hazard"))
    return lines + list(dict.fromkeys(hazards))


_ASKED = "rename or reuse? The values arrive whichever it is, so declare it (ACCEPT=<yaml>):"


def harms(data: list[dict]) -> list[tuple[str, list[str], str]]:
    """Place, lines and verdict of every finding that is neither safe nor accepted, the worst first."""
    harmful, asked = [], set()
    for finding in (line["finding"] for line in data if "finding" in line):
        if finding["verdict"] == "safe" or finding.get("accepted"):
            continue
        place = f"{finding['message']}.{finding['field']}" if finding["field"] else finding["message"]
        effects = [effect for effect in finding["effects"] if effect["verdict"] != "safe" and not effect["repeats"]]
        if finding["verdict"] == "undeclared" and place not in asked:
            asked.add(place)
            harmful.append((place, [_ASKED, *finding["question"].split("  or  "), *_at(finding)], "undeclared"))
        if "unwritten" in finding:
            lines = [sample["told"] for sample in finding["unwritten"]]
            harmful.append((f"{place}  {finding['format']}", [*lines[:_SHOWN], *_more(lines)], "unknown"))
        if effects:
            route = "relaying" if all(effect["relayed"] for effect in effects) else "reading"
            head = f"{place}  {finding['format']}, {TITLES[finding['direction'], route]}"
            harmful.append((head, [*effects_of(finding), *_at(finding)], effects[0]["verdict"]))
    for c in (line["change"] for line in data if "change" in line):
        for declare in c.get("declare", ()):
            harmful.append((f"enum {c['enum']}", [_ASKED, *declare.split("  or  "), *_at(c)], "undeclared"))
    order = ("undeclared", "breaking", "unknown", "corrupting", "lossy")
    return sorted(harmful, key=lambda harm: order.index(harm[2]))


def effects_of(finding: dict) -> list[str]:
    """Lines about the effects of a finding, with a witness of each."""
    effects = [effect for effect in finding["effects"] if effect["verdict"] != "safe" and not effect["repeats"]]
    lines = [line for effect in effects[:_SHOWN] for line in _effect(effect)]
    if lines and not finding["field"]:
        lines.append("the fields themselves are not seen then: make the changes one by one to see which it is")
    return lines


def _at(line: dict) -> list[str]:
    """Where it changed."""
    return [f"at {names_summary.located(line)}"] if "at" in line else []


def _more(lines: list[str]) -> list[str]:
    return [f"and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []


def _effect(harm: dict) -> list[str]:
    how = "after a relay: " if harm["relayed"] else ""
    head = f"{how}{harm['means']}" + (f"; {harm['when']}" if harm.get("when") else "")
    if harm["not"]:
        head += f"; {', '.join(harm['languages'])}, not {', '.join(harm['not'])}"
    doubt = [f"  compiled classes may not show it: {harm['doubt']}. FULL=1 decides"] if harm.get("doubt") else []
    if "writer" not in harm:
        return [head]
    witness = harm["witness"] or "(nothing is set)"
    if "reason" in harm:
        seen = harm["reason"]
    else:
        seen = f"{harm.get('path') or 'the value'}: expected {harm.get('expected', '')}, seen {harm.get('actual', '')}"
    way = " > ".join(short(harm[key]) for key in ("writer", "relay", "reader") if harm.get(key))
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
