"""The words for the lines of claims.jsonl, and the page with the tally and a table for each article."""

import math
from collections import Counter

from wirebed.report.phrases import number
from wirebed_claims.claim import OURS
from wirebed_claims.lines import MISSING, OPEN
from wirebed_claims.protocols import BENCH
from wirebed_claims.results import words
from wirebed_claims.verdict import PUBLISHED_ONLY, REFUTED, VERDICTS

MOST_SURPRISING = 5
SURPRISING = (
    "Claims that do not hold when they are measured as it should be. Those come first whose figure is furthest from "
    "what the rule wants."
)
KEY = (
    "`1.86 [1.19, 12.6]` is a figure with its 95 % interval. `theirs` is the same figure, computed from what the "
    "article published, where it published it. `n` is the number of elements. `gap` is the time to read divided by the "
    "time to write. `as published` is the article's own way to measure, `as it should be` that of this bed."
)
FORMS = "Bytes as closed forms, exact for every length that was measured"


def text(header: dict, rows: list[dict]) -> str:
    parts = [origin(header), f"{counted(rows)}. {switched(rows)}", KEY]
    for article, title in header["articles"].items():
        of_article = [row for row in rows if row["article"] == article]
        parts += [f"### {title}", _table(of_article), *_charts(of_article)]
    return "\n\n".join(parts) + "\n"


def origin(header: dict) -> str:
    machine = header["machine"]
    where = ", ".join([machine["cpu"], f"{machine['cores']} cores", *header["runtimes"]])
    results = ", ".join(
        f"{words(name)} of {result['started'][:10]} (commit {result['commit'][:12]})"
        for name, result in header["results"].items()
    )
    decided = f"Decided on {header['started'][:10]} from these results: {results}. Machine: {where}."
    return " ".join([decided, *(f"{words[0].upper()}{words[1:]}." for words in doubts(header))])


def doubts(header: dict) -> list[str]:
    """Why the times of the results say less than those of a quiet machine would."""
    return [doubt for result in header["results"].values() for doubt in result.get("doubts", [])]


def surprising(rows: list[dict]) -> list[dict]:
    """The claims that are refuted as it should be, those first whose figure is furthest from the rule's boundary."""
    far = [row for row in rows if row["verdict"] in (REFUTED, PUBLISHED_ONLY)]
    return sorted(far, key=lambda row: -_factor(row["decisions"][BENCH]))[:MOST_SURPRISING]


def _factor(decision: dict) -> float:
    """Between the figure and the boundary of the rule; 1 where no number decides."""
    return math.inf if decision.get("value") == 0 else decision.get("factor", 1)


def form(row: dict) -> str:
    """A size as a closed form, or where two of them cross."""
    if "per" in row:
        return f"{row['workload']}, {row['system']}: {row['constant']} + {row['per']}·n ({row['lengths']} lengths)"
    below, above = row["smaller"]
    return f"{row['workload']}: up to n = {row['crossover']:.1f}, {below} is smaller than {above}"


def _charts(rows: list[dict]) -> list[str]:
    lines = [
        f"- {row['claim']}, {chart['of']}, over {chart['over']}: {'; '.join(chart['places'])}."
        for row in rows
        for chart in row["charts"]
    ]
    return ["\n".join(lines)] if lines else []


def _table(rows: list[dict]) -> str:
    lines = ["| claim | theirs | ours | verdict | why |", "|---|---|---|---|---|"]
    for row in rows:
        cells = (f"{row['claim']} {row['said']}", row["theirs"], row["ours"], row["verdict"], row["why"])
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(lines)


def counted(rows: list[dict]) -> str:
    """`60 claims: 31 held; …`, with every verdict, and then the sentences that no article says."""
    counts, of_ours = (
        Counter(row["verdict"] for row in rows if row["said"].startswith(OURS) is are_ours)
        for are_ours in (False, True)
    )
    claims = f"{counts.total()} claims: {'; '.join(f'{counts[word]} {word}' for word in VERDICTS)}"
    if not of_ours:
        return claims
    more = "; ".join(f"{of_ours[word]} {word}" for word in VERDICTS if of_ours[word])
    return f"{claims}. {number(of_ours.total(), 'sentence')} of ours: {more}"


def switched(rows: list[dict]) -> str:
    """How many decisions with a switch there are, and which of them change an answer."""
    every = [(row["claim"], one) for row in rows for one in row["switches"]]
    answers = Counter(one["answer"] for _, one in every)
    decided = len(every) - answers[OPEN] - answers[MISSING]
    changed = dict.fromkeys(f"{claim} ({one['switch']})" for claim, one in every if one["changes"])
    changes = f"These change the answer: {', '.join(changed)}." if changed else "None changes the answer."
    counts = f"{decided} decided, {answers[OPEN]} {OPEN}, {answers[MISSING]} {MISSING}"
    return f"{len(every)} decisions with a switch: {counts}. {changes}"


def reported(row: dict) -> str:
    numbers = ", ".join(f"{label} {value:g}".strip() for label, value in row["reported"]["values"].items())
    unit = row["reported"]["unit"]
    return f"{numbers} {unit}".strip() if numbers else f"The article gives {unit}."
