"""The words for a verdict, on the terminal and on the page. All take lines of claims.jsonl."""

from collections import Counter

from wirebed_claims.decision import NEAR
from wirebed_claims.verdict import VERDICTS


def tally(rows: list[dict]) -> str:
    near = [row["claim"] for row in rows if row["near"]]
    return f"{counted(rows)}; near a boundary: {', '.join(near) or 'none'}"


def counted(rows: list[dict]) -> str:
    """`62 claims: 31 held, …`, with every verdict."""
    counts = Counter(row["verdict"] for row in rows)
    return f"{len(rows)} claims: {', '.join(f'{counts[word]} {word}' for word in VERDICTS)}"


def measured(row: dict) -> str:
    """What was measured, under each protocol."""
    found = {name: one.get("says") or one["missing"] for name, one in row["decisions"].items()}
    if len(found) == 1:
        return next(iter(found.values()))
    return "; ".join(f"{name}: {text}" for name, text in found.items())


def flips(row: dict) -> str:
    """The switches with which the rule says the contrary."""
    if not row["tried"]:
        return ""
    if not row["flips"]:
        return f"nothing that was tried ({', '.join(row['tried'])})"
    return "; ".join(_flip(flip) for flip in row["flips"])


def _flip(flip: dict) -> str:
    return f"{flip['switch']} ({flip['protocol']}): it {'holds' if flip['holds'] else 'does not hold'}, {flip['says']}"


def near(row: dict) -> str:
    """By how much the figure is away from the boundary at which the decision changes, where that is little."""
    return "; ".join(f"{name}: {_distance(row['decisions'][name])}" for name in row["near"])


def _distance(one: dict) -> str:
    margin = one.get("margin")
    if margin is not None and margin < NEAR:
        return f"{margin:.1%} from the boundary"
    # What was measured once has no interval (lines.py).
    return "the boundary is in its interval" if "high" in one else "it was measured once, so it has no interval"


def reported(row: dict) -> str:
    if not row["reported"]:
        return ""
    numbers = ", ".join(f"{label} {value:g}".strip() for label, value in row["reported"]["values"].items())
    return f"{numbers} {row['reported']['unit']}".strip()
