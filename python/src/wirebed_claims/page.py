"""The page on all claims: the tally, the verdicts that surprise most, and a table for each article."""

from wirebed_claims import words
from wirebed_claims.protocols import BENCH
from wirebed_claims.results import COMMANDS
from wirebed_claims.verdict import FLIPPED, PUBLISHED_ONLY
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
    parts = [
        f"{origin(header)}\n",
        f"{words.tally(rows)}.\n",
        f"{KEY}\n",
        "### What surprises most\n",
        f"{SURPRISING}\n",
        *_surprises(rows),
    ]
    for article, title in header["articles"].items():
        parts += [f"\n### {title}\n", *_table([row for row in rows if row["article"] == article])]
        parts += _forms(header["forms"].get(article, []))
    return "\n".join(parts) + "\n"


def origin(header: dict) -> str:
    machine = header["machine"]
    where = ", ".join([machine["cpu"], f"{machine['cores']} cores", *header["runtimes"]])
    results = ", ".join(
        f"`{COMMANDS[name]}` of {one['started'][:10]} (commit {one['commit'][:12]})"
        for name, one in header["results"].items()
    )
    told = f"Decided on {header['started'][:10]} from these results: {results}. Machine: {where}."
    return " ".join([told, *(f"{one[0].upper()}{one[1:]}." for one in doubts(header))])


def doubts(header: dict) -> list[str]:
    """Why the times of the results say less than those of a quiet machine would."""
    found = (doubt(one.get("others"), f"`{COMMANDS[name]}`") for name, one in header["results"].items())
    return [one for one in found if one]


def surprising(rows: list[dict]) -> list[dict]:
    """The claims that do not hold as it should be, those first whose figure is furthest from the rule's boundary."""
    found = [row for row in rows if row["verdict"] in (FLIPPED, PUBLISHED_ONLY) and not row["near"]]
    return sorted(found, key=lambda row: -row["decisions"][BENCH].get("margin", 0))[:MOST_SURPRISING]


def _surprises(rows: list[dict]) -> list[str]:
    found = [
        f"- **{row['claim']}, {row['verdict']}.** The article: {row['said']} Measured: {words.measured(row)}."
        + (f" What changes that: {words.flips(row)}." if row["tried"] else "")
        for row in surprising(rows)
    ]
    return found or ["No claim is flipped."]


def _forms(found: list[dict]) -> list[str]:
    """The sizes as closed forms, and where two of them cross."""
    return ["", f"{FORMS}:", "", *(f"- {form(one)}" for one in found)] if found else []


def form(one: dict) -> str:
    if "per" in one:
        return f"{one['workload']}, {one['system']}: {one['constant']} + {one['per']}·n ({one['lengths']} lengths)"
    below, above = one["smaller"]
    return f"{one['workload']}: up to n = {one['crossover']:.1f}, {below} is smaller than {above}"


def _table(rows: list[dict]) -> list[str]:
    lines = ["| claim | verdict | reported | measured | what changes that |", "|---|---|---|---|---|"]
    for row in rows:
        verdict = f"{row['verdict']}; near: {words.near(row)}" if row["near"] else row["verdict"]
        cells = (f"{row['claim']} {row['said']}", verdict, words.reported(row), words.measured(row), words.flips(row))
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return lines
