"""The counts of a table's square, in few signs: the same on the terminal and in markdown."""

from collections import Counter

from wirebed.bed import REPORTS, ROOT

SIGNS = {
    "equal": "=",
    "differs": "≠",
    "rejected": "✗",
    "refused": "✗",
    "unsupported": "–",
    "crash": "!",
    "timeout": "!",
    "internal": "!",
}
LEGEND = "= equal   ≠ differs   ✗ rejected or refused   – unsupported   ! crash, timeout, internal"


def where(name: str) -> str:
    """A report's file, as a message names it."""
    path = REPORTS / name
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def square(count: Counter) -> str:
    """`190= 6≠ 2✗`; a number alone when all is equal."""
    if not count["cells"]:
        return ""
    if count["equal"] == count["cells"]:
        return str(count["cells"])
    signs = Counter()
    for outcome, sign in SIGNS.items():
        signs[sign] += count[outcome]
    return " ".join(f"{number}{sign}" for sign, number in signs.items() if number)


def title(cell: dict) -> str:
    """`Stock/article json java/jackson > python/msgspec`."""
    from wirebed.outcome import short

    source = f" [{cell['source']}]" if cell.get("source") else ""
    path = " > ".join(short(cell[key]) for key in ("writer", "relay", "reader") if cell.get(key))
    what = " ".join(cell[key] for key in ("case", "leg", "format") if cell.get(key))
    return f"{what} {path}{source}"


def happened(cell: dict) -> str:
    """`rejected at parse`, `differs`."""
    by = f" by the {cell['by']}" if cell.get("by") else ""
    return cell["outcome"] + by + (f" at {cell['stage']}" if cell.get("stage") else "")


def others(cells: list[dict], key: str) -> str:
    """`java/jackson equal, cpp/nlohmann rejected`."""
    from wirebed.outcome import short

    return ", ".join(f"{short(cell[key])} {cell['outcome']}" for cell in cells)
