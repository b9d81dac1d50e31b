"""The article's printed output beside ours: fixtures/claims/outputs, with all white space removed.

The page on which the outputs stand lost runs of blanks and line breaks. Where they show bytes, a byte from 32 to 127 is
its character and another one ` %02x `, so ours are printed by the same rule and texts are compared. Dates with a zone
are compared as instants.
"""

import re
from datetime import datetime, timedelta
from pathlib import Path

from wirebed.bed import ROOT
from wirebed_claims.decision import Decision
from wirebed_claims.protocols import Protocol
from wirebed_claims.quantity import Missing

FOLDER = ROOT / "fixtures" / "claims" / "outputs"
PROGRAM = "stock"
_DIRECTIONS = ("serialize", "deserialize")
_CONTEXT = 12
# Dates as XStream writes them, and the hours of their zones.
_ZONED = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d+) (EST|EDT|UTC)")
_ZONES = {"EST": -5, "EDT": -4, "UTC": 0}


def decide(system: str, as_: str, protocol: Protocol, folder: Path = FOLDER) -> Decision:
    name = protocol.article.systems[system].published
    found = [one for operation in _DIRECTIONS for one in protocol.results.published.get((PROGRAM, name, operation), ())]
    outputs = [one for one in found if one.wire is not None and one.is_of(protocol.switch.published)]
    if not outputs:
        raise Missing(f"the program {PROGRAM} printed no output of {system}")
    one = outputs[0]
    if one.not_comparable:
        raise Missing(one.not_comparable)
    parts = {"": shown(one.wire, one.is_text), "_toString": one.read_back or ""}
    told = []
    for suffix, ours in parts.items():
        path = folder / f"{as_}{suffix}.txt"
        theirs, ours = _bare(path.read_text(encoding="utf-8")), _bare(ours)
        if ours != theirs:
            told.append(f"{path.stem} differs: {_first_difference(theirs, ours)}")
    text = "; ".join(told) or f"{system}: the serialized form and toString are as printed"
    return Decision(not told, text)


def shown(wire: bytes, is_text: bool) -> str:
    if is_text:
        return wire.decode()
    return "".join(chr(byte) if 32 <= byte <= 127 else f" {byte:02x} " for byte in wire)


def _bare(text: str) -> str:
    return "".join(_ZONED.sub(_in_utc, text).split())


def _in_utc(found: re.Match) -> str:
    """The instant in UTC: XStream spelled dates in the zone of the JVM then, and spells them in UTC now."""
    local = datetime.strptime(f"{found[1]} {found[2]}", "%Y-%m-%d %H:%M:%S.%f")
    return str(local - timedelta(hours=_ZONES[found[3]]))


def _first_difference(theirs: str, ours: str) -> str:
    at = next((at for at, (a, b) in enumerate(zip(theirs, ours, strict=False)) if a != b), min(len(theirs), len(ours)))
    around = slice(max(0, at - _CONTEXT), at + _CONTEXT)
    return f'at character {at} the article has "{theirs[around]}" and the program "{ours[around]}"'
