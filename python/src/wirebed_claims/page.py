"""The words for the lines of claims.jsonl, and the page with the tally, the verdicts that surprise most and a table for
each article."""

from collections import Counter

from wirebed_claims.decision import NEAR
from wirebed_claims.protocols import BENCH
from wirebed_claims.results import COMMANDS
from wirebed_claims.verdict import FLIPPED, PUBLISHED_ONLY, VERDICTS
from wirebed_costs.others import doubt

MOST_SURPRISING = 5
SURPRISING = (
    "Claims that do not hold as it should be and are not near a boundary, those first whose figure is furthest from "
    "what the rule wants."
)
KEY = (
    "`1.86 [1.19, 12.6]` is a figure with its 95 % interval. `n` is the number of elements. `gap` is the time to read "
    "divided by the time to write. `as published` is the article's own way to measure, `as it should be` that of this "
    "bed."
)
FORMS = "Bytes as closed forms, exact for every length that was measured"


def text(header: dict, rows: list[dict]) -> str:
    parts = [origin(header), f"{tally(rows)}.", KEY, "### What surprises most", SURPRISING]
    parts.append("\n".join(map(_surprise, surprising(rows))) or "No claim is flipped.")
    for article, title in header["articles"].items():
        parts += [f"### {title}", _table([row for row in rows if row["article"] == article])]
        if forms := header["forms"].get(article):
            parts += [f"{FORMS}:", "\n".join(f"- {form(row)}" for row in forms)]
    return "\n\n".join(parts) + "\n"


def origin(header: dict) -> str:
    machine = header["machine"]
    where = ", ".join([machine["cpu"], f"{machine['cores']} cores", *header["runtimes"]])
    results = ", ".join(
        f"`{COMMANDS[name]}` of {result['started'][:10]} (commit {result['commit'][:12]})"
        for name, result in header["results"].items()
    )
    decided = f"Decided on {header['started'][:10]} from these results: {results}. Machine: {where}."
    return " ".join([decided, *(f"{words[0].upper()}{words[1:]}." for words in doubts(header))])


def doubts(header: dict) -> list[str]:
    """Why the times of the results say less than those of a quiet machine would."""
    return list(filter(None, (doubt(run.get("others"), f"`{COMMANDS[n]}`") for n, run in header["results"].items())))


def surprising(rows: list[dict]) -> list[dict]:
    """The claims that do not hold as it should be, those first whose figure is furthest from the rule's boundary."""
    far = [row for row in rows if row["verdict"] in (FLIPPED, PUBLISHED_ONLY) and not row["near"]]
    return sorted(far, key=lambda row: -row["decisions"][BENCH].get("margin", 0))[:MOST_SURPRISING]


def _surprise(row: dict) -> str:
    changes = f" What changes that: {flips(row)}." if row["tried"] else ""
    return f"- **{row['claim']}, {row['verdict']}.** The article: {row['said']} Measured: {measured(row)}.{changes}"


def form(row: dict) -> str:
    """A size as a closed form, or where two of them cross."""
    if "per" in row:
        return f"{row['workload']}, {row['system']}: {row['constant']} + {row['per']}·n ({row['lengths']} lengths)"
    below, above = row["smaller"]
    return f"{row['workload']}: up to n = {row['crossover']:.1f}, {below} is smaller than {above}"


def _table(rows: list[dict]) -> str:
    lines = ["| claim | verdict | reported | measured | what changes that |", "|---|---|---|---|---|"]
    for row in rows:
        verdict = f"{row['verdict']}; near: {near(row)}" if row["near"] else row["verdict"]
        cells = (f"{row['claim']} {row['said']}", verdict, reported(row), measured(row), flips(row))
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(lines)


def tally(rows: list[dict]) -> str:
    close = [row["claim"] for row in rows if row["near"]]
    return f"{counted(rows)}; near a boundary: {', '.join(close) or 'none'}"


def counted(rows: list[dict]) -> str:
    """`62 claims: 31 held, …`, with every verdict."""
    counts = Counter(row["verdict"] for row in rows)
    return f"{len(rows)} claims: {', '.join(f'{counts[word]} {word}' for word in VERDICTS)}"


def measured(row: dict) -> str:
    """The figures under each protocol."""
    says = {name: decision.get("says") or decision["missing"] for name, decision in row["decisions"].items()}
    return "; ".join(f"{name}: {text}" if len(says) > 1 else text for name, text in says.items())


def flips(row: dict) -> str:
    """The switches with which the rule says the contrary."""
    if row["tried"] and not row["flips"]:
        return f"nothing that was tried ({', '.join(row['tried'])})"
    return "; ".join(
        f"{flip['switch']} ({flip['protocol']}): it {'holds' if flip['holds'] else 'does not hold'}, {flip['says']}"
        for flip in row["flips"]
    )


def near(row: dict) -> str:
    """By how much the figure is away from the boundary at which the decision changes, where that is little."""
    return "; ".join(f"{name}: {_distance(row['decisions'][name])}" for name in row["near"])


def _distance(decision: dict) -> str:
    margin = decision.get("margin")
    if margin is not None and margin < NEAR:
        return f"{margin:.1%} from the boundary"
    # A figure that was measured once has no interval (verdict.py).
    return "the boundary is in its interval" if "high" in decision else "it was measured once, so it has no interval"


def reported(row: dict) -> str:
    if not row["reported"]:
        return ""
    numbers = ", ".join(f"{label} {value:g}".strip() for label, value in row["reported"]["values"].items())
    return f"{numbers} {row['reported']['unit']}".strip()
