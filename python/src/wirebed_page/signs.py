"""The signs under which cells count (wirebed.report.phrases), with their words and the class of their style."""

from wirebed.report.phrases import DIFFERS, EXACT, FAILS, IN_PART, NOT_AT_ALL, OURS

# The best first.
SIGNS = {
    EXACT: ("exact", "exact"),
    IN_PART: ("part", "equal as far as the objects of the two languages hold the value"),
    NOT_AT_ALL: ("none", "not held by the objects of the two languages"),
    DIFFERS: ("differs", "differs"),
    FAILS: ("fails", "rejected or refused by the library"),
    OURS: ("ours", "refused by code of this bed, or by a cast to the declared type"),
    "–": ("unsupported", "unsupported"),
    "!": ("crash", "crash, timeout, lost connection, or a defect of the peer"),
}


def block() -> list[dict]:
    return [{"sign": sign, "name": name, "words": words} for sign, (name, words) in SIGNS.items()]


def style(sign: str) -> str:
    """The class of a sign in base.css."""
    return f"sign-{SIGNS[sign][0]}"
