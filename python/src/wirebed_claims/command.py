"""`wirebed claims` gathers the results, computes and shows every verdict; `wirebed claims-publish` checks them in."""

import datetime

from rich.markdown import Markdown

from wirebed.bed import files
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE
from wirebed.bed.folders import REPORTS, ROOT, Bed
from wirebed.bed.machine import commit, machine
from wirebed.bed.minutes import minutes_of
from wirebed.errors import UserError, shown
from wirebed.report import blocks
from wirebed_build.progress import Progress
from wirebed_claims import charts, gather, lines, page, since, verdict
from wirebed_claims.closed_form import forms
from wirebed_claims.load import FOLDER, load

MINUTES = 60.0
REPORT = REPORTS / "claims.jsonl"
# A whole run leaves at most as many claims: those whose subject is not there to be measured.
MOST_NOT_MEASURED = 5
CHECKED_IN = FOLDER / "verdicts.jsonl"
NOTHING = "No verdicts of this version are checked in: `make claims`, then `make claims-publish`.\n"


def main(bind: str | None = None, budget: str | None = None, fresh: bool = False) -> int:
    """The exit code: 0, or 3 when more than a few claims lack a result. `fresh`: no kept time counts."""
    articles = load()
    seconds = 60 * minutes_of(budget, MINUTES, "takes only what is kept")
    if fresh and not seconds:
        raise UserError("FRESH=1 measures all times anew, and BUDGET=0 leaves no time for it; leave out one of them")
    if fresh:
        gather.set_aside()
    with Progress("claims") as progress:
        results = gather.gather(articles, Bed.open(), bind, seconds, progress)
    rows = [
        {**lines.of(verdict.verdict(article, claim, of_claim)), "charts": charts.of(article, claim, of_claim)}
        for article in articles
        for claim in article.claims
        for of_claim in [results.of_claim(claim.id)]
    ]
    header = {
        "suite": "claims",
        "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "commit": commit(ROOT),
        "runtimes": results.runtimes,
        "results": results.origins,
        "articles": {article.id: article.title for article in articles},
        "forms": {article.id: known for article in articles if (known := forms(article, results))},
    }
    files.write(REPORT, lines.text(header, rows))
    files.write(REPORT.with_suffix(".md"), page.text(header, rows))
    blocks.console(180).print(Markdown(page.text(header, rows)))
    for sentence in since.sentences(_checked_in(), (header, rows)):
        print(sentence)
    print(f"{shown(REPORT)}, {shown(REPORT.with_suffix('.md'))}")
    return AS_EXPECTED if _not_measured(rows) <= MOST_NOT_MEASURED else NOT_WHOLE


def publish() -> int:
    header, rows = lines.read(REPORT)
    if (number := _not_measured(rows)) > MOST_NOT_MEASURED:
        raise UserError(f"{number} claims are not measured; only whole runs are published", REPORT)
    files.write(CHECKED_IN, lines.text(header, rows))
    print(f"{shown(CHECKED_IN)}: {len(rows)} verdicts; make format renews fixtures/results/claims.md")
    return AS_EXPECTED


def document() -> str:
    """The table of fixtures/results/claims.md."""
    try:
        header, rows = lines.read(CHECKED_IN) if CHECKED_IN.exists() else ({}, [])
    except lines.Outdated:
        return NOTHING
    return page.text(header, since.noted(rows, load())) if rows else NOTHING


def _checked_in() -> since.Run:
    """The verdicts that are checked in; none where they are damaged, or of another version."""
    try:
        return lines.read(CHECKED_IN)
    except UserError:
        return {}, []


def _not_measured(rows: list[dict]) -> int:
    """Claims for which a protocol has no result, also where the verdict does not depend on it."""
    return sum(any(one["answer"] == lines.MISSING for one in row["decisions"].values()) for row in rows)
